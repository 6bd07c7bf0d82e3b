package layout

import (
	"slices"
	"strings"
	"testing"

	"lectern/backend/ingest/pdf"
)

// typed sets text on a page of 600 × 800 points, each letter 5 wide and 10 high, from a place on, as a reader gives it.
func typed(p *pdf.Page, x, y float64, lines ...string) {
	p.Width, p.Height = 600, 800
	for _, line := range lines {
		for i, r := range []rune(line) {
			g := pdf.Glyph{R: r}
			if r != ' ' {
				at := x + 5*float64(i)
				g.Box = pdf.Box{X0: at, Y0: y, X1: at + 5, Y1: y + 10}
			}
			p.Glyphs = append(p.Glyphs, g)
		}
		p.Glyphs = append(p.Glyphs, pdf.Glyph{R: '\n'})
		y += 12
	}
}

func said(lines []Line) (out []string) {
	for _, l := range lines {
		out = append(out, string(l.Runes))
	}
	return out
}

// text is a page's lines with an empty one at each gap.
func text(p Page) string {
	var b strings.Builder
	for i, l := range p.Lines {
		if i > 0 {
			b.WriteByte('\n')
			if l.Gap {
				b.WriteByte('\n')
			}
		}
		b.WriteString(string(l.Runes))
	}
	return b.String()
}

func TestGapsAndLargerLinesEndParagraphs(t *testing.T) {
	var p pdf.Page
	typed(&p, 50, 100, "The first paragraph has", "two lines.")
	typed(&p, 50, 140, "The second one", "has two of them.")
	if got, want := text(Read(p)), "The first paragraph has\ntwo lines.\n\nThe second one\nhas two of them."; got != want {
		t.Errorf("%q", got)
	}
	big := pdf.Glyph{R: 'R', Box: pdf.Box{X0: 50, Y0: 84, X1: 60, Y1: 98}}
	p.Glyphs = append([]pdf.Glyph{big, {R: '\n'}}, p.Glyphs...)
	if got := text(Read(p)); !strings.HasPrefix(got, "R\n\nThe first") {
		t.Errorf("%q", got)
	}
}

func TestLinesKnowWhereTheirCharactersStand(t *testing.T) {
	var p pdf.Page
	typed(&p, 60, 80, "ab cd")
	l := Read(p).Lines[0]
	share := func(x, whole float64) uint16 { return uint16(x/whole*Whole + .5) }
	if l.Box != (Box{share(60, 600), share(80, 800), share(85, 600), share(90, 800)}) {
		t.Errorf("%+v", l.Box)
	}
	if b := l.Boxes[3]; b.X0 != share(75, 600) || b.X1 != share(80, 600) || len(l.Boxes) != len(l.Runes) {
		t.Errorf("%+v", l.Boxes)
	}
	if gap := l.Boxes[2]; gap.X0 != share(70, 600) || gap.X1 != share(75, 600) {
		t.Errorf("the space: %+v", gap)
	}
}

const (
	leftLine  = "A line of prose in the left column"
	rightLine = "And one that stands in the right one"
)

func TestColumnsThatTheReaderWentAcrossAreReadOneAfterTheOther(t *testing.T) {
	var across, down pdf.Page
	typed(&across, 50, 60, "A title that runs over the whole width of the page, as titles of papers do, and more of it")
	for i := range 8 {
		y := 100 + 12*float64(i)
		typed(&across, 50, y, leftLine+string(rune('a'+i)))
		typed(&across, 320, y, rightLine+string(rune('a'+i)))
	}
	got := said(Read(across).Lines)
	for i := range 8 {
		if got[1+i] != leftLine+string(rune('a'+i)) || got[9+i] != rightLine+string(rune('a'+i)) {
			t.Fatalf("%q", got)
		}
	}
	for _, x := range []float64{50, 320} {
		for i := range 8 {
			typed(&down, x, 100+12*float64(i), leftLine)
		}
	}
	if lines := Read(down).Lines; lines[7].X0 != lines[0].X0 || lines[8].X0 == lines[0].X0 || !lines[8].Gap {
		t.Errorf("%q", said(lines))
	}
}

func TestTheRowsOfATableStayRows(t *testing.T) {
	var p pdf.Page
	for i, row := range []string{"Revenue", "Costs", "Income", "Taxes", "Profit", "Cash", "Debt", "Assets"} {
		y := 100 + 12*float64(i)
		typed(&p, 50, y, row)
		typed(&p, 400, y, "1,577")
	}
	got := said(Read(p).Lines)
	if !slices.Equal(got[:4], []string{"Revenue", "1,577", "Costs", "1,577"}) {
		t.Errorf("%q", got)
	}
}

