package ingest

import (
	"context"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"lectern/backend/ingest/layout"
	"lectern/backend/ingest/table"
	"lectern/backend/store"
	"lectern/backend/text"
)

// The names of the readers.
const (
	firstReader = "pdfium"
	plainReader = "ledongthuc"
)

// compose makes a document's content of its pages as they were read.
func compose(ctx context.Context, raw []read, info *Info) (*store.Content, error) {
	c := &store.Content{Pages: make([]store.Page, 0, len(raw)), Passages: []store.Passage{}}
	pages := make([]layout.Page, len(raw))
	second := 0
	for i, p := range raw {
		pages[i] = p.page
		if p.second {
			second++
		}
	}
	layout.Running(pages)
	compounds, heads := map[string]bool{}, headings{}
	heads.outlined(info)
	for _, p := range pages {
		heads.typographic(p)
		for _, l := range p.Lines {
			if slices.Contains(l.Runes, '-') {
				collect(compounds, string(l.Runes))
			}
		}
	}
	c.Reader = firstReader
	if 2*second > len(raw) {
		c.Reader = plainReader
	}
	var running section
	var places aligner
	tables := table.NewFinder(pages)
	for i := range raw {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		page, boxes := paged(pages[i], compounds, &places)
		page.Number, page.Label = i+1, label(raw[i].label, i+1)
		found := tablesOf(tables, pages[i], page.Number)
		reader := firstReader
		if raw[i].second {
			reader = plainReader
		}
		page.Hidden = hiddenTexts(raw[i].hidden)
		verdict := judge(raw[i], page, reader)
		tellHidden(&verdict, raw[i], page.Hidden)
		c.Verdicts = append(c.Verdicts, verdict)
		raw[i].page, pages[i] = layout.Page{}, layout.Page{} // hundreds of pages: let go of each as it is done
		body := page.Text[page.Body.Start:page.Body.End]
		page.Heading, page.Sentences = heads.of(body), []store.Span{}
		for _, part := range []store.Span{{End: page.Body.Start}, page.Body, {Start: page.Body.End, End: len(page.Text)}} {
			for _, s := range text.Sentences(page.Text[part.Start:part.End]) {
				page.Sentences = append(page.Sentences, store.Span{Start: s.Start + part.Start, End: s.End + part.Start})
			}
		}
		seats := tableSpans(page, boxes, found)
		seated(&page, seats)
		c.Tables = append(c.Tables, found...)
		passages := pack(page, seats)
		running.mark(page.Text, passages, heads)
		c.Pages = append(c.Pages, page)
		c.Boxes = append(c.Boxes, store.PackBoxes(page.Text, boxes))
		c.Passages = append(c.Passages, passages...)
	}
	c.Language = text.MainLanguage(samples(c.Pages))
	return c, nil
}

// samples are the beginnings of pages spread over a document.
func samples(pages []store.Page) (out []string) {
	const most, size = 40, 2000 // bytes of each
	for i := 0; i < len(pages); i += max(1, len(pages)/most) {
		s := pages[i].Text
		out = append(out, strings.ToValidUTF8(s[:min(len(s), size)], ""))
	}
	return out
}

// paged is a page's text, with the running head before and the running foot after what is its own, and the place of
// each character, which is good until the aligner is used again.
func paged(p layout.Page, compounds map[string]bool, a *aligner) (page store.Page, boxes []store.Box) {
	var parts [4][]layout.Line
	for _, l := range p.Lines {
		switch l.Role {
		case layout.Head:
			parts[0] = append(parts[0], l)
		case layout.Foot:
			parts[3] = append(parts[3], l)
		default:
			parts[1] = append(parts[1], l)
		}
	}
	parts[2] = p.Pictured
	a.begin()
	for i, lines := range parts {
		text := normalise(written(lines), compounds)
		if text != "" && page.Text != "" {
			page.Text += "\n\n"
			a.places = append(a.places, store.Box{}, store.Box{})
		}
		start := len(page.Text)
		page.Text += text
		switch i {
		case 1:
			page.Body = store.Span{Start: start, End: len(page.Text)}
		case 2:
			if text != "" {
				page.Pictured = store.Span{Start: start, End: len(page.Text)}
				page.Body.End = len(page.Text)
			}
		}
		a.add(lines)
		a.place(text)
	}
	return page, a.places
}

// written is lines as a text, with an empty one where something is empty on the page.
func written(lines []layout.Line) string {
	size := 0
	for _, l := range lines {
		size += len(l.Runes) + 2
	}
	var b strings.Builder
	b.Grow(size)
	for i, l := range lines {
		if i > 0 {
			b.WriteByte('\n')
			if l.Gap {
				b.WriteByte('\n')
			}
		}
		for _, r := range l.Runes {
			if r < utf8.RuneSelf && r >= 0 {
				b.WriteByte(byte(r))
				continue
			}
			b.WriteRune(r)
		}
	}
	return b.String()
}

// label is a page's label in one line, or its number if it has none.
func label(raw string, number int) string {
	const longest = 64 // runes; a label is a number with a prefix
	s := []rune(strings.Join(strings.Fields(strings.ReplaceAll(clean(raw), string(hyphen), "-")), " "))
	if len(s) == 0 || len(s) > longest {
		return strconv.Itoa(number)
	}
	return string(s)
}

// tablesOf finds a page's tables. A page that the finder fails on has none: its text is kept all the same.
func tablesOf(f *table.Finder, p layout.Page, number int) (found []store.Table) {
	defer func() {
		if err := recover(); err != nil {
			slog.Error("tables", "page", number, "err", err)
		}
	}()
	return f.Find(p, number)
}
