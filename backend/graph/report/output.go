package report

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// Source is a source as it is listed: the library's with document and page, the web's with its address. An address is
// shown and never opened by itself.
type Source struct {
	S        string `json:"s"` // "S1"
	Title    string `json:"title"`
	Address  string `json:"address"`
	Document string `json:"document"` // id
	Page     int    `json:"page"`
	Label    string `json:"label"`   // the page's number as printed
	Passage  string `json:"passage"` // id
	Summary  string `json:"summary"`
	Time     string `json:"time"`
	Cited    bool   `json:"cited"`
}

// Check is a Verification as it is shown, with the loops that led to it.
type Check struct {
	Claims         []Claim `json:"claims"`
	Passed         int     `json:"passed"`
	Review         int     `json:"review"`
	Failed         int     `json:"failed"`
	PassRatio      float64 `json:"passRatio"`
	MeanConfidence float64 `json:"meanConfidence"`
	Loops          int     `json:"loops"`
	NeedsMore      bool    `json:"needsMore"` // more search is advised
	ByModel        bool    `json:"byModel"`
}

// Metadata is what the report tells of itself.
type Metadata struct {
	Model    string `json:"model"`
	Tokens   int    `json:"tokens"` // of the drafts, read and written
	Tries    int    `json:"tries"`  // calls for the drafts
	Language string `json:"language"`
	Plain    bool   `json:"plain"` // no model wrote the summary: extracts
}

// Output is what the workflow makes beside the answer.
type Output struct {
	Paths        Paths    `json:"paths"`
	Sources      []Source `json:"sources"` // by number
	Verification Check    `json:"verification"`
	Errors       []string `json:"errors"` // that didn't end the run
	Metadata     Metadata `json:"metadata"`
	Queries      []Query  `json:"queries"` // the plan: what was searched, in order
}

// made tells what there is so far.
func (w *Workflow) made(s State) Output {
	r := shown(s)
	v := r.Verification
	m := Output{
		Paths: s.Paths, Sources: []Source{}, Errors: rag.NonNil(s.Errors), Queries: rag.NonNil(s.Queries),
		Verification: Check{rag.NonNil(v.Claims), v.Passed, v.Review, v.Failed, v.PassRatio, v.Mean, s.Loops, v.NeedsMore, v.ByModel},
		Metadata:     Metadata{s.Model, s.Cost.Tokens, s.Cost.Tries, s.Code, r.Plain},
	}
	var cited []int
	if draft, err := w.Workspace.Outputs.Get(r.Draft.Run, r.Draft.Name); err == nil {
		_, cited, _ = marked(string(draft), r.Given)
	}
	for i := range s.Results {
		if x, err := w.result(s, i+1); err == nil {
			source := w.cited(s, i+1, x)
			source.Cited = slices.Contains(cited, i+1)
			m.Sources = append(m.Sources, source)
		}
	}
	return m
}

// shown is the round that the answer and the report speak of.
func shown(s State) Round {
	if s.Best.Number > 0 {
		return s.Best
	}
	return s.Round
}

func (w *Workflow) cited(_ State, n int, r Result) Source {
	return Source{
		S: mark(n), Title: r.Title, Address: r.Address, Document: r.Document, Page: r.Page, Label: r.Label, Passage: r.Passage,
		Summary: shorten(strings.Join(strings.Fields(r.Summary), " "), summaryChars), Time: r.Time,
	}
}

// line is a source as the report lists it: a title and where it stands.
func (x Source) line(code string) string {
	if x.Address == "" {
		return messages.In(code).Text("report.page", messages.Args{"title": "**" + escapeLine(x.Title) + "**", "label": escapeLine(x.Label)})
	}
	u, err := url.Parse(x.Address)
	if err != nil {
		return escapeLine(x.Title)
	}
	address := strings.NewReplacer("(", "%28", ")", "%29", "<", "%3C", ">", "%3E", " ", "%20", "\\", "%5C").Replace(u.String())
	return fmt.Sprintf("[%s](%s), %s", escapeLine(x.Title), address, escapeLine(u.Host))
}
