package analyst

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// Failure is a check that failed.
type Failure struct {
	Check  string `json:"check"`  // chart, citation, contradicted, figure, id or quote
	Where  string `json:"where"`  // the sentence of the draft, or the chart's id
	Figure string `json:"figure"` // the one that nothing proves; "" if it is about something else
	Why    string `json:"why"`
}

const (
	checkChart    = "chart"
	checkCitation = "citation"
	checkFigure   = "figure"
	checkID       = "id"
	checkAgainst  = "contradicted" // by the documents, by the calculations or by its own figures
	checkQuote    = "quote"        // of a citation of the answer; no sentence of the draft is to blame
)

// qualityCheck checks the charts' data, the citations and every figure. An answer that passes, or that can't be healed
// any more, goes out.
func (w *Workflow) qualityCheck(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "analyst.checking")
	r := s.Response
	draft, err := w.Workspace.Outputs.Get(r.Draft.Run, r.Draft.Name)
	if err != nil {
		return s, messages.Error("rag.draft-failed", messages.Args{"error": err})
	}
	offered, err := w.offered(s)
	if err != nil {
		return s, err
	}
	r.Failed = []Failure{}
	fail := func(f Failure) {
		if len(r.Failed) < mostFailures {
			r.Failed = append(r.Failed, f)
		}
	}
	for _, c := range r.Charts {
		if _, err := c.drawn(s.Analysis, mostPoints, "en"); err != nil {
			fail(Failure{Check: checkChart, Where: c.ID, Why: say(s).Error(err)})
		}
	}
	raw, err := w.Workspace.Outputs.Get(r.Whole.Run, r.Whole.Name)
	if err != nil {
		return s, messages.Error("analyst.answer-failed", messages.Args{"error": err})
	}
	var answer rag.Answer
	if err := json.Unmarshal(raw, &answer); err != nil {
		return s, messages.Error("analyst.answer-failed", messages.Args{"error": err})
	}
	var text []Failure
	if r.Quotes.Name == "" { // what the documents say themselves needs no proof
		if err := w.Prove(say(s), s.Asks(), &answer); err != nil {
			return s, messages.Error("analyst.answer-failed", messages.Args{"error": err})
		}
		text = w.failures(s, answer, string(draft), offered)
	}
	for _, f := range text {
		fail(f)
	}
	for _, c := range answer.Citations {
		if why := w.unresolved(say(s), c); why != "" {
			fail(Failure{Check: checkQuote, Where: fmt.Sprintf("[%d]", c.N), Why: why})
		}
	}
	r.Valid = len(r.Failed) == 0
	s.Response = r
	switch w.afterCheck(s) {
	case invalid:
		rag.StepDone(ctx, "analyst.failed", messages.Args{"checks": messages.Count("count.checks", len(r.Failed))})
		return s, nil
	case healedOut:
		if answer, err = w.marked(s, string(draft), text); err != nil {
			return s, err
		}
		rag.StepDone(ctx, "analyst.failed-marked", messages.Args{"checks": messages.Count("count.checks", len(r.Failed))})
	default:
		rag.StepDone(ctx, "analyst.passed")
	}
	struck, err := w.strike(s, &answer)
	if err != nil {
		return s, err
	}
	answer.Message = say(s).Sentences(w.message(s), say(s).Say(rag.Struck(struck)))
	w.show(ctx, s, answer, offered)
	s.Answer = answer
	s.Answered(answer.Text)
	return s, nil
}

// strike takes out of an answer what stays contradicted after all healing.
func (w *Workflow) strike(s State, a *rag.Answer) ([]store.Claim, error) {
	if s.Response.Quotes.Name != "" {
		return nil, nil
	}
	if err := w.Prove(say(s), s.Asks(), a); err != nil {
		return nil, messages.Error("analyst.answer-failed", messages.Args{"error": err})
	}
	return a.Strike(), nil
}

// message is what is said beside the answer.
func (w *Workflow) message(s State) string {
	say := say(s)
	var parts []string
	if w.Small && s.Response.Quotes.Name != "" { // figures are read from their cells, whatever model there is
		parts = append(parts, say.Text("rag.chooses", messages.Args{"model": w.Model}))
	}
	if n := len(s.Response.Failed); n > 0 {
		parts = append(parts, say.Text("analyst.failed-after", messages.Args{"checks": messages.Count("count.checks", n), "corrections": messages.Count("count.corrections", s.Response.Heals), "mark": unproved}))
	}
	if n := len(w.missing(s)); n > 0 {
		parts = append(parts, say.Text("analyst.not-found-see-end", messages.Args{"things": messages.Count("count.things", n)}))
	}
	return say.Sentences(parts...)
}

