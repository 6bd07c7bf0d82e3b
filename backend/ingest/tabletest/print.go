package tabletest

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// Sum adds the results that are wanted.
func Sum(results []Result, want func(Page) bool) (s Score) {
	for _, r := range results {
		if want(r.Page) {
			s.Add(r.Score)
		}
	}
	return s
}

// Print writes the score as three tables: by half, by kind, and by confidence.
func Print(w io.Writer, results []Result) error {
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	halves := []Score{
		Sum(results, func(p Page) bool { return p.Half() == Tune }),
		Sum(results, func(p Page) bool { return p.Half() == Kept }),
		Sum(results, func(Page) bool { return true }),
	}
	fmt.Fprintf(t, "tables on %d pages\t%s\t%s\tall\tof all\n", halves[2].Pages, Tune, Kept)
	for _, m := range measures {
		fmt.Fprint(t, m.name)
		for _, s := range halves {
			fmt.Fprintf(t, "\t%s", of(m.of(s)))
		}
		fmt.Fprintf(t, "\t%s\n", percent(m.of(halves[2])))
	}
	for _, m := range []struct {
		name string
		of   func(Score) int
	}{
		{"tables found where none is", func(s Score) int { return s.False }},
		{"figures wrong, and not marked", func(s Score) int { return s.Values.Told }},
		{"figures wrong, but marked as unsure", func(s Score) int { return s.Values.Doubted }},
		{"figures missed", func(s Score) int { return s.Values.Missed }},
	} {
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\n", m.name, m.of(halves[0]), m.of(halves[1]), m.of(halves[2]))
	}
	byKind(t, results)
	fmt.Fprintln(t, "\nconfidence\tfigures\tright, and their row and heads")
	for i, c := range halves[2].Trust {
		if c.All > 0 {
			fmt.Fprintf(t, "%.1f to %.1f\t%d\t%s\n", float64(i)/10, float64(i+1)/10, c.All, percent(c))
		}
	}
	return t.Flush()
}

var measures = []struct {
	name string
	of   func(Score) Count
}{
	{"tables found", func(s Score) Count { return s.Tables }},
	{"rows right", func(s Score) Count { return s.Rows }},
	{"columns with all their heads", func(s Score) Count { return s.Heads }},
	{"tables with all their heads", func(s Score) Count { return s.Headed }},
	{"tables wholly right", func(s Score) Count { return s.Whole }},
	{"figures right", func(s Score) Count { return s.Values.count() }},
	{"tables with the right units", func(s Score) Count { return s.Units }},
	{"sums", func(s Score) Count { return s.Sums }},
	{"rows under the right headings", func(s Score) Count { return s.Parents }},
	{"marks of footnotes", func(s Score) Count { return s.Notes }},
	{"captions", func(s Score) Count { return s.Captions }},
	{"heads over the labels", func(s Score) Count { return s.Stubs }},
	{"cells where they were drawn", func(s Score) Count { return s.Boxes }},
	{"figures stood by: right, with row and heads", func(s Score) Count { return s.Said }},
}

func (v Values) count() Count { return Count{v.Right, v.All()} }

func byKind(w io.Writer, results []Result) {
	fmt.Fprintln(w, "\nkind\tpages\ttables\tfalse\trows\theads\tfigures\twrong\tmarked\tmissed\tunits")
	var kinds []string
	for _, r := range results {
		if !slices.Contains(kinds, r.Page.Kind) {
			kinds = append(kinds, r.Page.Kind)
		}
	}
	slices.Sort(kinds)
	for _, kind := range kinds {
		s := Sum(results, func(p Page) bool { return p.Kind == kind })
		v := s.Values
		fmt.Fprintf(w, "%s\t%d\t%s\t%d\t%s\t%s\t%s\t%d\t%d\t%d\t%s\n", kind, s.Pages, of(s.Tables), s.False, of(s.Rows), of(s.Heads), of(v.count()), v.Told, v.Doubted, v.Missed, of(s.Units))
	}
}

func of(c Count) string {
	if c.All == 0 {
		return "–"
	}
	return fmt.Sprintf("%d/%d", c.Right, c.All)
}

func percent(c Count) string {
	if c.All == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*c.Share())
}
