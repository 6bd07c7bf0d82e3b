package research

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
)

// section is a task of a part, with its extracts.
type section struct {
	Task string
	IDs  []string      // of the passages, as the model sees them
	Weak []string      // those of them that are hardly relevant
	ps   []rag.Passage // with their extracts as text
	weak map[string]bool
}

// split makes parts of the tasks that found something, so that the extracts of each fit the model's context.
func (w *Workflow) split(ctx context.Context, s State) ([]Part, error) {
	_, room, err := w.instructions(ctx, s, Draft{Parts: make([]Part, 1)})
	if err != nil {
		return nil, err
	}
	var parts []Part
	left := 0
	for _, t := range s.Plan {
		if len(t.Passages) == 0 {
			continue
		}
		sections, err := w.sections(s, []string{t.ID})
		if err != nil {
			return nil, err
		}
		cost := w.tokens(ctx, t.Text)
		for _, p := range sections[0].ps {
			cost += w.tokens(ctx, p.Text.Text) + blockTokens
		}
		if len(parts) == 0 || cost > left {
			parts, left = append(parts, Part{}), room
		}
		last := &parts[len(parts)-1]
		last.Tasks, left = append(last.Tasks, t.ID), left-cost
	}
	return parts, nil
}

// sections reads what tasks came to.
func (w *Workflow) sections(s State, tasks []string) (out []section, err error) {
	for _, t := range s.Plan {
		if !slices.Contains(tasks, t.ID) {
			continue
		}
		var rec Record
		if err := w.load(t.Record, &rec); err != nil {
			return nil, err
		}
		sec := section{Task: t.Text, weak: map[string]bool{}}
		if sec.ps, err = w.extracts(rec.Kept); err != nil {
			return nil, err
		}
		for _, k := range rec.Kept {
			sec.weak[k.Passage] = k.Weak
		}
		out = append(out, sec)
	}
	return out, nil
}

// offered are the ids of the passages of sections, each once, in order.
func offered(sections []section) []string {
	out := []string{}
	for _, sec := range sections {
		for _, p := range sec.ps {
			if id := p.Ref.String(); !slices.Contains(out, id) {
				out = append(out, id)
			}
		}
	}
	return out
}

func extractsOf(sections []section) (out []rag.Passage) {
	for _, sec := range sections {
		out = append(out, sec.ps...)
	}
	return out
}

// share fills a room with the extracts of sections, the best of each first.
func (w *Workflow) share(ctx context.Context, sections []section, room int) (out []section, left int) {
	out = slices.Clone(sections)
	for i := range out {
		out[i].ps = nil
	}
	for rank := 0; ; rank++ {
		more := false
		for i, sec := range sections {
			if rank >= len(sec.ps) {
				continue
			}
			more = true
			if cost := w.tokens(ctx, sec.ps[rank].Text.Text) + blockTokens; cost <= room {
				room -= cost
				out[i].ps = append(out[i].ps, sec.ps[rank])
			} else {
				left++
			}
		}
		if !more {
			return out, left
		}
	}
}

// material is what a part is written from: the extracts, numbered, and which of them belong to which task.
func (w *Workflow) material(s State, sections []section, ids []string) (string, error) {
	blocks := make([]rag.Passage, len(ids))
	for i := range sections {
		sec := &sections[i]
		sec.IDs, sec.Weak = nil, nil
		for _, p := range sec.ps {
			at := slices.Index(ids, p.Ref.String())
			if blocks[at].Name == "" {
				blocks[at] = p
			} else if !strings.Contains(blocks[at].Text.Text, p.Text.Text) {
				blocks[at].Text.Text += "\n" + p.Text.Text // what it says on another task
			}
			sec.IDs = append(sec.IDs, fmt.Sprint(at+1))
			if sec.weak[p.Ref.String()] {
				sec.Weak = append(sec.Weak, fmt.Sprint(at+1))
			}
		}
	}
	return rag.Render(w.prompts, "material.md", map[string]any{
		"Anchor": s.Anchor, "Context": s.Brief.Context, "Focus": s.Decision.Focus, "Blocks": rag.KnowledgeBase(blocks), "Sections": sections,
	})
}
