package proof

import (
	"slices"
	"strings"

	"lectern/backend/cells"
	"lectern/backend/store/keyword"
	"lectern/backend/text"
)

// cell is one of a table, as a claim of its own: what its row is called, what stands over it, and what it says.
type cell struct {
	readings []reading   // the likeliest first
	when     text.Period // by its head and its label,
	around   text.Period // and by what stands over its table
	row      int         // of all that the text's tables have, from 0
	table    int         // which of them, from -1 down
	about    []string    // what to look for on pages: its row, its table
	changed  *comparison // nil if it doesn't compare two of its row
	words    bool        // it claims something in words
	written  []placedMark
	shared   []sharedMark // of the row or the table, of which it is the first cell
}

// reading is a cell as a sentence, with what it is counted in.
type reading struct {
	placed
	from, to int  // of it, what stands in the cell; at is -1 for all else
	bare     bool // without the scale of the whole table, which may not be meant for its row
}

// sharedMark is a citation that several cells have.
type sharedMark struct {
	placedMark
	of int // which row or table
}

func hasFigure(p placed) bool { return len(figuresOf(p.plain().s)) > 0 }

// figuresOf are the figures of a cell: what stands in brackets alone is a figure there.
func figuresOf(cell string) []text.Figure {
	const lead = ": "
	found := text.FiguresIn(lead+cell, "", true)
	for i := range found {
		f := &found[i]
		f.Start, f.End = max(0, f.Start-len(lead)), f.End-len(lead)
		f.DigitsAt[0], f.DigitsAt[1] = max(0, f.DigitsAt[0]-len(lead)), f.DigitsAt[1]-len(lead)
	}
	return found
}

// sentences are the cells that claim something, or could: each stands for itself. above is what ends before the table.
func (g grid) sentences(table, row int, above []sentence) (out []sentence) {
	caption, ids := "", []int{}
	if n := len(above); n > 0 && above[n-1].cell == nil {
		caption, ids = above[n-1].text, above[n-1].ids
	}
	l := layoutOf(g, caption)
	var pending []sharedMark                                                    // that stand before the first cell
	if n := len(above); n > 0 && len(ids) > 0 && above[n-1].unchecked() != "" { // it only leads to the table, which has what it cites
		for _, m := range above[n-1].marks() {
			pending = append(pending, sharedMark{m, table})
		}
		above[n-1].ids = nil
	}
	for _, r := range g.heads {
		for _, c := range r {
			for _, m := range c.marks() {
				pending, ids = append(pending, sharedMark{m, table}), append(ids[:len(ids):len(ids)], m.n)
			}
		}
	}
	parent := ""
	for i, r := range g.rows {
		if len(r) > 1 && !slices.ContainsFunc(r[1:], func(c placed) bool { return c.s != "" }) { // a heading within the table
			if head := r[0].sentence(); head.text != "" {
				head.apart, parent = ReasonHeading, r[0].plain().s
				out = append(out, head)
			}
			continue
		}
		cells, left := l.rowSentences(row+i, r, parent, ids, pending)
		for _, c := range cells {
			c.cell.table = table
		}
		out, pending = append(out, cells...), left
	}
	if len(out) > 0 && len(pending) > 0 && out[len(out)-1].cell != nil {
		out[len(out)-1].cell.shared = append(out[len(out)-1].cell.shared, pending...)
	}
	return out
}

// lendBehind gives cells without a citation those of a line behind their table that says nothing else.
func lendBehind(all []sentence) {
	const most = 3 // words
	for i, s := range all {
		if s.cell != nil || len(s.ids) == 0 || len(strings.Fields(s.text)) > most {
			continue
		}
		for k := i - 1; k >= 0 && all[k].cell != nil && all[k].cell.table == all[i-1].cell.table; k-- {
			if len(all[k].ids) == 0 {
				all[k].ids = s.ids
			}
		}
	}
}

// marks are the citations of a piece, each with its place.
func (p placed) marks() (out []placedMark) {
	for _, m := range anyMark.FindAllStringSubmatchIndex(p.s, -1) {
		for _, n := range numbersOf(p.s[m[2]:m[3]]) {
			out = append(out, placedMark{n, p.at[m[0]]})
		}
	}
	return out
}

