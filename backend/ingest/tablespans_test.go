package ingest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lectern/backend/ingest/pdf"
	"lectern/backend/racetest"
	"lectern/backend/store"
)

// composed are the documents of the regression set as they are stored.
func composed(t testing.TB) map[string]*store.Content {
	t.Helper()
	sandbox, err := pdf.NewSandbox(filepath.Join(os.TempDir(), "lectern-test-pdfium"))
	if err != nil {
		t.Fatal(err)
	}
	defer sandbox.Close()
	out := map[string]*store.Content{}
	for _, c := range tableCases(t) {
		pages, err := pagesOf(sandbox, c.PDF)
		if err != nil {
			t.Fatal(err)
		}
		if out[c.Name], err = compose(t.Context(), pages, nil); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func TestTablesArePassagesOfWholeRows(t *testing.T) {
	racetest.Skip(t)
	const seated = .75 // of the tables: the text of others isn't one run of its page's, as that of two beside each other
	all, some, divided := 0, 0, 0
	for name, c := range composed(t) {
		type key struct{ page, table int }
		next := map[key]int{}
		for i, p := range c.Passages {
			if p.Table == 0 {
				continue
			}
			k := key{p.Page, p.Table}
			if p.Rows.Start != next[k] || p.Rows.End <= p.Rows.Start {
				t.Errorf("%s, passage %d: rows %v after %d", name, i, p.Rows, next[k])
			}
			if next[k] > 0 {
				divided++
			}
			next[k] = p.Rows.End
		}
		on := map[int]int{}
		for _, table := range c.Tables {
			on[table.Page]++
			all++
			rows, there := next[key{table.Page, on[table.Page]}]
			if there != (table.Span.End > 0) || there && rows != len(table.Rows) {
				t.Errorf("%s, page %d, table %d: %d of %d rows in passages, at %v", name, table.Page, on[table.Page], rows, len(table.Rows), table.Span)
			}
			if there {
				some++
			}
		}
	}
	if float64(some) < seated*float64(all) || divided == 0 {
		t.Errorf("%d of %d tables are passages, %d parts of long ones", some, all, divided)
	}
}

func TestARowIsASentenceWhateverLinesItTakes(t *testing.T) {
	racetest.Skip(t)
	for name, c := range composed(t) {
		on := map[int]int{}
		for _, table := range c.Tables {
			page := c.Pages[table.Page-1]
			on[table.Page]++
			if table.Span.End == 0 {
				continue
			}
			for _, row := range table.Rows {
				if len(row.Cells) == 0 || row.Label == "" {
					continue
				}
				last := row.Cells[len(row.Cells)-1].Text
				word := strings.Fields(row.Label)[0]
				if !slices.ContainsFunc(page.Sentences, func(s store.Span) bool {
					text := bareLetters(page.Text[s.Start:s.End])
					return strings.Contains(text, bareLetters(word)) && strings.Contains(text, bareLetters(last))
				}) {
					t.Errorf("%s, page %d: no sentence has both %q and %q", name, table.Page, word, last)
				}
			}
		}
	}
}

var blanks = regexp.MustCompile(`[\s\p{Zs}-]+`)

func bareLetters(s string) string { return blanks.ReplaceAllString(s, "") }

// pretoken is how the tokenizers of current models cut a text before they look for its parts (cl100k, Llama 3, Qwen):
// no part goes beyond these.
var pretoken = regexp.MustCompile(`[^\r\n\pL\pN]?\pL+|\pN{1,3}| ?[^\s\pL\pN]+[\r\n]*|\s*[\r\n]+|\s+`)

// tellTokens prints how many tokens tables take at least: as the page has them, as models are told them, as Markdown.
func tellTokens(b *testing.B) {
	tokens := func(s string) int { return len(pretoken.FindAllString(s, -1)) }
	page, told, markdown, tables := 0, 0, 0, 0
	for _, c := range composed(b) {
		for _, t := range c.Tables {
			if t.Span.End == 0 {
				continue
			}
			text := t.Text(0, len(t.Rows))
			page += tokens(c.Pages[t.Page-1].Text[t.Span.Start:t.Span.End])
			told += tokens(text)
			head, rows, _ := strings.Cut(text, "\n")
			for line := range strings.Lines(head + "\n" + strings.Repeat("|---", len(t.Columns)+1) + "|\n" + rows) {
				markdown += tokens("| " + strings.ReplaceAll(line, "|", " | "))
			}
			tables++
		}
	}
	fmt.Fprintf(os.Stderr, "\n%d tables, tokens at least: %d as told to models, %d as on the page, %d as Markdown\n", tables, told, page, markdown)
}
