package store

// What documents can be narrowed by.
const (
	ByCompany  = "company"
	ByAuthor   = "author"
	ByYear     = "year"
	ByType     = "type"
	ByLanguage = "language"
	ByFolder   = "folder"
	ByTag      = "tag"
)

// Filter narrows a search to the documents that are like it in one thing.
type Filter struct {
	Field string `json:"field" ts_type:"'company' | 'author' | 'year' | 'type' | 'language' | 'folder' | 'tag'"`
	Value string `json:"value"` // a year may be a range: 2016–2019, 2016–, –2019
}
