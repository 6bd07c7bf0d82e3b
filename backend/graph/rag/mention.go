package rag

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/store"
)

// Mentions are the @names of a question.
type Mentions struct {
	Documents []store.Document // those that fit, in order, each once
	Unknown   []string         // names that fit no document, as written
	Rest      string           // the question with each mention replaced by the plain name
}

// FindMentions reads @name, @name.pdf and @"name with spaces". The longest document name that fits wins; an extension
// is optional and punctuation after the name is not part of it. An @ inside a word (an e-mail address) is none.
func FindMentions(question string, library []store.Document) Mentions {
	byLength := slices.Clone(library)
	slices.SortFunc(byLength, func(a, b store.Document) int { return cmp.Compare(len(b.Name), len(a.Name)) })
	var m Mentions
	var rest strings.Builder
	prev := ' '
	for i := 0; i < len(question); {
		r, n := utf8.DecodeRuneInString(question[i:])
		if r != '@' || unicode.IsLetter(prev) && prev < 0x0E00 || unicode.IsDigit(prev) {
			rest.WriteRune(r)
			prev, i = r, i+n
			continue
		}
		d, written, length := match(question[i+1:], byLength)
		if length == 0 {
			rest.WriteByte('@')
			prev, i = '@', i+1
			continue
		}
		if d.ID == "" {
			if !slices.Contains(m.Unknown, written) {
				m.Unknown = append(m.Unknown, written)
			}
			rest.WriteString(written)
		} else {
			if !slices.ContainsFunc(m.Documents, func(o store.Document) bool { return o.ID == d.ID }) {
				m.Documents = append(m.Documents, d)
			}
			rest.WriteString(d.Name)
		}
		i += 1 + length
		prev, _ = utf8.DecodeLastRuneInString(question[:i])
	}
	m.Rest = strings.TrimSpace(rest.String())
	return m
}

// match finds the document that the text after an @ names: the document (zero if none fits), the name as written, and
// the number of bytes that it takes (0: this @ begins no name).
func match(s string, byLength []store.Document) (d store.Document, written string, length int) {
	if d, written, length, quoted := matchQuoted(s, byLength); quoted {
		return d, written, length
	}
	for _, doc := range byLength {
		if n := len(doc.Name); n > 0 && len(s) >= n && strings.EqualFold(s[:n], doc.Name) {
			if len(s) >= n+4 && strings.EqualFold(s[n:n+4], ".pdf") && endsName(s[n+4:]) {
				return doc, s[:n], n + 4
			}
			if endsName(s[n:]) {
				return doc, s[:n], n
			}
		}
	}
	end := strings.IndexFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:?!()、。？！」", r) })
	if end < 0 {
		end = len(s)
	}
	written = strings.TrimRight(s[:end], ".…'\"")
	return d, trimPDF(written), len(written)
}

// matchQuoted is match for a name in quotes; quoted is false if s doesn't begin with any.
func matchQuoted(s string, byLength []store.Document) (d store.Document, written string, length int, quoted bool) {
	for _, open := range []string{`"`, "“", "„", "«", "「", "《"} {
		if inner, ok := strings.CutPrefix(s, open); ok {
			end := strings.IndexAny(inner, "\"”“»」》")
			if end <= 0 {
				return d, "", 0, true
			}
			_, size := utf8.DecodeRuneInString(inner[end:])
			written = strings.TrimSpace(inner[:end])
			for _, doc := range byLength {
				if strings.EqualFold(doc.Name, written) || strings.EqualFold(doc.Name, trimPDF(written)) {
					d = doc
				}
			}
			return d, written, len(open) + end + size, true
		}
	}
	return d, "", 0, false
}

// endsName says whether a name can end before s.
func endsName(s string) bool {
	r, n := utf8.DecodeRuneInString(s)
	if r == '.' || r == '-' || r == '_' { // a sentence's end, but not "report.v2" or "report-2"
		next, _ := utf8.DecodeRuneInString(s[n:])
		return r == '.' && !unicode.IsLetter(next) && !unicode.IsDigit(next)
	}
	return s == "" || r >= 0x0E00 || !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

func trimPDF(name string) string {
	if n := len(name) - 4; n > 0 && strings.EqualFold(name[n:], ".pdf") {
		return name[:n]
	}
	return name
}
