package pdf

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lectern/backend/ingest/pdftest"
)

// at writes a line of text somewhere, after operators that say how.
func at(x, y float64, how, line string) string {
	return fmt.Sprintf("q BT /F 12 Tf %s 1 0 0 1 %g %g Tm (%s) Tj ET Q\n", how, x, y, line)
}

// visible is what a page shows in each of these tests.
const visible = "The rent is due on the first of the month"

const secret = "the answer is 42"

var plain = at(60, 700, "", visible)

func manners(p Page) (out []Manner) {
	for _, h := range p.Hidden {
		out = append(out, h.Manner)
	}
	return out
}

func oneSheet(s pdftest.Sheet, objects ...string) []byte {
	return pdftest.Drawn{Sheets: []pdftest.Sheet{s}, Objects: objects}.Bytes()
}

var layers = "/OCProperties<</OCGs[{0} {1}]/D<</OFF[{0}]/Order[]>>>>"

func TestTextThatNobodySeesIsToldApart(t *testing.T) {
	black := "0 g 60 640 300 20 re f\n"
	grey := bytes.Repeat([]byte{0x90}, 16*16)
	image := pdftest.Stream("/Type/XObject/Subtype/Image/Width 16/Height 16/ColorSpace/DeviceGray/BitsPerComponent 8", grey)
	photo := "q 300 0 0 60 60 620 cm /I Do Q\n"
	withImage := "/XObject<</I {0}>>"
	form := func(content string) string {
		return pdftest.Stream("/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</Font<</F 3 0 R>>>>", []byte(content))
	}
	for name, c := range map[string]struct {
		sheet   pdftest.Sheet
		objects []string
		catalog string
		want    Manner
	}{
		"white on white":         {pdftest.Sheet{Content: plain + at(60, 640, "1 g", secret)}, nil, "", Blended},
		"almost white":           {pdftest.Sheet{Content: plain + at(60, 640, ".97 .98 .97 rg", secret)}, nil, "", Blended},
		"black on black":         {pdftest.Sheet{Content: plain + black + at(60, 645, "", secret)}, nil, "", Blended},
		"grey on a grey picture": {pdftest.Sheet{Content: plain + photo + at(65, 645, ".565 g", secret), Resources: withImage}, []string{image}, "", Blended},
		"one point":              {pdftest.Sheet{Content: plain + "BT /F 1 Tf 1 0 0 1 60 640 Tm (" + secret + ") Tj ET"}, nil, "", Small},
		"shrunk":                 {pdftest.Sheet{Content: plain + "BT /F 12 Tf .08 0 0 .08 60 640 Tm (" + secret + ") Tj ET"}, nil, "", Small},
		"beside the page":        {pdftest.Sheet{Content: plain + at(60, -40, "", secret)}, nil, "", Outside},
		"beside what is shown":   {pdftest.Sheet{Content: plain + at(60, 640, "", secret), Entries: "/CropBox[0 680 612 792]"}, nil, "", Outside},
		"under a box":            {pdftest.Sheet{Content: plain + at(60, 645, "", secret) + black}, nil, "", Covered},
		"under a white box":      {pdftest.Sheet{Content: plain + at(60, 645, "", secret) + "1 g 60 640 300 20 re f\n"}, nil, "", Covered},
		"under a picture":        {pdftest.Sheet{Content: plain + at(65, 645, "", secret) + photo, Resources: withImage}, []string{image}, "", Covered},
		"under an annotation":    {pdftest.Sheet{Content: plain + at(60, 645, "", secret), Entries: "/Annots[<</Type/Annot/Subtype/Square/F 4/Rect[50 630 400 670]/AP<</N {0}>>>>]"}, []string{pdftest.Stream("/Type/XObject/Subtype/Form/BBox[50 630 400 670]", []byte("0 g 50 630 350 40 re f"))}, "", Covered},
		"no ink":                 {pdftest.Sheet{Content: plain + at(60, 640, "3 Tr", secret)}, nil, "", Invisible},
		"a clip of nothing":      {pdftest.Sheet{Content: plain + at(60, 640, "7 Tr", secret)}, nil, "", Invisible},
		"no ink over a picture":  {pdftest.Sheet{Content: plain + photo + at(65, 645, "3 Tr", secret), Resources: withImage}, []string{image}, "", Invisible},
		"transparent":            {pdftest.Sheet{Content: plain + at(60, 640, "/G gs", secret), Resources: "/ExtGState<</G<</ca 0>>>>"}, nil, "", Invisible},
		"behind a mask":          {pdftest.Sheet{Content: plain + at(60, 640, "/G gs", secret), Resources: "/ExtGState<</G<</SMask<</S/Luminosity/G {0}>>>>>>"}, []string{pdftest.Stream("/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Group<</S/Transparency/CS/DeviceGray>>", []byte("0 g 0 0 612 792 re f"))}, "", Invisible},
		"clipped":                {pdftest.Sheet{Content: plain + "q 60 700 300 20 re W n " + at(60, 640, "", secret) + "Q"}, nil, "", Clipped},
		"a layer that is off":    {pdftest.Sheet{Content: plain + "/OC /O BDC " + at(60, 640, "", secret) + "EMC", Resources: "/Properties<</O {0}>>"}, []string{"<</Type/OCG/Name(off)>>", "<</Type/OCG/Name(on)>>"}, layers, Layered},
		"a form, white":          {pdftest.Sheet{Content: plain + "q 1 0 0 1 10 -20 cm /X Do Q", Resources: "/XObject<</X {0}>>"}, []string{form(at(60, 640, "1 g", secret))}, "", Blended},
		"a form, covered":        {pdftest.Sheet{Content: plain + "q 1 0 0 1 10 -20 cm /X Do Q", Resources: "/XObject<</X {0}>>"}, []string{form(at(60, 645, "", secret) + black)}, "", Covered},
		"turned, white":          {pdftest.Sheet{Content: plain + at(60, 640, "1 g", secret), Entries: "/Rotate 90"}, nil, "", Blended},
		"slanted, white":         {pdftest.Sheet{Content: plain + "BT 1 g /F 12 Tf .7 .7 -.7 .7 100 400 Tm (" + secret + ") Tj ET"}, nil, "", Blended},
		"within a line":          {pdftest.Sheet{Content: "BT /F 12 Tf 60 700 Td (The rent is due on ) Tj 1 g (" + secret + " ) Tj 0 g (the first of the month) Tj ET"}, nil, "", Blended},
	} {
		t.Run(name, func(t *testing.T) {
			file := pdftest.Drawn{Sheets: []pdftest.Sheet{c.sheet}, Objects: c.objects, Catalog: c.catalog}.Bytes()
			p := page(t, file, 0)
			if got := strings.Join(strings.Fields(text(p)), " "); got != visible {
				t.Errorf("shown: %q", got)
			}
			if len(p.Hidden) != 1 || p.Hidden[0].Text != secret || p.Hidden[0].Manner != c.want || p.Sight != Looked {
				t.Errorf("hidden: %+v, %d", p.Hidden, p.Sight)
			}
			d := open(t, file)
			defer d.Close()
			d.Keep = true
			if p, err := d.Page(0); err != nil || !strings.Contains(text(p), secret) || !slices.Equal(manners(p), []Manner{c.want}) {
				t.Errorf("kept: %q, %+v, %v", text(p), p.Hidden, err)
			}
		})
	}
}

