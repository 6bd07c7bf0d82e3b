package proof

import (
	"cmp"
	"slices"

	"lectern/backend/store"
)

// marks are the citations that stand in a sentence, or before it in its table.
func (s sentence) marks() (out []placedMark) {
	if s.cell == nil {
		for _, n := range s.ids {
			out = append(out, placedMark{n, s.start})
		}
		return out
	}
	for _, m := range s.cell.shared {
		out = append(out, m.placedMark)
	}
	return append(out, s.cell.written...)
}

// marking puts the verdicts of marks in the order of the text.
type marking struct {
	at     []int         // where each mark of the proof stands
	cells  map[int][]int // the claims of each row and each table
	shared []sharedMark  // that several of them have
}

// took notes where the marks of the last sentence stand; of a cell only those are kept that stand in it.
func (m *marking) took(p *Proof, s sentence) {
	if s.cell != nil {
		said := slices.Clone(p.Marks[len(m.at):])
		p.Marks = p.Marks[:len(m.at)]
		for _, w := range s.cell.written {
			if at := slices.IndexFunc(said, func(v store.MarkVerdict) bool { return v.N == w.n }); at >= 0 {
				p.Marks, m.at = append(p.Marks, said[at]), append(m.at, w.at)
			}
		}
		m.shared = append(m.shared, s.cell.shared...)
		for _, of := range []int{s.cell.row, s.cell.table} {
			m.cells[of] = append(m.cells[of], len(p.Sentences)-1)
		}
	}
	for len(m.at) < len(p.Marks) {
		m.at = append(m.at, s.start)
	}
}

// settle gives the marks that cells share the verdict of the worst of them.
func (m *marking) settle(p *Proof, evidence map[int]cited) {
	order := []string{store.Verified, store.NotChecked, store.Partly, store.NotFound, store.InDoubt, store.Contradicted}
	for _, s := range m.shared {
		if _, known := evidence[s.n]; !known {
			continue
		}
		v := store.MarkVerdict{N: s.n, Verdict: store.NotChecked}
		for k, i := range m.cells[s.of] {
			if c := p.Sentences[i]; k == 0 || slices.Index(order, c.Verdict) > slices.Index(order, v.Verdict) {
				v = store.MarkVerdict{N: s.n, Sentence: i, Verdict: c.Verdict, Reason: c.Reason, Why: c.Why}
			}
		}
		p.Marks, m.at = append(p.Marks, v), append(m.at, s.at)
	}
	by := make([]int, len(p.Marks))
	for i := range by {
		by[i] = i
	}
	slices.SortStableFunc(by, func(a, b int) int { return cmp.Compare(m.at[a], m.at[b]) })
	marks := make([]store.MarkVerdict, len(by))
	for i, k := range by {
		marks[i] = p.Marks[k]
	}
	p.Marks = marks
}