// rowSentences are the cells of a row. Those without a citation of their own have the row's: what stands beside its label, or
// alone in a cell; else the table's.
func (l layout) rowSentences(row int, r []placed, parent string, ids []int, pending []sharedMark) (out []sentence, left []sharedMark) {
	var names []string
	if parent != "" {
		names = append(names, parent)
	}
	var counted text.Counted
	var own []int
	values := 0
	for k, c := range r {
		body := c.plain().s
		switch {
		case l.columns[k].unit:
			counted = countedIn(body)
		case l.columns[k].label && body != "":
			names = append(names, body)
			values++
		}
		if marks := c.marks(); len(marks) > 0 && (l.columns[k].label || body == "") {
			for _, m := range marks {
				own, pending = append(own, m.n), append(pending, sharedMark{m, row})
			}
		}
	}
	if len(own) > 0 {
		ids = own
	}
	rowText, apart := l.caption+" "+parent+" "+textOf(r), ""
	if len(ids) == 0 && slices.ContainsFunc(r, func(c placed) bool { return webMark.MatchString(c.s) }) {
		apart = ReasonWeb
	}
	for k, c := range r {
		if k == 0 && len(r) > 1 || l.columns[k].unit || c.plain().s == "" && len(c.marks()) > 0 {
			continue
		}
		if l.columns[k].label && len(keyword.ContentWords(c.plain().s)) < claimWords {
			continue
		}
		s := l.cellSentence(c, k, names, counted)
		s.cell.row, s.ids, s.apart = row, ids, apart
		s.cell.changed = l.changedIn(r, k)
		s.cell.about = []string{rowText, l.caption + " " + l.all()}
		if s.cell.written = c.marks(); len(s.cell.written) > 0 {
			s.ids = nil
			for _, m := range s.cell.written {
				s.ids = append(s.ids, m.n)
			}
		}
		if s.apart == "" && c.plain().s == "" || noValue.MatchString(c.plain().s) {
			s.apart = ReasonEmpty
		}
		s.cell.shared, pending = pending, nil
		out = append(out, s)
	}
	return out, pending
}

// textOf is a row without its bars.
func textOf(r []placed) string {
	var parts []string
	for _, c := range r {
		parts = append(parts, c.plain().s)
	}
	return strings.Join(parts, " ")
}

// all is the text of a table, as far as a search needs it.
func (l layout) all() string {
	const most = 20 // rows
	var parts []string
	for _, r := range slices.Concat(l.heads, l.rows[:min(most, len(l.rows))]) {
		parts = append(parts, textOf(r))
	}
	return strings.Join(parts, "\n")
}

// about is what to search for on pages.
func (s sentence) about() []string {
	if s.cell != nil {
		return s.cell.about
	}
	return []string{s.text}
}

// claimWords is how many words that tell something a cell has at least that is read as prose.
const claimWords = 3

// cellSentence is a cell as a sentence: whose, when, what.
func (l layout) cellSentence(c placed, k int, names []string, unit text.Counted) sentence {
	body, col := c.plain(), l.columns[k]
	label := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == body.s })
	who := strings.Join(label, ", ")
	counted := countedIn(who)
	parts := []string{unitless(who, counted), col.head}
	if cells.OnlyPeriod(parts[0]) && len(text.YearsIn(text.Fold(parts[0]).S)) > 0 {
		slices.Reverse(parts)
	}
	lead := strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
	s := sentence{text: body.s, start: -1, cell: &cell{}}
	if lead != "" {
		s.text = lead + ": " + body.s
	}
	s.start, s.end = body.span(c, l.start)
	out := s.cell
	out.when, out.around = timeOf(parts), l.when
	own := figuresOf(body.s)
	lead = stops.Replace(lead+lasting(out.when.With(out.around))) + ": "
	before, behind, all := l.written(body.s, own, lead, []text.Counted{unit, col.counted, counted})
	out.readings = []reading{read(lead+before, body, behind)}
	if l.context != "" {
		out.readings = append([]reading{read(l.context+lead+before, body, behind)}, out.readings...)
	}
	if all {
		bare := read(lead+before, body, "")
		bare.bare = true
		out.readings = append(out.readings, bare)
	}
	rest := []byte(body.s)
	for _, f := range own {
		for i := f.Start; i < f.End; i++ {
			rest[i] = ' '
		}
	}
	out.words = len(keyword.ContentWords(string(rest))) >= claimWords || len(own) == 0 && len(out.readings[0].figures()) == 0
	return s
}

// read puts a cell between what is to be read with it.
func read(before string, body placed, behind string) (r reading) {
	r.put(before)
	r.from = len(r.s)
	r.s, r.at = r.s+body.s, append(r.at, body.at...)
	r.to = len(r.s)
	r.put(behind)
	return r
}

// figures are those of the cell, with their units.
func (r reading) figures() []text.Figure { return figuresOf(r.s[r.from:]) }

// put adds what doesn't stand in the text.
func (p *placed) put(s string) {
	p.s += s
	for range len(s) {
		p.at = append(p.at, -1)
	}
}

// span is where a piece stands; of an empty one, where its cell does.
func (p placed) span(of placed, otherwise int) (start, end int) {
	for _, from := range []placed{p, of} {
		if len(from.at) > 0 {
			return from.at[0], from.at[len(from.at)-1] + 1
		}
	}
	return otherwise, otherwise
}