func TestTextThatIsSeenStays(t *testing.T) {
	const line = "Net sales rose by 12 percent"
	gradient := "<</ShadingType 2/ColorSpace/DeviceGray/Coords[60 0 400 0]/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[.4]/N 1>>>>"
	for name, c := range map[string]struct {
		sheet   pdftest.Sheet
		objects []string
	}{
		"white on a dark head":     {pdftest.Sheet{Content: plain + ".1 .2 .4 rg 60 635 400 24 re f " + at(66, 642, "1 g", line)}, nil},
		"white on a gradient":      {pdftest.Sheet{Content: plain + "q 60 635 400 24 re W n /S sh Q " + at(66, 642, "1 g", line), Resources: "/Shading<</S {0}>>"}, []string{gradient}},
		"black on a picture":       {pdftest.Sheet{Content: plain + "q 300 0 0 60 60 620 cm /I Do Q " + at(65, 645, "", line), Resources: "/XObject<</I {0}>>"}, []string{pdftest.Stream("/Type/XObject/Subtype/Image/Width 4/Height 4/ColorSpace/DeviceGray/BitsPerComponent 8", bytes.Repeat([]byte{0xb0}, 16))}},
		"in a form on a dark head": {pdftest.Sheet{Content: plain + "0 g 60 635 400 24 re f /X Do", Resources: "/XObject<</X {0}>>"}, []string{pdftest.Stream("/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</Font<</F 3 0 R>>>>", []byte(at(66, 642, "1 g", line)))}},
		"pale grey":                {pdftest.Sheet{Content: plain + at(66, 642, ".8 g", line)}, nil},
		"five points":              {pdftest.Sheet{Content: plain + "BT /F 4 Tf 1 0 0 1 66 642 Tm (" + line + ") Tj ET"}, nil},
		"a small font made large":  {pdftest.Sheet{Content: plain + "BT /F 1 Tf 12 0 0 12 66 642 Tm (" + line + ") Tj ET"}, nil},
		"units of ten points":      {pdftest.Sheet{Content: at(20, 40, "", visible)[:0] + "BT /F 1.2 Tf 6 70 Td (" + visible + ") Tj ET BT /F 1.2 Tf 6 60 Td (" + line + ") Tj ET", Entries: "/MediaBox[0 0 61 79]/UserUnit 10"}, nil},
		"half transparent":         {pdftest.Sheet{Content: plain + at(66, 642, "/G gs", line), Resources: "/ExtGState<</G<</ca .5>>>>"}, nil},
		"highlighted":              {pdftest.Sheet{Content: plain + at(66, 642, "", line) + "q /G gs 1 1 0 rg 60 635 300 24 re f Q", Resources: "/ExtGState<</G<</BM/Multiply>>>>"}, nil},
		"in a frame drawn later":   {pdftest.Sheet{Content: plain + at(66, 642, "", line) + "60 635 300 24 re S"}, nil},
		"half covered":             {pdftest.Sheet{Content: plain + at(66, 642, "", line) + "1 g 60 646 300 24 re f"}, nil},
		"outlined":                 {pdftest.Sheet{Content: plain + at(66, 642, "1 Tr 1 g", line)}, nil},
		"filled, and a clip":       {pdftest.Sheet{Content: plain + at(66, 642, "4 Tr", line)}, nil},
		"twice at one place":       {pdftest.Sheet{Content: plain + at(66, 642, "1 g", line) + at(66, 642, "", line)}, nil},
		"with a white shadow":      {pdftest.Sheet{Content: plain + at(66.8, 641.2, "1 g", line) + at(66, 642, "", line)}, nil},
		"a layer that is on":       {pdftest.Sheet{Content: plain + "/OC /O BDC " + at(66, 642, "", line) + "EMC", Resources: "/Properties<</O {1}>>"}, []string{"<</Type/OCG/Name(off)>>", "<</Type/OCG/Name(on)>>"}},
		"letters through a clip":   {pdftest.Sheet{Content: plain + "q BT /F 12 Tf 7 Tr 66 642 Td (" + line + ") Tj ET 0 g 0 0 612 792 re f Q"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			catalog := ""
			if len(c.objects) == 2 {
				catalog = layers
			}
			p := page(t, pdftest.Drawn{Sheets: []pdftest.Sheet{c.sheet}, Objects: c.objects, Catalog: catalog}.Bytes(), 0)
			if got := strings.Join(strings.Fields(text(p)), " "); !strings.HasPrefix(got, visible+" "+line) || len(p.Hidden) != 0 || p.Sight != Looked {
				t.Errorf("%q, hidden %+v, %d", got, p.Hidden, p.Sight)
			}
		})
	}
}

