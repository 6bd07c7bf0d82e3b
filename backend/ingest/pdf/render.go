package pdf

import (
	"math"

	"lectern/backend/messages"
)

// Picture is a page drawn in shades of grey: a byte a pixel, 0 black, row by row from the top.
type Picture struct {
	Width, Height int
	Grey          []byte
	Bare          bool // without the page's text: what looks like letters may be none
}

// MaxPixels is the most that a page is drawn with: A3 at 300 dots an inch, and a little more.
const MaxPixels = 20_000_000

// Render draws page i, counted from 0, with so many dots an inch, fewer if it would be larger than MaxPixels; without its text,
// if only what is drawn besides is wanted. After an error that doesn't wrap ErrDamaged the document must be reopened.
func (d *Document) Render(i, dpi int, withoutText bool) (p Picture, err error) {
	defer caught(&err)
	if d.in == nil {
		return p, messages.Error("pdf.closed")
	}
	page := d.in.call("FPDF_LoadPage", d.handle, uint64(i))
	if page == 0 {
		return p, ErrDamaged
	}
	defer d.in.call("FPDF_ClosePage", page)
	const inch = 72.0
	width, height := d.in.view(page).size()
	scale := float64(dpi) / inch
	if pixels := width * height * scale * scale; pixels > MaxPixels {
		scale *= math.Sqrt(MaxPixels / pixels)
	}
	p.Width, p.Height = int(width*scale), int(height*scale)
	if p.Width < 1 || p.Height < 1 || p.Width*p.Height > MaxPixels {
		return p, ErrDamaged
	}
	if withoutText {
		off := d.in.function("FPDFPageObj_SetIsActive")
		for _, t := range d.in.drawn(&Page{Width: width, Height: height}, page, d.in.view(page), false).texts {
			d.in.run(off, t.handle, 0)
		}
	}
	const grey, annotations, white = 1, 0x01, 0xFFFFFFFF // FPDFBitmap_Gray, FPDF_ANNOT
	at := d.in.allocate(p.Width * p.Height)
	defer d.in.call("free", uint64(at))
	w, h := uint64(p.Width), uint64(p.Height)
	bitmap := d.in.call("FPDFBitmap_CreateEx", w, h, grey, uint64(at), w)
	if bitmap == 0 {
		return p, ErrDamaged
	}
	defer d.in.call("FPDFBitmap_Destroy", bitmap)
	d.in.call("FPDFBitmap_FillRect", bitmap, 0, 0, w, h, white)
	d.in.call("FPDF_RenderPageBitmap", bitmap, page, 0, 0, w, h, 0, annotations)
	p.Grey = append([]byte{}, d.in.read(at, uint32(p.Width*p.Height))...)
	return p, nil
}
