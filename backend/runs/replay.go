package runs

import (
	"cmp"
	"slices"

	"lectern/backend/graph/rag"
	"lectern/backend/store"
)

// A turn is a function of its events. The page has the same function (frontend/src/lib/turn.ts, applied), for events that
// come while it is open; both are held to the logs in testdata/events. The laws beside store.Event's:
//
//   - A citation that is told again takes the place of the one with its number; they stand in the order of their numbers.
//   - A restart drops the answer with all that was found out about it, and what the person was asked: the run goes on.
//   - A step that begins while its task's last one has not ended is that one, under another title.
//   - What a person changes after the end comes with the whole answer, and with what is proved of it then.
//   - The end says how the turn stands. Where it has no answer, what was streamed stays, with its citations.

// replay folds one event into the turn.
func (t *Turn) replay(e store.Event) {
	t.LastSeq = e.Seq
	switch e.Kind {
	case "start":
		t.goesOn()
		t.Question = cmp.Or(e.Text, t.Question)
	case rag.KindStep, rag.KindNote, rag.KindStepDone:
		t.replayStep(e)
	case rag.KindSources:
		t.Sources = e.Sources
	case rag.KindCitation:
		t.Citations = slices.DeleteFunc(slices.Clone(t.Citations), func(c store.Citation) bool { return c.N == e.Citation.N })
		t.Citations = append(t.Citations, *e.Citation)
		slices.SortStableFunc(t.Citations, func(a, b store.Citation) int { return a.N - b.N })
	case rag.KindToken:
		t.Answer += e.Text
	case rag.KindRestart:
		t.goesOn()
		t.Answer, t.Citations, t.Audit, t.Figures, t.Cards = "", []store.Citation{}, nil, []store.FigureCheck{}, []store.Card{}
		t.Mends, t.Figure, t.Told = []store.Mend{}, nil, store.Told{Missing: []string{}}
	case rag.KindOutput:
		t.Made = e.Output
	case "ask":
		t.Cards = e.Cards
	case "replied":
		t.Status, t.Cards = store.Running, []store.Card{}
	case "done":
		t.end(e)
	case kindMended, kindUndone:
		t.Answer, t.Audit, t.Figures, t.Mends = e.Answer, e.Audit, rag.NonNil(e.FigureChecks), rag.NonNil(e.Mends)
	}
}

// goesOn takes back what an end had said.
func (t *Turn) goesOn() { t.Status, t.Message = store.Running, "" }

func (t *Turn) end(e store.Event) {
	t.Status, t.Message, t.Millis = cmp.Or(e.Status, store.Answered), e.Text, e.Millis
	t.Answer, t.AnswerMode, t.Model = cmp.Or(e.Answer, t.Answer), cmp.Or(e.Mode, t.AnswerMode), cmp.Or(e.Model, t.Model)
	if len(e.Citations) > 0 || t.Answer == "" {
		t.Citations = rag.NonNil(e.Citations)
	}
	if e.Output != nil {
		t.Made = e.Output
	}
	t.Audit, t.Figures, t.Figure, t.Cut = e.Audit, rag.NonNil(e.FigureChecks), e.Figure, 0
	t.Told = store.Told{Told: e.Told, Missing: rag.NonNil(e.Missing)}
	if e.Receipt != nil {
		t.Cut = e.Receipt.Cut
	}
	if t.Status != store.NeedsPerson {
		t.Cards = []store.Card{}
	}
}

func (t *Turn) replayStep(e store.Event) {
	step := t.step(e)
	switch {
	case e.Kind == rag.KindStep:
		t.goesOn()
		if step != nil && step.Summary == "" {
			step.Title = e.Text
		} else {
			t.Steps = append(t.Steps, StepInfo{Node: e.Node, Title: e.Text, Notes: []Note{}, Checkpoint: e.Checkpoint, Task: e.Task})
		}
	case step == nil:
	case e.Kind == rag.KindNote:
		step.Notes = append(step.Notes, Note{e.Text, e.Leaves})
	default:
		step.Summary, step.Idle, step.Millis, step.Model = cmp.Or(e.Text, "done"), e.Idle, e.Millis, e.Model
		step.TokensIn, step.TokensOut = e.TokensIn, e.TokensOut
		step.Checkpoint, step.Task = cmp.Or(e.Checkpoint, step.Checkpoint), cmp.Or(e.Task, step.Task)
	}
}

// step is the last one of the event's task, or of its node if the task isn't known; nil if there is none.
func (t *Turn) step(e store.Event) *StepInfo {
	for i := range slices.Backward(t.Steps) {
		if step := &t.Steps[i]; step.Task == e.Task && e.Task != "" || step.Node == e.Node && e.Task == "" {
			return step
		}
	}
	return nil
}
