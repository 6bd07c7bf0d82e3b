package pdf

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

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