// show puts the answer on the screen, or what is missing of it there.
func (w *Workflow) show(ctx context.Context, s State, a rag.Answer, offered []rag.Passage) {
	graph.Emit(ctx, rag.Report{Kind: rag.KindSources, Sources: rag.SourcesOf(offered)})
	var screen onScreen
	if there, ok := w.said.Load(s.Run); ok {
		screen = there.(onScreen)
	}
	if screen.text == "" || !strings.HasPrefix(a.Text, screen.text) || screen.cited > len(a.Citations) {
		graph.Emit(ctx, rag.Report{Kind: rag.KindRestart, Text: messages.From(ctx).Text("analyst.as-checked")})
		screen = onScreen{}
	}
	for _, c := range a.Citations[screen.cited:] {
		graph.Emit(ctx, rag.Report{Kind: rag.KindCitation, Citation: c})
	}
	rag.EmitToken(ctx, a.Text[len(screen.text):])
	w.said.Store(s.Run, onScreen{a.Text, len(a.Citations)})
	s.Answer = a
	graph.Emit(ctx, rag.Report{Kind: rag.KindOutput, Made: rag.MustJSON(w.made(s))})
}

// unresolved tells why a citation doesn't hold; "" if it does.
func (w *Workflow) unresolved(say messages.Messages, c store.Citation) string {
	ref, err := store.ParseRef(c.Passage)
	if err != nil {
		return say.Text("analyst.cites-no-passage")
	}
	texts, err := w.Workspace.Passages.Texts([]store.Ref{ref})
	if err != nil || len(texts) == 0 || c.Quote == "" || !strings.Contains(texts[0].Text, c.Quote) && !slices.Contains(texts[0].Sentences, c.Quote) { // a row's words may lie apart
		return say.Text("analyst.quote-missing")
	}
	return ""
}

// marked is the answer of a draft that could not be healed: what nothing proves is marked, sentences about figures that
// aren't there are left out, and the checks are listed.
func (w *Workflow) marked(s State, draft string, found []Failure) (rag.Answer, error) {
	seen := map[string]bool{} // a sentence's figures are marked one after the other
	for _, f := range found {
		if f.Check == checkID {
			draft = without(draft, f.Where)
		}
		if f.Check != checkFigure || seen[f.Where+f.Figure] {
			continue
		}
		seen[f.Where+f.Figure] = true
		at := strings.Index(draft, f.Figure)
		if from := strings.Index(draft, f.Where); from >= 0 && strings.Contains(f.Where, f.Figure) {
			at = from + strings.Index(f.Where, f.Figure)
		}
		if at < 0 { // written so that it can't be pointed at
			draft = strings.Replace(draft, f.Where, f.Where+" "+unproved, 1)
			continue
		}
		at += len(f.Figure)
		draft = draft[:at] + " " + unproved + draft[at:]
	}
	lines := []string{"**" + say(s).Text("analyst.checks") + "**\n"}
	for _, f := range s.Response.Failed {
		why := s.Analysis.named(say(s), f.Why)
		switch f.Check {
		case checkID:
			why = say(s).Text("analyst.sentence-left-out", messages.Args{"why": why})
		case checkChart:
			why = say(s).Text("analyst.chart-left-out", messages.Args{"why": why})
		}
		if line := "- " + rag.Escape(why); !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	if strings.TrimSpace(draft) == "" {
		draft = say(s).Text("documents.silent")
	}
	return w.whole(s, draft+"\n\n"+strings.Join(lines, "\n"))
}

// without is a draft without a sentence, and without the list entry or heading that held nothing else.
func without(draft, sentence string) string {
	var b strings.Builder
	for line := range strings.Lines(draft) {
		text, ended := strings.CutSuffix(line, "\n")
		rest := strings.TrimRight(strings.Replace(text, sentence, "", 1), " ")
		switch {
		case !strings.Contains(text, sentence):
			b.WriteString(line)
		case listMark.ReplaceAllString(rest+" ", "") == "" || rest == "":
		case ended:
			b.WriteString(rest + "\n")
		default:
			b.WriteString(rest)
		}
	}
	return b.String()
}
