package pdf

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	ledongthuc "github.com/ledongthuc/pdf"

	"lectern/backend/ingest/pdftest"
)

func TestTheSecondReaderFindsEveryPageOfATree(t *testing.T) {
	var pages []string
	for i := range 40 {
		pages = append(pages, fmt.Sprintf("Page %d.", i))
	}
	flat := pdftest.Text(pages...)
	object := func(n int) string { return fmt.Sprintf("%d 0 R ", 7+2*n) } // a page's, as pdftest numbers them
	kids := func(from, to int) (all string) {
		for n := from; n < to; n++ {
			all += object(n)
		}
		return all
	}
	// The same pages below three nodes, one of which promises a page too many and one too few.
	tree := "<</Type/Pages/Kids[" + object(0) + "<</Type/Pages/Count 11/Kids[" + kids(1, 11) + "]>><</Type/Pages/Count 9/Kids[<</Type/Pages/Count 10/Kids[" + kids(11, 21) + "]>>]>>" + kids(21, 40) + "]/Count 40>>"
	nested := bytes.Replace(flat, []byte("<</Type/Pages/Kids["+kids(0, 40)+"]/Count 40>>"), []byte(tree), 1)
	if bytes.Equal(flat, nested) {
		t.Fatal("the tree was not found")
	}
	at, begin := bytes.LastIndex(nested, []byte("xref\n0")), bytes.LastIndex(flat, []byte("xref\n0"))
	table := moved(string(nested[at:]), bytes.Index(flat, []byte("3 0 obj")), at-begin)
	nested = append(nested[:at:at], table...)
	for name, file := range map[string][]byte{"flat": flat, "nested": nested} {
		p, err := OpenPlain(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			t.Fatal(name, err)
		}
		for i := range 41 {
			want := ""
			if v := p.r.Page(i + 1).V; !v.IsNull() {
				want = v.Key("Contents").String()
			}
			got := ""
			if v := p.leaf(i); !v.IsNull() {
				got = v.Key("Contents").String()
			}
			if got != want || i < 5 && want == "" {
				t.Errorf("%s: page %d is %q, and the reader finds %q", name, i, got, want)
			}
		}
	}
}

// moved adds to the places in a table of cross references that lie behind one.
func moved(table string, behind, by int) string {
	var out strings.Builder
	for line := range strings.Lines(table) {
		var at int
		if n, _ := fmt.Sscanf(line, "%d 00000 n", &at); n == 1 && at >= behind && strings.HasSuffix(line, " n \n") {
			line = fmt.Sprintf("%010d 00000 n \n", at+by)
		}
		if n, _ := fmt.Sscanf(line, "%d", &at); n == 1 && !strings.Contains(line, " ") && at > behind {
			line = fmt.Sprintf("%d\n", at+by)
		}
		out.WriteString(line)
	}
	return out.String()
}

// TestLettersAreThoseOfTheReadersOwnWay draws with every operator that moves or sizes text, in two fonts, with a matrix
// within a matrix.
func TestLettersAreThoseOfTheReadersOwnWay(t *testing.T) {
	fonts := "/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 126/Widths[" +
		strings.Repeat("500 278 ", 47) + "500]>>/F2<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>"
	content := `q 1 0 0 1 10 700 cm BT /F1 12 Tf 14 TL 1 Tc 2 Tw 90 Tz 3 Ts (One) Tj T* (Two) ' 1 2 (Three) " ET Q
q .5 .1 -.1 .5 3 4 cm q 2 0 0 2 0 0 cm BT 1 0 0 1 20 500 Tm 10 -12 TD [(Fo) -250 (ur) 30] TJ 5 6 Td /F2 9 Tf 0 Tr (Five) Tj /F1 7 Tf (Six) Tj ET Q
0 0 10 10 re f BT /F2 8 Tf (Seven) Tj ET Q BT /F3 5 Tf (no such font) Tj ET`
	for name, stream := range map[string]string{"all operators": content, "one too few": "BT /F1 12 Tf (a) Tj 1 0 0 1 Tm (b) Tj ET", "one Q too many": "BT (a) Tj ET Q"} {
		file := pdftest.Drawn{Sheets: []pdftest.Sheet{{Resources: fonts, Content: stream}}}.Bytes()
		p, err := OpenPlain(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			t.Fatal(err)
		}
		page := ledongthuc.Page{V: p.leaf(0)}
		var want, got []letter
		failed, fails := failing(func() {
			for _, text := range page.Content().Text {
				r := []rune(text.S)
				want = append(want, letter{r[0], text.X, text.Y, text.FontSize, text.W})
			}
		}), failing(func() { got = lettersOf(page) })
		if failed != fails || !slices.Equal(got, want) || !failed && len(got) < 20 {
			t.Errorf("%s: %v\nand not %v; it fails: %v, not %v", name, got, want, fails, failed)
		}
	}
}

func failing(do func()) (failed bool) {
	defer func() { failed = recover() != nil }()
	do()
	return false
}
