package messages

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"
)

func TestAnErrorIsSaidInEachLanguage(t *testing.T) {
	silent := Error("documents.silent")
	for _, c := range []struct {
		err         error
		en, de, why string
	}{
		{silent, "The documents don't tell.", "Die Dokumente sagen dazu nichts.", "itself"},
		{Error("report.web-off"), "The web was switched off meanwhile, so it was not asked any more.", "Das Netz wurde inzwischen abgeschaltet und deshalb nicht weiter befragt.", "another"},
		{Error("report.unread", Args{"source": "a.pdf", "error": silent}), "a.pdf could not be read: The documents don't tell.", "a.pdf konnte nicht gelesen werden: Die Dokumente sagen dazu nichts.", "one that it tells of"},
		{fmt.Errorf("a.pdf: %w", silent), "a.pdf: The documents don't tell.", "a.pdf: Die Dokumente sagen dazu nichts.", "one that is wrapped elsewhere"},
		{fmt.Errorf("%w (%w)", silent, fs.ErrExist), "The documents don't tell. (file already exists)", "Die Dokumente sagen dazu nichts. (file already exists)", "one beside a foreign one"},
		{fs.ErrExist, "file already exists", "file already exists", "a foreign one"},
	} {
		if got := c.err.Error(); got != c.en {
			t.Errorf("%s: %q", c.why, got)
		}
		if got := In("de").Error(c.err); got != c.de {
			t.Errorf("%s: %q", c.why, got)
		}
	}
}

func TestAnErrorMatchesThoseThatItTellsOf(t *testing.T) {
	sentinel, twin := Error("documents.silent"), Error("documents.silent")
	told := Error("report.unread", Args{"source": "a.pdf", "error": fmt.Errorf("a.pdf: %w", sentinel)})
	if !errors.Is(told, sentinel) || errors.Is(told, twin) || errors.Is(sentinel, twin) {
		t.Error("an error matches itself and what it tells of, and nothing else")
	}
	if quoted := Error("report.unread", Args{"source": "a.pdf", "error": About(sentinel)}); errors.Is(quoted, sentinel) || In("de").Error(quoted) != "a.pdf konnte nicht gelesen werden: Die Dokumente sagen dazu nichts." {
		t.Errorf("what only quotes an error: %q", In("de").Error(quoted))
	}
}

func TestAMessageWithinAMessageIsSaidInItsLanguage(t *testing.T) {
	m := New("doubts.more", Args{"pages": New("doubts.page", Args{"document": "A", "label": "3"}), "n": 2})
	for code, want := range map[string]string{
		"en": "A, p. 3; and 2 more", "de": "A, S. 3; und 2 weitere", "ja": "A、3ページ；ほか2ページ",
		"fr": "A, p. 3\u00a0; et 2 autres", "es": "A, pág. 3; y 2 más", "zh": "A，第3页；另有2页",
	} {
		if got := m.In(code); got != want {
			t.Errorf("%s: %q", code, got)
		}
	}
	if got := (Message{}).In("de") + Plain("503 Service Unavailable").In("de"); got != "503 Service Unavailable" {
		t.Error(got)
	}
}
