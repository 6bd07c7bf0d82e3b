package messages

import "testing"

func TestWhatIsKeptInEnglishIsSaidAgain(t *testing.T) {
	for said, want := range map[string]string{
		"Its words fall apart into single letters.":                                                       "Ihre Wörter zerfallen in einzelne Buchstaben.",
		"Its few characters make no words. Two readers found different letters (90 % alike).":             "Ihre wenigen Zeichen ergeben keine Wörter. Zwei Leser fanden verschiedene Buchstaben (90 % gleich).",
		"It is a picture only: there is no text on it. tesseract found no letters in its picture.":        "Sie ist nur ein Bild: Es steht kein Text darauf. tesseract fand in ihrem Bild keine Buchstaben.",
		"3 pages: 1 read and confirmed by a second reader, 1 doubtful (p. 3), 1 could not be read (p. 2)": "3 Seiten: 1 gelesen und von einem zweiten Leser bestätigt, 1 zweifelhaft (S. 3), 1 nicht lesbar (S. 2)",
		"1 page: 1 by OCR": "1 Seite: 1 durch OCR",
		"the file's name":  "der Name der Datei",
		"page iv":          "Seite iv",
		"Ready for keyword search. Not embedded: a.pdf is empty: the file has no bytes. Fetch or copy it again, then add it.": "Bereit für die Suche nach Wörtern. Nicht eingebettet: a.pdf ist leer: Die Datei hat keine Bytes. Laden oder kopieren Sie sie noch einmal, und fügen Sie sie dann hinzu.",
		"Something that an earlier version said.": "Something that an earlier version said.",
		"": "",
	} {
		if got := In("de").Again(said, "ingest", "store", "library", "count", "metadata"); got != want {
			t.Errorf("%q: %q", said, got)
		}
		if got := In("en").Again(said, "ingest"); got != said {
			t.Errorf("%q: %q", said, got)
		}
	}
	said, want := "3 pages: 1 read and confirmed by a second reader, 1 doubtful (p. 3), 1 could not be read (p. 2)", "3ページ：1ページは第2の読み取りで確認済み、疑わしい1ページ（3ページ）、読み取れない1ページ（2ページ）"
	if got := In("ja").Again(said, "store", "count"); got != want {
		t.Error(got)
	}
}
