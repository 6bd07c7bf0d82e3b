package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"lectern/backend/app"
	"lectern/backend/store"
)

// Of a document so many tables are written down again, each with so many rows and columns.
const (
	tablesEach  = 6
	rowsEach    = 8
	columnsEach = 4
)

// copied is a table of a document as an answer would have it: all of it is true, as far as it was read right.
func copied(t store.Table) (text string, ok bool) {
	columns := min(columnsEach, len(t.Columns))
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s):\n\n| %s |", cmp.Or(oneLine(t.Caption), "Figures"), cmp.Or(oneLine(t.Units.Written()), "as reported"), oneLine(t.Stub))
	for _, c := range t.Columns[:columns] {
		fmt.Fprintf(&b, " %s |", oneLine(strings.Join(c.Heads, " ")))
	}
	fmt.Fprintf(&b, "\n|%s\n", strings.Repeat("---|", columns+1))
	rows := 0
	for _, r := range t.Rows {
		cells := slices.DeleteFunc(slices.Clone(r.Cells), func(c store.Cell) bool { return c.Column < 0 || c.Column >= columns || c.Value == "" || !t.Sure(c) })
		if len(cells) == 0 || oneLine(r.Label) == "" || rows == rowsEach {
			continue
		}
		rows++
		fmt.Fprintf(&b, "| %s |", oneLine(r.Label))
		for k := range columns {
			at := slices.IndexFunc(cells, func(c store.Cell) bool { return c.Column == k })
			if at < 0 {
				b.WriteString(" |")
				continue
			}
			fmt.Fprintf(&b, " %s |", oneLine(cells[at].Text))
		}
		b.WriteString("\n")
	}
	const least = 3
	return b.String(), rows >= least && columns > 0
}

func oneLine(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "|", "/")), " ")
}

// copies checks tables of the documents as if they were an answer's, and prints what becomes of their cells. Of documents
// that are kept apart it shows nothing more.
func copies(ctx context.Context, w io.Writer, core *app.Core, all []Sentence, ids map[string]string) error {
	parts := map[string]string{}
	for _, s := range all {
		parts[s.Doc] = s.Part
	}
	count := map[string]map[string]int{}
	for _, doc := range slices.Sorted(maps.Keys(parts)) {
		info, err := core.Workspace.Documents.Get(ids[doc])
		if err != nil {
			continue
		}
		tables := 0
		for page := 1; page <= info.Pages && tables < tablesEach; page += 7 {
			of, err := core.Workspace.Tables.Of(ids[doc], page)
			if err != nil {
				return err
			}
			for _, t := range of[:min(1, len(of))] {
				text, ok := copied(t)
				if !ok {
					continue
				}
				tables++
				checked, err := core.Check(ctx, app.CheckRequest{Text: text, Documents: []string{ids[doc]}})
				if err != nil {
					return err
				}
				part := parts[doc]
				if count[part] == nil {
					count[part] = map[string]int{}
				}
				for _, c := range checked.Sentences {
					count[part][c.Verdict]++
					if part == "dev" && (c.Verdict == store.Contradicted || c.Verdict == store.InDoubt) {
						fmt.Fprintf(w, "%s p. %d %s: %s\n        %s\n", doc, page, c.Verdict, c.Text, c.Why)
					}
				}
			}
		}
	}
	for _, part := range slices.Sorted(maps.Keys(count)) {
		fmt.Fprintf(w, "%s: %v\n", part, count[part])
	}
	return nil
}
