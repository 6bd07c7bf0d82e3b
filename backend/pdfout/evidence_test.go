package pdfout

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"regexp"
	"strings"
	"testing"
	"time"
)

func small(t *testing.T) *Picture {
	t.Helper()
	img := image.NewPaletted(image.Rect(0, 0, 40, 10), color.Palette{color.Black, color.White, color.RGBA{255, 224, 102, 255}})
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return &Picture{PNG: b.Bytes(), Width: 400, Height: 100}
}

// Two answers cite by the same numbers: each mark leads to its own answer's evidence, which leads back.
func TestMarksLeadToTheirEvidenceAndBack(t *testing.T) {
	text := "# Two answers\n\nRents rose [1]. Wages did not [2][9], nor [1](https://example.com/), says [404](https://example.com/404).\n\n```evidence 0\n```\n\n## Another\n\n| a |\n|---|\n| Costs [1] |\n\n```evidence 1\n```\n\nLater, [1] leads nowhere.\n\n```evidence 0\n```\n"
	evidence := [][]Evidence{
		{{Key: "1", Title: "Lease", Place: "p. 3", Quotes: []string{"Rents rose by 12 %."}, Picture: small(t), Verdict: "Proved", Why: "All its words are there."},
			{Key: "2", Title: "Wages", Place: "p. 4", Lacks: "The document is no longer in the library."}},
		{{Key: "1", Title: "Costs 见", Place: "p. 5", Note: "doubtful text", Picture: small(t)}},
	}
	var b bytes.Buffer
	o := Options{Title: "Two answers", Language: "en", Created: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Evidence: evidence}
	if err := put(&b, text, o); err != nil {
		t.Fatal(err)
	}
	// Four marks have evidence, and each entry leads back once to each page that has marks.
	inner := regexp.MustCompile(`/Dest \[\d+ 0 R /XYZ`).FindAll(b.Bytes(), -1)
	const marks, back, bookmarks = 4, 3, 2 + 3
	if len(inner) != marks+back+bookmarks {
		t.Errorf("%d links and bookmarks within the file", len(inner))
	}
	if n := bytes.Count(b.Bytes(), []byte("/URI (")); n != 1 {
		t.Errorf("%d links to the web: the number of a citation is none", n)
	}
	if n := bytes.Count(b.Bytes(), []byte("/Subtype /Image")); n != 1 {
		t.Errorf("%d pictures: the same one is kept once", n)
	}
	said := strings.Join(strings.Fields(words(t, b.Bytes())), " ")
	for _, want := range []string{"Rents rose [1]. Wages did not [2][9], nor [1](", "[1] Lease, p. 3 “Rents rose by 12 %.” Proved. All its words are there. Cited on page 1", "[2] Wages, p. 4 The document is no longer in the library. Cited on page 1", "[1] Costs 见, p. 5 doubtful text", "evidence 0"} {
		if strings.Contains(said, want) == (want == "evidence 0") {
			t.Errorf("%q in %s", want, said)
		}
	}
}
