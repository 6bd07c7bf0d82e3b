package checked

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/proof"
	"lectern/backend/store"
)

// Critique is what the critic found wrong with a draft.
type Critique struct {
	Audited       bool       `json:"audited"`       // by a model; else Hallucination says only that a citation was invented
	Hallucination bool       `json:"hallucination"` // it claims what no passage says, or invents a citation
	Unsupported   []string   `json:"unsupported"`
	Gaps          []string   `json:"gaps"`
	Conflicts     []Conflict `json:"conflicts"`
}

// Conflict is where passages contradict each other.
type Conflict struct {
	About    string   `json:"about"`
	Passages []string `json:"passages"` // ids
}

// critic audits the draft, by a model and by the citation engine, and writes the answer without citations that don't
// resolve.
func (w *Workflow) critic(ctx context.Context, s State) (State, error) {
	c, err := w.inspect(ctx, s)
	if err != nil {
		return s, err
	}
	var reply critiqueReply
	prompt, given, err := w.judgement(ctx, s, "critique.md", c.draft, c.found)
	if err == nil {
		err = w.Structured(ctx, "critique", prompt, findingsTokens, &reply, given)
	}
	if err != nil {
		return s, err
	}
	r := s.Round
	r.Critique = Critique{
		Audited: true, Hallucination: reply.Hallucination || len(c.audit.Invalid) > 0,
		Unsupported: w.findings(reply.Unsupported), Gaps: w.findings(reply.Gaps), Conflicts: w.conflicts(reply.Conflicts, r.Offered),
	}
	return w.judged(ctx, s, r, c, reply.Confidence.value)
}

// plainAudit does without the model's audit, which could not be had: the citation engine alone decides. Confidence then
// starts from the least that would do, so that it says no more than an audited one.
func (w *Workflow) plainAudit(ctx context.Context, s State, err error) (State, error) {
	c, wrong := w.inspect(ctx, s)
	if wrong != nil {
		return s, wrong
	}
	rag.Note(ctx, "checked.not-audited", messages.Args{"error": err})
	r := s.Round
	r.Critique = Critique{Hallucination: len(c.audit.Invalid) > 0, Unsupported: []string{}, Gaps: []string{}, Conflicts: []Conflict{}}
	return w.judged(ctx, s, r, c, w.Config.FinalConfidence)
}

// inspected is what the citation engine makes of a draft.
type inspected struct {
	draft  string
	audit  proof.Audit
	found  []string // for the model
	answer rag.Answer
}

func (w *Workflow) inspect(ctx context.Context, s State) (c inspected, err error) {
	rag.StepStarted(ctx, "checked.auditing")
	raw, err := w.Workspace.Outputs.Get(s.Round.Draft.Run, s.Round.Draft.Name)
	if err != nil {
		return c, messages.Error("rag.draft-failed", messages.Args{"error": err})
	}
	offered, err := w.offered(s.Round)
	if err != nil {
		return c, err
	}
	draft, rows := rag.SplitRows(string(raw))
	c.draft = draft
	citer := &rag.Citer{Offered: offered}
	citer.Write(c.draft)
	citer.Close()
	c.answer = rag.Answer{Mode: "model", Model: w.Model, Citations: append([]store.Citation{}, citer.Citations...)}
	c.answer.Text, c.answer.Invented = citer.Text("")
	c.answer.Rows = rows
	if w.Small {
		c.answer.Mode = "chosen"
	}
	if err := w.Prove(say(s), strings.Join(append([]string{s.Asks()}, s.Said...), "\n"), &c.answer); err != nil {
		return c, messages.Error("checked.passages-failed", messages.Args{"error": err})
	}
	c.audit = offeredAs(c.answer.Proof.Summed(), c.answer.Citations, s.Round.Offered)
	c.found = plainFindings(c.audit)
	return c, nil
}

// offeredAs has an audit cite passages by the ids under which they were offered: the model knows no others.
func offeredAs(a proof.Audit, citations []store.Citation, offered []string) proof.Audit {
	for _, list := range [][]proof.Doubtful{a.Wrong, a.Doubtful} {
		for i, d := range list {
			list[i].Cites = make([]int, len(d.Cites))
			for k, n := range d.Cites {
				list[i].Cites[k] = 1 + slices.Index(offered, citations[n-1].Passage)
			}
		}
	}
	return a
}

// offered are the passages that a draft's ids stand for. If one is gone the others' ids would stand for the wrong ones.
func (w *Workflow) offered(r Round) ([]rag.Passage, error) {
	ps, err := w.Passages(r.Offered)
	if err == nil && len(ps) != len(r.Offered) {
		err = messages.Error("checked.draft-gone")
	}
	return ps, err
}

