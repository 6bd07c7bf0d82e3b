package chat

import (
	"context"
	"errors"
	"slices"
	"strings"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/proof"
	"lectern/backend/store"
)

// generator writes the answer, from the passages or, without a model, of them.
func (w *Workflow) generator(ctx context.Context, s State) (State, error) {
	passages, err := w.passages(s)
	if err != nil {
		return s, err
	}
	documents := s.Route.Intent != IntentChat
	sure, likely, err := w.figures(ctx, s)
	if err != nil {
		return s, err
	}
	if sure != nil {
		a, err := w.byFigure(ctx, s, passages, sure)
		return answered(s, a), err
	}
	a, done, err := w.withoutModel(ctx, s, passages, documents, likely)
	if err == nil && !done {
		a, err = w.weighed(ctx, s, passages, documents, likely)
	}
	if err != nil {
		return s, err
	}
	return answered(s, a), nil
}

func answered(s State, a rag.Answer) State {
	s.Answer = a
	s.Answered(a.Text)
	return s
}

// passagesInstead shows the best passages if the model doesn't answer. One that has begun to isn't given up for that,
// nor one that broke off: Resume may well bring the whole answer.
func (w *Workflow) passagesInstead(ctx context.Context, s State, err error) (State, error) {
	var told *llm.Error
	_, begun := w.begun.Load(s.Run)
	if !errors.As(err, &told) || errors.Is(err, llm.ErrCut) || s.Route.Intent == IntentChat || begun {
		return s, err
	}
	passages, err := w.passages(s)
	if err != nil {
		return s, err
	}
	_, likely, err := w.figures(ctx, s)
	if err != nil {
		return s, err
	}
	a, err := w.instead(ctx, s, passages, messages.From(ctx).Say(told.Message), likely)
	return answered(s, a), err
}

// passages reads the passages of the state; those removed meanwhile are left out.
func (w *Workflow) passages(s State) ([]rag.Passage, error) {
	refs := make([]store.Ref, 0, len(s.Passages))
	hits := map[store.Ref]bool{}
	for i, id := range s.Passages {
		ref, err := store.ParseRef(id)
		if err != nil {
			return nil, err
		}
		refs, hits[ref] = append(refs, ref), i < s.Hits
	}
	texts, err := w.Workspace.Passages.Texts(refs)
	if err == nil {
		err = w.Placed(texts, s.Same)
	}
	out := make([]rag.Passage, len(texts))
	for i, t := range texts {
		out[i] = rag.Passage{Text: t, Role: "around"}
		if hits[t.Ref] {
			out[i].Role = "hit"
		}
	}
	return out, err
}

// withoutModel answers what needs no model: nothing to search, nothing found, or no model at all.
func (w *Workflow) withoutModel(ctx context.Context, s State, ps []rag.Passage, documents bool, likely *rag.CitedFigure) (a rag.Answer, done bool, err error) {
	library, err := w.Library(nil)
	if err != nil {
		return a, false, err
	}
	own := messages.In(language(s))
	say := func(text string, told store.Told) (rag.Answer, bool, error) {
		rag.StepStarted(ctx, "rag.answering")
		rag.EmitToken(ctx, text)
		rag.StepDone(ctx, "rag.nothing-to-quote")
		return rag.Answer{Text: text, Mode: "passages", Message: messages.From(ctx).Say(w.Why), Citations: []store.Citation{}, Told: told}, true, nil
	}
	switch {
	case documents && len(library) == 0:
		return say(own.Text("chat.library-empty"), store.Told{})
	case documents && len(ps) == 0 && len(s.Passages) > 0:
		return say(own.Text("rag.documents-gone"), store.Told{})
	case documents && len(ps) == 0 && (w.Model == "" || w.Small || s.Mode == Documents):
		silent, why := store.Told{Told: store.ToldNo, Missing: rag.NonNil(slices.Concat(s.Route.Unknown, s.Subject.Nowhere))}, "chat.no-word-found"
		if s.Subject.Foreign {
			silent.Told, why = store.ToldUnsure, "subject.foreign"
		}
		return say(own.Sentences(own.Text(why), w.unknown(s)), silent)
	case w.Model == "" && !documents:
		return a, false, &llm.Error{Kind: llm.ErrNoModel, Message: w.Why}
	case w.Model == "":
		a, err = w.instead(ctx, s, ps, messages.From(ctx).Say(w.Why), likely)
		return a, true, err
	}
	return a, false, nil
}

