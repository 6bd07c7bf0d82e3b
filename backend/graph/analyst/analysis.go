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
	"lectern/backend/text"
)

type metricReply struct {
	ID       string `json:"id" schema:"maxLength=8"`
	Label    string `json:"label" schema:"maxLength=80"`
	Row      string `json:"row" schema:"maxLength=120"`
	Figure   string `json:"figure" schema:"maxLength=40"`
	Passage  int    `json:"passage"`
	Period   string `json:"period" schema:"maxLength=40"`
	Unit     string `json:"unit" schema:"maxLength=20"`
	Currency string `json:"currency" schema:"maxLength=8"`
	Scale    string `json:"scale" schema:"enum=|thousand|million|billion"`
}

type analysisReply struct {
	Metrics      []metricReply `json:"metrics" schema:"maxItems=24"`
	Calculations []struct {
		ID        string   `json:"id" schema:"maxLength=8"`
		Label     string   `json:"label" schema:"maxLength=80"`
		Operation string   `json:"operation" schema:"enum=growth|difference|ratio|share|cagr|sum|average"`
		Operands  []string `json:"operands" schema:"maxItems=24 each.maxLength=8"`
	} `json:"calculations" schema:"maxItems=12"`
	Charts []struct {
		Kind    string   `json:"kind" schema:"enum=bar|line|pie"`
		Metrics []string `json:"metrics" schema:"maxItems=24 each.maxLength=8"`
	} `json:"charts" schema:"maxItems=3"`
	Primary string `json:"primary" schema:"maxLength=8"`
	Finding string `json:"finding" schema:"maxLength=300"`
}

// Validate implements the check of llm.Structured.
func (r *analysisReply) Validate() error {
	seen := map[string]bool{}
	for _, m := range r.Metrics {
		if m.ID == "" || seen[m.ID] {
			return messages.Error("analyst.metric-ids", messages.Args{"id": fmt.Sprintf("%q", m.ID)})
		}
		seen[m.ID] = true
	}
	return nil
}

// analysis reads the metrics from the passages, finds each at its place, and works out the calculations.
func (w *Workflow) analysis(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "analyst.reading-figures", messages.Args{"passages": messages.Count("count.passages", len(s.Retrieval.Passages))})
	ps, err := w.Passages(s.Retrieval.Passages)
	if err != nil {
		return s, err
	}
	switch {
	case len(s.Retrieval.Passages) == 0:
		rag.StepDone(ctx, "analyst.nothing-to-read")
		s.Analysis = Analysis{}
		return s, nil
	case len(ps) == 0:
		rag.StepDone(ctx, "analyst.nothing-left-to-read")
		s.Error = say(s).Text("analyst.documents-gone-ask-again")
		return s, nil
	}
	prompt, given, err := w.fit(ctx, "analyse.md", ps, analysisTokens, w.brief(s))
	if err != nil {
		return s, err
	}
	var reply analysisReply
	if err := w.Structured(ctx, "analyse", prompt, analysisTokens, &reply, w.given(ctx, ps, given)); err != nil {
		return s, err
	}
	say := say(s)
	a := w.recorded(ctx, say, reply, given)
	a.Calculations = facts.Calculate(say, a.Metrics, a.Calculations, shownPlaces)
	s.Analysis = a
	rag.StepDone(ctx, "analyst.read", messages.Args{"metrics": messages.Count("count.metrics", len(a.Metrics)), "calculations": messages.Count("count.calculations", len(a.Calculations))})
	graph.Emit(ctx, rag.Report{Kind: rag.KindOutput, Made: rag.MustJSON(w.made(s))})
	return s, nil
}

// noMetrics goes on without metrics: the answer is then written from the passages.
func (w *Workflow) noMetrics(ctx context.Context, s State, err error) (State, error) {
	rag.Note(ctx, "analyst.no-figures", messages.Args{"error": err})
	rag.StepDone(ctx, "analyst.no-metrics")
	s.Analysis = Analysis{FromPassages: true}
	return s, nil
}

