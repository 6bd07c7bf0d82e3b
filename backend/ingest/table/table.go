// Package table finds the tables of a page, and reads them: which figure stands in which row and under which heads, and
// what it is counted in.
//
// Words of the package: words that stand at one height are a line; the words of a line without a wide gap between them
// are a run; a run may be a figure. A table is found by the lines that are drawn around its cells (grid), by those above,
// below and under its heads (frame), or by figures that stand below each other (grown). Its heads are read upwards from
// its first row, its rows downwards.
//
// What is told of a table may be wrong, so each carries how likely it is to be right: see confidence.
package table

import (
	"cmp"
	"slices"
	"strings"

	"lectern/backend/ingest/layout"
	"lectern/backend/store"
)

// Finder finds the tables of one document's pages, which it must be given in order.
type Finder struct {
	comma  bool        // decimals are written with a comma
	china  bool        // ¥ is the yuan
	units  store.Units // that the document's text says once for all tables
	before []found     // on the page before
}

// found is a table on its way.
type found struct {
	store.Table
	columns []box
	box
	last     bool       // nothing stands below it on its page
	bare     bool       // it has no heads of its own
	drawn    bool       // its cells are drawn
	finished bool       // see finish
	guessed  bool       // see draft
	headRow  *store.Row // what was taken for its heads, as a row: a table that goes on may have none
}

// page is a page that is looked through.
type page struct {
	*Finder
	sheet
	number int
	rules  rules
	lines  []line
	height float64 // of a usual line
	sides  []group // texts that run upwards beside rows
	taken  []box   // by tables that were found
	tables []found
}

// Find returns the tables of the next page, from the top down.
func (f *Finder) Find(p layout.Page, number int) []store.Table {
	if p.Width <= 0 || p.Height <= 0 {
		f.before = nil
		return nil
	}
	at := sheet{turn: turned(p), width: p.Width, height: p.Height}
	g := &page{Finder: f, sheet: at, number: number, rules: drawn(p.Rules, at)}
	ws, turned, leaders := words(printed(p.Lines), at)
	g.lines = lines(ws, leaders)
	g.upright(turned)
	heights := make([]float64, 0, len(g.lines))
	for _, l := range g.lines {
		heights = append(heights, l.height())
	}
	if g.height = median(heights); g.height <= 0 {
		f.before = nil
		return nil
	}
	f.note(g.lines)
	g.grids()
	for _, zone := range zones(g.free(), 0) {
		g.grow(zone)
	}
	g.frames()
	if len(g.tables) > 0 {
		parts := g.drawings(p.Shapes)
		g.tables = slices.DeleteFunc(g.tables, func(t found) bool { return g.charted(t, parts) || g.display(t) })
	}
	slices.SortStableFunc(g.tables, func(a, b found) int { return cmp.Compare(a.y0, b.y0) })
	g.carry()
	out := make([]store.Table, 0, len(g.tables))
	for i := range g.tables {
		if g.tables[i].finish(g); g.tables[i].Confidence >= hopeless {
			out = append(out, g.tables[i].Table)
		}
	}
	f.before = g.tables
	return out
}

// printed are the lines that can belong to a table: not what runs along the page's edges, unless it may be heads.
func printed(ls []layout.Line) []layout.Line {
	var out []layout.Line
	for _, l := range ls {
		switch l.Role {
		case layout.Foot:
			continue
		case layout.Aside:
			if !l.Turned {
				continue
			}
		case layout.Head:
			text := ""
			for _, o := range ls { // all that stands at its height
				if o.Role == layout.Head && o.Y0 < l.Y1 && o.Y1 > l.Y0 {
					text += string(o.Runes) + " "
				}
			}
			if !headlike(strings.TrimSpace(text)) {
				continue
			}
		}
		out = append(out, l)
	}
	return out
}

// headlike tells whether a line at the upper edge of several pages may be what stands over a table's columns on each.
func headlike(text string) bool {
	if _, only, ok := unitsOf(text); ok && only {
		return true
	}
	found := period.FindAllString(text, -1)
	return len(found) > 2 || len(found) > 1 && 2*len(strings.Join(found, " ")) > len(text)
}

// free are the page's lines without what stands in tables already.
func (g *page) free() []line {
	if len(g.taken) == 0 {
		return g.lines
	}
	var out []line
	for _, l := range g.lines {
		if kept, ok := l.only(func(r run) bool {
			return !slices.ContainsFunc(g.taken, func(b box) bool { return b.holds(r.box) })
		}); ok {
			out = append(out, kept)
		}
	}
	return out
}
