package analyst

import (
	"slices"

	"lectern/backend/facts"
	"lectern/backend/graph/rag"
	"lectern/backend/store"
)

// Output is what the workflow makes beside the answer.
type Output struct {
	Comparison   *Comparison    `json:"comparison"` // null if no figure was looked for
	Metrics      []facts.Metric `json:"metrics"`
	Calculations []ShownResult  `json:"calculations"`
	Charts       []Chart        `json:"charts"`
	FailedChecks []Failure      `json:"failedChecks"`
	Missing      []string       `json:"missing"` // what wasn't found
	Primary      string         `json:"primary"` // id of the metric that the question is about; "" if none
	Finding      string         `json:"finding"` // in a few words
	Memory       []Remembered   `json:"memory"`  // past turns that were looked back to
	Filter       Filter         `json:"filter"`
	Retrievals   int            `json:"retrievals"`
	Heals        int            `json:"heals"`
	FromPassages bool           `json:"fromPassages"` // no figures could be read; the answer is written from the passages
	Error        string         `json:"error"`        // why the run ended; "" if it didn't
}

// ShownResult is a calculation with its result for people.
type ShownResult struct {
	facts.Calculation
	Shown string `json:"shown"` // "" if there is no result
}

// made tells what there is so far.
func (w *Workflow) made(s State) Output {
	language := languageOf(s)
	m := Output{
		Comparison: s.Analysis.comparison(s.Retrieval.Query.Compare, language), Metrics: rag.NonNil(s.Analysis.Metrics), Calculations: []ShownResult{}, Charts: w.charts(s),
		FailedChecks: []Failure{}, Missing: w.missing(s), Primary: s.Analysis.Primary, Memory: w.remembered(s.Retrieval.Memory), Filter: s.Retrieval.Filter,
		Retrievals: s.Retrieval.Attempts, Heals: s.Response.Heals, FromPassages: s.Analysis.FromPassages, Error: s.Error,
	}
	m.Filter.Companies, m.Filter.Years, m.Filter.Types = rag.NonNil(m.Filter.Companies), rag.NonNil(m.Filter.Years), rag.NonNil(m.Filter.Types)
	w.cite(s.Answer.Citations, m.Comparison)
	for _, f := range s.Response.Failed {
		f.Why, f.Where = s.Analysis.named(say(s), f.Why), s.Analysis.named(say(s), f.Where)
		m.FailedChecks = append(m.FailedChecks, f)
	}
	for _, c := range s.Analysis.Calculations {
		c.Error = s.Analysis.named(say(s), c.Error)
		shown := ShownResult{c, c.Shown(shownPlaces, language)}
		if len(c.Order) > 0 && c.Error == "" {
			shown.Shown, _ = w.recordedFigure(s, c.ID, language)
		}
		m.Calculations = append(m.Calculations, shown)
	}
	m.Finding = placeholder.ReplaceAllStringFunc(s.Analysis.Finding, func(p string) string {
		text, _ := w.recordedFigure(s, placeholder.FindStringSubmatch(p)[1], language)
		return text
	})
	return m
}

// cite tells each cell of a comparison under which number the answer cites it.
func (w *Workflow) cite(citations []store.Citation, c *Comparison) {
	if c == nil || len(citations) == 0 {
		return
	}
	for m := range c.Measures {
		for r := range c.Measures[m].Rows {
			for e := range c.Measures[m].Rows[r].Entries {
				cells := slices.Clone(c.Measures[m].Rows[r].Entries[e].Cells)
				for i := range cells {
					_, cited, ok, err := w.Where(cells[i])
					if err != nil || !ok { // its document is gone: it isn't cited
						continue
					}
					for _, o := range citations {
						if o.Passage == cited.Passage && o.Quote == cited.Quote {
							cells[i].Citation = o.N
						}
					}
				}
				c.Measures[m].Rows[r].Entries[e].Cells = rag.NonNil(cells)
			}
		}
	}
}

// missing is what wasn't found, if anything.
func (w *Workflow) missing(s State) []string {
	if s.Retrieval.Sufficient {
		return []string{}
	}
	return rag.NonNil(s.Retrieval.Gaps)
}
