package analyst

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/store/vector"
)

type memoryReply struct {
	Summary string `json:"summary" schema:"maxLength=1200"`
}

// memoryUpdate remembers the turn. The answer is on the screen already; a killed program does this when it is opened
// again, and doing it twice changes nothing.
func (w *Workflow) memoryUpdate(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "analyst.remembering")
	return w.remember(ctx, s, true)
}

// notRemembered does without vectors and compression, which could not be had.
func (w *Workflow) notRemembered(ctx context.Context, s State, err error) (State, error) {
	rag.Note(ctx, "analyst.remembered-by-words", messages.Args{"error": err})
	s, err = w.remember(ctx, s, false)
	if err != nil {
		rag.Note(ctx, "analyst.turn-not-remembered", messages.Args{"error": err})
		rag.StepDone(ctx, "analyst.not-remembered")
	}
	return s, nil
}

func (w *Workflow) remember(ctx context.Context, s State, models bool) (State, error) {
	defer w.said.Delete(s.Run)
	run, err := w.Workspace.Runs.Get(s.Run)
	if errors.Is(err, store.ErrNotFound) {
		rag.StepDone(ctx, "analyst.conversation-gone")
		return s, nil
	}
	if err != nil {
		return s, err
	}
	m := store.Memory{
		Run: s.Run, Runs: []string{s.Run}, Conversation: run.Conversation, Asked: run.Asked,
		Question: short(s.Question, memoryChars), Summary: w.summary(s),
	}
	if err := w.keep(ctx, m, models); err != nil {
		return s, err
	}
	together := 0
	if models {
		if together, err = w.compress(ctx, run.Conversation); err != nil {
			return s, err
		}
	}
	end := messages.From(ctx).Text("analyst.remembered")
	if together > 0 {
		end += messages.From(ctx).Text("analyst.put-together", messages.Args{"number": together})
	}
	rag.StepDone(ctx, "messages.text", messages.Args{"text": end})
	return s, nil
}

// summary is what is remembered of an answer: its first words, without citations and formulas.
func (w *Workflow) summary(s State) string {
	text, _, _ := strings.Cut(rag.WithoutMarks(s.Answer.Text), "\n\n**")
	return short(text, memoryChars)
}

// keep stores a memory, with its vector if there is a model for it.
func (w *Workflow) keep(ctx context.Context, m store.Memory, models bool) error {
	if models && w.Embedder.Ready() {
		vectors, digest, err := w.Embedder.Client.Embed(ctx, w.Embedder.Model, llm.Document, []string{m.Question + "\n" + m.Summary}, nil)
		if err != nil {
			return err
		}
		m.Vector, m.Space = vectors[0], vector.Space{Model: w.Embedder.Model, Digest: digest, Dim: len(vectors[0])}
	}
	err := w.Workspace.Memories.Save(m)
	if errors.Is(err, store.ErrNotFound) {
		return nil // deleted meanwhile: nothing of it comes back
	}
	return err
}

// compress puts the oldest turns of a long conversation together.
func (w *Workflow) compress(ctx context.Context, conversation string) (int, error) {
	all, err := w.Workspace.Memories.List()
	if err != nil {
		return 0, err
	}
	own := slices.DeleteFunc(all, func(m store.Memory) bool { return m.Conversation != conversation })
	if len(own) <= w.Config.LongTalk {
		return 0, nil
	}
	old := own[w.Config.RecentTurns:]
	slices.Reverse(old) // the oldest first
	var b brief
	one := store.Memory{Conversation: conversation}
	var asked time.Time
	for _, m := range old {
		one.Run, one.Runs, asked = m.Run, append(one.Runs, m.Runs...), m.Asked
		b.Turns = append(b.Turns, rag.EscapePrompt(fmt.Sprintf("%s — %s", m.Question, m.Summary)))
	}
	one.Asked, one.Question = asked, short(old[0].Question, entryChars)+" … "+short(old[len(old)-1].Question, entryChars)
	prompt, err := rag.Render(w.prompts, "compress.md", b)
	if err != nil {
		return 0, err
	}
	var reply memoryReply
	err = w.Structured(ctx, "compress", prompt, memoryTokens, &reply)
	switch {
	case err != nil && !rag.GivenUp(ctx, err):
		return 0, err
	case err != nil || strings.TrimSpace(reply.Summary) == "":
		rag.Note(ctx, "analyst.shortened-without-model")
		each := memoryChars * 2 / len(old)
		for _, t := range b.Turns {
			reply.Summary += short(t, each) + " "
		}
	}
	one.Summary = short(reply.Summary, memoryChars*2)
	return len(old), w.keep(ctx, one, true)
}
