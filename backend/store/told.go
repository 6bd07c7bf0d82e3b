package store

// How far documents tell what is asked.
const (
	ToldYes    = "yes"
	ToldPartly = "partly" // something that is asked of stands in none of them
	ToldNo     = "no"     // they aren't about it
	ToldUnsure = "unsure" // something near was found, and whether it answers can't be told
)

// Told is how far the documents that were asked tell what a question wants.
type Told struct {
	Told    string   `json:"told" ts_type:"'' | 'yes' | 'partly' | 'no' | 'unsure'"` // "": no documents were asked
	Missing []string `json:"missing"`                                                // words and names of the question that stand nowhere, or what a model says that passages don't say
}
