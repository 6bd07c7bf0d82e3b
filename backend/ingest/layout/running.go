package layout

import (
	"slices"
	"strings"
	"unicode"
)

// What runs along the edges of a document's pages is found by comparing them: the same words, whatever the numbers in
// them, at the same height of several pages, or up their sides.
const (
	edge      = .11 // of the height, from either end
	edgeLines = 4   // lines at either end that are looked at
	sameWay   = .01 // of the height: how far apart the same height may be
	often     = 3   // pages that a line runs along at least
)

// Running tells heads and feet apart, in all pages of a document, and moves them to the beginning and end of each.
func Running(pages []Page) {
	type place struct {
		words string
		at    int // height, in steps of sameWay
		role  Role
	}
	seen := map[place]int{}
	places := make([][]place, len(pages))
	for i, p := range pages {
		places[i] = make([]place, len(p.Lines))
		for k, l := range p.Lines { // along the sides, as a publisher's stamp
			if l.Role == Aside {
				places[i][k] = place{words(l.Runes), int(float64(l.X0) / Whole / sameWay), Aside}
				seen[places[i][k]]++
			}
		}
		for role, lines := range map[Role][]int{Head: edges(p.Lines, true), Foot: edges(p.Lines, false)} {
			for _, k := range lines {
				at := place{words(p.Lines[k].Runes), int(float64(p.Lines[k].Y0) / Whole / sameWay), role}
				places[i][k] = at
				seen[at]++
			}
		}
	}
	for i := range pages {
		lines := pages[i].Lines
		for k, at := range places[i] {
			if at.role == Body {
				continue
			}
			above, below := at, at
			above.at--
			below.at++
			if seen[at]+seen[above]+seen[below] < often {
				continue
			}
			if lines[k].Role = at.role; at.role == Aside {
				lines[k].Role = Foot
			}
		}
		wholeLines(lines)
		if !slices.ContainsFunc(lines, func(l Line) bool { return l.Role != Head && l.Role != Foot }) { // it is all there is
			for k := range lines {
				lines[k].Role = Body
			}
		}
		rank := func(r Role) int {
			switch r {
			case Head:
				return -1
			case Foot:
				return 1
			}
			return 0
		}
		slices.SortStableFunc(lines, func(a, b Line) int { return rank(a.Role) - rank(b.Role) })
	}
}

// wholeLines takes back what is only a part of what stands at its height: "Year Ended December" before "31,". A page's
// number stands beside running words.
func wholeLines(lines []Line) {
	for i := range lines {
		a := &lines[i]
		if a.Role != Head && a.Role != Foot {
			continue
		}
		for _, b := range lines {
			level := int(min(a.Y1, b.Y1)) - int(max(a.Y0, b.Y0))
			if b.Role == Body && 2*level > int(min(a.Y1-a.Y0, b.Y1-b.Y0)) && strings.Trim(words(b.Runes), "#- ") != "" {
				a.Role = Body
				break
			}
		}
	}
}

// edges are the lines nearest to a page's upper or lower edge.
func edges(lines []Line, upper bool) (out []int) {
	for i, l := range lines {
		if l.Role == Aside {
			continue
		}
		if upper && float64(l.Y1) < edge*Whole || !upper && float64(l.Y0) > (1-edge)*Whole {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int {
		if upper {
			return int(lines[a].Y0) - int(lines[b].Y0)
		}
		return int(lines[b].Y1) - int(lines[a].Y1)
	})
	return out[:min(len(out), edgeLines)]
}

// words is a line for comparing: its letters, with one sign for each number, roman ones that stand alone included.
func words(runes []rune) string {
	var out []string
	for _, w := range strings.Fields(strings.ToLower(string(runes))) {
		if strings.Trim(w, "ivxlc") == "" {
			w = "#"
		}
		var b strings.Builder
		for _, r := range w {
			switch {
			case !unicode.IsDigit(r):
				b.WriteRune(r)
			case !strings.HasSuffix(b.String(), "#"):
				b.WriteByte('#')
			}
		}
		out = append(out, b.String())
	}
	return strings.Join(out, " ")
}
