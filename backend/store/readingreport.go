package store

import (
	"strings"

	"lectern/backend/messages"
)

// The verdicts on a page.
const (
	Confirmed  = "confirmed"  // a second reader found the same letters
	Single     = "single"     // one reader read it, and nothing speaks against it
	Doubtful   = "doubtful"   // it was read, but something speaks against the text
	OCR        = "ocr"        // its letters were recognised in a picture
	Picture    = "picture"    // its text was read, but not what is in a picture on it
	Unreadable = "unreadable" // it gave no text, though there is something on it
	Blank      = "blank"      // nothing is on it
)

// Verdict says how far a page's text can be relied on.
type Verdict struct {
	Page    int    `json:"n"` // from 1
	Label   string `json:"label"`
	Verdict string `json:"verdict" ts_type:"'confirmed' | 'single' | 'doubtful' | 'ocr' | 'picture' | 'unreadable' | 'blank'"`
	Why     string `json:"why"`    // as a sentence; "" for a page that is confirmed
	Reader  string `json:"reader"` // that the text is from: pdfium, ledongthuc, tesseract or a model's name; "" if there is none
	Chars   int    `json:"chars"`  // without spaces

	// Hidden is what is to be said of text on the page that nobody sees, as a sentence; "" if there is nothing.
	Hidden      string `json:"hidden,omitempty"`
	HiddenChars int    `json:"hiddenChars,omitempty"` // of such text, without spaces
	HiddenUsed  bool   `json:"hiddenUsed,omitempty"`  // it is in the page's text all the same, as the person chose
}

// Doubt is what an answer that leans on the page must not keep quiet about; "" if there is nothing.
func (v Verdict) Doubt() string {
	doubt := ""
	switch v.Verdict {
	case Doubtful, Unreadable, OCR:
		doubt = v.Why
	}
	if v.HiddenUsed {
		doubt = strings.TrimSpace(doubt + " " + v.Hidden)
	}
	return doubt
}

// ReadingReport is what is known of how a document was read: a verdict for each page, in order.
type ReadingReport struct {
	Document       string    `json:"document"` // id
	Compared       bool      `json:"compared"` // the second reader has had its turn
	HiddenSearched bool      `json:"sought"`   // text that nobody sees was looked for; false for one that was added before that was done
	Pages          []Verdict `json:"pages"`
}

// Count is how many pages have a verdict.
func (r ReadingReport) Count(verdict string) (n int) {
	for _, p := range r.Pages {
		if p.Verdict == verdict {
			n++
		}
	}
	return n
}

// Summary is the report in a sentence: "212 pages: 209 read and confirmed by a second reader, 2 by OCR, 1 could not
// be read (p. 88)".
func (r ReadingReport) Summary() string {
	var parts []string
	for _, kind := range []struct{ verdict, key string }{
		{Confirmed, "store.pages-confirmed"}, {Single, "store.pages-single"}, {OCR, "store.pages-ocr"},
		{Picture, "store.pages-picture"}, {Doubtful, "store.pages-doubtful"}, {Unreadable, "store.pages-unreadable"}, {Blank, "store.pages-blank"},
	} {
		n := r.Count(kind.verdict)
		if n == 0 {
			continue
		}
		pages := r.labelled(func(v Verdict) bool { return v.Verdict == kind.verdict })
		parts = append(parts, messages.Text(kind.key, messages.Args{"number": n, "pages": pages}))
	}
	if n := r.Hidden(); n > 0 {
		parts = append(parts, messages.Text("store.unseen-pages", messages.Args{"number": n, "pages": r.labelled(Verdict.hidden)}))
	}
	if len(parts) == 0 {
		return ""
	}
	return messages.Text("store.pages-read", messages.Args{"pages": messages.Count("count.pages", len(r.Pages)), "parts": strings.Join(parts, ", ")})
}

// labelled names the first of some pages.
func (r ReadingReport) labelled(which func(Verdict) bool) string {
	const most = 5
	var out []string
	for _, p := range r.Pages {
		if !which(p) {
			continue
		}
		if len(out) == most {
			out = append(out, "…")
			break
		}
		out = append(out, p.Label)
	}
	return messages.Text("count.on-pages", messages.Args{"pages": strings.Join(out, ", ")})
}

func (v Verdict) hidden() bool { return v.HiddenChars > 0 }

// Hidden counts the pages that hold text which nobody sees.
func (r ReadingReport) Hidden() (n int) {
	for _, p := range r.Pages {
		if p.hidden() {
			n++
		}
	}
	return n
}

// on is the verdict on a page; the zero value if there is none.
func (r ReadingReport) on(page int) Verdict {
	if page < 1 || page > len(r.Pages) {
		return Verdict{}
	}
	return r.Pages[page-1]
}
