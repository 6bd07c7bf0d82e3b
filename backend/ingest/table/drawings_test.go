package table

import (
	"testing"

	"lectern/backend/ingest/layout"
	"lectern/backend/ingest/pdf"
)

const sales = `
Region          2021      2022      2023
North          1,204     1,377     1,490
South            820       911       968
East             377       402       455
West             290       310       333
`

// at is a shape so many points from the upper left corner of a page that typeset made.
func at(x0, y0, x1, y1 float64, kind pdf.ShapeKind) layout.Shape {
	share := func(p, whole float64) uint16 { return uint16(p / whole * layout.Whole) }
	return layout.Shape{Box: layout.Box{X0: share(x0, 612), Y0: share(y0, 792), X1: share(x1, 612), Y1: share(y1, 792)}, Kind: kind}
}

func TestWhatStandsInAChartIsNoTable(t *testing.T) {
	bars := func(gap float64) (out []layout.Shape) {
		for i, high := range []float64{50, 34, 22, 41, 12, 28, 47, 17} {
			x := 40 + float64(i)*24
			out = append(out, at(x, 100-high, x+24-gap, 100, pdf.Block))
		}
		return out
	}
	lying := func() (out []layout.Shape) {
		for i, long := range []float64{44, 34, 22, 10} {
			y := 53 + float64(i)*12
			out = append(out, at(58, y, 58+long, y+8, pdf.Block))
		}
		return out
	}
	marks := func() (out []layout.Shape) { // one in each row, as arrows in cells are
		for i := range 4 {
			out = append(out, at(220, 54+float64(i)*12, 227, 61+float64(i)*12, pdf.Slope))
		}
		return out
	}
	for name, c := range map[string]struct {
		shapes []layout.Shape
		tables int
	}{
		"nothing drawn":                {nil, 1},
		"a curve":                      {[]layout.Shape{at(40, 45, 230, 95, pdf.Slope)}, 0},
		"bars":                         {bars(6), 0},
		"bars on a panel":              {append(bars(6), at(30, 40, 240, 110, pdf.Block)), 0},
		"bars that lie":                {lying(), 0},
		"a drawing of small lines":     {[]layout.Shape{at(40, 45, 52, 53, pdf.Slope), at(55, 50, 70, 60, pdf.Slope), at(75, 62, 90, 70, pdf.Slope), at(96, 55, 110, 66, pdf.Slope), at(118, 71, 130, 80, pdf.Slope), at(139, 83, 150, 91, pdf.Slope), at(160, 88, 172, 99, pdf.Slope), at(180, 76, 190, 86, pdf.Slope)}, 0},
		"shaded cells that touch":      {bars(0), 1},
		"marks in cells":               {marks(), 1},
		"a curve behind the page":      {[]layout.Shape{at(0, 0, 612, 500, pdf.Slope)}, 1},
		"a chart elsewhere":            {[]layout.Shape{at(40, 400, 230, 500, pdf.Slope)}, 1},
		"a picture":                    {[]layout.Shape{at(30, 40, 240, 110, pdf.Image)}, 1},
		"one shaded row of each width": {[]layout.Shape{at(30, 52, 240, 62, pdf.Block), at(30, 76, 240, 86, pdf.Block)}, 1},
	} {
		p := typeset(sales)
		if name == "bars that lie" {
			p = typeset("Region         Sales\nNorth          1,204\nSouth            820\nEast             377\nWest             290")
		}
		if len(find(p)) != 1 {
			t.Fatalf("%s: no table without what is drawn", name)
		}
		p.Shapes = c.shapes
		if found := find(p); len(found) != c.tables {
			t.Errorf("%s: %d tables", name, len(found))
		}
	}
}

func TestLargeFiguresOfAPosterAreNoTable(t *testing.T) {
	p := typeset(sales)
	if len(find(p)) != 1 {
		t.Fatal("it is one in type of one size")
	}
	for i := range p.Lines {
		l := &p.Lines[i]
		for k, r := range l.Runes {
			if r >= '0' && r <= '9' || r == ',' {
				b := &l.Boxes[k]
				b.Y0 -= (b.Y1 - b.Y0) * 9 / 10
				l.Y0 = min(l.Y0, b.Y0)
			}
		}
	}
	if found := find(p); len(found) != 0 {
		t.Errorf("%+v", found)
	}
}

func TestEquationsAndNumberedContentsAreNoTables(t *testing.T) {
	for name, text := range map[string]string{
		"equations": `
x  =        40          15
y  =        25          12
z  =        36          14
w  =        12          11
`,
		"contents": `
1.   Aims ............................................. 1
2.   Means ............................................ 4
3.   Ways ............................................. 9
4.   Ends ............................................ 12
5.   Notes ........................................... 15
`,
	} {
		if found := find(typeset(text)); len(found) != 0 {
			t.Errorf("%s: %+v", name, found)
		}
	}
	found := find(typeset(`
Model          Folder of it              Bytes
small          ../lib/small              1,377
medium         ../lib/medium             2,911
large          ../lib/large              4,402
`))
	if len(found) != 1 || len(found[0].Rows) != 3 || found[0].Rows[0].Cells[0].Text != "../lib/small" {
		t.Errorf("folders: %+v", found)
	}
}
