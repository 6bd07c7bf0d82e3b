package figures

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"sync"

	"lectern/backend/decimal"
	"lectern/backend/store"
	"lectern/backend/text"
)

// Source is a page that was read for its figures. It doesn't change, and may be used by several goroutines at once.
type Source struct {
	page       Page
	language   string
	held       []*held
	rows       []*row
	names      map[string][]called // labels and heads, by their first word
	byValue    []entry             // sorted
	currencies map[string]bool     // that stand anywhere on the page
	scaled     bool                // some table or line says what it is counted in
	prose      []prose             // sentences with figures
	once       sync.Once
	pageWords  // once they were asked for
}

// row is a row of a table, or a line that looks like one.
type row struct {
	label   string // as written
	name    name   // of its label
	bare    name   // without what stands in brackets
	parents []name
	cells   []*held
	terms   map[string]bool // of its label
	context map[string]bool // of its parents and of the table's caption
	changes bool            // it tells by how much something changed
}

// called is a name of rows or columns, and who is called so.
type called struct {
	name   name
	row    bool // otherwise a column
	source *Source
}

// held is a figure of a page.
type held struct {
	source *Source
	text   string
	value  decimal.Decimal // with its sign, as it is written: without the table's scale
	last   int             // power of ten of its last digit, without the table's scale
	power  []int           // scales that it may be at, the likeliest first
	unit   string
	sure   bool // its units are told
	loose  bool // its sign isn't known
	loss   bool // its row counts losses
	period text.Period
	row    *row
	heads  []name // of its column, those that name no period
	cell   *Cell
	start  int // bytes of the page's text; -1 if it is a cell
	end    int
	sizes  []float64       // at each of its scales
	digits string          // its significant ones
	head   map[string]bool // words of its column's heads
}

// entry is a figure at one of its scales.
type entry struct {
	size float64
	of   *held
	at   int // index of power; -1: as it is written
}

// mostText is how much of a page's text is read, in bytes; no page that people read has more.
const mostText = 512 << 10

// Read reads a page once.
func Read(p Page) *Source {
	if len(p.Text) > mostText {
		p.Text = strings.ToValidUTF8(p.Text[:mostText], "")
	}
	s := &Source{page: p, language: text.Language(p.Text), names: map[string][]called{}, currencies: map[string]bool{}}
	if s.language == "" {
		s.language = tableLanguage(p.Tables)
	}
	spans := s.readTables()
	s.readText(spans)
	for _, h := range s.held {
		h.digits = h.value.Significant()
		for i, power := range h.power {
			h.sizes = append(h.sizes, h.value.Abs().Shift(power).Float())
			s.byValue = append(s.byValue, entry{h.sizes[i], h, i})
		}
		if !slices.Contains(h.power, 0) {
			s.byValue = append(s.byValue, entry{h.value.Abs().Float(), h, -1})
		}
	}
	sort.SliceStable(s.byValue, func(i, k int) bool { return s.byValue[i].size < s.byValue[k].size })
	for first, list := range s.names {
		slices.SortStableFunc(list, func(a, b called) int { return cmp.Compare(len(b.name), len(a.name)) })
		s.names[first] = list
	}
	return s
}

// Language is that of its text, by ISO 639-1; "" if it isn't known.
func (s *Source) Language() string { return s.language }

// between are the figures whose size lies between two, at most a sensible number of them.
func (s *Source) between(low, high float64) []entry {
	const most = 200
	from := sort.Search(len(s.byValue), func(i int) bool { return s.byValue[i].size >= low })
	to := from
	for to < len(s.byValue) && s.byValue[to].size <= high && to-from < most {
		to++
	}
	return s.byValue[from:to]
}

func (s *Source) nameOnce(n name, isRow bool) {
	first, _, _ := strings.Cut(string(n), " ")
	if first == "" {
		return
	}
	for _, c := range s.names[first] {
		if c.name == n && c.row == isRow {
			return
		}
	}
	const most = 2000 // of names with the same first word
	if len(s.names[first]) < most {
		s.names[first] = append(s.names[first], called{n, isRow, s})
	}
}

func tableLanguage(tables []store.Table) string {
	var b strings.Builder
	for _, t := range tables {
		b.WriteString(t.Caption + " " + t.Units.Text + " ")
	}
	return text.Language(b.String())
}

// isCalled tells whether a row has a name.
func (r *row) isCalled(n name) bool { return r != nil && (r.name == n || r.bare == n) }
