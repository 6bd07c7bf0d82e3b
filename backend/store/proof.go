package store

// Verdicts on a sentence.
const (
	Verified = "verified"  // what it cites says it
	Partly   = "partly"    // what it cites says some of it
	NotFound = "not found" // by its words; it may still be there in others
)

// Claim is a sentence of an answer that claims something, held against the passages that it cites.
type Claim struct {
	Text    string `json:"text"`  // without marks
	Start   int    `json:"start"` // where it stands in the answer, in bytes
	End     int    `json:"end"`
	Verdict string `json:"verdict" ts_type:"'verified' | 'partly' | 'not found'"`
	Why     string `json:"why"`              // for a person; "" if nothing is to be said
	Reason  string `json:"reason,omitempty"` // that it is contradicted for, or would be if it were certain; see proof.Reason…

	Contradicted bool  `json:"otherwise,omitempty"` // a passage says something else of the same: another number, year or name, or a denial
	Uncited      bool  `json:"uncited,omitempty"`   // it has no citation of its own; the verdict is that on what the answer cites elsewhere
	Invented     []int `json:"invented,omitempty"`  // ids it cited that stand for nothing

	Score     float64 `json:"score"`              // share of its words that were found, 0 to 1
	Citations []int   `json:"citations"`          // numbers of those held against it, the best first
	Model     string  `json:"model,omitempty"`    // what a model said of it, which was asked because words didn't do: supported or unsupported
	ModelWhy  string  `json:"modelWhy,omitempty"` // in its words
}

// Has tells whether a figure stands in the sentence.
func (c Claim) Has(f FigureCheck) bool { return f.Start >= c.Start && f.End <= c.End }

// MarkVerdict is what a citation's mark in the answer comes to: whether that passage says what that sentence claims.
type MarkVerdict struct {
	N        int    `json:"n"`
	Sentence int    `json:"sentence"` // index of the one that it stands in
	Verdict  string `json:"verdict" ts_type:"'verified' | 'partly' | 'not found'"`
	Why      string `json:"why"`

	Contradicted bool `json:"otherwise,omitempty"`
}

// Audit is what the sentences of an answer come to.
type Audit struct {
	Sentences    []Claim       `json:"sentences"` // in their order
	Marks        []MarkVerdict `json:"marks"`     // in the order in which they stand in the answer
	Verified     int           `json:"verified"`
	Partly       int           `json:"partly"`
	NotFound     int           `json:"notFound"`
	Contradicted int           `json:"otherwise"` // of those not found
	Uncited      int           `json:"uncited"`   // of all
	Invented     []int         `json:"invented"`  // ids cited that stand for nothing, each once
}

// Invented is a citation of something that was never offered.
type Invented struct {
	ID int `json:"id"` // as it was written
	At int `json:"at"` // where in the answer, in bytes
}

// FigureCheck is what became of one figure of an answer.
type FigureCheck struct {
	Text    string `json:"text"`  // as it is written, with its unit
	Start   int    `json:"start"` // where it stands in the answer, in bytes
	End     int    `json:"end"`
	Value   string `json:"value"`  // exact decimal, sign and scale applied
	Unit    string `json:"unit"`   // %, pp (percentage points), a currency, or "" if none is said
	Period  string `json:"period"` // that the sentence gives it
	Verdict string `json:"verdict" ts_type:"'quoted' | 'computed' | 'question' | 'flagged' | 'open'"`
	Doubt   bool   `json:"doubt,omitempty"` // of an open one: a place that is close to it says otherwise, the first of Candidates
	Kind    string `json:"kind"`            // of the fault; "" if there is none
	Why     string `json:"why"`             // one sentence for a person; "" if there is nothing to say

	Notes      []string          `json:"notes"`    // what could not be checked
	Document   string            `json:"document"` // id of where it was found; of a flagged one, what comes closest
	Doc        string            `json:"doc"`
	Page       int               `json:"page"`
	Label      string            `json:"label"`
	Cell       *FigureCell       `json:"cell,omitempty"` // nil if it isn't one
	Quote      string            `json:"quote"`
	Candidates []FigureCandidate `json:"candidates"` // that it may have been meant for, the nearest first
}

// FigureCell is a place in a table of a page.
type FigureCell struct {
	Table    int    `json:"table"`  // index among the page's tables
	Row      int    `json:"row"`    // index
	Column   int    `json:"column"` // index of the cell's column, that of the labels not counted
	RowLabel string `json:"rowLabel"`
	Head     string `json:"head"` // of its column
	Text     string `json:"text"`
}

// FigureCandidate is a figure that a flagged one may have been meant for.
type FigureCandidate struct {
	Text     string      `json:"text"`
	Why      string      `json:"why"`
	Document string      `json:"document"`
	Doc      string      `json:"doc"`
	Page     int         `json:"page"`
	Label    string      `json:"label"`
	Quote    string      `json:"quote"`
	Cell     *FigureCell `json:"cell,omitempty"`
}
