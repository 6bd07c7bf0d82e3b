package ingest

import (
	"errors"
	"strings"
	"testing"
	"unicode"

	"lectern/backend/ingest/layout"
	"lectern/backend/ingest/pdf"
	"lectern/backend/store"
)

const prose = "The company sold its harbour and the ferries in the year, for which it was paid by the town and by the bank that had lent it the money to build them. "

// verdict judges a page of one paragraph.
func verdict(r read) store.Verdict {
	p, _ := paged(r.page, map[string]bool{}, &aligner{})
	p.Number, p.Label = 4, "iv"
	return judge(r, p, firstReader)
}

func paragraph(text string) read {
	var b strings.Builder
	for i, word := range strings.Fields(text) {
		if b.WriteString(word); i%10 == 9 {
			b.WriteByte('\n')
		} else {
			b.WriteByte(' ')
		}
	}
	return typed(b.String())
}

func TestEachRuleGivesItsVerdict(t *testing.T) {
	picture := func(r read) read { r.pictures, r.drawn, r.marks = .9, true, 300; return r }
	unseen := func(r read) read { r.pictures, r.drawn, r.marks = .9, true, pdf.NotLooked; return r }
	unmapped := paragraph(prose)
	unmapped.page.Unmapped = 20
	missing := picture(read{})
	missing.noOCR = "Install tesseract."
	for name, c := range map[string]struct {
		read
		verdict, why string
	}{
		"prose":                {paragraph(prose), store.Single, "No second reader"},
		"German prose":         {paragraph(strings.Repeat("Der Vorstand hat das Geschäft mit der Stadt und den Banken im letzten Jahr nicht wieder aufgenommen. ", 6)), store.Single, "No second reader"},
		"figures":              {paragraph(strings.Repeat("Revenue 1,577 1,373 Costs 822 790 ", 30)), store.Single, "No second reader"},
		"Japanese":             {paragraph(strings.Repeat("売上高は前年比で増加しました。 ", 20)), store.Single, "No second reader"},
		"an empty page":        {read{}, store.Blank, ""},
		"mere colour":          {read{drawn: true, pictures: 1, flat: true}, store.Blank, ""},
		"a scan":               {picture(read{}), store.Unreadable, "picture only"},
		"a scan, what to do":   {missing, store.Unreadable, "Install tesseract."},
		"damaged":              {read{failed: true}, store.Unreadable, "damaged"},
		"a scan with a number": {picture(typed("Page 7")), store.Picture, "words that were not read"},
		"a chart among prose":  {picture(paragraph(prose)), store.Picture, "words that were not read"},
		"a logo":               {func() read { r := paragraph(prose); r.pictures, r.drawn, r.marks = .05, true, 9; return r }(), store.Single, "No second reader"},
		"a photo with a title": {func() read { r := typed("Our people"); r.pictures, r.drawn = .9, true; return r }(), store.Single, "No second reader"},
		"a picture unseen":     {unseen(typed("Page 7")), store.Doubtful, "Most of it is a picture"},
		"a code, with a chart": {picture(paragraph(strings.Repeat("Ymj htrufsd xtqi nyx mfwgtzw fsi ymj kjwwnjx ", 12))), store.Doubtful, "no language"},
		"a chart recognised":   {func() read { r := picture(paragraph(prose)); r.ocr, r.beside = "tesseract", true; return r }(), store.OCR, "the words in its picture"},
		"signs":                {typed(`"7+%-`), store.Doubtful, "no words"},
		"no such characters":   {paragraph(prose + strings.Repeat("\uFFFD", 3)), store.Doubtful, "characters are none"},
		"private characters":   {paragraph(strings.Repeat("\uE123\uE124 ", 40)), store.Doubtful, "characters are none"},
		"unmapped":             {unmapped, store.Doubtful, "which characters"},
		"words run together":   {paragraph(strings.Repeat("Thecompanysolditsharbourandtheferries intheyearforwhichitwaspaid ", 30)), store.Doubtful, "run into each other"},
		"words fall apart":     {typed(strings.Repeat("T h e c o m p a n y ", 30)), store.Doubtful, "single letters"},
		"a code":               {paragraph(strings.Repeat("Ymj htrufsd xtqi nyx mfwgtzw fsi ymj kjwwnjx ", 12)), store.Doubtful, "no language"},
		"recognised":           {func() read { r := paragraph(prose); r.ocr = "tesseract"; return r }(), store.OCR, "recognised"},
	} {
		if v := verdict(c.read); v.Verdict != c.verdict || !strings.Contains(v.Why, c.why) || v.Page != 4 || v.Label != "iv" {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

func TestASecondReaderFinishesTheVerdicts(t *testing.T) {
	texts := []string{prose, prose, prose, prose, "", "اللغة العربية في العالم كله", prose, prose}
	letters := map[int]string{
		1: strings.ToValidUTF8(strings.ReplaceAll(prose, " ", ""), ""), 2: strings.ReplaceAll(prose, "harbour", "airport"), 3: strings.Repeat("Something else entirely. ", 8),
		5: "", 6: reversed("اللغة العربية في العالم كله"), 7: prose[:100], 8: prose,
	}
	var c store.ReadingReport
	for i := range texts {
		c.Pages = append(c.Pages, store.Verdict{Page: i + 1, Verdict: store.Single, Reader: firstReader, Chars: lettersIn(texts[i])})
	}
	c.Pages[7].Verdict, c.Pages[7].Why = store.Doubtful, "Its words are odd."
	got, err := Compare(c, func(n int) (store.Page, error) { return store.Page{Text: texts[n-1]}, nil }, letters)
	if err != nil || !got.Compared || c.Compared || c.Pages[0].Verdict != store.Single {
		t.Fatalf("%+v %v", got, err)
	}
	for i, want := range []struct{ verdict, why string }{
		{store.Confirmed, ""}, {store.Doubtful, "different letters"}, {store.Doubtful, "different letters"}, {store.Single, "could not read it"},
		{store.Confirmed, ""}, {store.Confirmed, ""}, {store.Single, "only 78 of its 118"}, {store.Doubtful, "Its words are odd."},
	} {
		if v := got.Pages[i]; v.Verdict != want.verdict || want.why == "" && v.Why != "" || !strings.Contains(v.Why, want.why) {
			t.Errorf("page %d: %+v", i+1, v)
		}
	}
	gone := errors.New("gone")
	if _, err := Compare(c, func(int) (store.Page, error) { return store.Page{}, gone }, letters); !errors.Is(err, gone) {
		t.Errorf("%v", err)
	}
}

func TestALinesBreakIsNoLetter(t *testing.T) {
	if got := withoutBreaks("Thefirstlineandthesecond", "The first lineΩ\nand the secondt"); got != "Thefirstlineandthesecond" {
		t.Errorf("%q", got)
	}
	if got := withoutBreaks("Thefirstline", "The first lime\n"); got != "Thefirstlime" {
		t.Errorf("%q", got)
	}
}

func reversed(s string) string {
	r := []rune(s)
	for i := range len(r) / 2 {
		r[i], r[len(r)-1-i] = r[len(r)-1-i], r[i]
	}
	return string(r)
}

// Every character of a text that isn't a space has a place, and it is that of the same letter.
func TestEveryCharacterHasItsPlace(t *testing.T) {
	r := typed("The ﬁrst har-\nbour “isn’t” old.\n\n• 売上 e\u0301té \uE123 x\u00AD\ny and so on")
	text, boxes := paged(r.page, map[string]bool{}, &aligner{})
	if len(boxes) != len([]rune(text.Text)) {
		t.Fatalf("%d places for %q", len(boxes), text.Text)
	}
	at := map[store.Box]rune{}
	for _, l := range r.page.Lines {
		for i, x := range l.Runes {
			at[store.Box{X0: l.Boxes[i].X0, Y0: l.Y0, X1: l.Boxes[i].X1, Y1: l.Y1}] = x
		}
	}
	for i, x := range []rune(text.Text) {
		switch from := at[boxes[i]]; {
		case unicode.IsSpace(x) != (boxes[i] == store.Box{}):
			t.Errorf("%q at %d: %+v", x, i, boxes[i])
		case x < 0x80 && x > ' ' && from != x && from != 'ﬁ' && !(x == '-'):
			t.Errorf("%q has the place of %q", x, from)
		}
	}
	if !strings.Contains(text.Text, "first harbour") {
		t.Errorf("%q", text.Text)
	}
}

func TestRunningHeadsAreLeftOutOfPassages(t *testing.T) {
	var pages []read
	for _, n := range []string{"1", "2", "3", "4"} {
		var p pdf.Page
		for _, l := range []struct {
			y    float64
			text string
		}{{20, "ACME ANNUAL REPORT " + n}, {100, "Page " + n + " tells of " + prose[:60]}, {770, n}} {
			one := lettered(l.text)
			for _, g := range one.Glyphs {
				if g.R != ' ' {
					g.Y0, g.Y1 = l.y, l.y+10
				}
				p.Glyphs = append(p.Glyphs, g)
			}
			p.Glyphs = append(p.Glyphs, pdf.Glyph{R: '\n'})
		}
		p.Width, p.Height = 612, 792
		pages = append(pages, read{page: layout.Read(p)})
	}
	c, err := compose(t.Context(), pages, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range c.Passages {
		page := c.Pages[p.Page-1]
		if got := page.Text[p.Span.Start:p.Span.End]; strings.Contains(got, "ACME") || !strings.HasPrefix(got, "Page "+page.Label) {
			t.Errorf("passage %d: %q", i, got)
		}
		if !strings.HasPrefix(page.Text, "ACME ANNUAL REPORT "+page.Label) || !strings.HasSuffix(page.Text, page.Label) {
			t.Errorf("the page still has them: %q", page.Text)
		}
	}
	if len(c.Passages) != 4 {
		t.Errorf("%d passages", len(c.Passages))
	}
}
