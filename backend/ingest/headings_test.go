package ingest

import (
	"strings"
	"testing"

	"lectern/backend/ingest/layout"
	"lectern/backend/ingest/pdf"
)

// A heading needn't have capitals: its size tells, or the outline.
func TestHeadingsAreToldByTheirSizeAndTheOutline(t *testing.T) {
	sized := func(size float64, from float64, lines ...string) (p pdf.Page) {
		y := from
		for _, line := range lines {
			for i, r := range line {
				g := pdf.Glyph{R: r}
				if r != ' ' {
					g.Box = pdf.Box{X0: 72 + 4*float64(i), Y0: y, X1: 76 + 4*float64(i), Y1: y + size}
				}
				p.Glyphs = append(p.Glyphs, g)
			}
			p.Glyphs = append(p.Glyphs, pdf.Glyph{R: '\n'})
			y += 2 * size
		}
		return p
	}
	page := pdf.Page{Width: 612, Height: 792}
	for _, part := range []pdf.Page{
		sized(16, 60, "what the ferries carried"), sized(10, 120, prose[:90], prose[90:]), sized(10, 200, "on the harbour"), sized(10, 240, prose[:90], prose[90:]),
	} {
		page.Glyphs = append(page.Glyphs, part.Glyphs...)
	}
	c, err := compose(t.Context(), []read{{page: layout.Read(page)}}, &Info{Outline: []pdf.Heading{{Title: "on the harbour", Page: 1, Level: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	if c.Pages[0].Heading != "what the ferries carried | on the harbour" {
		t.Errorf("%q", c.Pages[0].Heading)
	}
	heads := headings{}
	heads.typographic(layout.Read(sized(16, 60, strings.Split(strings.Repeat("every line is as large|", 20), "|")[:20]...)))
	if len(heads) != 0 {
		t.Errorf("lines of one size are headings: %v", heads)
	}
}
