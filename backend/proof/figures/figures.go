// Package figures checks the figures of a text against the pages that it cites. Every figure is found again, in a cell of
// a table or in the words of a page, as the same value at the precision at which it was written, or it is the result of a
// recorded calculation, or it stands in the question; or it is flagged, with what is wrong and what the page has instead,
// where it is as good as certain that the page means the same (see certain); or it stays open. No model is asked.
//
// A figure is a number that says how much of something there is: with its sign, its scale ("million", 億), its unit (a
// currency, percent, percentage points) and the period that the sentence gives it. Years, dates, codes, references and
// marks of lists are none. All arithmetic is on exact decimals.
//
// A cell is compared with its row's label, its column's heads and its units, as far as the table's reader stands by them;
// below that, and where a page has no tables, the lines of its text do. What can't be checked is noted and not flagged: a
// column without a year, a table without units. Meaning is beyond it: a row that is named in other words than the table's
// can't be told from its neighbour, unless the label is handed over with the figure (Row).
package figures

import (
	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/text"
)

// Page is a page that figures are looked for on.
type Page struct {
	Document string // its id
	Doc      string // its name
	Number   int    // from 1
	Label    string // as it is printed on the page
	Text     string
	Tables   []store.Table // those of this page
}

// Calculation is one that was recorded.
type Calculation struct {
	Text  string // for a person: "32,765 − 31,657"
	Value string // exact decimal, the scale applied
	Unit  string // as a Figure's; "" if it isn't known
}

// Row is the label of a row that was handed over, word for word, with a figure.
type Row struct {
	Figure string
	Label  string // may be empty
}

// Request is a text to check.
type Request struct {
	Text     string // one answer or paragraph, without marks of citations
	Language string // ISO 639-1; "" if it isn't known
	Question string // that it answers; "" if none
	// Cited gives the pages that the sentence at these bytes cites; all that the text cites if it cites none.
	Cited        func(start, end int) []*Source
	Cell         bool        // it is one of a table: signs are written and not told in words
	When         text.Period // of a cell's figures
	Around       text.Period // the same, of what stands round its table: it may mean another
	Calculations []Calculation
	Rows         []Row
	Mends        bool              // what would put figures right is wanted, too
	Say          messages.Messages // in which it is told what is wrong
}

// Verdicts: what becomes of a figure.
const (
	Quoted   = "quoted"   // it stands on a cited page
	Computed = "computed" // it is the result of a recorded calculation
	Question = "question" // it comes from the question
	Flagged  = "flagged"  // the pages say otherwise
	Open     = "open"     // the pages don't tell: its Kind and Why are only what is likeliest
)

// What may be wrong with a figure.
const (
	Year       = text.AnotherYear   // it is another year's
	Period     = text.AnotherPeriod // it is another quarter's, half-year's or month's
	Scale      = "scale"            // thousand for million
	Digits     = "digits"           // two digits are swapped, or one is wrong
	Sign       = "sign"             // minus for plus
	Rounding   = "rounding"         // cut instead of rounded, or more digits than the page has
	OtherRow   = "row"              // it stands in another row, or under another head
	Currency   = "currency"
	Percent    = "percent"     // percentage points for percent, or an amount for a share
	Calculated = "calculation" // what it is said to be drawn from gives another
	Missing    = "missing"     // nothing like it stands on the pages
)

// Notes on what wasn't checked, or only just.
const (
	PeriodUnchecked   = "period not checked"
	ScaleUnchecked    = "scale not checked"
	UnitUnchecked     = "unit not checked"
	CurrencyUnchecked = "currency not checked"
	NumberOnly        = "number only"          // nothing but the number ties the sentence to the page
	OtherSubject      = "of something else"    // the places with the number are of another subject, time or sort than the sentence's
	NegativeOnPage    = "negative on the page" // which the sentence says in words
	RowUnknown        = "row label not found"  // the one that was handed over
)

// What Audit gives is kept with the answer, so its form is the store's.
type (
	Finding   = store.FigureCheck     // what became of one figure
	Cell      = store.FigureCell      // a place in a table of a page
	Candidate = store.FigureCandidate // a figure that a flagged one may have been meant for
)

// Loose tells whether a figure was not found as it is claimed, whether the pages say otherwise or don't tell.
func Loose(f Finding) bool { return f.Verdict == Flagged || f.Verdict == Open }

// Accused tells whether a place says otherwise than a figure is claimed to be, for certain or not.
func Accused(f Finding) bool { return f.Verdict == Flagged || f.Doubt }

// finding is one in the making.
type finding Finding

const mostCandidates = 3
