package facts

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/store"
	"lectern/backend/text"
)

// before are the terms of what stands before a table on its page, back to the table before it, and of the page's headings.
func (d *Document) before(t *table) []string {
	t.once.Do(func() {
		if d.pages == nil {
			return
		}
		pages := d.pages()
		if n := t.part.Page; n >= 1 && n <= len(pages) {
			lead, at := t.leadIn(pages[n-1])
			t.around = termsOf(pages[n-1].Heading + " " + lead + " " + section(pages[:n], at))
		}
	})
	return t.around
}

// leadIn is the text that leads to a table.
func (t *table) leadIn(p store.Page) (lead string, at int) {
	const far = 500 // bytes
	at = t.part.Span.Start
	if t.part.Span.End == 0 {
		at = -1
		for _, r := range t.rows {
			if at = strings.Index(p.Text, r.written); len(r.written) > 0 && at >= 0 {
				break
			}
		}
	}
	if at <= 0 || at > len(p.Text) {
		return "", 0
	}
	return strings.ToValidUTF8(p.Text[max(0, at-far):at], ""), at
}

// headings are lines that begin a note to the statements, or a numbered section.
var headings = regexp.MustCompile(`(?m)^\s*(?:(?:NOTE|Note)\s+\d{1,2}\b.{2,100}|\d{1,2}\.\s+\p{Lu}[^\n.;]{3,80})$`)

// section is the heading that a place of the last page stands under, on it or some pages before.
func section(pages []store.Page, at int) string {
	const far = 12 // pages
	for n := len(pages) - 1; n >= 0 && n >= len(pages)-far; n-- {
		body := pages[n].Text
		if n == len(pages)-1 {
			body = body[:min(at, len(body))]
		}
		if all := headings.FindAllString(body, -1); len(all) > 0 {
			return all[len(all)-1]
		}
	}
	return ""
}

// isTitled tells whether a name is of what the document is called on its first page, and stands on more than a few others.
func (d *Document) isTitled(name string) bool {
	const top, some = 600, .1 // bytes, and of the pages
	if d.pages == nil {
		return false
	}
	pages := d.pages()
	if len(pages) == 0 || !strings.Contains(strings.ToLower(pages[0].Text[:min(top, len(pages[0].Text))]), name) {
		return false
	}
	return d.onPages(name) >= some*float64(len(pages))
}

// isWord tells whether a word in small letters stands between blanks on a page.
func (d *Document) isWord(word string) bool {
	return d.stands != nil && d.stands(word) && slices.ContainsFunc(d.pages(), func(p store.Page) bool { return strings.Contains(p.Text, " "+word+" ") })
}

// onPages is on how many pages a name in small letters stands.
func (d *Document) onPages(name string) float64 {
	n := 0.0
	for _, p := range d.small() {
		if standsIn(p, name) {
			n++
		}
	}
	return n
}

// standsIn tells whether a word stands in a text, but for its ending: survey, of surveys.
func standsIn(s, word string) bool {
	const ending = 2 // letters
	for from := 0; ; {
		at := strings.Index(s[from:], word)
		if at < 0 {
			return false
		}
		at += from
		end := at + len(word)
		before, _ := utf8.DecodeLastRuneInString(s[:at])
		if text.Unspaced(before) || !unicode.IsLetter(before) && !unicode.IsDigit(before) {
			letters := 0
			for _, r := range s[end:] {
				if !unicode.IsLetter(r) && !unicode.IsDigit(r) || text.Unspaced(r) {
					break
				}
				if letters++; letters > ending {
					break
				}
			}
			if letters <= ending && (letters == 0 || len(word) > ending+1) {
				return true
			}
		}
		from = end
	}
}

// everywhere tells whether a name stands on so many of the document's pages that all of it may be of that.
func (d *Document) everywhere(a asked) bool {
	share, name := .4, strings.ToLower(a.text)
	if d.pages == nil || !d.stands(name) {
		return false
	}
	if strings.ContainsFunc(a.text, unicode.IsUpper) {
		share = .25
	}
	n := d.onPages(name)
	return n >= share*float64(len(d.pages())) && n > 1 || d.isTitled(name)
}

// has tells whether a row or a head has a term in any form.
func (d *Document) has(term string) bool { return d.count[term] > 0 || len(d.forms(term)) > 1 }

// forms are a term and those of the document's rows and heads that it is the beginning of, or that begin it, where the
// document hasn't the term itself: delivered, deliveries.
func (d *Document) forms(term string) []string {
	out := append([]string{term}, d.heard(term)...)
	const least, longer = 5, 3
	if d.count[term] > 0 || len(term) < least {
		return out
	}
	for t := range d.count {
		if len(t) >= least && len(t)-len(term) <= longer && len(term)-len(t) <= longer && (strings.HasPrefix(t, term) || strings.HasPrefix(term, t)) {
			out = append(out, t)
		}
	}
	return out
}

// namesThing tells whether a word is a name in the document: it stands there, and hardly ever in small letters.
func (d *Document) namesThing(word string) bool {
	const seldom = .2
	if d.pages == nil {
		return false
	}
	lower := strings.ToLower(word)
	all, small := 0.0, 0.0
	for i, p := range d.small() {
		if standsIn(p, lower) {
			all++
			if standsIn(d.pages()[i].Text, lower) {
				small++
			}
		}
	}
	return all > 0 && small < seldom*all
}

// tells tells whether a word stands on a page.
func (d *Document) tells(word string) bool {
	return d.pages != nil && d.onPages(strings.ToLower(word)) > 0
}
