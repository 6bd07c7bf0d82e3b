package app

import (
	"slices"

	"lectern/backend/messages"
)

// Look is how the page looks and listens, as the person wants it.
type Look struct {
	Theme     string `json:"theme" ts_type:"'' | 'light' | 'dark'"`            // "": as the system
	Text      string `json:"text" ts_type:"'' | 'small' | 'large' | 'larger'"` // its size
	Language  string `json:"language" ts_type:"'' | 'en' | 'de' | 'ja'"`       // of the window; "": the system's
	NoLetters bool   `json:"noLetters"`                                        // single letters are no shortcuts
	Internals bool   `json:"internals"`                                        // what steps were given and made, scores and ranks are shown
}

const lookKey = "look"

var (
	themes    = []string{"", "light", "dark"}
	sizes     = []string{"", "small", "large", "larger"}
	languages = []string{"", "en", "de", "ja"}
)

// SaveLook keeps it, and tells every page.
func (c *Core) SaveLook(l Look) error {
	if !slices.Contains(themes, l.Theme) || !slices.Contains(sizes, l.Text) || !slices.Contains(languages, l.Language) {
		return messages.Error("app.no-such-look")
	}
	if err := c.Store.Settings.Save(lookKey, l); err != nil {
		return err
	}
	c.tellStatus(c.Models.State())
	return nil
}

// look is as usual where it can't be read: nothing hangs on it.
func (c *Core) look() (l Look) {
	_ = c.Store.Settings.Get(lookKey, &l)
	return l
}
