package analyst

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"lectern/backend/facts"
	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

type metricReply struct {
	ID      string `json:"id" schema:"maxLength=8"`
	Label   string `json:"label" schema:"maxLength=80"`
	Company string `json:"company" schema:"maxLength=60"`
	Period  string `json:"period" schema:"maxLength=40"`
	From    string `json:"from" schema:"maxLength=8"`
	Column  string `json:"column" schema:"maxLength=80"`
}

type analysisReply struct {
	Measures []struct {
		ID   string `json:"id" schema:"maxLength=8"`
		Name string `json:"name" schema:"maxLength=80"`
	} `json:"measures" schema:"maxItems=12"`
	Companies    []string      `json:"companies" schema:"maxItems=8 each.maxLength=60"`
	Periods      []string      `json:"periods" schema:"maxItems=12 each.maxLength=40"`
	Metrics      []metricReply `json:"metrics" schema:"maxItems=24"`
	Calculations []struct {
		ID        string   `json:"id" schema:"maxLength=8"`
		Label     string   `json:"label" schema:"maxLength=80"`
		Operation string   `json:"operation" schema:"enum=growth|difference|ratio|share|cagr|sum|average|product|max|min|rank"`
		Operands  []string `json:"operands" schema:"maxItems=24 each.maxLength=12"`
	} `json:"calculations" schema:"maxItems=12"`
	Charts []struct {
		Kind string   `json:"kind" schema:"enum=bar|line|pie"`
		Of   []string `json:"of" schema:"maxItems=24 each.maxLength=8"`
	} `json:"charts" schema:"maxItems=3"`
	Primary string `json:"primary" schema:"maxLength=8"`
	Finding string `json:"finding" schema:"maxLength=300"`
}

// Validate implements the check of llm.Structured.
func (r *analysisReply) Validate() error {
	seen := map[string]bool{}
	check := func(id string) error {
		if id == "" || seen[id] {
			return messages.Error("analyst.metric-ids", messages.Args{"id": fmt.Sprintf("%q", id)})
		}
		seen[id] = true
		return nil
	}
	for _, m := range r.Measures {
		if err := check(m.ID); err != nil {
			return err
		}
	}
	for _, m := range r.Metrics {
		if err := check(m.ID); err != nil {
			return err
		}
	}
	return nil
}

// lookUp looks up what the question compares: one search for each measure, company and period.
func (w *Workflow) lookUp(ctx context.Context, s State) (State, error) {
	asked := s.Retrieval.Query.Compare
	if !asked.Named() {
		return s, nil
	}
	found, err := w.Facts.Compare(ctx, asked.Comparison)
	if err != nil {
		return s, err
	}
	var a Analysis
	if err := w.record(say(s), &a, found); err != nil {
		return s, err
	}
	s.Analysis = a
	return s, nil
}

// record makes metrics of what was looked up.
func (w *Workflow) record(say messages.Messages, a *Analysis, found []facts.Compared) error {
	for _, f := range found {
		m := facts.Metric{ID: fmt.Sprintf("m%d", len(a.Metrics)+1), Label: f.Measure, Company: f.Company, Period: f.Period, Figure: f.Figure, Flags: []string{}}
		switch {
		case f.Figure != nil:
			f.Figure.Shown = facts.Told(f.Figure, say.Language())
			if err := w.Place(f.Figure); err != nil {
				return err
			}
		case f.Covered:
			m.Gap = say.Text("analyst.gap-not-in-tables", messages.Args{"company": f.Company, "period": f.Period})
		default:
			m.Gap = say.Text("analyst.gap-no-document", messages.Args{"company": f.Company, "period": f.Period})
		}
		a.Metrics = append(a.Metrics, m)
	}
	return nil
}

// analysis says what is worked out of the figures. What the question compares clearly needs no model; else one names
// measures, rows of tables or figures of sentences.
func (w *Workflow) analysis(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "analyst.reading-figures", messages.Args{"passages": messages.Count("count.passages", len(s.Retrieval.Passages))})
	asked := s.Retrieval.Query.Compare
	switch {
	case asked.Clear() && s.Analysis.figures() > 0:
		s.Analysis = byRules(say(s), asked, s.Analysis)
	case !w.writes("analysis"):
		var err error
		if s, err = w.single(ctx, s); err != nil {
			return s, err
		}
	default:
		return w.analysed(ctx, s)
	}
	return w.workedOut(ctx, s), nil
}

// writes tells whether a model is there that may be asked at a node: one that is large enough, or was chosen for it.
func (w *Workflow) writes(node string) bool {
	return w.Model != "" && (!w.Small || w.Smaller[node] != "")
}

