package store

import "encoding/json"

// Verdicts on a claim.
const (
	Verified     = "verified"     // what it cites says it
	Partly       = "partly"       // what it cites says some of it
	NotFound     = "not found"    // by its words; it may still be there in others
	InDoubt      = "doubtful"     // something close says otherwise, which may mean something else
	Contradicted = "contradicted" // a place says something else of the same, or its own figures do
	NotChecked   = "not checked"  // it claims nothing that a page could say, such as a heading
)

// Claim is a sentence of an answer, or a cell of a table in it, held against the passages that it cites.
type Claim struct {
	Text    string       `json:"text"`  // without marks
	Start   int          `json:"start"` // where it stands in the answer, in bytes
	End     int          `json:"end"`
	Verdict string       `json:"verdict" ts_type:"'verified' | 'partly' | 'not found' | 'doubtful' | 'contradicted' | 'not checked'"`
	Support float64      `json:"support"` // how far what it cites says it, 0 to 1
	Reason  string       `json:"reason"`  // of the verdict, of a closed list; see proof.Reason…. "" if there is nothing to say
	Why     string       `json:"why"`     // the same for a person
	Places  []ClaimPlace `json:"places"`  // that speak for it, or against it: those first that decided

	Uncited  bool  `json:"uncited,omitempty"`  // it has no citation of its own; the verdict is that on what the answer cites elsewhere
	Invented []int `json:"invented,omitempty"` // ids it cited that stand for nothing

	Citations []int  `json:"citations"`          // numbers of those held against it, the best first
	Model     string `json:"model,omitempty"`    // what a model said of it, which was asked because words didn't do
	ModelWhy  string `json:"modelWhy,omitempty"` // in its words
}

// ClaimPlace is a piece of a page, or a cell of its tables, that speaks for or against a claim.
type ClaimPlace struct {
	Document string      `json:"document"` // id
	Doc      string      `json:"doc"`      // name
	Page     int         `json:"page"`
	Label    string      `json:"label"` // of the page, as it is printed
	Quote    string      `json:"quote"`
	Cell     *FigureCell `json:"cell,omitempty"` // nil if it isn't one
	Against  bool        `json:"against"`
}

// Has tells whether a figure stands in the sentence.
func (c Claim) Has(f FigureCheck) bool { return f.Start >= c.Start && f.End <= c.End }

// UnmarshalJSON also reads claims as they were kept before there were six verdicts.
func (c *Claim) UnmarshalJSON(raw []byte) error {
	type claim Claim
	kept := struct {
		*claim
		Score     float64 `json:"score"`
		Otherwise bool    `json:"otherwise"`
	}{claim: (*claim)(c)}
	if err := json.Unmarshal(raw, &kept); err != nil {
		return err
	}
	if kept.Otherwise {
		c.Verdict = Contradicted
	}
	if kept.Score > 0 {
		c.Support = kept.Score
	}
	if c.Places == nil {
		c.Places = []ClaimPlace{}
	}
	return nil
}

// MarkVerdict is what a citation's mark in the answer comes to: whether that passage says what that sentence claims.
type MarkVerdict struct {
	N        int    `json:"n"`
	Sentence int    `json:"sentence"` // index of the one that it stands in
	Verdict  string `json:"verdict" ts_type:"'verified' | 'partly' | 'not found' | 'doubtful' | 'contradicted' | 'not checked'"`
	Reason   string `json:"reason"`
	Why      string `json:"why"`
}

// UnmarshalJSON also reads what was kept before there were six verdicts.
func (m *MarkVerdict) UnmarshalJSON(raw []byte) error {
	type mark MarkVerdict
	kept := struct {
		*mark
		Otherwise bool `json:"otherwise"`
	}{mark: (*mark)(m)}
	if err := json.Unmarshal(raw, &kept); err != nil {
		return err
	}
	if kept.Otherwise {
		m.Verdict = Contradicted
	}
	return nil
}

// Audit is what the sentences of an answer come to. None of its sentences vanishes: what can't be checked says so.
type Audit struct {
	Sentences    []Claim       `json:"sentences"` // in their order
	Marks        []MarkVerdict `json:"marks"`     // in the order in which they stand in the answer
	Verified     int           `json:"verified"`
	Partly       int           `json:"partly"`
	NotFound     int           `json:"notFound"`
	Doubtful     int           `json:"doubtful"`
	Contradicted int           `json:"contradicted"`
	NotChecked   int           `json:"notChecked"`
	Uncited      int           `json:"uncited"`  // of all
	Invented     []int         `json:"invented"` // ids cited that stand for nothing, each once
}

// Recount counts the verdicts of its sentences anew. An audit that was kept before there were six lacks the newer ones.
func (a *Audit) Recount() {
	if a == nil || len(a.Sentences) == 0 {
		return
	}
	a.Verified, a.Partly, a.NotFound, a.Doubtful, a.Contradicted, a.NotChecked = 0, 0, 0, 0, 0, 0
	for _, c := range a.Sentences {
		a.Count(c.Verdict)
	}
}

// Claims counts the sentences that were checked.
func (a Audit) Claims() int { return len(a.Sentences) - a.NotChecked }

// Count counts a verdict.
func (a *Audit) Count(verdict string) {
	switch verdict {
	case Verified:
		a.Verified++
	case Partly:
		a.Partly++
	case InDoubt:
		a.Doubtful++
	case Contradicted:
		a.Contradicted++
	case NotChecked:
		a.NotChecked++
	default:
		a.NotFound++
	}
}

// Invented is a citation of something that was never offered.
type Invented struct {
	ID int `json:"id"` // as it was written
	At int `json:"at"` // where in the answer, in bytes
}

// FigureCheck is what became of one figure of an answer.
type FigureCheck struct {
	Text    string  `json:"text"`  // as it is written, with its unit
	Start   int     `json:"start"` // where it stands in the answer, in bytes
	End     int     `json:"end"`
	Value   string  `json:"value"`  // exact decimal, sign and scale applied
	Unit    string  `json:"unit"`   // %, pp (percentage points), a currency, or "" if none is said
	Period  string  `json:"period"` // that the sentence gives it
	Verdict string  `json:"verdict" ts_type:"'quoted' | 'computed' | 'question' | 'flagged' | 'open'"`
	Doubt   bool    `json:"doubt,omitempty"`   // of an open one: a place that is close to it says otherwise, the first of Candidates
	Support float64 `json:"support,omitempty"` // 0 to 1: how well the place that has it is of what the sentence says; 1 if it is computed
	Kind    string  `json:"kind"`              // of the fault; "" if there is none
	Why     string  `json:"why"`               // one sentence for a person; "" if there is nothing to say

	Notes      []string          `json:"notes"`    // what could not be checked
	Document   string            `json:"document"` // id of where it was found; of a flagged one, what comes closest
	Doc        string            `json:"doc"`
	Page       int               `json:"page"`
	Label      string            `json:"label"`
	Cell       *FigureCell       `json:"cell,omitempty"` // nil if it isn't one
	Quote      string            `json:"quote"`
	Candidates []FigureCandidate `json:"candidates"`     // that it may have been meant for, the nearest first
	Mend       *Mend             `json:"mend,omitempty"` // what puts it right; nil if that isn't certain
}

// Mend puts something else in the place of a figure, or of a part of it: the digits, the word for its scale.
type Mend struct {
	Start int    `json:"start"` // where it stands in the answer, in bytes: Was while it is offered, Now once it is made
	End   int    `json:"end"`
	Was   string `json:"was"`
	Now   string `json:"now"`
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
