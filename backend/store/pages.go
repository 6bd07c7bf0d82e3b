package store

import (
	"encoding/binary"
	"errors"
	"strings"
	"unicode/utf8"
)

// Pages are the text of documents' pages, and where it stands on them.
type Pages struct{ part }

// Get reads one page of a document.
func (ps *Pages) Get(id string, n int) (p Page, err error) {
	return p, ps.view(func(b buckets) error { return getJSON(b.get("pages"), pageKey(id, n), &p) })
}

// Each reads the pages of a document in their order. ErrNotFound if it has none.
func (ps *Pages) Each(id string, read func(Page) error) error {
	return ps.view(func(b buckets) error {
		for n := 1; ; n++ {
			var p Page
			if err := getJSON(b.get("pages"), pageKey(id, n), &p); err != nil {
				if errors.Is(err, ErrNotFound) && n > 1 {
					return nil
				}
				return err
			}
			if err := read(p); err != nil {
				return err
			}
		}
	})
}

// Rects are where spans of a page's text stand on it, one for each line that they touch, in the order of the text. A
// page whose reader told no places has none. ErrNotFound if the page isn't there.
func (ps *Pages) Rects(document string, page int, spans ...Span) ([]Rect, error) {
	out := []Rect{}
	err := ps.view(func(b buckets) error {
		var p Page
		if err := getJSON(b.get("pages"), pageKey(document, page), &p); err != nil {
			return err
		}
		packed := b.get(boxesBucket).Get([]byte(pageKey(document, page)))
		if packed == nil {
			return nil
		}
		boxes, err := unpackBoxes(p.Text, packed)
		if err != nil {
			return err
		}
		for _, s := range spans {
			from, to := clamp(s.Start, len(p.Text)), clamp(s.End, len(p.Text))
			first := utf8.RuneCountInString(p.Text[:from])
			last := first + utf8.RuneCountInString(p.Text[from:max(from, to)])
			out = append(out, rects(boxes[first:last])...)
		}
		return nil
	})
	return out, err
}

// Quoted is where a quotation stands on a page: of its places the one with the most of what stands before and after it.
// One that isn't there, word for word, has none.
func (ps *Pages) Quoted(document string, page int, quote, before, after string) ([]Rect, error) {
	p, err := ps.Get(document, page)
	if err != nil || quote == "" {
		return []Rect{}, err
	}
	best, at := -1, 0
	for from := 0; ; {
		i := strings.Index(p.Text[from:], quote)
		if i < 0 {
			break
		}
		start := from + i
		if n := commonEnd(p.Text[:start], before) + commonStart(p.Text[start+len(quote):], after); n > best {
			best, at = n, start
		}
		from = start + len(quote)
	}
	if best < 0 {
		return []Rect{}, nil
	}
	return ps.Rects(document, page, Span{Start: at, End: at + len(quote)})
}

// commonEnd is how many bytes two texts have in common at their ends, and commonStart at their starts.
func commonEnd(a, b string) (n int) {
	for n < min(len(a), len(b)) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

func commonStart(a, b string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// rects joins the boxes of characters that stand beside each other.
func rects(boxes []Box) (out []Rect) {
	var at Box
	add := func() {
		if at != (Box{}) {
			out = append(out, Rect{float64(at.X0) / boxScale, float64(at.Y0) / boxScale, float64(at.X1-at.X0) / boxScale, float64(at.Y1-at.Y0) / boxScale})
		}
	}
	for _, b := range boxes {
		switch {
		case b == (Box{}):
		case b.Y0 == at.Y0 && b.Y1 == at.Y1:
			at.X0, at.X1 = min(at.X0, b.X0), max(at.X1, b.X1)
		default:
			add()
			at = b
		}
	}
	add()
	return out
}

// boxesBucket lies in library.db, by document id and page.
const boxesBucket = "boxes"

func pageKey(id string, n int) string {
	return string(binary.BigEndian.AppendUint32([]byte(id), uint32(n)))
}
