package store

// Info is what a file says of itself, which may be wrong.
type Info struct {
	Title    string    `json:"title"`
	Authors  string    `json:"authors"`
	Subject  string    `json:"subject"`
	Keywords string    `json:"keywords"`
	Created  string    `json:"created"`  // as the file writes it: D:20190131… or 2019-01-31T…
	Language string    `json:"language"` // as the file names it
	XMP      XMP       `json:"xmp"`
	Outline  []Heading `json:"outline"`
}

// XMP is the file's second description of itself.
type XMP struct {
	Title    string `json:"title"`
	Authors  string `json:"authors"`
	Language string `json:"language"`
	Created  string `json:"created"`
}

// Heading is an entry of a document's outline.
type Heading struct {
	Title string `json:"title"`
	Page  int    `json:"page"`  // from 1; 0: it leads to none
	Level int    `json:"level"` // from 1
}

// infoBucket lies in library.db, by document id.
const infoBucket = "info"

func (b buckets) inform(document string, i Info) error {
	return putJSON(b.get(infoBucket), document, i)
}
