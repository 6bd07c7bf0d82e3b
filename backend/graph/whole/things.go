package whole

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"lectern/backend/store"
	"lectern/backend/text"
)

// Sort is a sort of things that is found without a model.
type Sort string

// The sorts.
const (
	Dates    Sort = "dates"
	Amounts  Sort = "amounts"
	Percents Sort = "percents"
	Names    Sort = "names"
	Emails   Sort = "emails"
	Links    Sort = "links"
	Headings Sort = "headings"
	Tables   Sort = "tables"
)

var sorts = []Sort{Dates, Amounts, Percents, Names, Emails, Links, Headings, Tables}

// thing is one of a sort, where it stands.
type thing struct {
	key   string // by which the same thing is known again
	text  string
	place store.Citation
}

// things finds all of a sort in a document, in reading order.
func (c Corpus) things(d store.Document, passages []store.Text, sort Sort) (out []thing, err error) {
	if sort == Headings {
		return c.headings(d, passages)
	}
	for _, p := range passages {
		switch sort {
		case Tables:
			if out, err = c.tables(out, d, p); err != nil {
				return nil, err
			}
			continue
		case Amounts, Percents:
			if p.Table {
				if out, err = c.cells(out, p, sort); err != nil {
					return nil, err
				}
				continue
			}
		}
		for i, s := range p.Sentences {
			for _, found := range inSentence(s, d.Language, sort) {
				found.place = quoted(p, i)
				out = append(out, found)
			}
		}
	}
	return out, nil
}

// headings are those of the document's outline, or where it has none the lines that look like one.
func (c Corpus) headings(d store.Document, passages []store.Text) (out []thing, err error) {
	info, err := c.Workspace.Documents.Info(d.ID)
	if err != nil {
		return nil, err
	}
	for _, h := range info.Outline {
		for _, p := range passages {
			if p.Page == h.Page {
				out = append(out, thing{d.ID + h.Title, strings.TrimSpace(h.Title), quoted(p, 0)})
				break
			}
		}
	}
	if len(out) > 0 {
		return out, nil
	}
	seen := map[string]bool{}
	for _, p := range passages {
		for title := range strings.SplitSeq(p.Section, " | ") {
			if title != "" && !seen[title] {
				seen[title] = true
				out = append(out, thing{d.ID + title, title, quoted(p, 0)})
			}
		}
	}
	return out, nil
}

var (
	address = regexp.MustCompile(`[\pL\d][\pL\d._%+-]*@[\pL\d-]+(?:\.[\pL\d-]+)*\.\pL{2,}`)
	link    = regexp.MustCompile(`(?i)\b(?:https?://|www\.)[^\s<>"'“”„«»、。（）]+`)
)

// inSentence finds the things of a sort in a sentence.
func inSentence(s, language string, sort Sort) (out []thing) {
	switch sort {
	case Dates:
		for _, d := range text.DatesIn(s) {
			if n := len(out); n > 0 && strings.HasPrefix(out[n-1].key, fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)) && out[n-1].text == s[d.Start:d.End] {
				continue // two ways to write one fit it
			}
			out = append(out, thing{key: fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day), text: s[d.Start:d.End]})
		}
	case Amounts, Percents:
		for _, f := range text.Figures(s, language) {
			if money := text.IsMoney(f.Unit); money && sort == Amounts || f.Unit == text.Percent && sort == Percents {
				out = append(out, thing{key: f.Value + f.Unit, text: strings.TrimSpace(f.Text)})
			}
		}
	case Names:
		for _, n := range names(s) {
			out = append(out, thing{key: strings.ToLower(n), text: n})
		}
	case Emails:
		for _, m := range address.FindAllString(s, -1) {
			out = append(out, thing{key: strings.ToLower(m), text: m})
		}
	case Links:
		for _, m := range link.FindAllString(s, -1) {
			m = strings.TrimRight(m, ".,;:!?)")
			out = append(out, thing{key: strings.ToLower(m), text: m})
		}
	}
	return out
}

// names are runs of the words of a sentence that look like names: "Angela Merkel", "Deutsche Bank".
func names(s string) (out []string) {
	like := map[string]bool{}
	for _, n := range text.Names(s) {
		like[n] = true
	}
	var run []string
	end := func() {
		if len(run) > 0 {
			out = append(out, strings.Join(run, " "))
		}
		run = nil
	}
	for _, w := range strings.Fields(s) {
		bare := strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if !like[bare] || text.FunctionWords("en")[strings.ToLower(bare)] {
			end()
			continue
		}
		if run = append(run, bare); !strings.HasSuffix(w, bare) {
			end()
		}
	}
	end()
	return out
}

// cells are the cells of a table's rows that are amounts of money, or percentages.
func (c Corpus) cells(out []thing, p store.Text, sort Sort) ([]thing, error) {
	part, ok, err := c.Workspace.Tables.Part(p.Ref)
	if err != nil || !ok {
		return out, err
	}
	for i := part.From; i < part.To; i++ {
		row := part.Rows[i]
		for _, cell := range row.Cells {
			u := part.UnitsOf(cell)
			if cell.Value == "" || sort == Amounts && u.Currency == "" || sort == Percents && !u.Percent {
				continue
			}
			if strings.ContainsAny(cell.Text, "$€£¥%") { // it says itself what it is
				u.Currency, u.Percent, u.Text = "", false, ""
			}
			said := strings.Trim(row.Label+" · "+part.Columns[min(cell.Column, len(part.Columns)-1)].Head(), " ·")
			said = strings.TrimLeft(said+": "+cell.Text, ": ") + " " + u.String()
			at := part.Sentences[i-part.From]
			place := quoted(p, max(at, 0))
			out = append(out, thing{fmt.Sprint(p.Ref, " ", i, " ", cell.Column), strings.TrimSpace(said), place})
		}
	}
	return out, nil
}

// tables are the names of the tables that begin with a passage.
func (c Corpus) tables(out []thing, d store.Document, p store.Text) ([]thing, error) {
	if !p.Table {
		return out, nil
	}
	part, ok, err := c.Workspace.Tables.Part(p.Ref)
	if err != nil || !ok || part.From > 0 || part.Continues {
		return out, err
	}
	name := part.Caption
	if name == "" {
		name = p.Section
	}
	return append(out, thing{fmt.Sprint(d.ID, p.Page, name, p.Ref.Passage), name, quoted(p, 0)}), nil
}