func TestFootnotesStandBehindTheText(t *testing.T) {
	var p pdf.Page
	typed(&p, 50, 100, "The text of the left column has a note,", "and a line more.", "And another line.")
	small := func(y float64, line string) {
		for i, r := range line {
			g := pdf.Glyph{R: r}
			if r != ' ' {
				g.Box = pdf.Box{X0: 50 + 4*float64(i), Y0: y, X1: 54 + 4*float64(i), Y1: y + 8}
			}
			p.Glyphs = append(p.Glyphs, g)
		}
		p.Glyphs = append(p.Glyphs, pdf.Glyph{R: '\n'})
	}
	small(700, "1 A footnote of two")
	small(709, "lines.")
	typed(&p, 320, 100, "The text goes on in the right column.")
	typed(&p, 320, 690, "Its last line.")
	got := Read(p).Lines
	if n := len(got); !slices.Equal(said(got[n-2:]), []string{"1 A footnote of two", "lines."}) || got[n-1].Role != Note || got[n-3].Role != Body || !got[n-2].Gap {
		t.Errorf("%q", said(got))
	}
}

func TestTurnedTextStandsAtTheEnd(t *testing.T) {
	var p pdf.Page
	for i, r := range "arXiv" {
		p.Glyphs = append(p.Glyphs, pdf.Glyph{R: r, Box: pdf.Box{X0: 10, Y0: 400 - 6*float64(i), X1: 20, Y1: 406 - 6*float64(i)}, Flags: pdf.Turned})
	}
	typed(&p, 50, 100, "The text of the page", "stands upright.")
	got := Read(p).Lines
	if len(got) != 3 || string(got[2].Runes) != "arXiv" || got[2].Role != Aside {
		t.Errorf("%q", said(got))
	}
}

func TestWhatRunsUpTheSidesOfSeveralPagesIsNotTheirs(t *testing.T) {
	var pages []Page
	for i := range 4 {
		var p pdf.Page
		stamp := "Downloaded 2024"
		if i == 0 {
			stamp = "arXiv 2303"
		}
		for k, r := range stamp {
			p.Glyphs = append(p.Glyphs, pdf.Glyph{R: r, Box: pdf.Box{X0: 10, Y0: 400 - 6*float64(k), X1: 20, Y1: 406 - 6*float64(k)}, Flags: pdf.Turned})
		}
		typed(&p, 50, 100, "The text of the page", "stands upright"+strings.Repeat(" again", i))
		pages = append(pages, Read(p))
	}
	Running(pages)
	for i, p := range pages {
		if last, want := p.Lines[len(p.Lines)-1], map[bool]Role{true: Aside, false: Foot}[i == 0]; last.Role != want {
			t.Errorf("page %d: %q is %d", i+1, string(last.Runes), last.Role)
		}
	}
}

func TestWhatRunsAlongTheEdgesIsToldByComparingPages(t *testing.T) {
	var pages []Page
	for i := range 6 {
		var p pdf.Page
		number := string(rune('1' + i))
		if i%2 == 0 {
			typed(&p, 50, 30, "Annual report "+number)
		} else {
			typed(&p, 300, 30, "Some company")
		}
		typed(&p, 50, 60, "Chapter "+strings.Repeat("of its own ", i+1))
		typed(&p, 50, 100, "Text of the page, which is its own.", "Total 1,577")
		typed(&p, 290, 770, number)
		pages = append(pages, Read(p))
	}
	Running(pages)
	for i, p := range pages {
		n := len(p.Lines)
		if p.Lines[0].Role != Head || p.Lines[n-1].Role != Foot || n != 5 {
			t.Errorf("page %d: %+v", i+1, p.Lines)
		}
		for _, l := range p.Lines[1 : n-1] {
			if l.Role != Body {
				t.Errorf("page %d: %q", i+1, string(l.Runes))
			}
		}
	}
	two := []Page{pages[0], pages[1]}
	for i := range two {
		two[i].Lines = slices.Clone(two[i].Lines)
		for k := range two[i].Lines {
			two[i].Lines[k].Role = Body
		}
	}
	if Running(two); two[0].Lines[0].Role != Body {
		t.Error("of two pages nothing can be told")
	}
}

func TestAPartOfALineIsNoRunningHead(t *testing.T) {
	var pages []Page
	for _, day := range []string{"31,", "30,", "and the years before"} {
		var p pdf.Page
		typed(&p, 60, 40, "Year Ended December")
		p.Glyphs = append(p.Glyphs, pdf.Glyph{R: '\n'})
		typed(&p, 300, 40, day)
		p.Glyphs = append(p.Glyphs, pdf.Glyph{R: '\n'})
		typed(&p, 60, 400, "What stands on the page")
		pages = append(pages, Read(p))
	}
	Running(pages)
	for i, p := range pages {
		for _, l := range p.Lines {
			if l.Role != Body {
				t.Errorf("page %d: %q runs along its edge", i, string(l.Runes))
			}
		}
	}
}