// instead shows the best passages where no model answers, and before them cells that may be what is asked for.
func (w *Workflow) instead(ctx context.Context, s State, ps []rag.Passage, why string, likely *rag.CitedFigure) (rag.Answer, error) {
	rag.StepStarted(ctx, "chat.choosing-passages")
	hits := slices.DeleteFunc(slices.Clone(ps), func(p rag.Passage) bool { return p.Role != "hit" })
	graph.Emit(ctx, rag.Report{Kind: rag.KindSources, Sources: rag.SourcesOf(hits)})
	nearest, cells := nearestCells(s, likely)
	text, citations, err := w.Extract(ctx, s.Route.Plain, s.Plan.Targets, hits, len(cells))
	if err != nil {
		return rag.Answer{}, err
	}
	citations = slices.Concat(cells, citations)
	text = w.preface(s) + paragraph(s.Subject.Said(language(s), true)) + nearest + text
	for _, c := range citations {
		graph.Emit(ctx, rag.Report{Kind: rag.KindCitation, Citation: c})
	}
	rag.EmitToken(ctx, text)
	rag.StepDone(ctx, "chat.chose-passages", messages.Args{"passages": messages.Count("count.passages", len(hits))})
	return rag.Answer{Text: text, Mode: "passages", Message: why, Citations: citations, Told: told(s)}, nil
}

// told is how far the documents tell what is asked, by its words and the files that it names.
func told(s State) store.Told {
	out := s.Subject.Told()
	if len(s.Route.Unknown) > 0 {
		out.Missing = slices.Concat(s.Route.Unknown, out.Missing)
		if out.Told == store.ToldYes {
			out.Told = store.ToldPartly
		}
	}
	return out
}

// preface says at the head of an answer what the person must not miss.
func (w *Workflow) preface(s State) string {
	if u := w.unknown(s); u != "" {
		return "*" + u + "*\n\n"
	}
	return ""
}

func (w *Workflow) unknown(s State) string {
	say := messages.In(language(s))
	var out []string
	for _, name := range s.Route.Unknown {
		out = append(out, say.Text("rag.no-document-called", messages.Args{"name": rag.Escape(name)}))
	}
	return say.Sentences(out...)
}

// write has the model answer. What the judgement found goes into the prompt, or stands before an answer from general
// knowledge.
func (w *Workflow) write(ctx context.Context, s State, ps []rag.Passage, documents bool, j judgement) (rag.Answer, error) {
	a := rag.Answer{Mode: "model", Model: w.Model, Message: "", Citations: rag.NonNil(j.citations), Told: j.told}
	preface := w.preface(s)
	a.Own = []proof.Stretch{{End: len(preface)}}
	preface += j.lead
	if documents && len(ps) == 0 && j.lead == "" {
		say := messages.In(language(s))
		preface += paragraph(say.Sentences(say.Text("subject.silent", messages.Args{"n": s.Subject.Documents}), say.Text("chat.general")))
		a.Told = store.Told{Told: store.ToldNo, Missing: rag.NonNil(s.Subject.Missing)}
		a.Own[0].End = len(preface)
	}
	size, err := w.Client.ContextOf(ctx, w.Model)
	if err != nil {
		return a, err
	}
	room := size - w.answerTokens(size)
	for try := 1; ; try++ {
		p, err := w.compose(ctx, s, ps, documents, room, j.note)
		if err != nil {
			return a, err
		}
		if len(j.citations) == 0 {
			graph.Emit(ctx, rag.Report{Kind: rag.KindSources, Sources: rag.SourcesOf(p.offered)})
		}
		rag.StepStarted(ctx, "rag.writing")
		citer := rag.StreamCiter(ctx, p.offered)
		citer.Strict = len(j.citations) > 0 // a mark of the model's would seem to be one of these
		reply, err := w.stream(ctx, s, p, w.answerTokens(size), preface, citer)
		if errors.Is(err, llm.ErrContext) && reply.Text == "" && try < 4 {
			room = room * 2 / 3
			rag.Note(ctx, "rag.prompt-too-long", messages.Args{"model": w.Model})
			continue
		}
		citer.Close()
		if reply.Text != "" {
			a.Text, a.Invented = citer.Text(preface)
		}
		a.Citations = append(a.Citations, citer.Citations...)
		if documents && a.Told.Told == "" && len(a.Citations) == 0 {
			a.Told = store.Told{Told: store.ToldUnsure, Missing: rag.NonNil(s.Subject.Missing)}
		}
		if err != nil {
			return a, err
		}
		if !reply.Stopped.Empty() {
			a.Text, a.Message = llm.WithoutRepeats(a.Text), messages.From(ctx).Say(reply.Stopped)
			rag.Instead(ctx, a)
		}
		if reply.Full {
			rag.Note(ctx, "chat.answer-cut", messages.Args{"tokens": w.answerTokens(size)})
		}
		if n := len(citer.Invented); n > 0 {
			rag.Note(ctx, "rag.dropped-references", messages.Args{"references": messages.Count("count.references", n)})
		}
		rag.StepDone(ctx, "rag.wrote", messages.Args{"words": messages.Count("count.words", len(strings.Fields(a.Text))), "citations": messages.Count("count.citations", len(citer.Citations))})
		if strings.TrimSpace(reply.Text) == "" {
			return a, &llm.Error{Kind: llm.ErrFormat, Message: messages.New("rag.empty-answer", messages.Args{"model": w.Model})}
		}
		return a, nil
	}
}