var scales = map[string]int{"": -1, "thousand": 3, "million": 6, "billion": 9}

// recorded gives what a model said ids of our own, and finds each metric at its place.
func (w *Workflow) recorded(ctx context.Context, say messages.Messages, reply analysisReply, given []rag.Passage) Analysis {
	a := Analysis{Metrics: []facts.Metric{}, Calculations: []facts.Calculation{}, Proposed: []ChartSpec{}}
	own := map[string]string{}
	for _, r := range reply.Metrics[:min(len(reply.Metrics), mostMetrics)] {
		m := facts.Metric{
			ID: fmt.Sprintf("m%d", len(a.Metrics)+1), Label: short(r.Label, entryChars), Row: short(r.Row, gapChars), Value: "0", Written: short(r.Figure, entryChars),
			Unit: short(r.Unit, entryChars), Period: short(r.Period, entryChars), Currency: strings.ToUpper(short(r.Currency, entryChars)),
			Claimed: -1, Sentence: -1, Flags: []string{},
		}
		if n, known := scales[r.Scale]; known {
			m.Claimed = n
		}
		if isCurrency := facts.CurrencyAt(m.Unit); isCurrency != "" {
			m.Unit, m.Currency = "", isCurrency
		}
		if c := facts.CurrencyAt(m.Currency); c != "" {
			m.Currency = c
		}
		m.Unit = facts.UnitName(m.Unit)
		own[r.ID] = m.ID
		if r.Passage < 1 || r.Passage > len(given) {
			m.Flag(say.Text("analyst.flag-passage-missing"))
			if value, ok := facts.ValueOf(r.Figure); ok {
				m.Value = value
			}
		} else {
			w.reader().Locate(say, &m, given[r.Passage-1].Text, r.Figure)
		}
		a.Metrics = append(a.Metrics, m)
	}
	for _, r := range reply.Calculations[:min(len(reply.Calculations), mostCalculations)] {
		c := facts.Calculation{ID: fmt.Sprintf("c%d", len(a.Calculations)+1), Label: short(r.Label, entryChars), Operation: strings.ToLower(r.Operation), Operands: []string{}}
		for _, id := range r.Operands[:min(len(r.Operands), mostMetrics)] {
			c.Operands = append(c.Operands, known(own, id))
		}
		if own[r.ID] == "" && r.ID != "" {
			own[r.ID] = c.ID
		}
		a.Calculations = append(a.Calculations, c)
	}
	for _, r := range reply.Charts[:min(len(reply.Charts), w.Config.Charts)] {
		c := ChartSpec{ID: fmt.Sprintf("chart%d", len(a.Proposed)+1), Kind: short(strings.ToLower(r.Kind), entryChars), Metrics: []string{}}
		for _, id := range r.Metrics[:min(len(r.Metrics), mostPoints+1)] {
			c.Metrics = append(c.Metrics, known(own, id))
		}
		a.Proposed = append(a.Proposed, c)
	}
	if a.Primary = own[reply.Primary]; a.Primary == "" && len(a.Metrics) > 0 {
		a.Primary = a.Metrics[0].ID
	}
	a.Finding = placeholder.ReplaceAllStringFunc(short(reply.Finding, sentenceChars), func(p string) string {
		return "{{" + known(own, strings.Trim(p, "{} ")) + "}}"
	})
	if len(text.Figures(placeholder.ReplaceAllString(a.Finding, ""), "")) > 0 {
		rag.Note(ctx, "analyst.finding-set-aside")
		a.Finding = ""
	}
	return a
}

// placeholder stands in a text for a recorded figure.
var placeholder = regexp.MustCompile(`\{\{\s*([^{}\n]{1,20}?)\s*\}\}`)

// known is our id for one of the model's; one that it never gave stays recognisably none.
func known(own map[string]string, id string) string {
	if ours := own[id]; ours != "" {
		return ours
	}
	return "?" + short(strings.Map(func(r rune) rune {
		if r == '{' || r == '}' {
			return -1
		}
		return r
	}, id), 8)
}
