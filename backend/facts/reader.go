package facts

import (
	"strings"

	"lectern/backend/store"
)

// Reader reads figures at their places.
type Reader struct {
	Pages interface {
		Get(document string, number int) (store.Page, error)
	}
}

// PageOf is the text of the page that a passage stands on, and where in it; the passage's own if the page can't be read.
func (r Reader) PageOf(p store.Text) (text string, at int) {
	page, err := r.Pages.Get(p.Ref.Document, p.Page)
	if err == nil {
		at = strings.Index(page.Text, p.Text)
	}
	if err != nil || at < 0 {
		return p.Text, 0
	}
	return page.Text, at
}
