package store

// Metadata says what a document is about; searches can be narrowed by it. What isn't known is empty.
type Metadata struct {
	Title    string `json:"title"`
	Authors  string `json:"authors"`
	Company  string `json:"company"`
	Year     int    `json:"year"`     // that it reports on, or is of
	Type     string `json:"type"`     // such as 10-K, annual report
	Language string `json:"language"` // ISO 639-1
}

// Where says of each field where it was found, in words: "page 1", "the file's name".
type Where struct {
	Title    string `json:"title"`
	Authors  string `json:"authors"`
	Company  string `json:"company"`
	Year     string `json:"year"`
	Type     string `json:"type"`
	Language string `json:"language"`
}

// Alias is another name of a document's company that the document tells.
type Alias struct {
	Text  string `json:"text"`
	Kind  string `json:"kind"`  // TradedAs or FormerName
	Where string `json:"where"` // it was found, in words
}

// The kinds of aliases.
const (
	TradedAs   = "symbol"
	FormerName = "former name"
)

// Finding is what the program found of a document.
type Finding struct {
	Metadata
	Where   Where
	Aliases []Alias
}

// Edits are the fields of a document's metadata that the person changed; the others, nil, are as they are found.
type Edits struct {
	Title    *string `json:"title,omitempty"`
	Authors  *string `json:"authors,omitempty"`
	Company  *string `json:"company,omitempty"`
	Year     *int    `json:"year,omitempty"`
	Type     *string `json:"type,omitempty"`
	Language *string `json:"language,omitempty"`
}

// Description is a document's metadata: what the program found, and what the person made of it. The person's edits are
// kept apart, so that finding anew never loses them.
type Description struct {
	Document string   `json:"document"` // id
	Builder  int      `json:"builder"`  // version of what found Found; 0: nothing did
	Found    Metadata `json:"found"`
	Where    Where    `json:"where"` // Found's fields were found
	Edited   Edits    `json:"edited"`
	Tags     []string `json:"tags,omitempty"`    // the person's; nothing is found of them
	Aliases  []Alias  `json:"aliases,omitempty"` // found, of Found's company
}

// Metadata is what counts.
func (d Description) Metadata() Metadata {
	return Metadata{
		or(d.Edited.Title, d.Found.Title), or(d.Edited.Authors, d.Found.Authors), or(d.Edited.Company, d.Found.Company),
		or(d.Edited.Year, d.Found.Year), or(d.Edited.Type, d.Found.Type), or(d.Edited.Language, d.Found.Language),
	}
}

func or[T any](edited *T, found T) T {
	if edited != nil {
		return *edited
	}
	return found
}
