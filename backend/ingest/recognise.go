package ingest

import (
	"context"
	"errors"
	"os"
	"time"

	"lectern/backend/ingest/layout"
	"lectern/backend/ingest/pdf"
	"lectern/backend/messages"
)

// Picture is a page drawn in shades of grey.
type Picture = pdf.Picture

// Glyph is a character and its place.
type Glyph = pdf.Glyph

// Recogniser reads the letters in a picture of a page.
type Recogniser interface {
	// Name is what stands in the certificate.
	Name() string
	// Read gives the page's characters, with their boxes in pixels if it knows them. A page without letters is no error.
	Read(ctx context.Context, p Picture) ([]Glyph, error)
}

const (
	dotsPerInch = 200 // that pages are drawn with for a Recogniser
	fewLetters  = 3   // that it must find to have found something
	perPicture  = 2 * time.Minute
)

// recognise has the pages that are pictures read by a Recogniser, one after the other, and of the others the pictures with letters
// in them; what these say follows the page's text. Pages that it makes nothing of stay as they are, and say why.
func (r *Reader) recognise(ctx context.Context, file *os.File, limits Limits, pages []read, progress func(done, total int)) error {
	var wanted, bare []int
	for i, p := range pages {
		switch {
		case p.picture():
			wanted = append(wanted, i)
		case p.lettered():
			wanted, bare = append(wanted, i), append(bare, i)
			pages[i].beside = true
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	var by Recogniser
	if r.Recogniser != nil {
		by = r.Recogniser()
	}
	if by == nil {
		for _, i := range wanted {
			pages[i].noOCR = messages.Text("ingest.no-recogniser")
		}
		return nil
	}
	limits.Stall += perPicture // the worker waits while a picture is read
	seen := 0
	progressed := func() {
		seen++
		progress(len(pages)-len(wanted)+seen, len(pages))
	}
	return r.draw(ctx, file, limits, order{render: wanted, dots: dotsPerInch, bare: bare}, func(i int, p Picture) error {
		one, cancel := context.WithTimeout(ctx, perPicture)
		defer cancel()
		recognised(one, by, &pages[i], p)
		progressed()
		return ctx.Err()
	}, func(i int) {
		pages[i].noOCR = messages.Text("ingest.not-drawn")
		progressed()
	})
}

// recognised reads one page from its picture.
func recognised(ctx context.Context, by Recogniser, page *read, p Picture) {
	p.Bare = page.beside
	glyphs, err := by.Read(ctx, p)
	if err != nil {
		page.noOCR = messages.Text("ingest.picture-unread", messages.Args{"name": by.Name(), "error": err})
		if errors.Is(err, context.DeadlineExceeded) {
			page.noOCR = messages.Text("ingest.picture-took-too-long", messages.Args{"name": by.Name()})
		}
		return
	}
	for i := range glyphs {
		b := &glyphs[i].Box
		b.X0, b.X1 = min(max(b.X0, 0), float64(p.Width)), min(max(b.X1, 0), float64(p.Width))
		b.Y0, b.Y1 = min(max(b.Y0, 0), float64(p.Height)), min(max(b.Y1, 0), float64(p.Height))
	}
	found := layout.Read(pdf.Page{Width: float64(p.Width), Height: float64(p.Height), Glyphs: glyphs})
	if n, _ := found.Characters(); n < fewLetters {
		page.noOCR = messages.Text("ingest.no-letters-in-picture", messages.Args{"name": by.Name()})
		return
	}
	if page.ocr = by.Name(); page.beside {
		page.page.Pictured = found.Lines
		return
	}
	found.Width, found.Height = page.page.Width, page.page.Height
	page.page, page.second = found, false
}
