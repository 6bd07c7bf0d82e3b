package analyst

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"lectern/backend/facts"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/text"
)

// candidates are what a model may take figures from: rows of tables, as R1, R2, …, and figures of sentences, as F1, F2, ….
type candidates struct {
	rows    []facts.TableRow
	figures []inSentence
}

// inSentence is a figure that a sentence tells.
type inSentence struct {
	passage  rag.Passage
	at       int // of the passages, from 1
	sentence int
	figure   text.Figure
}

// candidates finds them in the documents of passages.
func (w *Workflow) candidates(ctx context.Context, s State, ps []rag.Passage) (c candidates, err error) {
	var ids []string
	for i, p := range ps {
		if !slices.Contains(ids, p.Ref.Document) {
			ids = append(ids, p.Ref.Document)
		}
		if _, table, err := w.Workspace.Tables.Part(p.Ref); err != nil || table {
			continue // its rows are told
		}
		for k, sentence := range p.Sentences {
			if isRow(sentence) {
				continue
			}
			for _, f := range text.Figures(sentence, "") {
				if len(c.figures) < mostInSentences {
					c.figures = append(c.figures, inSentence{p, i + 1, k, f})
				}
			}
		}
	}
	if w.Facts == nil {
		return c, nil
	}
	question := s.Asks() + "\n" + strings.Join(s.Retrieval.Query.Keywords, ", ")
	c.rows, err = w.Facts.Rows(ctx, question, ids, rowsOfDocument)
	c.rows = c.rows[:min(len(c.rows), mostRows)]
	return c, err
}

// isRow tells whether a line is the row of a table that couldn't be read: of its figures nothing says what they are counted in.
func isRow(line string) bool {
	figures, plain, letters := text.Figures(line, ""), 0, 0
	for _, f := range figures {
		if f.Unit == "" && !f.Scaled {
			plain++
		}
	}
	for _, r := range line {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	const wordy = 40
	return plain > 1 && plain == len(figures) && letters < wordy
}

func (c candidates) rowLines() (out []string) {
	for i, r := range c.rows {
		var heads []string
		for _, x := range r.Cells {
			heads = append(heads, cmp.Or(x.Column, x.Period, strconv.Itoa(x.Place+1)))
		}
		label := strings.Join(append(slices.Clone(r.Parents), r.Label), " › ")
		out = append(out, rag.EscapePrompt(fmt.Sprintf("R%d: %s, p. %d · %s · %s · columns: %s", i+1, r.Doc, r.Page, short(r.Caption, entryChars), short(label, gapChars), strings.Join(heads, " | "))))
	}
	return out
}

func (c candidates) figureLines() (out []string) {
	for i, f := range c.figures {
		out = append(out, rag.EscapePrompt(fmt.Sprintf("F%d: %q in [%d] %q", i+1, f.figure.Text, f.at, short(f.passage.Sentences[f.sentence], gapChars))))
	}
	return out
}

// figure is what a model points at; nil, with the reason as the metric's gap, if that isn't there.
func (c candidates) figure(say messages.Messages, m *facts.Metric, r metricReply) *store.Figure {
	from := strings.ToUpper(strings.TrimSpace(r.From))
	if from == "" {
		m.Gap = say.Text("analyst.gap-no-place")
		return nil
	}
	n, err := strconv.Atoi(from[1:])
	switch {
	case err == nil && from[0] == 'R' && n >= 1 && n <= len(c.rows):
		return c.cellOf(say, m, c.rows[n-1], r)
	case err == nil && from[0] == 'F' && n >= 1 && n <= len(c.figures):
		return c.told(say, m, c.figures[n-1])
	}
	m.Gap = say.Text("analyst.gap-other-place", messages.Args{"place": short(r.From, entryChars)})
	return nil
}

// cellOf is the row's cell in the column that a model names, or of the period that it wants.
func (c candidates) cellOf(say messages.Messages, m *facts.Metric, row facts.TableRow, r metricReply) *store.Figure {
	fits := func(name string) []store.Operand {
		name = strings.ToLower(strings.Join(strings.Fields(name), " "))
		if name == "" {
			return nil
		}
		same := func(test func(head string) bool) (out []store.Operand) {
			for _, x := range row.Cells {
				if test(strings.ToLower(strings.Join(strings.Fields(x.Column), " "))) || test(strings.ToLower(x.Period)) {
					out = append(out, x)
				}
			}
			return out
		}
		if out := same(func(head string) bool { return head == name }); len(out) > 0 {
			return out
		}
		return same(func(head string) bool {
			return head != "" && (strings.Contains(head, name) || strings.Contains(name, head))
		})
	}
	found := fits(r.Column)
	if len(found) != 1 {
		if byPeriod := fits(r.Period); len(byPeriod) == 1 {
			found = byPeriod
		}
	}
	if len(found) != 1 && len(row.Cells) == 1 && r.Column == "" {
		found = row.Cells
	}
	if len(found) != 1 {
		m.Gap = say.Text("analyst.gap-no-column", messages.Args{"column": cmp.Or(short(r.Column, entryChars), m.Period), "row": row.Label})
		return nil
	}
	cell := found[0]
	if wanted, is := text.YearNames(m.Period), text.YearNames(cell.Period); len(wanted) > 0 && len(is) > 0 && !overlap(wanted, is) {
		m.Flag(say.Text("analyst.flag-column", messages.Args{"head": cell.Period, "period": m.Period}))
	}
	m.Period = cmp.Or(m.Period, cell.Period)
	m.Label = cmp.Or(m.Label, row.Label)
	return facts.OfCell(cell)
}

// told is the figure that a sentence tells.
func (c candidates) told(say messages.Messages, m *facts.Metric, f inSentence) *store.Figure {
	sentence := f.passage.Sentences[f.sentence]
	if wanted, is := text.YearNames(m.Period), text.YearNames(sentence); len(wanted) > 0 && len(is) > 0 && !overlap(wanted, is) {
		m.Flag(say.Text("analyst.flag-sentence-year", messages.Args{"years": strings.Join(is, say.Text("words.and")), "period": m.Period}))
	}
	out := facts.InSentence(f.passage.Text, f.sentence, f.figure)
	out.Label, out.Period = m.Label, m.Period
	out.Cells[0].Row, out.Cells[0].Period = short(sentence, gapChars), m.Period
	return out
}

func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(x string) bool { return slices.Contains(b, x) })
}
