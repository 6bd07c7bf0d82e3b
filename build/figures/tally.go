package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"lectern/backend/proof/figures"
)

// count is what became of the statements of a kind.
type count struct {
	all, flagged, named, offered int
	passed                       map[string]int // by status
	called                       map[string]int // by the kind that the audit gives
}

type tally struct {
	options
	by    map[string]*count
	shown map[string]int
}

func newTally(o options) *tally {
	return &tally{o, map[string]*count{}, map[string]int{}}
}

// add counts a statement. A true one is flagged if any of its figures is, a wrong one if the planted figure is.
func (t *tally) add(s statement, findings []figures.Finding) {
	c := t.by[s.kind]
	if c == nil {
		c = &count{passed: map[string]int{}, called: map[string]int{}}
		t.by[s.kind] = c
	}
	c.all++
	right := strings.HasPrefix(s.kind, "true")
	var hit *figures.Finding
	for i := range findings {
		f := &findings[i]
		if right && figures.Accused(*f) || !right && f.Start < s.end && f.End > s.start || right && hit == nil && f.Start < s.end && f.End > s.start {
			hit = f
		}
	}
	switch {
	case hit == nil:
		c.passed["not read"]++
	case figures.Accused(*hit):
		c.flagged++
		c.called[hit.Kind]++
		if strings.Contains(s.wants, hit.Kind) {
			c.named++
		}
		for _, o := range hit.Candidates {
			if s.shown != "" && digits(o.Text) != "" && (strings.HasPrefix(digits(o.Text), digits(s.shown)) || strings.HasPrefix(digits(s.shown), digits(o.Text))) {
				c.offered++
				break
			}
		}
	default:
		c.passed[hit.Verdict]++
	}
	wrong := right == (hit != nil && figures.Accused(*hit)) || right && hit == nil
	show := func(what string) bool { return strings.Contains("|"+t.show+"|", "|"+what+"|") }
	if !show(s.kind) && !show("all") && !show(s.kind+"!") {
		return
	}
	if show(s.kind + "!") {
		wrong = hit != nil && figures.Accused(*hit) && !strings.Contains(s.wants, hit.Kind)
	}
	if wrong && t.shown[s.kind] < t.options.shown {
		t.shown[s.kind]++
		fmt.Printf("\n[%s] %s p. %d, %q %q\n  %s\n", s.kind, s.fact.doc.Name, s.fact.page, s.question, s.row, s.text)
		for _, f := range findings {
			head := ""
			if f.Cell != nil {
				head = f.Cell.RowLabel + " / " + f.Cell.Head + " / " + f.Cell.Text
			}
			fmt.Printf("  %s = %s %s: %s %s %q %v %s; %s\n", f.Text, f.Value, f.Period, f.Verdict, f.Kind, f.Why, f.Notes, head, f.Quote)
		}
	}
}

func digits(s string) string {
	s, _, _ = strings.Cut(s, " (in")
	return strings.Trim(strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s), "0")
}

func (t *tally) print(w io.Writer) {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "kind\tstatements\tflagged\ttype named right\ttrue figure offered\tpassed as\tcalled")
	planted, caught := 0, 0
	for _, o := range order {
		c := t.by[o.kind]
		if c == nil {
			continue
		}
		share := func(n int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(c.all)) }
		if strings.HasPrefix(o.kind, "true") {
			fmt.Fprintf(out, "%s\t%d\t%s\t\t\t%s\t%s\n", o.kind, c.all, share(c.flagged), counts(c.passed), counts(c.called))
			continue
		}
		if o.kind != noteReworded {
			planted, caught = planted+c.all, caught+c.flagged
		}
		fmt.Fprintf(out, "%s\t%d\t%s\t%s\t%s\t%s\t%s\n", o.kind, c.all, share(c.flagged), share(c.named), share(c.offered), counts(c.passed), counts(c.called))
	}
	fmt.Fprintf(out, "all planted but %s\t%d\t%.1f %%\n", noteReworded, planted, 100*float64(caught)/float64(max(1, planted)))
	out.Flush()
}

func counts(by map[string]int) string {
	var parts []string
	for _, k := range []string{"quoted", "computed", "question", "not read", "year", "period", "scale", "digits", "sign", "rounding", "row", "currency", "percent", "missing"} {
		if by[k] > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", k, by[k]))
		}
	}
	return strings.Join(parts, ", ")
}
