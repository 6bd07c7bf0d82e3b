package store

import (
	"slices"
	"testing"
)

func verdict(page int, kind, why string) Verdict {
	return Verdict{Page: page, Label: string(rune('0' + page)), Verdict: kind, Why: why, Reader: "pdfium"}
}

func TestAPassageCarriesTheVerdictOnItsPage(t *testing.T) {
	_, w := openTest(t)
	c := content("Plain words.", "Odd words.", "Words of a scan.", "Words that nobody else read.")
	c.Verdicts = []Verdict{
		verdict(1, Confirmed, ""), verdict(2, Doubtful, "Its words fall apart."), verdict(3, OCR, "Its letters were recognised."),
		verdict(4, Single, "No second reader has read it yet."),
	}
	if _, err := w.Documents.Add(Document{ID: "a", Name: "Lease"}, c); err != nil {
		t.Fatal(err)
	}
	add(t, w, "old", "Added before there were certificates", "Words.")
	texts, err := w.Passages.Texts([]Ref{{"a", 0}, {"a", 1}, {"a", 2}, {"a", 3}, {"old", 0}})
	if err != nil {
		t.Fatal(err)
	}
	var got [][2]string
	for _, x := range texts {
		got = append(got, [2]string{x.Verdict, x.Doubt})
	}
	if want := [][2]string{{Confirmed, ""}, {Doubtful, "Its words fall apart."}, {OCR, "Its letters were recognised."}, {Single, ""}, {"", ""}}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	d, err := w.Documents.Get("a")
	if err != nil || d.Doubtful != 1 || d.ReadingSummary != "4 pages: 1 read and confirmed by a second reader, 1 read by one reader, 1 by OCR, 1 doubtful (p. 2)" {
		t.Errorf("%+v %v", d, err)
	}
}

// Of a page whose text was read and whose picture was recognised, only what is from the picture is in doubt.
func TestTextBesideAPictureThatWasRecognisedIsNotInDoubt(t *testing.T) {
	_, w := openTest(t)
	c := content("Words of a chart. More of them.")
	c.Verdicts = []Verdict{verdict(1, OCR, "Its text was read.")}
	c.Pages[0].Pictured = Span{Start: len("Words of a chart. "), End: len(c.Pages[0].Text)}
	c.Passages = []Passage{{Page: 1, Span: Span{End: len("Words of a chart.")}}, {Page: 1, Span: c.Pages[0].Pictured}}
	if _, err := w.Documents.Add(Document{ID: "a", Name: "Lease"}, c); err != nil {
		t.Fatal(err)
	}
	texts, err := w.Passages.Texts([]Ref{{"a", 0}, {"a", 1}})
	if err != nil || texts[0].Verdict != Single || texts[0].Doubt != "" || texts[1].Verdict != OCR || texts[1].Doubt != "Its text was read." {
		t.Errorf("%+v %v", texts, err)
	}
}

func TestADocumentThatIsReadAgainKeepsNothingOfTheFirstReading(t *testing.T) {
	_, w := openTest(t)
	first := content("The notice period is three months.", "Rent is due on the first.", "Pets are allowed.")
	first.Boxes = [][]byte{PackBoxes(first.Pages[0].Text, slices.Repeat([]Box{{X0: 1, X1: 2, Y1: 1}}, len(first.Pages[0].Text))), nil, nil}
	first.Verdicts = []Verdict{verdict(1, Unreadable, "A picture."), verdict(2, Single, ""), verdict(3, Single, "")}
	first.Info.Title = "A lease"
	if _, err := w.Documents.Add(Document{ID: "a", Name: "Lease"}, first); err != nil {
		t.Fatal(err)
	}
	if err := w.Vectors.Put("a", space, [][]float32{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}); err != nil {
		t.Fatal(err)
	}
	q := Query{Text: "cats", Vector: []float32{1, 0, 0}, Space: space}
	if hits := search(t, w, q); len(hits) == 0 || hits[0].Ref.Passage != 0 {
		t.Fatalf("before: %+v", hits)
	}
	if err := w.Descriptions.SaveFound(7, map[string]Finding{"a": {Metadata: Metadata{Company: "Found", Year: 2020}}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Descriptions.Edit("a", Metadata{Company: "Wanted", Year: 2020}); err != nil {
		t.Fatal(err)
	}
	again := content("Another text altogether.", "And its second page.")
	d, err := w.Documents.Add(Document{ID: "a", Name: "Lease"}, again)
	if err != nil || d.Name != "Lease" || d.Pages != 2 || d.Doubtful != 0 {
		t.Fatalf("%+v %v", d, err)
	}
	if hits := search(t, w, q); len(hits) != 0 {
		t.Errorf("found by the vectors of what is gone: %+v", hits)
	}
	if spaces, err := w.Vectors.Spaces(); err != nil || len(spaces) != 0 {
		t.Errorf("vectors %v %v", spaces, err)
	}
	if hits := search(t, w, Query{Text: "notice period"}); len(hits) != 0 {
		t.Errorf("found by words that are gone: %+v", hits)
	}
	if _, err := w.Pages.Get("a", 3); err != ErrNotFound {
		t.Errorf("its third page: %v", err)
	}
	if rects, err := w.Pages.Rects("a", 1, Span{Start: 0, End: 4}); err != nil || len(rects) != 0 {
		t.Errorf("places %v %v", rects, err)
	}
	if info, err := w.Documents.Info("a"); err != nil || info.Title != "" {
		t.Errorf("%+v %v", info, err)
	}
	about, err := w.Descriptions.Of("a")
	if err != nil || about.Builder != 0 || about.Metadata().Company != "Wanted" {
		t.Errorf("%+v %v", about, err)
	}
	if err := w.Vectors.Put("a", space, [][]float32{{0, 1, 0}, {1, 0, 0}}); err != nil {
		t.Fatal(err)
	}
	if hits := search(t, w, q); len(hits) != 2 || hits[0].Ref.Passage != 1 {
		t.Errorf("embedded again: %+v", hits)
	}
}
