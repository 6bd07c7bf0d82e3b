package checked

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/proof"
	"lectern/backend/store"
)

// Retry is why a round was not good enough for the next one to be spared.
type Retry struct {
	Round           int     `json:"round"`
	Reason          string  `json:"reason"` // for the person
	Confidence      float64 `json:"confidence"`
	Hallucination   bool    `json:"hallucination"`
	InvalidCitation bool    `json:"invalidCitation"`
}

// supervisor decides, without a model, how it goes on.
func (w *Workflow) supervisor(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "checked.deciding")
	if w.Model == "" {
		return s, w.NoModel()
	}
	if s.MostRetries == 0 && s.Retrievals == 0 {
		s.MostRetries = w.Config.Retries
	}
	if s.NeedsPerson != "" { // the researcher found nothing, or the person wants it as it is
		return w.withPerson(ctx, s, s.NeedsPerson)
	}
	if s.Round.Draft.Name == "" {
		s.Decision = firstRun
		rag.StepDone(ctx, "checked.begins")
		return s, nil
	}
	if s.Best.Number == 0 || s.Round.Confidence > s.Best.Confidence {
		s.Best = s.Round
	}
	reason := w.reason(s, s.Round)
	switch {
	case reason == "":
		return w.final(ctx, s)
	case s.Retries < s.MostRetries:
		s.Metrics.Retries = append(s.Metrics.Retries, Retry{
			s.Round.Number, reason, s.Round.Confidence, s.Round.Critique.Hallucination, len(s.Round.Audit.Invalid) > 0,
		})
		s.Decision, s.Retries = retry, s.Retries+1
		rag.StepDone(ctx, "checked.tries-again", messages.Args{"number": s.Retries, "most": s.MostRetries, "reason": reason})
		return s, nil
	}
	return w.withPerson(ctx, s, exhausted)
}

// reason says why a round is not good enough; "" if it is. Without the model's audit only the plain one decides.
func (w *Workflow) reason(s State, r Round) string {
	say := say(s)
	var why []string
	if r.Critique.Hallucination && len(r.Audit.Invalid) == 0 {
		why = append(why, say.Text("checked.why-claims"))
	}
	if len(r.Audit.Invalid) > 0 {
		why = append(why, say.Text("checked.why-cites"))
	}
	if len(r.Audit.Wrong) > 0 {
		why = append(why, say.Text("checked.why-wrong", messages.Args{"sentence": r.Audit.Wrong[0].Sentence, "why": r.Audit.Wrong[0].Why}))
	}
	if r.Critique.Audited && r.Confidence < w.Config.FinalConfidence {
		why = append(why, say.Text("checked.why-confidence", messages.Args{"confidence": messages.Percent(r.Confidence), "needed": messages.Percent(w.Config.FinalConfidence)}))
	}
	return strings.Join(why, say.Text("list.next"))
}

// final ends the run with the round's answer.
func (w *Workflow) final(ctx context.Context, s State) (State, error) {
	a, err := w.answerOf(s.Round)
	if err != nil {
		return s, err
	}
	say := say(s)
	var notes []string
	if w.Small {
		notes = append(notes, say.Text("rag.chooses", messages.Args{"model": w.Model}))
	}
	if !s.Round.Critique.Audited {
		notes = append(notes, say.Text("checked.note-not-audited"))
	}
	if !s.Round.Evaluation.Scored {
		notes = append(notes, say.Text("checked.note-not-scored"))
	}
	if n := len(s.Round.Audit.Unsupported); n > 0 {
		notes = append(notes, say.Text("checked.note-figures", messages.Args{"count": messages.Count("count.figures", n), "figures": strings.Join(looseFigures(s.Round.Audit), say.Text("words.next"))}))
	}
	a.Message = say.Sentences(notes...)
	s.Decision, s.Answer = finalize, a
	s.Answered(a.Text)
	rag.StepDone(ctx, "checked.final", messages.Args{"rounds": messages.Count("count.rounds", s.Rounds), "confidence": messages.Percent(s.Round.Confidence)})
	return s, nil
}

func looseFigures(a proof.Audit) (out []string) {
	for _, f := range a.Unsupported {
		if !slices.Contains(out, f.Figure) {
			out = append(out, f.Figure)
		}
	}
	return out
}