// answerTokens is the room for the answer: as configured, at most half of a small context.
func (w *Workflow) answerTokens(size int) int { return min(w.Config.AnswerTokens, size/2) }

// stream has the model write; the preface goes out with its first words.
func (w *Workflow) stream(ctx context.Context, s State, p prompt, most int, preface string, citer *rag.Citer) (llm.Reply, error) {
	waiting := w.Waiting(ctx, "passages")
	defer waiting.Stop()
	return w.Client.Chat(ctx, llm.Request{
		Purpose: "answer", Model: w.Model, Messages: p.messages, Temperature: w.Config.Temperature, MaxTokens: most, Given: p.given,
	}, func(piece string) error {
		waiting.Stop()
		if strings.TrimSpace(piece) != "" {
			w.begun.Store(s.Run, true)
		}
		rag.EmitToken(ctx, preface)
		preface = ""
		citer.Write(piece)
		return nil
	})
}

// prompt is what a model is sent.
type prompt struct {
	messages []llm.Message
	offered  []rag.Passage // passage i has the id i+1
	given    llm.Given
}

// compose fills the room (tokens) with, in this order: instructions and question, the best passages, earlier messages
// from the newest back, the other passages. What doesn't fit is left out and said.
func (w *Workflow) compose(ctx context.Context, s State, ps []rag.Passage, documents bool, room int, note string) (prompt, error) {
	name := "plain.md"
	if documents && len(ps) > 0 {
		name = "documents.md"
	}
	var system strings.Builder
	if err := w.prompts.ExecuteTemplate(&system, name, map[string]any{"Only": s.Mode == Documents, "Language": rag.EscapePrompt(s.WrittenIn())}); err != nil {
		return prompt{}, err
	}
	count := func(text string) int { return w.Client.Tokens(w.Model, text) + 8 }
	room -= count(system.String()) + count(s.Route.Plain) + count(note)
	if room < 0 {
		return prompt{}, &llm.Error{Kind: llm.ErrContext, Message: messages.New("rag.question-too-long", messages.Args{"model": w.Model})}
	}
	hits := slices.DeleteFunc(slices.Clone(ps), func(p rag.Passage) bool { return p.Role != "hit" })
	others := slices.DeleteFunc(slices.Clone(ps), func(p rag.Passage) bool { return p.Role == "hit" })
	cost := func(p rag.Passage) int { return count(p.Text.Text) + 24 }
	offered, room, left := rag.Fit(hits, room, cost)
	var history []llm.Message
	for _, m := range s.History() {
		history = append(history, llm.Message{Role: m.Role, Content: rag.WithoutMarks(m.Text)})
	}
	budget := int(float64(room) * historyShare)
	kept, dropped := llm.Window(history, budget, count)
	earlier := 0
	for _, m := range kept {
		room -= count(m.Content)
		earlier += w.Client.Estimate(w.Model, m.Content)
	}
	more, _, leftToo := rag.Fit(others, room, cost)
	offered, left = append(offered, more...), append(left, leftToo...)
	if len(left) > 0 {
		rag.Note(ctx, "chat.left-out-passages", messages.Args{"passages": messages.Count("count.passages", len(left)), "left": rag.SayLeft(messages.From(ctx), left)})
	}
	if dropped > 0 {
		rag.Note(ctx, "chat.left-out-messages", messages.Args{"messages": messages.Count("count.oldest-messages", dropped)})
	}
	question := s.Route.Plain
	if len(offered) > 0 {
		question = rag.KnowledgeBase(offered) + note + "\nQuestion: " + question
	}
	messages := append([]llm.Message{{Role: "system", Content: system.String()}}, kept...)
	given := w.Given(ctx, offered, left...)
	given.History, given.Dropped, given.Earlier = len(kept), dropped, earlier
	return prompt{append(messages, llm.Message{Role: "user", Content: question}), offered, given}, nil
}
