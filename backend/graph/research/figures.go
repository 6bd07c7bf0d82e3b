package research

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/facts"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// figureEntry is a figure that a task asks for, read from cells of tables.
type figureEntry struct {
	Name, Period, Shown string
	passages            []string // ids of those that its cells stand in
}

// figures are those that the tasks of a section ask for: what one compares clearly, or the one figure that is surely meant.
func (w *Workflow) figures(ctx context.Context, s State, part *Part) (out []figureEntry, err error) {
	if w.Facts == nil || part.More {
		return nil, nil
	}
	for _, id := range part.Tasks {
		task := taskText(s.Plan, id)
		found, err := w.compared(ctx, s, task)
		if err == nil && len(found) == 0 {
			found, err = w.asked(ctx, s, task)
		}
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			if !slices.ContainsFunc(out, func(o figureEntry) bool { return o.Name == f.Name && o.Period == f.Period }) {
				out = append(out, f)
			}
		}
	}
	return out, nil
}

// compared looks up what a task compares, if it says clearly what.
func (w *Workflow) compared(ctx context.Context, s State, task string) (out []figureEntry, err error) {
	asked, err := w.Facts.ReadComparison(ctx, task, s.scope(), nil)
	if err != nil || !asked.Clear() {
		return nil, err
	}
	found, err := w.Facts.Compare(ctx, asked.Comparison)
	if err != nil {
		return nil, err
	}
	for _, f := range found {
		if f.Figure == nil {
			continue
		}
		name := f.Measure
		if len(asked.Companies) > 1 {
			name = f.Company + say(s).Text("words.next") + name
		}
		if err := w.Place(f.Figure); err != nil {
			return nil, err
		}
		if e, ok := entryOf(say(s), name, f.Period, f.Figure); ok {
			out = append(out, e)
		}
	}
	return out, nil
}

// asked looks up the one figure that a task asks for, if it is sure which.
func (w *Workflow) asked(ctx context.Context, s State, task string) ([]figureEntry, error) {
	f, _, err := w.Figure(ctx, task, s.scope())
	if err != nil || f == nil {
		return nil, err
	}
	if e, ok := entryOf(say(s), f.Label, f.Of(), f.Figure); ok {
		return []figureEntry{e}, nil
	}
	return nil, nil
}

// entryOf is a figure as a document tells it; ok is false where a cell of it can't be cited.
func entryOf(say messages.Messages, name, period string, f *store.Figure) (e figureEntry, ok bool) {
	e = figureEntry{Name: name, Period: period, Shown: facts.Told(f, say.Language())}
	for _, c := range f.Cells {
		if c.Passage == "" {
			return e, false
		}
		if !slices.Contains(e.passages, c.Passage) {
			e.passages = append(e.passages, c.Passage)
		}
	}
	return e, len(f.Cells) > 0
}

// marks cite the passages of a figure among those that a part is written from, which they are added to.
func (e figureEntry) marks(part *Part) string {
	var b strings.Builder
	for _, id := range e.passages {
		if !slices.Contains(part.Passages, id) {
			part.Passages = append(part.Passages, id)
		}
		b.WriteString(rag.Mark(slices.Index(part.Passages, id) + 1))
	}
	return b.String()
}

// figureTable sets figures as a table of Markdown, their periods as columns, each with its marks; "" for none.
func figureTable(say messages.Messages, entries []figureEntry, part *Part) string {
	var names, periods []string
	cells := map[[2]string]string{}
	for _, e := range entries {
		if !slices.Contains(names, e.Name) {
			names = append(names, e.Name)
		}
		if !slices.Contains(periods, e.Period) {
			periods = append(periods, e.Period)
		}
		cells[[2]string{e.Name, e.Period}] = inCell(e.Shown) + " " + e.marks(part)
	}
	if len(names) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| %s |", say.Text("research.figure"))
	for _, p := range periods {
		fmt.Fprintf(&b, " %s |", inCell(p))
	}
	b.WriteString("\n|---|" + strings.Repeat("---:|", len(periods)))
	for _, n := range names {
		fmt.Fprintf(&b, "\n| %s |", inCell(n))
		for _, p := range periods {
			fmt.Fprintf(&b, " %s |", cmp.Or(cells[[2]string{n, p}], "–"))
		}
	}
	return b.String()
}

// inCell is a text of a document as it can stand in a cell of a Markdown table.
func inCell(s string) string {
	return rag.Escape(strings.Join(strings.Fields(s), " "))
}
