package messages

import "testing"

func TestWhatIsKeptInEnglishIsSaidAgain(t *testing.T) {
	for said, want := range map[string]string{
		"Its words fall apart into single letters.":                                                "Ihre Wörter zerfallen in einzelne Buchstaben.",
		"Its few characters make no words. Two readers found different letters (90 % alike).":      "Ihre wenigen Zeichen ergeben keine Wörter. Zwei Leser fanden verschiedene Buchstaben (90 % gleich).",
		"It is a picture only: there is no text on it. tesseract found no letters in its picture.": "Sie ist nur ein Bild: Es steht kein Text darauf. tesseract fand in ihrem Bild keine Buchstaben.",
		"Something that an earlier version said.":                                                  "Something that an earlier version said.",
		"": "",
	} {
		if got := In("de").Again("ingest", said); got != want {
			t.Errorf("%q: %q", said, got)
		}
		if got := In("en").Again("ingest", said); got != said {
			t.Errorf("%q: %q", said, got)
		}
	}
}
