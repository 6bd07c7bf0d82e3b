package analyst

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/store/vector"
)

type memoryReply struct {
	Summary string `json:"summary" schema:"maxLength=1200"`
}

// memoryUpdate remembers the turn by its words. The answer waits for no model: vectors come, and long conversations are
// compressed, after it (see Settle). Doing it twice changes nothing.
func (w *Workflow) memoryUpdate(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "analyst.remembering")
	defer w.said.Delete(s.Run)
	run, err := w.Workspace.Runs.Get(s.Run)
	if errors.Is(err, store.ErrNotFound) {
		rag.StepDone(ctx, "analyst.conversation-gone")
		return s, nil
	}
	if err == nil {
		err = w.keep(store.Memory{
			Run: s.Run, Runs: []string{s.Run}, Conversation: run.Conversation, Asked: run.Asked,
			Question: short(s.Question, memoryChars), Summary: w.summary(s),
		})
	}
	if err != nil {
		return s, err
	}
	rag.StepDone(ctx, "analyst.remembered")
	return s, nil
}

// notRemembered does without: an answer isn't lost for that.
func (w *Workflow) notRemembered(ctx context.Context, s State, err error) (State, error) {
	rag.Note(ctx, "analyst.turn-not-remembered", messages.Args{"error": err})
	rag.StepDone(ctx, "analyst.not-remembered")
	return s, nil
}

// settling is the analyst's Runner: when a run has ended what it remembers is settled.
type settling struct {
	rag.Runner
	*Workflow
}

// Settle embeds what is remembered without a vector, and puts the oldest turns of long conversations together. What it
// doesn't come to, because the program is closed, is done after the next run.
func (w *Workflow) Settle(ctx context.Context) error {
	all, err := w.Workspace.Memories.List()
	if err != nil {
		return err
	}
	turns := map[string]int{}
	for _, m := range all {
		turns[m.Conversation]++
	}
	for conversation, n := range turns {
		if n > w.Config.LongTalk {
			if err := w.compress(ctx, conversation); err != nil {
				return err
			}
		}
	}
	if !w.Embedder.Ready() {
		return nil
	}
	if all, err = w.Workspace.Memories.List(); err != nil {
		return err
	}
	for _, m := range all {
		if len(m.Vector) > 0 {
			continue
		}
		vectors, digest, err := w.Embedder.Client.Embed(ctx, w.Embedder.Model, llm.Document, []string{m.Question + "\n" + m.Summary}, nil)
		if err != nil {
			return err
		}
		m.Vector, m.Space = vectors[0], vector.Space{Model: w.Embedder.Model, Digest: digest, Dim: len(vectors[0])}
		if err := w.keep(m); err != nil {
			return err
		}
	}
	return nil
}

// summary is what is remembered of an answer: its first words, without citations and formulas.
func (w *Workflow) summary(s State) string {
	text, _, _ := strings.Cut(rag.WithoutMarks(s.Answer.Text), "\n\n**")
	return short(text, memoryChars)
}

// keep stores a memory.
func (w *Workflow) keep(m store.Memory) error {
	err := w.Workspace.Memories.Save(m)
	if errors.Is(err, store.ErrNotFound) {
		return nil // deleted meanwhile: nothing of it comes back
	}
	return err
}

// compress puts the oldest turns of a long conversation together: in a model's words, else shortened.
func (w *Workflow) compress(ctx context.Context, conversation string) error {
	all, err := w.Workspace.Memories.List()
	if err != nil {
		return err
	}
	own := slices.DeleteFunc(all, func(m store.Memory) bool { return m.Conversation != conversation })
	if len(own) <= w.Config.LongTalk {
		return nil
	}
	old := own[w.Config.RecentTurns:]
	slices.Reverse(old) // the oldest first
	var b brief
	one := store.Memory{Conversation: conversation}
	for _, m := range old {
		one.Run, one.Runs, one.Asked = m.Run, append(one.Runs, m.Runs...), m.Asked
		b.Turns = append(b.Turns, rag.EscapePrompt(fmt.Sprintf("%s — %s", m.Question, m.Summary)))
	}
	one.Question = short(old[0].Question, entryChars) + " … " + short(old[len(old)-1].Question, entryChars)
	prompt, err := rag.Render(w.prompts, "compress.md", b)
	if err != nil {
		return err
	}
	var reply memoryReply
	if w.Model != "" {
		if err = w.Structured(ctx, "compress", prompt, memoryTokens, &reply); err != nil && !rag.GivenUp(ctx, err) {
			return err
		}
	}
	if strings.TrimSpace(reply.Summary) == "" {
		each := memoryChars * 2 / len(old)
		for _, t := range b.Turns {
			reply.Summary += short(t, each) + " "
		}
	}
	one.Summary = short(reply.Summary, memoryChars*2)
	return w.keep(one)
}
