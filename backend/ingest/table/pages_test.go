package table

import (
	options "flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/ingest/layout"
	"lectern/backend/ingest/pdf"
	"lectern/backend/store"
)

var update = options.Bool("update", false, "write what is found on the pages of testdata")

// TestPages reads the pages of testdata/pages. A file says which rule needs it, then has the page as it is typeset, and
// what is found there; lines of three equals signs stand between them.
func TestPages(t *testing.T) {
	files, err := filepath.Glob("testdata/pages/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.SplitN(string(raw), "\n===\n", 3)
		if len(parts) < 2 {
			t.Fatalf("%s: no page", file)
		}
		got := printedTables(findAll(parts[1]))
		if *update {
			if err := os.WriteFile(file, []byte(parts[0]+"\n===\n"+parts[1]+"\n===\n"+got), 0o600); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if len(parts) < 3 || got != parts[2] {
			t.Errorf("%s\n%s\nfound\n%s", file, parts[0], got)
		}
	}
}

// findAll reads the pages of a document, between which a line of tildes stands.
func findAll(text string) (found []store.Table) {
	var pages []layout.Page
	for page := range strings.SplitSeq(text, "\n~~~\n") {
		pages = append(pages, drawnPage(page))
	}
	f := NewFinder(pages)
	for i, p := range pages {
		found = append(found, f.Find(p, i+1)...)
	}
	return found
}

// drawnPage sets lines of text as typeset does, and draws: ─ a line between two lines of text, │ one through a line of
// text, ┼ where they cross. Raised digits are small, and a line with ▲ stands half a line higher.
func drawnPage(text string) layout.Page {
	const wide, high, leading, thin = 5.0, 9.0, 12.0, 4.0
	p := pdf.Page{Width: 612, Height: 792}
	top := 40.0
	for l := range strings.SplitSeq(text, "\n") {
		step := leading
		if strings.ContainsAny(l, "─") {
			step = thin
		}
		if strings.Contains(l, "▲") {
			top -= .5 * leading
		}
		x := 30.0
		for _, r := range l {
			switch {
			case strings.ContainsRune("─┼", r):
				p.Rules = append(p.Rules, pdf.Rule{X0: x, Y0: top + step/2 - 1, X1: x + wide, Y1: top + step/2 - 1})
			case strings.ContainsRune("¹²³⁴", r):
				small := pdf.Box{X0: x, Y0: top - 1, X1: x + .6*wide, Y1: top + .6*high - 1}
				p.Glyphs = append(p.Glyphs, pdf.Glyph{R: '1' + rune(strings.Index("¹²³⁴", string(r))/2), Box: small})
			case r == ' ':
				p.Glyphs = append(p.Glyphs, pdf.Glyph{R: ' '})
			case r != '│' && r != '▲':
				p.Glyphs = append(p.Glyphs, pdf.Glyph{R: r, Box: pdf.Box{X0: x, Y0: top, X1: x + wide, Y1: top + high}})
			}
			if strings.ContainsRune("│┼", r) {
				p.Rules = append(p.Rules, pdf.Rule{X0: x + wide/2, Y0: top - 1, X1: x + wide/2, Y1: top + step - 1})
			}
			x += wide
		}
		p.Glyphs = append(p.Glyphs, pdf.Glyph{R: '\n'})
		top += step
	}
	return layout.Read(p)
}

// printedTables is what was found, to be compared.
func printedTables(all []store.Table) string {
	var b strings.Builder
	for _, t := range all {
		fmt.Fprintf(&b, "table %q, counted in %q, sure %v, continues %v\n", t.Caption, t.Units.Text, t.Confidence >= store.Sure, t.Continues)
		heads := []string{t.Stub}
		for _, c := range t.Columns {
			heads = append(heads, strings.Join(c.Heads, " › "))
		}
		fmt.Fprintf(&b, "  %s\n", strings.Join(heads, " | "))
		for _, r := range t.Rows {
			cells := make([]string, len(t.Columns)+1)
			cells[0] = strings.Join(append(append([]string{}, r.Parents...), r.Label), " › ") + strings.Join(r.Notes, "")
			if r.Total {
				cells[0] = "Σ " + cells[0]
			}
			for _, c := range r.Cells {
				cells[c.Column+1] += c.Text
				if c.Value != "" && c.Value != c.Text {
					cells[c.Column+1] += " = " + c.Value
				}
				if c.Units.Currency != "" {
					cells[c.Column+1] += " " + c.Units.Currency
				}
				cells[c.Column+1] += strings.Join(c.Notes, "")
			}
			fmt.Fprintf(&b, "  %s\n", strings.Join(cells, " | "))
		}
	}
	if len(all) == 0 {
		return "no table\n"
	}
	return b.String()
}
