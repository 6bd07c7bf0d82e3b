package ingest

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/ingest/layout"
	"lectern/backend/store"
	"lectern/backend/text"
)

const (
	headingLines   = 13  // how far down a page its heading is looked for
	headingLength  = 160 // bytes after which a page's heading is long enough
	sectionDepth   = 3   // headings that a section remembers
	headingDivider = " | "
)

// headings are lines that are known to be some: by their type, or from the outline.
type headings map[string]bool

// known tells whether a line is one, or looks like one.
func (h headings) known(line string) bool { return h[line] || text.LooksLikeHeading(line) }

// large is how much larger than the page's usual type a line is that is a heading.
const large = 1.2

// typographic adds the lines of a page that stand out by their size. With more than a few it isn't headings that do.
func (h headings) typographic(p layout.Page) {
	const few = 6
	sizes := map[float64]int{}
	usual := 0.0
	for _, l := range p.Lines {
		if sizes[l.Size] += len(l.Runes); sizes[l.Size] > sizes[usual] {
			usual = l.Size
		}
	}
	var found []string
	for _, l := range p.Lines {
		if l.Role != layout.Body || l.Size < large*usual {
			continue
		}
		line := strings.Join(strings.Fields(clean(string(l.Runes))), " ")
		if n := utf8.RuneCountInString(line); n >= text.HeadingShort && n <= text.HeadingLong && strings.ContainsFunc(line, unicode.IsLetter) && !text.LooksLikeRow(line) {
			found = append(found, line)
		}
	}
	if len(found) <= few {
		for _, line := range found {
			h[line] = true
		}
	}
}

// outlined adds the entries of a document's outline.
func (h headings) outlined(info *Info) {
	if info == nil {
		return
	}
	for _, entry := range info.Outline {
		if n := utf8.RuneCountInString(entry.Title); n >= text.HeadingShort && n <= text.HeadingLong {
			h[entry.Title] = true
		}
	}
}

// of joins the heading-like lines at the top of a page.
func (h headings) of(text string) string {
	var found []string
	length := 0
	seen := 0
	for line := range strings.Lines(text) {
		if seen++; seen > headingLines || length > headingLength {
			break
		}
		if line = strings.TrimSpace(line); h.known(line) {
			found = append(found, line)
			length += len(line)
		}
	}
	return strings.Join(found, headingDivider)
}

// section remembers the last headings while a document is read from the beginning.
type section struct{ last []string }

func (s *section) see(line string) {
	if slices.Contains(s.last, line) { // a running head says nothing new
		return
	}
	if len(s.last) == sectionDepth {
		s.last = append(s.last[:0], s.last[1:]...)
	}
	s.last = append(s.last, line)
}

func (s *section) String() string { return strings.Join(s.last, headingDivider) }

// mark gives each passage of a page the headings seen up to it, and the one that it begins with.
func (s *section) mark(text string, passages []store.Passage, h headings) {
	at := 0
	for line := range strings.Lines(text) {
		start := at
		at += len(line)
		line = strings.TrimSpace(line)
		is := h.known(line)
		for len(passages) > 0 && (passages[0].Span.Start < start || passages[0].Span.Start == start && !is) {
			passages[0].Section = s.String()
			passages = passages[1:]
		}
		if is {
			s.see(line)
		}
	}
	for i := range passages {
		passages[i].Section = s.String()
	}
}
