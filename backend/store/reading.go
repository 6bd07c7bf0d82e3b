package store

// How a question is read (see Reading).
const (
	ReadBefore   = "before"   // made whole from the one before it
	ReadMentions = "mentions" // where words stand, and how often
	ReadNever    = "never"    // which documents don't have them
	ReadList     = "list"     // everything of a kind
	ReadCount    = "count"    // how many of a kind
	ReadSummary  = "summary"  // a summary
	ReadParts    = "parts"    // several things, each searched by itself
	ReadLanguage = "language" // answered in its language
)

// Reading is something that was understood of a question before it is answered, and that a person can take off.
type Reading struct {
	As   string `json:"as" ts_type:"'before' | 'mentions' | 'never' | 'list' | 'count' | 'summary' | 'parts' | 'language'"`
	Text string `json:"text"` // the whole question, what is looked for, the parts or the language (ISO 639-1); "": nothing more is to be said
}
