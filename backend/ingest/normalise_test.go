package ingest

import (
	"math/rand"
	"strings"
	"testing"
	"time"

	"lectern/backend/ingest/layout"
	"lectern/backend/ingest/pdf"
	"lectern/backend/racetest"
	"unicode"
	"unicode/utf8"
)

func TestTextIsCleanedOnce(t *testing.T) {
	for name, c := range map[string]struct{ raw, want string }{
		"ligatures":                   {"e\uFB03cient \uFB01nance \uFB02ow o\uFB00 \uFB06op wa\uFB04e la\uFB05", "efficient finance flow off stop waffle last"},
		"one form of a letter":        {"U\u0308ber cafe\u0301", "Über café"},
		"soft hyphens":                {"Donau\u00ADdampf\u00ADschiff", "Donaudampfschiff"},
		"soft hyphen at a line's end": {"Donaudampf\u00AD\nschiff fährt", "Donaudampfschiff\nfährt"},
		"divided word":                {"the impor-\ntant thing\nis", "the important\nthing\nis"},
		"pdfium's hyphen":             {"the impor\x02\ntant thing", "the important\nthing"},
		"pdfium's hyphen in a line":   {"the impor\x02tant thing", "the important thing"},
		"divided twice":               {"in-\ncompre-\nhensible words", "incomprehensible\nwords"},
		"a name":                      {"the Anglo\x02\nSaxon king", "the Anglo-Saxon\nking"},
		"a dash":                      {"growth -\nand more", "growth -\nand more"},
		"a capital after a hyphen":    {"see Part-\nTwo", "see Part-\nTwo"},
		"suspended":                   {"Ein-\nund Ausgang", "Ein-\nund Ausgang"},
		"figures":                     {"2019-\n2020", "2019-\n2020"},
		"not over a gap":              {"the impor-\n\ntant thing", "the impor-\n\ntant thing"},
		"hyphens":                     {"long\u2010term non\u2011stop", "long-term non-stop"},
		"carriage returns":            {"a\r\nb\rc\fd\u2028e", "a\nb\nc\nd\ne"},
		"spaces":                      {"  a\u00a0 \tb\u3000c  \n  d ", "a b c\nd"},
		"empty lines":                 {"\n\na\n\n\n \nb\n\n", "a\n\nb"},
		"controls":                    {"a\x00b\x1bc\x7fd\u200be\ufefff", "abcdef"},
		"direction marks":             {"a\u202eb\u2066c", "abc"},
		"private use":                 {"\uf0b7 point \ue123x \U000F0001y", "• point x y"},
		"noncharacters":               {"a\ufffeb\U0001ffffc\ufdd0d", "abcd"},
		"hidden tags":                 {"a\U000E0041b", "ab"},
		"undecodable stays seen":      {"a\ufffdb", "a\ufffdb"},
		"nothing":                     {"", ""},
	} {
		if got := normalise(c.raw, nil); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func TestAWordThatTheDocumentHyphenatesKeepsItsHyphen(t *testing.T) {
	compounds := map[string]bool{}
	collect(compounds, "Our (long-term) debt and state-of-the-art plants -x y- -")
	for raw, want := range map[string]string{
		"the Long-\nterm debt":       "the Long-term\ndebt",
		"long\x02term":               "long-term",
		"state-of-the-\nart plants":  "state-of-the-art\nplants",
		"short-\nterm":               "shortterm",
		"a long\x02\nterm\ncontract": "a long-term\ncontract",
	} {
		if got := normalise(raw, compounds); got != want {
			t.Errorf("%q: got %q, want %q", raw, got, want)
		}
	}
}

func TestNormalTextIsLeftAlone(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for range 1000 {
		once := normalise(randomText(r), nil)
		if !utf8.ValidString(once) || strings.ContainsFunc(once, func(r rune) bool {
			return r != '\n' && unicode.IsControl(r) || unicode.Is(unicode.Co, r)
		}) || strings.Contains(once, "  ") || strings.Contains(once, "\n\n\n") || once != strings.TrimSpace(once) {
			t.Fatalf("%q", once)
		}
	}
}

// typed is a page as it is read whose lines are a text's, an empty one leaving a gap.
func typed(text string) read {
	p := pdf.Page{Width: 612, Height: 792}
	y := 72.0
	for line := range strings.Lines(text) {
		for i, r := range []rune(strings.TrimSuffix(line, "\n")) {
			g := pdf.Glyph{R: r}
			if r != ' ' {
				g.Box = pdf.Box{X0: 72 + 5*float64(i%90), Y0: y, X1: 77 + 5*float64(i%90), Y1: y + 10}
			}
			p.Glyphs = append(p.Glyphs, g)
		}
		p.Glyphs = append(p.Glyphs, pdf.Glyph{R: '\n'})
		y += 12
	}
	return read{page: layout.Read(p)}
}

// Text that was written to take long takes at most a few times as long as other text of its
// size: a way through it that is quadratic would take hundreds of times as long.
func TestHostileTextTakesLinearTime(t *testing.T) {
	racetest.Skip(t)
	const size, most = 1 << 18, 25
	took := func(unit string) time.Duration {
		page := []read{typed(strings.Repeat(unit, size/len(unit)))}
		start := time.Now()
		if _, err := compose(t.Context(), page, nil); err != nil {
			t.Fatal(err)
		}
		return time.Since(start)
	}
	const ordinary = "The company sold 3 plants in the year and built another one.\n"
	plain := took(ordinary)
	for name, unit := range map[string]string{
		"hyphens": "a\x02", "divided": "ab-\n", "stops": "a. ", "only stops": ".", "digits": "1 ", "rows": "1 2\n", "one word": "x", "quotes": "\"", "guillemets": ". »",
		"soft": "\u00ad ", "gaps": "a\n\n", "Chinese": "我", "spaces": " ", "accents": "e\u0301\u0301", "bullets": "•\n", "headings": "Net Income\n",
	} {
		hostile := took(unit)
		if hostile > most*plain { // a machine that was busy with something else is none the second time
			hostile, plain = min(hostile, took(unit)), max(plain, took(ordinary))
		}
		if hostile > most*plain {
			t.Errorf("%s: %v, ordinary text %v", name, hostile, plain)
		}
	}
}

func TestTheSectionIsCarriedOverPages(t *testing.T) {
	long := "the company has a lot to say about this in a paragraph that is longer than eighty characters. "
	c, err := compose(t.Context(), []read{
		typed("First Chapter\nSecond Part\n" + strings.Repeat(long, 12) + "\n\nThird Part\n" + strings.Repeat(long, 12)),
		typed(long + "\n\nFourth Part\n" + long),
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range c.Passages {
		got = append(got, p.Section)
	}
	want := "First Chapter;First Chapter | Second Part | Third Part;First Chapter | Second Part | Third Part"
	if strings.Join(got, ";") != want {
		t.Errorf("got %q", got)
	}
	if h := c.Pages[0].Heading; h != "First Chapter | Second Part | Third Part" {
		t.Errorf("heading %q", h)
	}
}

func TestLabelsAreOneLineOrTheNumber(t *testing.T) {
	for raw, want := range map[string]string{"iv": "iv", "": "7", " A-\x00 3\n": "A- 3", strings.Repeat("x", 65): "7"} {
		if got := label(raw, 7); got != want {
			t.Errorf("label(%q) = %q, want %q", raw, got, want)
		}
	}
}
