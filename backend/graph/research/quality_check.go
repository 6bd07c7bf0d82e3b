package research

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// Scores are what the model thinks of the document, each 0 to 100.
type Scores struct {
	Factual   int      `json:"factualAccuracy"`
	Semantic  int      `json:"semanticValidity"`
	Structure int      `json:"structure"`
	Citations int      `json:"citations"`
	Relevance int      `json:"relevance"`
	Sum       int      `json:"sum"` // 0 to 500
	Faults    []string `json:"faults"`
	Scored    bool     `json:"scored"` // false: not scored
}

// qualityCheck has the model score the document. Marks that resolve to nothing bound the score of the citations, whatever
// it says.
func (w *Workflow) qualityCheck(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "research.checking-document")
	doc, err := w.cited(s.Draft)
	if err != nil {
		return s, err
	}
	bare, err := rag.Render(w.prompts, "quality.md", map[string]any{"Anchor": s.Anchor, "Document": "", "Sources": ""})
	if err != nil {
		return s, err
	}
	room, err := w.room(ctx, bare, w.Config.ReplyTokens)
	if err != nil {
		return s, err
	}
	text := doc.Answer.String()
	for w.tokens(ctx, text) > room*2/3 && len(text) > lineLength {
		text = strings.ToValidUTF8(text[:len(text)*3/4], "")
	}
	if len(text) < doc.Answer.Len() {
		rag.Note(ctx, "research.first-part-checked")
	}
	var out qualityReply
	data := map[string]any{"Anchor": s.Anchor, "Document": text, "Sources": w.quotes(ctx, doc, room-w.tokens(ctx, text))}
	if err := w.call(ctx, "quality.md", data, &out); err != nil {
		return s, err
	}
	if s.Draft, err = w.held(s, doc); err != nil {
		return s, err
	}
	d := s.Draft
	d.Scores = Scores{
		Factual: *out.Factual, Semantic: *out.Semantic, Structure: *out.Structure, Citations: *out.Citations, Relevance: *out.Relevance,
		Faults: lines(out.Faults, mostFaults), Scored: true,
	}
	if all := len(doc.Citations) + len(doc.Invented); all == 0 {
		d.Scores.Citations = 0
	} else {
		d.Scores.Citations = min(d.Scores.Citations, 100*len(doc.Citations)/all)
	}
	d.Scores.Sum = d.Scores.Factual + d.Scores.Semantic + d.Scores.Structure + d.Scores.Citations + d.Scores.Relevance
	rag.StepDone(ctx, "research.scored", messages.Args{"faults": messages.Count("count.faults", len(d.Scores.Faults))})
	s.Draft = d
	return s, nil
}

// held holds a draft against the documents, keeps what comes of it, and lists what they contradict. It takes no model.
func (w *Workflow) held(s State, doc *rag.Citer) (d Draft, err error) {
	d, d.Wrong = s.Draft, nil
	a := rag.Answer{Citations: doc.Citations}
	a.Text, a.Invented = doc.Text("")
	if err := w.Prove(say(s), s.Anchor.Question, &a); err != nil {
		return d, err
	}
	for _, c := range a.Proof.Summed().Wrong {
		d.Wrong = append(d.Wrong, c.Sentence+" "+c.Why)
	}
	d.Held, err = w.save(s.Run, fmt.Sprintf("draft %d held", d.Number), a)
	return d, err
}

// proof gives an answer the proof of the draft that it is, if that is still the same; what the program says behind it needs
// none.
func (w *Workflow) proof(s State, d Draft, a *rag.Answer) error {
	var kept rag.Answer
	if d.Held != "" {
		if err := w.load(d.Held, &kept); err != nil {
			return err
		}
	}
	same := func(x, y store.Citation) bool { return x.N == y.N && x.Passage == y.Passage && x.Quote == y.Quote }
	if written := strings.TrimSpace(a.Text[:a.Own[0].Start]); kept.Text == written && slices.EqualFunc(kept.Citations, a.Citations, same) {
		a.Proof, a.Question = kept.Proof, kept.Question
	}
	return w.Prove(say(s), s.Anchor.Question, a)
}