// workedOut works the calculations out and tells what there is.
func (w *Workflow) workedOut(ctx context.Context, s State) State {
	a := s.Analysis
	a.Calculations = facts.Calculate(say(s), a.Metrics, a.Calculations, shownPlaces)
	s.Analysis = a
	rag.StepDone(ctx, "analyst.read", messages.Args{"metrics": messages.Count("count.metrics", a.figures()), "calculations": messages.Count("count.calculations", len(a.Calculations))})
	graph.Emit(ctx, rag.Report{Kind: rag.KindOutput, Made: rag.MustJSON(w.made(s))})
	return s
}

// figures is how many of the metrics have one.
func (a Analysis) figures() (n int) {
	for _, m := range a.Metrics {
		if m.Figure != nil {
			n++
		}
	}
	return n
}

// picked are what figures that were picked are called.
var picked = map[string]string{facts.OpMax: "analyst.op-max", facts.OpMin: "analyst.op-min", facts.OpRank: "analyst.op-rank"}

// byRules adds what a question that was understood whole asks to be worked out of its figures.
func byRules(say messages.Messages, asked facts.Asked, a Analysis) Analysis {
	x := expansion{a: &a}
	for _, measure := range asked.Measures {
		ids := x.of(measure)
		if asked.Grows {
			x.ends(facts.OpGrowth, say.Text("analyst.op-growth", messages.Args{"label": measure}), ids)
		}
		if asked.Pick != "" {
			x.across(asked.Pick, say.Text(picked[asked.Pick], messages.Args{"label": measure}), ids)
		}
	}
	if len(a.Metrics) > 0 {
		a.Primary = a.Metrics[0].ID
	}
	return a
}

// single looks up the one figure that a question asks for that compares nothing.
func (w *Workflow) single(ctx context.Context, s State) (State, error) {
	s.Analysis = Analysis{}
	if w.Facts == nil {
		return s, nil
	}
	_, m, err := w.within(s)
	if err != nil {
		return s, err
	}
	ids := limits(s, m)
	found, err := w.Facts.Answer(ctx, m.Rest, ids)
	if err != nil || found.Figure == nil {
		s.Analysis.FromPassages = true
		return s, err
	}
	f := found.Figure
	err = w.record(say(s), &s.Analysis, []facts.Compared{{Measure: f.Label, Period: f.Period, Figure: f, Covered: true}})
	return s, err
}

// analysed has the model say what the question needs, and finds each figure at its place.
func (w *Workflow) analysed(ctx context.Context, s State) (State, error) {
	looked := s.Analysis
	ps, err := w.Passages(s.Retrieval.Passages)
	if err != nil {
		return s, err
	}
	switch {
	case len(s.Retrieval.Passages) == 0 && looked.figures() == 0:
		rag.StepDone(ctx, "analyst.nothing-to-read")
		s.Analysis = Analysis{}
		return s, nil
	case len(ps) == 0 && looked.figures() == 0:
		rag.StepDone(ctx, "analyst.nothing-left-to-read")
		s.Error = say(s).Text("analyst.documents-gone-ask-again")
		return s, nil
	}
	c, err := w.candidates(ctx, s, ps)
	if err != nil {
		return s, err
	}
	b := w.brief(s)
	b.Rows, b.Figures = c.rowLines(), c.figureLines()
	b.Looked, _ = w.lists(s)
	prompt, given, err := w.fit(ctx, "analyse.md", ps, analysisTokens, b)
	if err != nil {
		return s, err
	}
	var reply analysisReply
	if err := w.Structured(ctx, "analyse", prompt, analysisTokens, &reply, w.given(ctx, ps, given)); err != nil {
		return s, err
	}
	if s.Analysis, err = w.recorded(ctx, s, reply, c); err != nil {
		return s, err
	}
	return w.workedOut(ctx, s), nil
}

// noMetrics goes on with what was looked up, else without metrics: the answer is then written from the passages.
func (w *Workflow) noMetrics(ctx context.Context, s State, err error) (State, error) {
	if s.Analysis.figures() > 0 {
		rag.Note(ctx, "analyst.went-on", messages.Args{"error": err})
		return w.workedOut(ctx, s), nil
	}
	rag.Note(ctx, "analyst.no-figures", messages.Args{"error": err})
	rag.StepDone(ctx, "analyst.no-metrics")
	s.Analysis = Analysis{FromPassages: true}
	return s, nil
}

// placeholder stands in a text for a recorded figure.
var placeholder = regexp.MustCompile(`\{\{\s*([^{}\n]{1,20}?)\s*\}\}`)

// known are our ids for one of the model's; one that it never gave stays recognisably none, and a number is itself.
func known(own map[string][]string, id string) []string {
	if ours := own[id]; len(ours) > 0 {
		return ours
	}
	if constant.MatchString(id) {
		return []string{id}
	}
	return []string{"?" + short(strings.Map(func(r rune) rune {
		if r == '{' || r == '}' {
			return -1
		}
		return r
	}, id), 8)}
}

var constant = regexp.MustCompile(`^\d+(?:\.\d+)?$`)
