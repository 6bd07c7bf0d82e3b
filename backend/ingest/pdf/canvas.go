package pdf

import "math"

// canvas is a part of a page in colours: three bytes a pixel, blue, green, red.
type canvas struct {
	scale  float64 // pixels a point
	x, y   float64 // where it begins on the page, in pixels
	width  int
	height int
	pixels []byte
}

const depth = 3 // bytes a pixel

// draw draws a part of the page as it stands in pdfium's memory, with its annotations if they are wanted.
func (l *look) draw(part Box, scale float64, annotations bool) (c canvas, ok bool) {
	const bgr, notes, white = 2, 0x01, 0xFFFFFFFF // FPDFBitmap_BGR, FPDF_ANNOT
	c = canvas{scale: scale, x: math.Floor(part.X0 * scale), y: math.Floor(part.Y0 * scale)}
	c.width, c.height = int(math.Ceil(part.X1*scale)-c.x), int(math.Ceil(part.Y1*scale)-c.y)
	wide, high := math.Round(l.p.Width*scale), math.Round(l.p.Height*scale)
	if c.width < 1 || c.height < 1 || wide < 1 || high < 1 || c.width*c.height > MaxPixels || max(wide, high) > 1<<20 {
		return c, false
	}
	if !l.begin() {
		panic(trap{errRefused})
	}
	w, h := uint64(c.width), uint64(c.height)
	at := l.in.allocate(depth * c.width * c.height)
	defer l.in.call("free", uint64(at))
	bitmap := l.in.call("FPDFBitmap_CreateEx", w, h, bgr, uint64(at), depth*w)
	if bitmap == 0 {
		return c, false
	}
	defer l.in.call("FPDFBitmap_Destroy", bitmap)
	l.in.call("FPDFBitmap_FillRect", bitmap, 0, 0, w, h, white)
	flags := uint64(0)
	if annotations {
		flags = notes
	}
	left, top := int32(-c.x), int32(-c.y)
	l.in.call("FPDF_RenderPageBitmap", bitmap, l.page, uint64(uint32(left)), uint64(uint32(top)), uint64(wide), uint64(high), 0, flags)
	c.pixels = append([]byte{}, l.in.read(at, uint32(depth*c.width*c.height))...)
	return c, true
}

// active draws from now on those texts that are wanted.
func (l *look) active(wanted func(*textObject) bool) {
	f := l.in.function("FPDFPageObj_SetIsActive")
	for i := range l.texts {
		t := &l.texts[i]
		if on := wanted(t); on == t.off {
			l.in.run(f, t.handle, truth(on))
			t.off = !on
		}
	}
}

// alone draws some texts in black, and nothing else. They stay black.
func (l *look) alone(part Box, scale float64, wanted func(*textObject) bool) (canvas, bool) {
	l.active(wanted)
	f, fill, stroke := l.in.function("FPDFPageObj_SetIsActive"), l.in.function("FPDFPageObj_SetFillColor"), l.in.function("FPDFPageObj_SetStrokeColor")
	for _, o := range l.others {
		l.in.run(f, o, 0)
	}
	for i := range l.texts {
		if t := &l.texts[i]; !t.off {
			l.in.run(fill, t.handle, 0, 0, 0, 255)
			l.in.run(stroke, t.handle, 0, 0, 0, 255)
		}
	}
	c, ok := l.draw(part, scale, false)
	for _, o := range l.others {
		l.in.run(f, o, 1)
	}
	return c, ok
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// pixelsOf is the part of the canvas that a box covers, as half-open ranges.
func (c canvas) pixelsOf(b Box) (x0, y0, x1, y1 int) {
	x0, x1 = int(math.Floor(b.X0*c.scale-c.x)), int(math.Ceil(b.X1*c.scale-c.x))
	y0, y1 = int(math.Floor(b.Y0*c.scale-c.y)), int(math.Ceil(b.Y1*c.scale-c.y))
	return max(x0, 0), max(y0, 0), min(x1, c.width), min(y1, c.height)
}

// size is how many pixels a box covers.
func (c canvas) size(b Box) int {
	x0, y0, x1, y1 := c.pixelsOf(b)
	return max(x1-x0, 0) * max(y1-y0, 0)
}

// unlike is the share of a box's pixels whose colour is farther from one than least.
func (c canvas) unlike(b Box, rgb [3]uint8, least int) float64 {
	x0, y0, x1, y1 := c.pixelsOf(b)
	n, all := 0, 0
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			at := depth * (y*c.width + x)
			if all++; distance([3]uint8{c.pixels[at+2], c.pixels[at+1], c.pixels[at]}, rgb) > least {
				n++
			}
		}
	}
	return float64(n) / float64(max(all, 1))
}

// apart is how far two canvases differ at a pixel.
func (c canvas) apart(o canvas, at int) int {
	return distance([3]uint8(c.pixels[at:at+3]), [3]uint8(o.pixels[at:at+3]))
}

// differs tells whether two canvases differ in a box.
func (c canvas) differs(o canvas, b Box, least int) bool {
	x0, y0, x1, y1 := c.pixelsOf(b)
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			if c.apart(o, depth*(y*c.width+x)) >= least {
				return true
			}
		}
	}
	return false
}

// contrast is by how much, of 255, the ink of a word differs from what lies there without it, on average over the ink;
// and how many pixels of ink there are. Edges count as far as ink covers them, so that small letters have the contrast
// of large ones.
func (c canvas) contrast(without, alone canvas, b Box) (contrast, ink float64) {
	const faintest = .25 // of a pixel
	x0, y0, x1, y1 := c.pixelsOf(b)
	sum := 0.0
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			at := depth * (y*c.width + x)
			cover := 1 - float64(alone.pixels[at+1])/255
			if cover >= faintest {
				ink += cover
				sum += float64(c.apart(without, at))
			}
		}
	}
	if ink == 0 {
		return 0, 0
	}
	return sum / ink, ink
}
