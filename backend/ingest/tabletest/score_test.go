package tabletest

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"testing"

	"lectern/backend/store"
)

// perfect is what a reader finds that makes no mistake.
func perfect(c Case) (out []store.Table) {
	for i, p := range c.Pages {
		for _, t := range p.Tables {
			out = append(out, found(t, p, i+1))
		}
	}
	return out
}

func found(t Table, p Page, number int) store.Table {
	box := func(b Box) store.Box {
		share := func(v, of float64) uint16 { return uint16(v/of*65535 + .5) }
		return store.Box{X0: share(b.X0, p.Width), Y0: share(b.Y0, p.Height), X1: share(b.X1, p.Width), Y1: share(b.Y1, p.Height)}
	}
	out := store.Table{Page: number, Box: box(t.Box), Caption: t.Caption, Stub: t.Stub, Continues: t.Continues, Confidence: .93}
	for _, c := range t.Columns {
		out.Columns = append(out.Columns, store.Column{Heads: slices.Clone(c.Heads)})
	}
	for _, r := range t.Rows {
		row := store.Row{Label: r.Label, Parents: r.Parents, Notes: r.Notes, Total: r.Total}
		for _, c := range r.Cells {
			if c.Spread {
				continue
			}
			u := c.Units
			row.Cells = append(row.Cells, store.Cell{Column: c.Column, Span: c.Span, Text: c.Text, Value: c.Value, None: c.None, Notes: c.Notes, Box: box(c.Box),
				Units: store.Units{Currency: u.Currency, Exponent: u.Scale, Percent: u.Percent}})
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

var once = sync.OnceValues(Cases)

func cases(t *testing.T) []Case {
	t.Helper()
	out, err := once()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func score(results []Result) Score { return Sum(results, func(Page) bool { return true }) }

func TestAPerfectReadingScoresEverything(t *testing.T) {
	var all []Result
	for _, c := range cases(t) {
		all = append(all, Compare(c, perfect(c))...)
	}
	for _, r := range all {
		for _, f := range r.Faults {
			t.Errorf("%s: %s", r.Page.Name, f)
		}
	}
	s := score(all)
	for _, m := range measures {
		if c := m.of(s); c.Right != c.All || c.All == 0 {
			t.Errorf("%s: %d of %d", m.name, c.Right, c.All)
		}
	}
	if s.False+s.Values.Told+s.Values.Doubted+s.Values.Missed > 0 || s.Trust[9] != s.Said {
		t.Errorf("%+v", s)
	}
}

func TestNothingFoundScoresNothing(t *testing.T) {
	c := cases(t)[0]
	s := score(Compare(c, nil))
	if s.Tables.Right+s.Rows.Right+s.Heads.Right+s.Units.Right+s.Values.Right > 0 || s.Tables.All < 10 || s.Rows.All < 60 || s.Heads.All < 40 || s.Values.Missed < 200 || s.Units.All < 10 {
		t.Errorf("%+v", s)
	}
}

// TestFaultsAreCounted plants faults in a perfect reading of a table of five rows and four columns, "segments".
func TestFaultsAreCounted(t *testing.T) {
	c := cases(t)[0]
	at := slices.IndexFunc(c.Pages, func(p Page) bool { return strings.HasSuffix(p.Name, "/segments") })
	page := c.Pages[at]
	page.Tables = page.Tables[:1]
	type counts struct {
		tables, none, rows, heads, right, told, doubted, missed, units, boxes, said int
	}
	for name, test := range map[string]struct {
		plant func(t *store.Table)
		want  counts
	}{
		"nothing":                       {func(*store.Table) {}, counts{1, 0, 5, 4, 20, 0, 0, 0, 1, 20, 20}},
		"a label of another row":        {func(t *store.Table) { t.Rows[0].Label = "Marine" }, counts{1, 0, 4, 4, 20, 0, 0, 0, 1, 20, 16}},
		"a head of another column":      {func(t *store.Table) { t.Columns[1].Heads = t.Columns[0].Heads }, counts{1, 0, 5, 3, 20, 0, 0, 0, 1, 20, 15}},
		"a figure misread":              {func(t *store.Table) { t.Rows[0].Cells[0].Value = "3124" }, counts{1, 0, 5, 4, 19, 1, 0, 0, 1, 20, 19}},
		"a figure misread, and doubted": {func(t *store.Table) { t.Rows[0].Cells[0].Value, t.Rows[0].Cells[0].Confidence = "3124", .3 }, counts{1, 0, 5, 4, 19, 0, 1, 0, 1, 20, 19}},
		"two figures exchanged": {func(t *store.Table) {
			a, b := &t.Rows[0].Cells[0], &t.Rows[0].Cells[1]
			a.Column, b.Column = 1, 0
		}, counts{1, 0, 4, 4, 18, 2, 0, 0, 1, 20, 18}},
		"a figure left out": {func(t *store.Table) { t.Rows[0].Cells = t.Rows[0].Cells[1:] }, counts{1, 0, 4, 4, 19, 0, 0, 1, 1, 19, 19}},
		"a figure in the row above": {func(t *store.Table) {
			t.Rows[0].Cells = append(t.Rows[0].Cells, t.Rows[1].Cells[3])
			t.Rows[1].Cells = t.Rows[1].Cells[:3]
		}, counts{1, 0, 3, 4, 19, 1, 0, 0, 1, 20, 19}},
		"a figure too many": {func(t *store.Table) {
			stray := t.Rows[0].Cells[3]
			stray.Box.X0, stray.Box.X1 = stray.Box.X1+2000, stray.Box.X1+4000
			t.Rows[0].Cells = append(t.Rows[0].Cells, stray)
		}, counts{1, 0, 4, 4, 20, 1, 0, 0, 1, 20, 20}},
		"another scale":       {func(t *store.Table) { t.Rows[2].Cells[1].Units.Exponent = 3 }, counts{1, 0, 5, 4, 20, 0, 0, 0, 0, 20, 20}},
		"a rectangle too far": {func(t *store.Table) { t.Rows[2].Cells[1].Box.X0 -= 900 }, counts{1, 0, 5, 4, 20, 0, 0, 0, 1, 19, 20}},
		"a column too many":   {func(t *store.Table) { t.Columns = append(t.Columns, store.Column{}) }, counts{1, 0, 5, 4, 20, 0, 0, 0, 1, 20, 20}},
		"another place": {func(t *store.Table) {
			t.Box = store.Box{X0: 1, Y0: 60000, X1: 9000, Y1: 65000}
			for i := range t.Rows {
				for k := range t.Rows[i].Cells {
					t.Rows[i].Cells[k].Box = t.Box
				}
			}
		}, counts{none: 1, missed: 20}},
	} {
		reading := found(page.Tables[0], page, 1)
		test.plant(&reading)
		s := score(Compare(Case{Pages: []Page{page}}, []store.Table{reading}))
		got := counts{s.Tables.Right, s.False, s.Rows.Right, s.Heads.Right, s.Values.Right, s.Values.Told, s.Values.Doubted, s.Values.Missed, s.Units.Right, s.Boxes.Right, s.Said.Right}
		if got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
		if name == "a column too many" && s.Heads.All != 5 {
			t.Errorf("%s: of %d heads", name, s.Heads.All)
		}
	}
}

func TestTheSameDocumentsComeEveryTime(t *testing.T) {
	a := cases(t)
	b, err := Cases()
	if err != nil || len(a) != len(b) {
		t.Fatal(len(a), len(b), err)
	}
	for i := range a {
		if !bytes.Equal(a[i].PDF, b[i].PDF) {
			t.Errorf("%s differs", a[i].Name)
		}
	}
}

func TestTheHalvesAreAlikeAndTheSetIsLargeEnough(t *testing.T) {
	tables, none := map[string]int{}, 0
	names := map[string]bool{}
	for _, c := range cases(t) {
		for _, p := range c.Pages {
			if names[p.Name] {
				t.Errorf("two pages are called %s", p.Name)
			}
			names[p.Name] = true
			tables[p.Half()] += len(p.Tables)
			if len(p.Tables) == 0 {
				none++
			}
		}
	}
	if tables[Tune] < 35 || tables[Kept] < 35 || none < 12 {
		t.Errorf("%v tables, %d pages without", tables, none)
	}
}

func TestFiguresAreWrittenAsInTheirCountry(t *testing.T) {
	for want, f := range map[string]figures{
		"(1,234,567.8)":          english,
		"(12,34,567.8)":          indian,
		"-1.234.567,8":           german,
		"-1'234'567.8":           helvetic,
		"-1\u00a0234\u00a0567,8": french,
		"△1,234,567.8":           japanese,
		"-1234567.8":             plain,
	} {
		if got := f.write("-1234567.8", ""); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
