package chat

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// judgement is what was found out about the passages before the answer is written.
type judgement struct {
	note      string // for the model that answers
	lead      string // of an answer that the documents don't give: that they don't, and the nearest passages
	citations []store.Citation
	told      store.Told // what came of it; the zero value: nothing
}

// weighed has the model answer, after it was asked whether the passages do, if that is in doubt.
func (w *Workflow) weighed(ctx context.Context, s State, ps []rag.Passage, documents bool, likely *rag.CitedFigure) (rag.Answer, error) {
	if documents && w.Small {
		return w.choose(ctx, s, ps, likely)
	}
	cells := ""
	if documents && likely != nil {
		var err error
		if cells, err = w.figureNote(likely, true); err != nil {
			return rag.Answer{}, err
		}
		ps = first(likely.Passages, ps)
	}
	if !documents || len(ps) == 0 {
		return w.write(ctx, s, ps, documents, judgement{})
	}
	j := judgement{note: noteOn(s.Subject.Nowhere, "") + cells}
	named := len(s.Plan.Targets) > 0 // whoever names the documents knows what they are about
	if wanted := w.Config.Sufficiency; wanted == SufficiencyNever || wanted == SufficiencyDoubt && (!s.Subject.Doubtful() || named) {
		return w.write(ctx, s, ps, documents, j)
	}
	rag.StepStarted(ctx, "chat.weighing-passages")
	found, err := w.Weigh(ctx, s.Route.Plain, language(s), s.Subject, ps)
	switch {
	case ctx.Err() != nil:
		return rag.Answer{}, context.Cause(ctx)
	case err != nil && (!rag.IsModelTrouble(err) || llm.Transient(err)): // the step is tried again
		return rag.Answer{}, err
	case err != nil:
		rag.Note(ctx, "chat.not-weighed", messages.Args{"error": err})
	case found.Enough == rag.EnoughNo:
		return w.notTold(ctx, s, ps, found.Missing)
	case found.Enough == rag.EnoughPartly:
		rag.Note(ctx, "chat.part-missing", messages.Args{"missing": shorten(found.Missing, missingChars)})
		j.note, j.told = noteOn(s.Subject.Nowhere, found.Missing)+cells, store.Told{Told: store.ToldPartly, Missing: []string{shorten(found.Missing, missingChars)}}
	}
	return w.write(ctx, s, ps, documents, j)
}

// missingChars is how much is told of what the passages don't say.
const missingChars = 300

// noteOn tells the model that answers what is known about the passages.
func noteOn(nowhere []string, missing string) string {
	note := ""
	if len(nowhere) > 0 {
		words := make([]string, len(nowhere))
		for i, word := range nowhere {
			words[i] = fmt.Sprintf("%q", rag.Attribute(word))
		}
		note = "\nThese words of the question stand nowhere in the documents: " + strings.Join(words, ", ") + "."
	}
	if missing != "" {
		note += "\nThe passages answer a part of the question. They seem not to say: " + rag.EscapePrompt(shorten(missing, missingChars))
	}
	if note != "" {
		note += "\n"
	}
	return note
}

// notTold says that the documents don't answer the question, why, and what is nearest. In auto mode the model may go on
// from general knowledge.
func (w *Workflow) notTold(ctx context.Context, s State, ps []rag.Passage, missing string) (rag.Answer, error) {
	say := messages.In(language(s))
	facts := s.Subject.Said(language(s), false)
	hits := slices.DeleteFunc(slices.Clone(ps), func(p rag.Passage) bool { return p.Role != "hit" })
	text, citations, err := w.Extract(ctx, s.Route.Plain, s.Plan.Targets, hits, 0)
	if err != nil {
		return rag.Answer{}, err
	}
	graph.Emit(ctx, rag.Report{Kind: rag.KindSources, Sources: rag.SourcesOf(hits)})
	for _, c := range citations {
		graph.Emit(ctx, rag.Report{Kind: rag.KindCitation, Citation: c})
	}
	lead := paragraph(say.Sentences(strings.TrimSpace(say.Text("chat.silent", messages.Args{"n": s.Subject.Documents, "missing": rag.Escape(shorten(missing, missingChars))})), facts)) + paragraph(say.Text("passages.nearest")) + paragraph(text)
	rag.StepDone(ctx, "chat.passages-do-not-answer")
	silent := store.Told{Told: store.ToldNo, Missing: s.Subject.Missing}
	if len(silent.Missing) == 0 {
		silent.Missing = []string{shorten(missing, missingChars)}
	}
	if s.Mode != Documents {
		return w.write(ctx, s, nil, true, judgement{lead: lead + paragraph(say.Text("chat.general")), citations: citations, told: silent})
	}
	lead = w.preface(s) + strings.TrimSpace(lead)
	rag.EmitToken(ctx, lead)
	return rag.Answer{Text: lead, Mode: "passages", Model: w.Model, Message: say.Text("chat.read"), Citations: citations, Told: silent}, nil
}

func language(s State) string { return rag.LanguageOf(s.Language, s.Route.Plain, s.Question) }

// paragraph ends a text that isn't empty as one.
func paragraph(text string) string {
	if text == "" {
		return ""
	}
	return text + "\n\n"
}