// withPerson shows the best draft there is, and has the person asked unless that was declined or done often enough.
func (w *Workflow) withPerson(ctx context.Context, s State, why string) (State, error) {
	a := rag.Answer{Mode: "model", Model: w.Model, Citations: []store.Citation{}}
	if s.Best.Number > 0 {
		var err error
		if a, err = w.answerOf(s.Best); err != nil {
			return s, err
		}
		a.Message = after(s, "checked.best-draft", "checked.best-draft-after", messages.Args{"why": w.reason(s, s.Best)})
		if why == nothingNew {
			a.Message = say(s).Sentences(a.Message, say(s).Text("checked.nothing-new"))
		}
	}
	s.NeedsPerson, s.Decision = why, ask
	if s.Declined || s.Questions >= w.Config.Questions {
		s.Decision = giveUp
		if s.Best.Number == 0 {
			a.Mode, a.Text = "passages", w.emptyHanded(s, why)
		}
		rag.StepDone(ctx, "checked.ends-without")
	} else {
		s.Questions, s.Clarification = s.Questions+1, w.question(s, why)
		rag.StepDone(ctx, "checked.asks", messages.Args{"why": say(s).Text(reasons[why])})
	}
	s.Answer = a
	if a.Text != "" {
		s.Answered(a.Text)
		rag.Instead(ctx, a)
	}
	return s, nil
}

// emptyHanded is what stands in the place of an answer where there is no draft.
func (w *Workflow) emptyHanded(s State, why string) string {
	say := say(s)
	if why == nothingFound {
		return say.Text("checked.documents-hold-nothing")
	}
	return say.Text("checked.no-passage-close", messages.Args{"candidates": messages.Count("count.candidates", s.Search.Candidates), "best": messages.Percent(s.Search.Best), "threshold": messages.Percent(s.Search.Threshold)})
}

// question is what the person is asked.
func (w *Workflow) question(s State, why string) string {
	say := say(s)
	switch why {
	case nothingFound:
		return say.Text("checked.card-nothing-found")
	case allTooWeak:
		return say.Text("checked.card-too-weak", messages.Args{"best": messages.Percent(s.Search.Best), "needed": messages.Percent(s.Search.Threshold)})
	}
	parts := []string{after(s, "checked.card-best-draft", "checked.card-best-draft-after", messages.Args{"confidence": messages.Percent(s.Best.Confidence), "why": w.reason(s, s.Best)})}
	if why == nothingNew {
		parts = append(parts, say.Text("checked.nothing-new"))
	}
	if c := s.Best.Critique; len(c.Gaps) > 0 {
		parts = append(parts, say.Text("checked.card-missing", messages.Args{"gap": strings.TrimRight(c.Gaps[0], ". ")}))
	} else if len(c.Unsupported) > 0 {
		parts = append(parts, say.Text("checked.card-unsupported", messages.Args{"unsupported": strings.TrimRight(c.Unsupported[0], ". ")}))
	}
	return say.Sentences(append(parts, say.Text("checked.card-more-precisely"))...)
}

// after says a message, or the one that tells of the retries as well if there were any.
func after(s State, key, retried string, args messages.Args) string {
	if s.Retries == 0 {
		return say(s).Text(key, args)
	}
	return say(s).Text(retried, args, messages.Args{"attempts": messages.Count("count.attempts", s.Retries)})
}

// say gives Go's own words in the language of the conversation.
func say(s State) messages.Messages {
	return messages.In(rag.LanguageOf(s.Language, s.Question, s.Whole))
}

// answerOf reads the answer that a round's critic wrote.
func (w *Workflow) answerOf(r Round) (a rag.Answer, err error) {
	raw, err := w.Workspace.Outputs.Get(r.Final.Run, r.Final.Name)
	if err == nil {
		err = json.Unmarshal(raw, &a)
	}
	if err == nil {
		a, err = w.resolved(a)
	}
	if err != nil {
		return a, messages.Error("checked.draft-of-round-failed", messages.Args{"round": r.Number, "error": err})
	}
	return a, nil
}

// resolved takes citations of documents that were removed meanwhile out of an answer; the others keep their numbers.
func (w *Workflow) resolved(a rag.Answer) (rag.Answer, error) {
	kept := []store.Citation{}
	for _, c := range a.Citations {
		there, err := w.Passages([]string{c.Passage})
		if err != nil {
			return a, err
		}
		if len(there) > 0 {
			kept = append(kept, c)
		} else {
			a.Text, a.Proof = strings.ReplaceAll(a.Text, fmt.Sprintf("[%d]", c.N), ""), nil
		}
	}
	a.Citations = kept
	return a, nil
}