// plainFindings tells what the citation engine found in words, for a model.
func plainFindings(a proof.Audit) (out []string) {
	if len(a.Invalid) > 0 {
		out = append(out, fmt.Sprintf("Ids that no passage has: %s.", strings.Trim(fmt.Sprint(a.Invalid), "[]")))
	}
	if a.Uncited > 0 {
		out = append(out, fmt.Sprintf("Sentences without a citation: %d of %d. The first: %s", a.Uncited, a.Sentences, rag.EscapePrompt(a.Missing[0])))
	}
	for _, f := range a.Unsupported {
		out = append(out, fmt.Sprintf("The figure %s is not what the pages cited for it say: %s", rag.EscapePrompt(f.Figure), strings.Join(strings.Fields(rag.EscapePrompt(f.Sentence)+" "+rag.EscapePrompt(f.Why)), " ")))
	}
	for _, d := range a.Wrong {
		out = append(out, fmt.Sprintf("This is wrong: %s", strings.Join(strings.Fields(rag.EscapePrompt(d.Sentence)+" "+rag.EscapePrompt(d.Why)), " ")))
	}
	for _, d := range a.Doubtful {
		out = append(out, fmt.Sprintf("By its words alone, passage %s doesn't say this; it may in others. Judge it: %s", strings.Trim(fmt.Sprint(d.Cites), "[]"), rag.EscapePrompt(d.Sentence)))
	}
	return out
}

// judgement fills a prompt with the evidence and the draft.
func (w *Workflow) judgement(ctx context.Context, s State, name, draft string, found []string) (prompt string, of llm.Given, err error) {
	fill := func(given []rag.Passage) (string, error) {
		b := w.brief(s, given)
		b.Draft, b.Audit = rag.EscapePrompt(draft), found
		return rag.Render(w.prompts, name, b)
	}
	given, sources, _, err := w.evidence(ctx, s, s.Round.Offered, s.Round.ContextChars, findingsTokens, fill)
	if err != nil {
		return "", of, err
	}
	prompt, err = fill(given)
	return prompt, w.given(ctx, s.Round.Offered, given, sources), err
}

// judged keeps the answer beside the run, with the confidence that is left after the penalties.
func (w *Workflow) judged(ctx context.Context, s State, r Round, c inspected, confidence float64) (State, error) {
	cost := proof.Penalty{Uncited: w.Config.UncitedPenalty, UncitedMost: w.Config.UncitedMost, Invalid: w.Config.InvalidFactor}
	r.Confidence, r.Audit = min(cost.Apply(confidence, c.audit), w.Config.most(c.audit)), c.audit
	r.Final = rag.ArtifactRef{Run: s.Run, Name: fmt.Sprintf("checked answer %d", r.Number)}
	raw, err := json.Marshal(c.answer)
	if err == nil {
		err = w.Workspace.Outputs.Save(r.Final.Run, r.Final.Name, raw)
	}
	if err != nil {
		return s, messages.Error("checked.answer-failed", messages.Args{"round": r.Number, "error": err})
	}
	s.Metrics.Confidence = append(s.Metrics.Confidence, r.Confidence)
	for _, x := range r.Critique.Conflicts {
		rag.Note(ctx, "documents.contradict", messages.Args{"about": x.About})
	}
	rag.StepDone(ctx, "checked.confidence", messages.Args{"confidence": messages.Percent(r.Confidence), "statements": messages.Count("count.statements", c.audit.Sentences), "uncited": c.audit.Uncited, "citations": messages.Count("count.invented-citations", len(c.audit.Invalid)), "figures": messages.Count("count.unsupported-figures", len(c.audit.Unsupported))})
	s.Round = r
	w.showMade(ctx, s)
	return s, nil
}

// most is the confidence that an audit allows, whatever a model says: the share that is proved, but what is just enough where
// less is, as words leave much open that is so; and of what the documents contradict no more than of what is invented.
func (c Config) most(a proof.Audit) float64 {
	if len(a.Wrong) > 0 {
		return c.InventedClamp
	}
	return max(c.FinalConfidence, a.Share())
}

// better is the round with the higher confidence, the earlier one among equals.
func better(a, b Round) Round {
	if a.Number == 0 || b.Confidence > a.Confidence {
		return b
	}
	return a
}

// findings bounds what a model lists.
func (w *Workflow) findings(list []string) []string {
	out := []string{}
	for _, f := range list {
		f = strings.Join(strings.Fields(f), " ")
		if r := []rune(f); len(r) > findingChars {
			f = string(r[:findingChars]) + "…"
		}
		if f != "" && len(out) < mostFindings {
			out = append(out, f)
		}
	}
	return out
}

// conflicts keeps those between passages that the draft was offered.
func (w *Workflow) conflicts(list []conflictReply, offered []string) []Conflict {
	out := []Conflict{}
	for _, x := range list {
		c := Conflict{Passages: []string{}}
		if about := w.findings([]string{x.About}); len(about) > 0 {
			c.About = about[0]
		}
		for _, id := range x.Passages {
			if id >= 1 && id <= len(offered) {
				c.Passages = append(c.Passages, offered[id-1])
			}
		}
		if c.About != "" && len(c.Passages) > 0 && len(out) < mostFindings {
			out = append(out, c)
		}
	}
	return out
}

// faults are the findings on a round, as corrections for the next one.
func faults(r Round) []string {
	out := plainFindings(r.Audit)
	for _, c := range r.Critique.Unsupported {
		out = append(out, "No passage supports: "+rag.EscapePrompt(c))
	}
	for _, g := range r.Critique.Gaps {
		out = append(out, "Missing or not following: "+rag.EscapePrompt(g))
	}
	if r.Critique.Hallucination && len(r.Critique.Unsupported) == 0 {
		out = append(out, "It claims something that no passage says.")
	}
	return out
}
