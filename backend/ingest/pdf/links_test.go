package pdf

import (
	"strings"
	"testing"

	"lectern/backend/ingest/pdftest"
)

func TestAFileShowsThatItHasOnlyLinks(t *testing.T) {
	link := "<</Type/Annot/Subtype/Link/Rect[0 0 1 1]>>"
	far := strings.Repeat("x", 1<<20-4)
	for file, want := range map[string]bool{
		"":                                       true,
		link:                                     true,
		"<</Type/Annot/Subtype /Popup>>":         true,
		"<</Subtype\n/TrueType>>" + far + link:   true,
		"<</Type/Font/Subtype/Type1>>":           true,
		link + "<</Type/Annot/Subtype/Text>>":    false,
		far + "<</Type/Annot/Subtype/FreeText>>": false, // over the edge of what is looked at together
		"<</Subtype/Links>>":                     false,
		"<</Subtype 5 0 R>>":                     false,
		"<</Subtype%comment\n/Link>>":            false,
		"<</Subtype/Li#6Ek>>":                    false,
		"<</Subtype/Widget>>":                    false,
		link + "<</Type/ObjStm/N 1>>":            false,
		far + "</Type/ObjStm>":                   false,
		"<</Subtype":                             false,
	} {
		if got := linksOnly(strings.NewReader(file), int64(len(file))); got != want {
			t.Errorf("%.40q… of %d: %v", file, len(file), got)
		}
	}
	noted := pdftest.File{Pages: []pdftest.Page{{"a"}}, Notes: []string{"b"}}.Bytes()
	if linksOnly(strings.NewReader(string(noted)), int64(len(noted))) {
		t.Error("a file with a note")
	}
}
