package rag

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/proof"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
)

const (
	quotedAtMost = 5  // sentences in an answer without a model,
	quotedFrom   = .6 // none with less than this share of the best one's score
	columnsShown = 6  // of a table; those whose heads the question names come first
)

// Extract answers without a model: the sentences that fit a question best, in reading order and each with its citation,
// those of one page under its name; a row of a table as a small table. It is not an answer and doesn't pretend to be one.
// documents are those that were searched (nil: all); cited is how many citations the answer has already.
func (t Tools) Extract(ctx context.Context, question string, documents []string, ps []Passage, cited int) (text string, citations []store.Citation, err error) {
	e, ranked, err := t.ranked(ctx, question, documents, ps)
	if err != nil {
		return "", nil, err
	}
	e.cited = cited
	text, citations = e.quoted(quotable(ranked))
	return text, citations, nil
}

// ranked ranks the sentences of passages by how well they fit a question. A row that a measure is worked out from fits a
// question that names the measure, as in the search: statements seldom name it themselves.
func (t Tools) ranked(ctx context.Context, question string, documents []string, ps []Passage) (*extract, []Sentence, error) {
	asked := strings.Join(append([]string{question}, keyword.Parts(question)...), "\n")
	facts, err := t.Workspace.Passages.Facts(ctx, asked, documents)
	if err != nil {
		return nil, nil, err
	}
	e := &extract{question: question, say: messages.From(ctx), passages: ps, parts: map[int]store.TablePart{}}
	for i, p := range ps {
		part, ok, err := t.Workspace.Tables.Part(p.Ref)
		if err != nil {
			return nil, nil, err
		}
		if ok {
			e.parts[i] = part
		}
	}
	return e, SentenceDefaults().Sentences(asked, facts, ps, e.parts), nil
}

// quotable are the best of ranked sentences that are worth quoting.
func quotable(ranked []Sentence) []Sentence {
	n := 0
	for n < min(len(ranked), quotedAtMost) && (n == 0 || ranked[n].Score > 0 && ranked[n].Score >= quotedFrom*ranked[0].Score) {
		n++
	}
	return ranked[:n]
}

// extract is one on its way.
type extract struct {
	question  string
	say       messages.Messages
	passages  []Passage
	parts     map[int]store.TablePart // by the passages' index
	chosen    []Sentence
	text      strings.Builder
	citations []store.Citation
	cited     int // citations before these
}

type pageOf struct {
	document string
	page     int
}

func (e *extract) page(i int) pageOf {
	p := e.passages[e.chosen[i].Passage]
	return pageOf{p.Ref.Document, p.Page}
}

// quoted sets sentences, best first, in reading order, the document with the best one first.
func (e *extract) quoted(best []Sentence) (string, []store.Citation) {
	e.chosen = slices.Clone(best)
	rank := map[string]int{}
	for i := range e.chosen {
		if id := e.page(i).document; rank[id] == 0 {
			rank[id] = len(rank) + 1
		}
	}
	slices.SortStableFunc(e.chosen, func(a, b Sentence) int {
		p, q := e.passages[a.Passage].Ref, e.passages[b.Passage].Ref
		if a.Row >= 0 && b.Row >= 0 {
			return cmp.Or(rank[p.Document]-rank[q.Document], p.Passage-q.Passage, a.Row-b.Row)
		}
		return cmp.Or(rank[p.Document]-rank[q.Document], p.Passage-q.Passage, a.At-b.At)
	})
	for from := 0; from < len(e.chosen); {
		to := from + 1
		for to < len(e.chosen) && e.page(to) == e.page(from) {
			to++
		}
		e.write(e.chosen[from:to])
		from = to
	}
	return strings.TrimSpace(e.text.String()), e.citations
}

