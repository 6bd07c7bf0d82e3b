package layout

import (
	"testing"

	"lectern/backend/ingest/pdf"
)

func TestCodesThatAreTheCharactersThemselvesAreKnown(t *testing.T) {
	page := func(text string, unmapped func(rune) bool) (p pdf.Page) {
		p.Width, p.Height = 600, 800
		for i, r := range []rune(text) {
			g := pdf.Glyph{R: r}
			g.Box.X0, g.Box.X1, g.Box.Y1 = float64(10*i), float64(10*i+9), 10
			if unmapped(r) {
				g.Flags |= pdf.Unmapped
			}
			p.Glyphs = append(p.Glyphs, g)
		}
		return p
	}
	for text, want := range map[string]int{
		"収入は2024年に4170万ユーロでした。": 0, "合同的价格是在第一年有效的。": 0, "Выручка выросла в 2024 году": 0,
		"ŁĄĊēũōŏŗŝ": 9, "The rent": 7, "犚犛犜犝犞犟": 6, "ﬁﬂ①②": 4,
	} {
		if got := Read(page(text, func(r rune) bool { return r != ' ' })).Unmapped; got != want {
			t.Errorf("%q: %d of which the file doesn't say what they are, not %d", text, got, want)
		}
	}
}