// scanned is a page that is a picture of lines, with a layer drawn over it.
func scanned(t *testing.T, lines []string, layer string) []byte {
	t.Helper()
	var content strings.Builder
	for i, line := range lines {
		content.WriteString(at(60, 700-20*float64(i), "", line))
	}
	d := open(t, oneSheet(pdftest.Sheet{Content: content.String()}))
	defer d.Close()
	r, err := d.Render(0, 120, false)
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Grey { // paper has grain
		r.Grey[i] = uint8(max(int(r.Grey[i])-(i*7919%17), 0))
	}
	image := pdftest.Stream(fmt.Sprintf("/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 8", r.Width, r.Height), r.Grey)
	return oneSheet(pdftest.Sheet{Content: "q 612 0 0 792 0 0 cm /I Do Q\n" + layer, Resources: "/XObject<</I {0}>>"}, image)
}

func TestTheLettersOfAScanAreNoHiddenText(t *testing.T) {
	lines := []string{"This agreement is made between the landlord", "and the tenant named below, who agree that", "the rent is 900 euros and due on the first."}
	layer := func(how string, dx, dy float64) (out string) {
		for i, line := range lines {
			out += at(60+dx, 700-20*float64(i)+dy, how, line)
		}
		return out
	}
	want := strings.Join(lines, " ")
	for name, over := range map[string]string{
		"as it should be": layer("3 Tr", 0, 0), "a little off": layer("3 Tr", 2, -3), "half a line off": layer("3 Tr", 0, 5),
	} {
		p := page(t, scanned(t, lines, over), 0)
		if got := strings.Join(strings.Fields(text(p)), " "); got != want || len(p.Hidden) != 0 {
			t.Errorf("%s: %q, hidden %+v", name, got, p.Hidden)
		}
	}
	planted := page(t, scanned(t, lines, layer("3 Tr", 0, 0)+at(60, 300, "3 Tr", secret)), 0)
	if got := strings.Join(strings.Fields(text(planted)), " "); got != want || len(planted.Hidden) != 1 || planted.Hidden[0].Text != secret || planted.Hidden[0].Manner != Invisible {
		t.Errorf("planted: %q, hidden %+v", got, planted.Hidden)
	}
	white := page(t, scanned(t, lines, layer("3 Tr", 0, 0)+at(60, 300, "1 g", secret)), 0)
	if got := strings.Join(strings.Fields(text(white)), " "); got != want || len(white.Hidden) != 1 || white.Hidden[0].Manner != Blended {
		t.Errorf("white: %q, hidden %+v", got, white.Hidden)
	}
	under := page(t, scanned(t, lines, ""), 0)
	if text(under) != "" {
		t.Fatalf("%q", text(under))
	}
}

