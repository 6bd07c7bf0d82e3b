package checked

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
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
	rag.StepStarted(ctx, "Deciding how to go on…")
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
		rag.StepDone(ctx, "Begins with the documents")
		return s, nil
	}
	if s.Best.Number == 0 || s.Round.Confidence > s.Best.Confidence {
		s.Best = s.Round
	}
	reason := w.reason(s.Round)
	switch {
	case reason == "":
		return w.final(ctx, s)
	case s.Retries < s.MostRetries:
		s.Metrics.Retries = append(s.Metrics.Retries, Retry{
			s.Round.Number, reason, s.Round.Confidence, s.Round.Critique.Hallucination, len(s.Round.Audit.Invalid) > 0,
		})
		s.Decision, s.Retries = retry, s.Retries+1
		rag.StepDone(ctx, "Tries again (%d of %d): %s", s.Retries, s.MostRetries, reason)
		return s, nil
	}
	return w.withPerson(ctx, s, exhausted)
}

// reason says why a round is not good enough; "" if it is. Without the model's audit only the plain one decides.
func (w *Workflow) reason(r Round) string {
	var why []string
	if r.Critique.Hallucination && len(r.Audit.Invalid) == 0 {
		why = append(why, "it claims what the passages don't say")
	}
	if len(r.Audit.Invalid) > 0 {
		why = append(why, "it cites passages that it was not given")
	}
	if r.Critique.Audited && r.Confidence < w.Config.FinalConfidence {
		why = append(why, fmt.Sprintf("confidence %s is below %s", percent(r.Confidence), percent(w.Config.FinalConfidence)))
	}
	return strings.Join(why, "; ")
}

func percent(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

// final ends the run with the round's answer.
func (w *Workflow) final(ctx context.Context, s State) (State, error) {
	a, err := w.answerOf(s.Round)
	if err != nil {
		return s, err
	}
	var notes []string
	if !s.Round.Critique.Audited {
		notes = append(notes, "Not audited by a model.")
	}
	if !s.Round.Evaluation.Scored {
		notes = append(notes, "Not scored.")
	}
	if n := len(s.Round.Audit.Unsupported); n > 0 {
		notes = append(notes, fmt.Sprintf("The cited pages don't say %s so: %s.", rag.Plural(n, "figure"), strings.Join(looseFigures(s.Round.Audit), ", ")))
	}
	a.Message = strings.Join(notes, " ")
	s.Decision, s.Answer = finalize, a
	s.Answered(a.Text)
	rag.StepDone(ctx, "Final after %s, confidence %s", rag.Plural(s.Rounds, "round"), percent(s.Round.Confidence))
	return s, nil
}

func looseFigures(a rag.Audit) (out []string) {
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
		a.Message = capital(fmt.Sprintf("%sthis is the best draft, but it did not pass: %s.", after(s), w.reason(s.Best)))
	}
	s.NeedsPerson, s.Decision = why, ask
	if s.Declined || s.Questions >= w.Config.Questions {
		s.Decision = giveUp
		if s.Best.Number == 0 {
			a.Mode, a.Text = "passages", w.emptyHanded(s, why)
		}
		rag.StepDone(ctx, "Ends without an answer that passed")
	} else {
		s.Questions, s.Clarification = s.Questions+1, w.question(s, why)
		rag.StepDone(ctx, "Asks you: %s", why)
	}
	s.Answer = a
	if a.Text != "" {
		s.Answered(a.Text)
		show(ctx, a)
	}
	return s, nil
}

// show says an answer in the place of what was streamed so far, which need not be the best draft.
func show(ctx context.Context, a rag.Answer) {
	graph.Emit(ctx, rag.Report{Kind: rag.KindRestart, Text: a.Message})
	for _, c := range a.Citations {
		graph.Emit(ctx, rag.Report{Kind: rag.KindCitation, Citation: c})
	}
	rag.EmitToken(ctx, a.Text)
}

// emptyHanded is what stands in the place of an answer where there is no draft.
func (w *Workflow) emptyHanded(s State, why string) string {
	if why == nothingFound {
		return "The documents hold nothing on this question."
	}
	return fmt.Sprintf("No passage is close enough to the question: the best of %s scores %s, and %s is needed.",
		rag.Plural(s.Search.Candidates, "candidate"), percent(s.Search.Best), percent(s.Search.Threshold))
}

// question is what the person is asked.
func (w *Workflow) question(s State, why string) string {
	switch why {
	case nothingFound:
		return "Nothing in the documents has to do with this question. Can you add documents that cover this, or say what else it is about?"
	case allTooWeak:
		return fmt.Sprintf("The documents touch on this, but no passage is close enough (best %s, needed %s). Can you put it in the documents' own words?",
			percent(s.Search.Best), percent(s.Search.Threshold))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%sthe best draft's confidence is %s: %s.", after(s), percent(s.Best.Confidence), w.reason(s.Best))
	if c := s.Best.Critique; len(c.Gaps) > 0 {
		fmt.Fprintf(&b, " What is missing: %s.", strings.TrimRight(c.Gaps[0], ". "))
	} else if len(c.Unsupported) > 0 {
		fmt.Fprintf(&b, " What has no support: %s.", strings.TrimRight(c.Unsupported[0], ". "))
	}
	b.WriteString(" Can you say more precisely what you want to know, or where it stands?")
	return capital(b.String())
}

// after begins a sentence with the retries that there were.
func after(s State) string {
	if s.Retries == 0 {
		return ""
	}
	return "After " + rag.Plural(s.Retries, "attempt") + " to improve it, "
}

func capital(sentence string) string { return strings.ToUpper(sentence[:1]) + sentence[1:] }

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
		return a, fmt.Errorf("the draft of round %d: %w", r.Number, err)
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
			a.Text = strings.ReplaceAll(a.Text, fmt.Sprintf("[%d]", c.N), "")
		}
	}
	a.Citations = kept
	return a, nil
}