// write writes the sentences of one page.
func (e *extract) write(of []Sentence) {
	p := e.passages[of[0].Passage]
	e.text.WriteString("**" + e.say.Text("doubts.page", messages.Args{"document": Escape(p.Name), "label": Escape(p.Label)}) + "**\n\n")
	for i := 0; i < len(of); {
		n := 1
		for i+n < len(of) && of[i+n].Passage == of[i].Passage && (of[i+n].Row < 0) == (of[i].Row < 0) {
			n++
		}
		if of[i].Row < 0 {
			e.quote(of[i : i+n])
		} else {
			e.table(of[i : i+n])
		}
		i += n
	}
}

// quote writes sentences of one passage.
func (e *extract) quote(of []Sentence) {
	for i, s := range of {
		if i > 0 {
			between := ">\n"
			if s.At != of[i-1].At+1 {
				between = ">\n> …\n>\n"
			}
			e.text.WriteString(between)
		}
		fmt.Fprintf(&e.text, "> %s [%d]\n", Escape(oneLine(s.Text)), e.cite(s))
	}
	e.text.WriteString("\n")
}

// table writes rows of one table under their heads, and the headings that they stand under before their labels.
func (e *extract) table(of []Sentence) {
	t := e.parts[of[0].Passage]
	columns := e.columns(t.Table, of)
	if caption := oneLine(t.Caption); caption != "" {
		fmt.Fprintf(&e.text, "%s\n\n", Escape(caption))
	}
	stub := t.Stub
	if u := t.Units.String(); u != "" && !strings.Contains(strings.ToLower(stub), strings.ToLower(t.Units.Text)) {
		stub = strings.TrimSpace(stub + " (" + u + ")")
	}
	cells := []string{stub}
	for _, c := range columns {
		cells = append(cells, t.Columns[c].Head())
	}
	e.line(cells)
	fmt.Fprintf(&e.text, "|%s\n", strings.Repeat(" --- |", len(cells)))
	for _, s := range of {
		row := t.Rows[s.Row]
		label := row.Label
		if parent := row.Parent(); parent != "" {
			label = parent + " › " + label
		}
		cells = []string{label}
		for _, c := range columns {
			text := ""
			for _, cell := range row.Cells {
				if cell.Column == c {
					text = strings.TrimSpace(text + " " + cell.Text)
				}
			}
			cells = append(cells, text)
		}
		e.line(cells, fmt.Sprintf(" [%d]", e.cite(s)))
	}
	e.text.WriteString("\n")
}

// line writes a row in Markdown; the mark goes behind its label.
func (e *extract) line(cells []string, mark ...string) {
	e.text.WriteString("|")
	for i, c := range cells {
		fmt.Fprintf(&e.text, " %s", Escape(oneLine(c)))
		if i == 0 {
			e.text.WriteString(strings.Join(mark, ""))
		}
		e.text.WriteString(" |")
	}
	e.text.WriteString("\n")
}

// columns are those shown of a table: in which the rows have something, and of too many those that the question names.
func (e *extract) columns(t store.Table, of []Sentence) (out []int) {
	var filled, named []int
	for c, column := range t.Columns {
		if !slices.ContainsFunc(of, func(s Sentence) bool {
			return slices.ContainsFunc(t.Rows[s.Row].Cells, func(cell store.Cell) bool { return cell.Column == c })
		}) {
			continue
		}
		filled = append(filled, c)
		if matchWords(e.question, column.Head()) {
			named = append(named, c)
		}
	}
	if len(filled) <= columnsShown {
		return filled
	}
	for _, c := range slices.Concat(named, filled) {
		if len(out) < columnsShown && !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	slices.Sort(out)
	return out
}

// cite adds a sentence's citation and gives its number.
func (e *extract) cite(s Sentence) int {
	c := proof.Quote(e.passages[s.Passage].Text, s.At)
	if s.At < 0 {
		c.Quote, c.Prefix, c.Suffix = s.Text, "", ""
	}
	c.N = e.cited + len(e.citations) + 1
	e.citations = append(e.citations, c)
	return c.N
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
