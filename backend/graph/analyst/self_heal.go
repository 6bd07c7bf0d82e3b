package analyst

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

type healReply struct {
	Sentences []struct {
		N    int    `json:"n"`
		Text string `json:"text" schema:"maxLength=600"`
	} `json:"sentences" schema:"maxItems=12"`
	Charts []struct {
		N       int      `json:"n"`
		Kind    string   `json:"kind" schema:"enum=bar|line|pie"`
		Metrics []string `json:"metrics" schema:"maxItems=24 each.maxLength=8"`
	} `json:"charts" schema:"maxItems=4"`
}

// ill is a sentence or a chart with all checks that it failed.
type ill struct {
	where string
	chart bool
	why   []string
}

func ills(failed []Failure) (out []ill) {
	for _, f := range failed {
		if f.Check == checkQuote {
			continue
		}
		i := slices.IndexFunc(out, func(o ill) bool { return o.where == f.Where })
		if i < 0 {
			i, out = len(out), append(out, ill{where: f.Where, chart: f.Check == checkChart})
		}
		out[i].why = append(out[i].why, f.Why)
	}
	return out
}

// selfHeal has the model mend exactly what failed; nothing else is touched.
func (w *Workflow) selfHeal(ctx context.Context, s State) (State, error) {
	sick := ills(s.Response.Failed)
	rag.StepStarted(ctx, "analyst.correcting", messages.Args{"parts": messages.Count("count.parts", len(sick))})
	if len(sick) == 0 { // nothing that a model could mend
		return w.healed(ctx, s, sick, nil, nil)
	}
	b := w.brief(s)
	b.Metrics, b.Computed = w.lists(s)
	for i, x := range sick {
		kind, what := "sentence", x.where
		if at := slices.IndexFunc(s.Response.Charts, func(c ChartSpec) bool { return c.ID == x.where }); x.chart && at >= 0 {
			c := s.Response.Charts[at]
			kind, what = "chart", fmt.Sprintf("%s of %s", c.Kind, strings.Join(c.Metrics, ", "))
		}
		b.Failures = append(b.Failures, rag.EscapePrompt(fmt.Sprintf("%d. %s: %s\n   wrong: %s", i+1, kind, what, strings.Join(x.why, "; "))))
	}
	ps, err := w.offered(s)
	if err != nil {
		return s, err
	}
	prompt, given, err := w.fit(ctx, "heal.md", ps, healTokens, b)
	if err != nil {
		return s, err
	}
	var reply healReply
	if err := w.Structured(ctx, "heal", prompt, healTokens, &reply, w.given(ctx, ps, given)); err != nil {
		return s, err
	}
	mended := map[int]string{}
	for _, x := range reply.Sentences {
		mended[x.N] = strings.TrimSpace(strings.ToValidUTF8(x.Text, ""))
	}
	charts := map[int]ChartSpec{}
	for _, x := range reply.Charts {
		charts[x.N] = ChartSpec{Kind: x.Kind, Metrics: rag.NonNil(x.Metrics[:min(len(x.Metrics), mostPoints+1)])}
	}
	return w.healed(ctx, s, sick, mended, charts)
}

// leftOut does without the parts that could not be healed.
func (w *Workflow) leftOut(ctx context.Context, s State, err error) (State, error) {
	sick := ills(s.Response.Failed)
	rag.Note(ctx, "analyst.parts-left-out", messages.Args{"parts": messages.Count("count.parts", len(sick)), "error": err})
	mended, charts := map[int]string{}, map[int]ChartSpec{}
	for i, x := range sick {
		if mended[i+1] = ""; x.chart {
			charts[i+1] = ChartSpec{}
		}
	}
	return w.healed(ctx, s, sick, mended, charts)
}

// healed puts the mended parts in the place of the others. An empty one is left out.
func (w *Workflow) healed(ctx context.Context, s State, sick []ill, mended map[int]string, charts map[int]ChartSpec) (State, error) {
	raw, err := w.Workspace.Outputs.Get(s.Response.Draft.Run, s.Response.Draft.Name)
	if err != nil {
		return s, messages.Error("rag.draft-failed", messages.Args{"error": err})
	}
	draft, changed := string(raw), 0
	specs := slices.Clone(s.Response.Charts)
	for i, x := range sick {
		text, ok := mended[i+1]
		chart, redrawn := charts[i+1]
		switch {
		case x.chart && redrawn:
			changed++
			at := slices.IndexFunc(specs, func(c ChartSpec) bool { return c.ID == x.where })
			if chart.ID = x.where; at >= 0 {
				specs[at] = chart
			}
			if len(chart.Metrics) == 0 {
				specs = slices.DeleteFunc(specs, func(c ChartSpec) bool { return c.ID == x.where })
			}
		case !x.chart && ok && strings.Contains(draft, x.where):
			changed++
			draft = strings.Replace(draft, x.where, text, 1)
		}
	}
	if strings.TrimSpace(draft) == "" {
		draft = say(s).Text("documents.silent")
		if s.Analysis.figures() > 0 {
			draft = s.Analysis.plainly(s.Retrieval.Query.Compare, languageOf(s))
		}
	}
	rag.StepDone(ctx, "analyst.corrected", messages.Args{"number": changed, "parts": messages.Count("count.parts", len(sick))})
	s, err = w.drafted(s, draft, nil, s.Response.Heals+1)
	s.Response.Charts = rag.NonNil(specs)
	return s, err
}
