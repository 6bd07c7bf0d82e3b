package research

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
)

// section is a task that a part is about, with its extracts.
type section struct {
	Task    string
	Finding string        // what it came to
	IDs     []string      // of the passages, as the model sees them
	Weak    []string      // those of them that are hardly relevant
	Clashes []clash       // contradictions that were found on it
	ps      []rag.Passage // with their extracts as text
	weak    map[string]bool
	found   []Contradiction
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
		sec := section{Task: t.Text, found: rec.Contradictions, Finding: rag.WithoutMarks(rec.Findings), weak: map[string]bool{}}
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

// clash is a contradiction by the ids of the passages as the model sees them.
type clash struct {
	About string
	IDs   []string
}

// only keeps the extracts of passages with these ids.
func only(sections []section, ids []string) []section {
	out := slices.Clone(sections)
	for i := range out {
		out[i].ps = slices.DeleteFunc(slices.Clone(out[i].ps), func(p rag.Passage) bool { return !slices.Contains(ids, p.Ref.String()) })
	}
	return out
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

// material is what the next part is written from: the extracts, numbered, which of them belong to which task, the table of
// figures that is set below it, what the other sections are about, and the end of the one before.
func (w *Workflow) material(s State, d Draft, sections []section, figures string) (string, error) {
	ids := offered(sections)
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
		sec.Clashes = nil
		for _, c := range sec.found {
			x := clash{About: c.About}
			for _, id := range c.Passages {
				if at := slices.Index(ids, id); at >= 0 {
					x.IDs = append(x.IDs, fmt.Sprint(at+1))
				}
			}
			if len(x.IDs) > 1 {
				sec.Clashes = append(sec.Clashes, x)
			}
		}
	}
	outline, at := d.outline()
	before, err := w.before(d)
	if err != nil {
		return "", err
	}
	return rag.Render(w.prompts, "material.md", map[string]any{
		"Anchor": s.Anchor, "Context": s.Brief.Context, "Focus": s.Decision.Focus, "Outline": outline, "At": at, "Before": before,
		"Blocks": rag.KnowledgeBase(blocks), "Sections": sections, "Figures": figures,
	})
}

// outline is what the sections are called, and the one that is written next.
func (d Draft) outline() (headings []string, at int) {
	for i, p := range d.Parts {
		if p.Heading != "" && !p.More {
			headings = append(headings, p.Heading)
		}
		if i == d.Written {
			at = len(headings) - 1
		}
	}
	return headings, at
}

// before is the end of the part that was written last; "" if there is none.
func (w *Workflow) before(d Draft) (string, error) {
	if d.Written == 0 {
		return "", nil
	}
	var text string
	if err := w.load(d.Parts[d.Written-1].Text, &text); err != nil {
		return "", err
	}
	text = strings.TrimSpace(figureMarks.ReplaceAllString(text, ""))
	if r := []rune(text); len(r) > lineLength {
		text = "…" + string(r[len(r)-lineLength:])
	}
	return text, nil
}
