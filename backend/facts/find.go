package facts

import (
	"cmp"
	"slices"
)

// match is a cell that may be what a question asks for.
type match struct {
	*figure
	item      *item
	explained uint64  // words of the question that the cell's row, column and table have, and what stands before the table
	around    uint64  // those of them that only what stands before the table has
	near      uint64  // those that its row and its column have
	own       float64 // how much of what its row and its column say is asked for
	time      float64
	sure      float64 // how surely the row is the item
	rest      float64 // what else than words speaks for it
	score     float64
}

// said is what some terms say of the question.
type said struct {
	bits uint64
	had  float64 // weight of those that are asked for
	lack float64 // of the others
}

// aside counts what stands in brackets.
const aside = .25

func (s *search) read(terms, brackets []string) (out said) {
	if len(brackets) > 0 {
		out = s.read(brackets, nil)
		out.had, out.lack = out.had*aside, out.lack*aside*aside
	}
	var named uint64
	others := 0
	for _, n := range s.namings {
		if n.terms != nil && !slices.ContainsFunc(n.terms, func(t string) bool { return !slices.Contains(terms, t) }) {
			named |= n.words
			out.bits |= n.words
		}
	}
	for i, t := range terms {
		if slices.Contains(terms[:i], t) {
			continue
		}
		w := s.d.weight(t)
		bits := s.bits[t]
		switch {
		case bits != 0:
			out.bits |= bits
			out.had += w
		case named != 0 && slices.ContainsFunc(s.namings, func(n naming) bool { return slices.Contains(n.terms, t) }):
			out.had += w
		case s.names[t]:
			out.had += w
		case s.d.called[t]:
		case s.told.spent && words().paying[t]:
			out.had += w * lightly
		case words().filler[t]:
			out.lack += w * lightly
		default:
			out.lack += w
			others++
		}
	}
	if others > mostOthers { // a description: how long it is doesn't matter
		out.lack *= mostOthers / float64(others)
	}
	return out
}

// mostOthers is how many words that nobody asks for count.
const mostOthers = 4

// bitsIn are the words of the question that terms are.
func (s *search) bitsIn(terms []string) (out uint64) {
	for _, t := range terms {
		out |= s.bits[t]
	}
	return out
}

const (
	aboveCounts = .3 // of what stands above a row
	leastScore  = .03
)

