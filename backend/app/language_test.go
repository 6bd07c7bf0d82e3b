package app

import (
	"slices"
	"testing"
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
