package app

import (
	"slices"
	"strings"
	"testing"

	"lectern/backend/library"
)

// aBrowser is a listening one.
type aBrowser struct{ *listening }

func (aBrowser) Browser() bool { return true }

func TestTheLanguageOfTheWindowIsKept(t *testing.T) {
	c, shell, end := opened(t, t.TempDir())
	defer end()
	c.Shell = aBrowser{shell}
	for _, l := range []Look{{Language: "fr"}, {Language: "German"}} {
		if err := c.SaveLook(l); err == nil {
			t.Errorf("%+v was kept", l)
		}
	}
	if err := c.SaveLook(Look{Language: "ja"}); err != nil {
		t.Fatal(err)
	}
	if s, err := c.Status(); err != nil || s.Look.Language != "ja" {
		t.Error(s.Look, err)
	}
	if got := c.Say().Language(); got != "en" {
		t.Errorf("before a page has spoken: %s", got)
	}
}

func TestAPageIsToldAnewInItsLanguage(t *testing.T) {
	c, shell, end := opened(t, t.TempDir())
	defer end()
	c.Shell = aBrowser{shell}
	for _, code := range []string{"en", "de", "de"} {
		if err := c.Speak(code); err != nil || c.Say().Language() != code {
			t.Error(code, c.Say().Language(), err)
		}
	}
	if !slices.Equal(shell.told, []string{"status", "workspaces", "documents"}) {
		t.Errorf("%q", shell.told)
	}
	err := c.SaveLook(Look{Theme: "pink"})
	if c.InItsLanguage(&err); err == nil || err.Error() != "dieses Aussehen gibt es nicht" {
		t.Error(err)
	}
}

func TestWhatIsKeptInEnglishIsToldInTheLanguageOfThePage(t *testing.T) {
	c, shell, end := opened(t, t.TempDir())
	defer end()
	c.Shell = aBrowser{shell}
	if err := c.Speak("de"); err != nil {
		t.Fatal(err)
	}
	d := c.saidOf([]library.Document{{
		Reason:         "a.pdf is damaged and can't be read. Open it in a PDF viewer; if it shows there, save a copy and add the copy.",
		ReadingSummary: "2 pages: 2 by OCR",
	}})[0]
	if !strings.HasPrefix(d.Reason, "a.pdf ist beschädigt und nicht lesbar.") || d.ReadingSummary != "2 Seiten: 2 durch OCR" {
		t.Errorf("%+v", d)
	}
	s, err := c.Settings(t.Context())
	if err != nil || !slices.ContainsFunc(s.Advanced, func(a Advanced) bool { return a.Group == "Dokumentenchat" && a.Title == "Behaltene Textstellen" }) {
		t.Error(s.Advanced, err)
	}
	if status, err := c.Status(); err != nil || status.Workflows[0].Hint != "Antwortet sofort" || status.Workspace != "Bibliothek" || !strings.HasPrefix(status.SuggestedEmbed.Why, "Findet") {
		t.Errorf("%+v %v", status, err)
	}
}
