package ingest

import (
	"math/rand"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"lectern/backend/racetest"
	"lectern/backend/store"
	"lectern/backend/text"
)

// scraps are what random pages are made of.
var scraps = []string{"Sales", "rose", "by", "3.5", "%", "in", "2018", "1,234", "(5)", "—", "$", "Mr.", "No.", "U.S.", "end.", "why?", "wow!",
	"収益", "は増加。", "我们", "，", "ﬁne", "über-", "\x02", "­", "z. B.", "•", "(a)", "1.", "\n", "\n", "\n\n", "\r\n", "  ", "\t", "\u00a0", "«", "»", "”",
	"\x00", "\ue000", "\ufffe", "\U0001D11E", "e\u0301", strings.Repeat("long ", 300), strings.Repeat("長", 500), "Net Income"}

func randomText(r *rand.Rand) string {
	var b strings.Builder
	for range r.Intn(200) {
		b.WriteString(scraps[r.Intn(len(scraps))])
		if r.Intn(4) > 0 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

func TestAnyPageIsCutUpWithoutLossOrOverlap(t *testing.T) {
	racetest.Skip(t)
	r := rand.New(rand.NewSource(1))
	for range 2000 {
		s := normalise(randomText(r), nil)
		page := store.Page{Number: 3, Text: s, Sentences: text.Sentences(s), Body: store.Span{End: len(s)}}
		covers(t, s, page.Sentences)
		passages := pack(page, nil)
		spans := make([]store.Span, len(passages))
		next := 0
		for i, p := range passages {
			spans[i] = p.Span
			if p.Page != 3 || next == len(page.Sentences) || p.Span.Start != page.Sentences[next].Start {
				t.Fatalf("passage %d doesn't begin with a sentence: %q", i, s)
			}
			for next < len(page.Sentences) && page.Sentences[next].End <= p.Span.End {
				next++
			}
			if page.Sentences[next-1].End != p.Span.End {
				t.Fatalf("passage %d cuts a sentence: %q", i, s)
			}
			w := text.Weigh(s[p.Span.Start:p.Span.End])
			if w > passageSize+passageSlack+passageLeast || w < passageLeast && len(passages) > 1 {
				t.Fatalf("passage %d of %d weighs %d", i, len(passages), w)
			}
		}
		covers(t, s, spans)
		if t.Failed() {
			return
		}
	}
}

// covers checks that spans are trimmed, in order, in range, and leave out nothing but white space.
func covers(t *testing.T, text string, spans []store.Span) {
	t.Helper()
	at := 0
	for _, s := range spans {
		if s.Start < at || s.End <= s.Start || s.End > len(text) {
			t.Fatalf("span %v after %d of %d", s, at, len(text))
		}
		if strings.TrimSpace(text[at:s.Start]) != "" {
			t.Fatalf("left out %q", text[at:s.Start])
		}
		if piece := text[s.Start:s.End]; piece != strings.TrimSpace(piece) || !utf8.ValidString(piece) {
			t.Fatalf("not trimmed: %q", piece)
		}
		at = s.End
	}
	if strings.TrimFunc(text[at:], unicode.IsSpace) != "" {
		t.Fatalf("left out %q", text[at:])
	}
}