// find gives the cells that may be meant, the likeliest first.
func (s *search) find(w when) (out []match) {
	for _, t := range s.d.tables {
		context := s.read(t.caption, nil)
		heads := make([]said, len(t.columns))
		for i, c := range t.columns {
			heads[i] = s.read(c.head, c.aside)
			heads[i].bits |= s.bitsIn(c.over)
		}
		for _, r := range t.rows {
			if len(r.cells) > 0 {
				out = s.inRow(out, w, t, r, context, heads)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b match) int { return cmp.Compare(b.score, a.score) })
	s.look(out)
	return out
}

func (s *search) inRow(out []match, w when, t *table, r *row, context said, heads []said) []match {
	label, above, beside := s.read(r.label, r.aside), s.read(r.above, nil), s.read(r.beside, nil)
	above.bits, above.had = above.bits|beside.bits, above.had+beside.had
	if short := s.bitsIn(r.short); short&s.content != 0 {
		label.had, label.lack = label.had+label.lack, 0
	}
	if label.bits&s.content != 0 && !s.areOthers(r.groupItems) {
		above.bits |= s.bitsIn(r.group)
	}
	item, sure := s.itemOf(r, &label, &above)
	for _, f := range r.cells {
		head := heads[f.column]
		own := label.bits | head.bits
		if (own|above.bits|boolBits(r.timed, context.bits))&s.content == 0 {
			continue
		}
		if own&s.content == 0 && !r.timed && (label.lack > 0 || above.bits&s.content == 0) {
			continue
		}
		m := match{figure: f, item: item, sure: sure, near: own | above.bits, explained: own | above.bits | context.bits}
		if s.d.isAhead(r) && (m.near|context.bits)&s.content != 0 { // what is to come is to be paid, and falls due
			ahead := s.bitsIn(dues)
			m.near, m.explained = m.near|ahead, m.explained|ahead
		}
		if m.time = s.d.calendar.fits(w, f); m.time == 0 {
			continue
		}
		had := label.had + head.had + aboveCounts*above.had
		if r.timed {
			had += aboveCounts * context.had
		}
		lack := label.lack + head.lack + aboveCounts*above.lack
		if had+lack > 0 {
			m.own = had / (had + lack)
		} else if r.timed {
			m.own = 1
		}
		m.rest = (.3 + .7*m.own) * m.time * s.suits(&m) * t.worth(item) * sure
		if s.told.spent && !slices.ContainsFunc(r.label, func(t string) bool { return words().paying[t] }) {
			m.rest *= notPaid
		}
		m.rest *= s.told.version.suits(t.columns[f.column].told)
		if s.otherStatistic(&m) {
			m.rest *= otherCount
		}
		if s.counted&^m.near != 0 {
			m.rest *= otherCount
		}
		if item == nil && s.otherItem(r, label.bits) {
			m.rest *= anotherItem
		}
		s.weigh(&m)
		if m.score >= leastScore || s.wide {
			out = append(out, m)
		}
	}
	return out
}

// dues are the terms that tables of what is to come need not say of their rows of years.
var dues = termsOf("payment due mature obligation commitment")

// isAhead tells whether a row is of a year after the document's, in a table of what is to be paid.
func (d *Document) isAhead(r *row) bool {
	return r.timed && len(r.period.Years) == 1 && d.calendar.year > 0 && r.period.Years[0] > d.calendar.year
}

// notPaid is what a row is worth that doesn't say that money was spent, where the question does.
const notPaid = .85

// otherCount is what a cell is worth whose row and column don't say what is counted.
const otherCount = .4

// anotherItem is what a row is worth that shares words with the item that is asked for, and is another one.
const anotherItem = .8

func (s *search) otherItem(r *row, bits uint64) bool {
	return len(r.items) > 0 && slices.ContainsFunc(s.namings, func(n naming) bool { return n.item != nil && bits&s.content&^n.words == 0 })
}

// weigh scores a match: by how much of the question it explains, and by what else speaks for it.
func (s *search) weigh(m *match) {
	table := s.cover(m.explained &^ m.around)
	cover := s.cover(m.near) + fromContext*(table-s.cover(m.near)) + fromAround*(s.cover(m.explained)-table)
	m.score = cover * cover * m.rest
}

// fromContext is what words count that stand only above a table, fromAround those that stand only before that: another table may
// be meant there.
const fromContext, fromAround = .75, .65

func boolBits(ok bool, bits uint64) uint64 {
	if ok {
		return bits
	}
	return 0
}

// itemOf tells which item that the question names a row is, and how surely. Its label and what stands above it then say
// what is asked for.
func (s *search) itemOf(r *row, label, above *said) (*item, float64) {
	var best *item
	sure := 0.0
	for _, n := range s.namings {
		if p := r.items[n.item]; n.item != nil && p > 0 {
			label.bits |= n.words
			if p > sure {
				best, sure = n.item, p
			}
		}
	}
	if best == nil {
		return nil, 1
	}
	label.had, label.lack = label.had+label.lack, 0
	above.lack = 0
	return best, sure
}

// look reads what stands before the tables of the likeliest cells, where that may explain more of the question.
func (s *search) look(found []match) {
	const most = 40
	var items uint64 // what a page tells of besides the table may be any line of the statements
	for _, n := range s.namings {
		if n.item != nil {
			items |= n.words
		}
	}
	for i := range found[:min(len(found), most)] {
		m := &found[i]
		if s.content&^m.explained == 0 {
			continue
		}
		if more := s.read(s.d.before(m.table), nil).bits &^ (m.explained | items | s.otherRows(m)); more != 0 {
			m.explained, m.around = m.explained|more, more
			s.weigh(m)
		}
	}
	slices.SortStableFunc(found, func(a, b match) int { return cmp.Compare(b.score, a.score) })
}

// otherRows are the words of the question that other rows of a cell's page are called by, and nothing else: what stands
// before the table doesn't explain them.
func (s *search) otherRows(m *match) (out uint64) {
	for _, t := range s.d.tables {
		if t.part.Page != m.table.part.Page {
			continue
		}
		for _, r := range t.rows {
			if r != m.row && len(r.label) == 1 && len(r.cells) > 0 {
				out |= s.bits[r.label[0]]
			}
		}
	}
	return out
}

// cover is how much of the question is explained.
func (s *search) cover(explained uint64) float64 { return s.coverOf(explained, ^uint64(0)) }

// coverOf is how much of some words is explained; 1 if there are none.
func (s *search) coverOf(explained, words uint64) float64 {
	sum, all := 0.0, 0.0
	for i, a := range s.asked {
		if a.own || words&(1<<i) == 0 {
			continue
		}
		all += s.weights[i]
		if explained&(1<<i) != 0 {
			sum += s.weights[i]
		}
	}
	if all == 0 {
		return 1
	}
	return sum / all
}

// unexplained are the words of the question that a cell leaves open, the lightest left out.
func (s *search) unexplained(explained uint64) (out []asked) {
	for i, a := range s.asked {
		if explained&(1<<i) == 0 && !a.light && !a.own && (a.other == 0 || explained&(1<<(i+a.other)) == 0) {
			out = append(out, a)
		}
	}
	return out
}
