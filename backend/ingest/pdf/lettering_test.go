package pdf

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"lectern/backend/ingest/pdftest"
)

// lines are written as a page that is then taken for a scan.
func lines(n int) (content string) {
	for i := range n {
		content += at(60, 560-float64(16*i), "", fmt.Sprintf("Line %d: the rent is due on the first of the month.", i+1))
	}
	return content
}

// pictureOf is a picture of a page with this content, as an object.
func pictureOf(t *testing.T, content string) string {
	t.Helper()
	d := open(t, oneSheet(pdftest.Sheet{Content: content}))
	defer d.Close()
	p, err := d.Render(0, 150, false)
	if err != nil {
		t.Fatal(err)
	}
	return grey(p)
}

func grey(p Picture) string {
	return pdftest.Stream(fmt.Sprintf("/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 8", p.Width, p.Height), p.Grey)
}

// A person looking at these pages says where there is something to read in what is drawn.
func TestLettersInWhatIsDrawnAreSeen(t *testing.T) {
	const many = 20
	scan := pictureOf(t, lines(10))
	name := pictureOf(t, at(60, 560, "", visible))
	photo := Picture{Width: 200, Height: 260, Grey: make([]byte, 200*260)}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range photo.Grey {
		photo.Grey[i] = byte(40 + i%200/2 + i/400 + r.IntN(80))
	}
	shapes := "" // of a letter's size, with curves, as letters that were made outlines have
	for i := range 60 {
		x, y := 80+float64(i%20*9), 500-float64(i/20*40)
		shapes += fmt.Sprintf("%g %g m %g %g l %g %g %g %g %g %g c %g %g l %g %g l %g %g l f\n", x, y, x, y+8, x+5, y+8, x+5, y+5, x+2, y+4, x+5, y, x+3, y, x+1, y+3)
	}
	place := func(matrix string) string { return "q " + matrix + " cm /I Do Q\n" }
	const whole, aside = "612 0 0 792 0 0", "0 612 -792 0 702 90"
	layer := strings.ReplaceAll(lines(10), "BT", "BT 3 Tr")
	for what, c := range map[string]struct {
		content, image string
		least, most    int
		flat           bool
	}{
		"a scan":                            {place(whole), scan, 200, 1000, false},
		"a scan under a page's number":      {place(whole) + at(300, 20, "", "7"), scan, 200, 1000, false},
		"a scan on its side":                {place(aside), scan, 200, 1000, false},
		"a scan with a layer of its text":   {place(whole) + layer, scan, 0, many - 1, false},
		"a small scan among prose":          {lines(3) + place("450 0 0 583 140 100"), scan, many, 1000, false},
		"letters made outlines":             {at(60, 700, "", visible) + shapes, name, many, 1000, false},
		"a photo":                           {place("400 0 0 520 100 100") + plain, grey(photo), 0, 0, false},
		"a name beside a logo":              {place("450 0 0 583 60 100") + lines(3), name, 0, 0, false},
		"a head that was drawn":             {place("612 0 0 792 0 200"), name, 0, 0, false},
		"prose":                             {lines(10), name, 0, 0, false},
		"a page of one colour":              {".2 .4 .8 rg 0 0 612 792 re f", name, 0, 0, true},
		"a page with a rule":                {"60 720 492 1 re f", name, 0, 0, true},
		"the scan of an empty page":         {place(whole), pictureOf(t, ""), 0, 0, true},
		"a drawing without letters or text": {"100 100 m 500 700 l 300 100 l 100 600 l s 200 200 300 100 re f", name, 0, 0, false},
	} {
		p := page(t, oneSheet(pdftest.Sheet{Content: c.content, Resources: "/XObject<</I {0}>>"}, c.image), 0)
		if p.Lettering < c.least || p.Lettering > c.most || p.Flat != c.flat {
			t.Errorf("%s: %d letters, flat: %t", what, p.Lettering, p.Flat)
		}
	}
}

func TestAPageOfRulesAndBoxesIsNotDrawnToLookForLetters(t *testing.T) {
	content := lines(10)
	for i := range 200 {
		content += fmt.Sprintf(".9 g %d %d 12 10 re f 0 g %d %d 500 .5 re f\n", 60+i%20*25, 100+i/20*14, 60, 100+i/20*14)
	}
	d := open(t, oneSheet(pdftest.Sheet{Content: content}))
	d.Looking = func(int) bool { t.Error("it was drawn"); return true }
	if p, err := d.Page(0); err != nil || p.Lettering != 0 {
		t.Errorf("%d %v", p.Lettering, err)
	}
}

func TestAPictureThatMayNotBeDrawnSaysSo(t *testing.T) {
	d := open(t, oneSheet(pdftest.Sheet{Content: "q 612 0 0 792 0 0 cm /I Do Q", Resources: "/XObject<</I {0}>>"}, pictureOf(t, lines(10))))
	d.Looking = func(int) bool { return false }
	if p, err := d.Page(0); err != nil || p.Lettering != NotLooked {
		t.Errorf("%d %v", p.Lettering, err)
	}
}

func TestAPageIsDrawnWithoutItsText(t *testing.T) {
	d := open(t, oneSheet(pdftest.Sheet{Content: lines(10) + "q 300 0 0 388 250 100 cm /I Do Q", Resources: "/XObject<</I {0}>>"}, pictureOf(t, lines(10))))
	ink := func(withoutText bool, from, to int) (n int) {
		p, err := d.Render(0, 100, withoutText)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range p.Grey[p.Width*p.Height*from/100 : p.Width*p.Height*to/100] {
			if g < 128 {
				n++
			}
		}
		return n
	}
	if ink(false, 25, 45) == 0 || ink(true, 25, 35) != 0 || ink(true, 50, 90) == 0 {
		t.Errorf("%d with the text, %d without it, %d of the picture", ink(false, 25, 45), ink(true, 25, 35), ink(true, 50, 90))
	}
}
