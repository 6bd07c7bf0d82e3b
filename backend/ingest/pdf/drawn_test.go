package pdf

import (
	"fmt"
	"testing"

	"lectern/backend/ingest/pdftest"
)

func TestWhatIsDrawnIsToldApart(t *testing.T) {
	const round = "110 100 m 290 100 l 295.5 100 300 104.5 300 110 c 300 190 l 300 195.5 295.5 200 290 200 c 110 200 l 104.5 200 100 195.5 100 190 c 100 110 l 100 104.5 104.5 100 110 100 c f"
	form := func(box, content string) string {
		return pdftest.Stream("/Type/XObject/Subtype/Form/BBox["+box+"]", []byte(content))
	}
	for name, c := range map[string]struct {
		content string
		rules   int
		shapes  map[ShapeKind]int
	}{
		"a line":                   {"100 100 m 300 100 l S", 1, nil},
		"a slope":                  {"100 100 m 300 160 l S", 0, map[ShapeKind]int{Slope: 1}},
		"a box":                    {"100 100 200 100 re S", 4, nil},
		"a filled box":             {"0 0 1 rg 100 100 200 100 re f", 4, map[ShapeKind]int{Block: 1}},
		"a box with round corners": {round, 4, map[ShapeKind]int{Block: 1}},
		"a curve":                  {"100 100 m 150 300 200 0 250 150 c 260 180 280 190 300 120 c S", 0, map[ShapeKind]int{Slope: 1}},
		"steps":                    {"100 200 m 120 200 l 120 180 l 150 180 l 150 160 l 190 160 l 190 130 l 240 130 l 240 100 l S", 0, map[ShapeKind]int{Slope: 1}},
		"lines drawn at once":      {"100 100 m 300 100 l 100 140 m 300 140 l 100 180 m 300 180 l 100 100 m 100 180 l 300 100 m 300 180 l S", 5 + 4, nil},
		"shades drawn at once":     {"0 0 1 rg 100 100 200 20 re 100 140 200 20 re f", 4, map[ShapeKind]int{Block: 2}},
		"in a form":                {"/X Do", 1, map[ShapeKind]int{Slope: 1}},
		"in an icon":               {"/I Do", 0, nil},
	} {
		file := pdftest.Drawn{
			Sheets:  []pdftest.Sheet{{Content: c.content, Resources: "/XObject<</X {0}/I {1}>>"}},
			Objects: []string{form("0 0 400 400", "100 100 m 300 100 l S 100 100 m 300 160 l S"), form("0 0 20 20", "0 5 m 20 5 l S 2 2 16 16 re S")},
		}.Bytes()
		d := open(t, file)
		p, err := d.Page(0)
		if err != nil {
			t.Fatal(err)
		}
		got := map[ShapeKind]int{}
		for _, s := range p.Shapes {
			got[s.Kind]++
		}
		if len(p.Rules) != c.rules || len(got) != len(c.shapes) || fmt.Sprint(got) != fmt.Sprint(c.shapes) && len(got) > 0 {
			t.Errorf("%s: %d rules, shapes %v; %+v", name, len(p.Rules), got, p.Shapes)
		}
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