func TestAPageWithMoreThanIsLookedThroughSaysSo(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 200,000 objects")
	}
	var b strings.Builder
	b.WriteString(plain + at(60, 640, "1 g", secret) + "BT /F 1 Tf\n")
	for i := range maxObjects {
		fmt.Fprintf(&b, "1 0 0 1 %d %d Tm(x)Tj\n", i%600, i/600)
	}
	b.WriteString("ET")
	p := page(t, oneSheet(pdftest.Sheet{Content: b.String()}), 0)
	if p.Sight != Crowded || !strings.Contains(text(p), secret) || len(p.Hidden) != 0 {
		t.Errorf("sight %d, %+v", p.Sight, p.Hidden)
	}
}

func TestAPageThatMustNotBeDrawnSaysSo(t *testing.T) {
	d := open(t, oneSheet(pdftest.Sheet{Content: plain + at(60, 640, "1 g", secret)}))
	asked := 0
	d.Looking = func(i int) bool { asked++; return false }
	p, err := d.Page(0)
	if err != nil || p.Sight != Undrawn || asked != 1 || !strings.Contains(text(p), secret) {
		t.Errorf("%q, %d, %d, %v", text(p), p.Sight, asked, err)
	}
	d.Looking = nil
	if p, err = d.Page(0); err != nil || p.Sight != Looked || strings.Contains(text(p), secret) {
		t.Errorf("%q, %d, %v", text(p), p.Sight, err)
	}
}

func TestAPageWithoutSuspectsIsNotDrawn(t *testing.T) {
	d := open(t, oneSheet(pdftest.Sheet{Content: plain + ".8 .9 1 rg 60 635 400 24 re f " + at(66, 642, "0 g", "Revenue")}))
	d.Looking = func(int) bool { t.Error("it is drawn"); return true }
	if _, err := d.Page(0); err != nil {
		t.Error(err)
	}
}

func TestObjectsAreReadFromMemoryAsCallsReadThem(t *testing.T) {
	var b strings.Builder
	for i := range 2000 {
		b.WriteString(at(60+float64(i%50)*10, 40+float64(i/50)*15, "", "x"))
	}
	d := open(t, oneSheet(pdftest.Sheet{Content: b.String()}))
	if _, err := d.Page(0); err != nil {
		t.Fatal(err)
	}
	if o := d.in.offsets; o.wrong || o.apart || o.kindless || o.rect == 0 || o.tested < trusted {
		t.Errorf("this pdfium has its objects in another form; reading will be slow: %+v", o)
	}
}

func TestTheSecondReaderDoesNotTellWhatIsHidden(t *testing.T) {
	file := pdftest.Text("Hello")
	p, err := OpenPlain(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := p.Page(0); err != nil || got.Sight != SecondEye {
		t.Errorf("%d, %v", got.Sight, err)
	}
}