// quotes lists what the citations rest on, as far as it fits.
func (w *Workflow) quotes(ctx context.Context, doc *rag.Citer, room int) string {
	var b strings.Builder
	for _, c := range doc.Citations {
		line := fmt.Sprintf("[%d] %s, p. %s: %s\n", c.N, rag.EscapePrompt(c.Doc), rag.EscapePrompt(c.Label), rag.EscapePrompt(clip(c.Quote, 2*lineLength)))
		if room -= w.tokens(ctx, line); room < 0 {
			break
		}
		b.WriteString(line)
	}
	return b.String()
}

// notScored accepts the document where the model doesn't score it.
func (w *Workflow) notScored(ctx context.Context, s State, err error) (State, error) {
	s.Draft.Scores = Scores{Faults: []string{}}
	if err = without(ctx, err, "research.not-scored"); err != nil {
		return s, err
	}
	doc, err := w.cited(s.Draft)
	if err == nil {
		s.Draft, err = w.held(s, doc)
	}
	rag.StepDone(ctx, "research.not-scored-end")
	return s, err
}

// mostFaults is how many are kept.
const mostFaults = 8

type qualityReply struct {
	Faults    []string `json:"faults" schema:"maxItems=8 each.maxLength=200"`
	Factual   *int     `json:"factual_accuracy" schema:"minimum=0 maximum=100"`
	Semantic  *int     `json:"semantic_validity" schema:"minimum=0 maximum=100"`
	Structure *int     `json:"structure" schema:"minimum=0 maximum=100"`
	Citations *int     `json:"citations" schema:"minimum=0 maximum=100"`
	Relevance *int     `json:"relevance" schema:"minimum=0 maximum=100"`
}

// Validate implements the check of llm.Structured.
func (r *qualityReply) Validate() error {
	for name, v := range map[string]*int{
		"factual_accuracy": r.Factual, "semantic_validity": r.Semantic, "structure": r.Structure, "citations": r.Citations, "relevance": r.Relevance,
	} {
		if v == nil || *v < 0 || *v > 100 {
			return messages.Error("research.out-of-bounds-hundred", messages.Args{"name": name})
		}
	}
	return nil
}

// decide has the model say whether a document below the threshold is written again, and what to do better. One that the
// documents contradict is, whatever it says.
func (w *Workflow) decide(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "research.deciding-again")
	if wrong := s.Draft.Wrong; len(wrong) > 0 {
		s.Decision = Decision{Retry: true, Focus: clip(fmt.Sprintf("The documents contradict these sentences: %s", strings.Join(wrong, " ")), 8*lineLength)}
		rag.StepDone(ctx, "research.writes-again", messages.Args{"focus": messages.New("research.contradicted", messages.Args{"statements": messages.Count("count.statements", len(wrong))})})
		return s, nil
	}
	var out decideReply
	err := w.call(ctx, "decide.md", map[string]any{"Anchor": s.Anchor, "Scores": s.Draft.Scores, "Threshold": w.Config.Quality}, &out)
	if err != nil {
		return s, err
	}
	d := Decision{Retry: out.Action == "retry", Focus: clip(out.Focus, 2*lineLength)}
	if d.Retry {
		rag.StepDone(ctx, "research.writes-again", messages.Args{"focus": d.Focus})
	} else {
		rag.StepDone(ctx, "research.accepts")
	}
	s.Decision = d
	return s, nil
}

// acceptedAsIs accepts the document where the model doesn't decide.
func (w *Workflow) acceptedAsIs(ctx context.Context, s State, err error) (State, error) {
	err = without(ctx, err, "research.not-decided")
	rag.StepDone(ctx, "research.accepts")
	s.Decision = Decision{}
	return s, err
}

type decideReply struct {
	Action string `json:"action" schema:"enum=accept|retry"`
	Focus  string `json:"focus" schema:"maxLength=400"`
}

// Validate implements the check of llm.Structured.
func (r *decideReply) Validate() error {
	if r.Action != "accept" && r.Action != "retry" {
		return messages.Error("research.action-unknown", messages.Args{"action": fmt.Sprintf("%q", r.Action)})
	}
	return nil
}
