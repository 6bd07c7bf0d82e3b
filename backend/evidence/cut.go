package evidence

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"

	"lectern/backend/ingest"
	"lectern/backend/pdfout"
	"lectern/backend/store"
)

const (
	dots      = 120.0 // an inch, that pages are drawn with: in a column of a page that comes to some 150
	point     = dots / 72
	around    = 30.0     // points of the page above and below the words
	beside    = 12.0     // left and right of what stands there
	snap      = 12.0     // within which the edge moves away from a line of text
	mostBytes = 44 << 10 // of a picture: 60 of them, with the text and the fonts, stay below 3 MB
	dark      = 160      // of 255: what is darker is ink
	levels    = 8        // of grey
)

// span is a range of rows or columns of pixels.
type span struct{ from, to int }

func (s span) length() int { return s.to - s.from }

// excerpt cuts a passage out of its page, with its words marked; without marks the page is shown whole.
func excerpt(page ingest.Picture, marks []store.Rect) (*pdfout.Picture, error) {
	rows, columns := span{0, page.Height}, span{0, page.Width}
	if len(marks) > 0 {
		rows = rowsOf(page, marks)
		columns = columnsOf(page, rows, marks)
	}
	size := &pdfout.Picture{Width: float64(columns.length()) / point, Height: float64(rows.length()) / point}
	for scale := 1.0; ; {
		var b bytes.Buffer
		best := png.Encoder{CompressionLevel: png.BestCompression}
		if err := best.Encode(&b, drawn(page, rows, columns, marks, scale)); err != nil {
			return nil, err
		}
		if b.Len() <= mostBytes {
			size.PNG = b.Bytes()
			return size, nil
		}
		const surely = .95
		scale *= surely * math.Sqrt(float64(mostBytes)/float64(b.Len()))
	}
}

// rowsOf are the rows around marks, cut between lines.
func rowsOf(page ingest.Picture, marks []store.Rect) span {
	top, bottom := 1.0, 0.0
	for _, m := range marks {
		top, bottom = min(top, m.Y), max(bottom, m.Y+m.H)
	}
	height := float64(page.Height)
	from, to := int(top*height-around*point), int(bottom*height+around*point)
	return span{blank(page, max(0, from), -1), blank(page, min(page.Height, to), +1)}
}

// blank is the nearest row from one on, up or down, that has no ink, if there is one near, and a little further.
func blank(page ingest.Picture, row, step int) int {
	free := func(at int) bool {
		return at > 0 && at < page.Height && !inked(page.Grey[at*page.Width:(at+1)*page.Width])
	}
	const reach, air = int(snap * point), int(3 * point)
	for n := range reach {
		if at := row + n*step; free(at) {
			for n := 0; n < air && free(at+step); n++ {
				at += step
			}
			return at
		}
	}
	return row
}

func inked(row []byte) bool {
	for _, g := range row {
		if g < dark {
			return true
		}
	}
	return false
}

// columnsOf are the columns that something stands in, and a little more.
func columnsOf(page ingest.Picture, rows span, marks []store.Rect) span {
	width := float64(page.Width)
	left, right := page.Width, 0
	for _, m := range marks {
		left, right = min(left, int(m.X*width)), max(right, int((m.X+m.W)*width))
	}
	for y := rows.from; y < rows.to; y++ {
		row := page.Grey[y*page.Width : (y+1)*page.Width]
		for x := range left {
			if row[x] < dark {
				left = x
				break
			}
		}
		for x := page.Width - 1; x > right; x-- {
			if row[x] < dark {
				right = x
			}
		}
	}
	const margin = int(beside * point)
	return span{max(0, left-margin), min(page.Width, right+margin)}
}

// palette are greys from black to white, and the same under the marker.
var palette = func() (p color.Palette) {
	for _, over := range []color.RGBA{{255, 255, 255, 255}, {255, 224, 102, 255}} {
		for i := range levels {
			shade := func(c uint8) uint8 { return uint8(int(c) * i / (levels - 1)) }
			p = append(p, color.RGBA{shade(over.R), shade(over.G), shade(over.B), 255})
		}
	}
	return p
}()

// drawn is a part of a page, smaller by a scale, with marks over it and bars beside their lines.
func drawn(page ingest.Picture, rows, columns span, marks []store.Rect, scale float64) *image.Paletted {
	w, h := max(1, int(float64(columns.length())*scale)), max(1, int(float64(rows.length())*scale))
	out := image.NewPaletted(image.Rect(0, 0, w, h), palette)
	for y := range h {
		for x := range w {
			grey := mean(page, pixels(x, w, columns), pixels(y, h, rows))
			out.Pix[y*out.Stride+x] = uint8((int(grey)*(levels-1) + 127) / 255)
		}
	}
	const over, bar = 1.5 * point, 2.0 * point // around the words, and how wide a bar is
	for _, m := range marks {
		x0, x1 := m.X*float64(page.Width)-over, (m.X+m.W)*float64(page.Width)+over
		y0, y1 := m.Y*float64(page.Height)-over, (m.Y+m.H)*float64(page.Height)+over
		area := image.Rect(in(x0, columns, w), in(y0, rows, h), in(x1, columns, w), in(y1, rows, h)).Intersect(out.Rect)
		for y := area.Min.Y; y < area.Max.Y; y++ {
			for x := area.Min.X; x < area.Max.X; x++ {
				if at := y*out.Stride + x; out.Pix[at] < levels {
					out.Pix[at] += levels
				}
			}
			for x := range max(1, int(bar*scale)) {
				out.Pix[y*out.Stride+x] = 0
			}
		}
	}
	return out
}

// in is where a place of the page lies in n pixels of a part of it.
func in(at float64, part span, n int) int {
	return int((at - float64(part.from)) * float64(n) / float64(part.length()))
}

// pixels are those of the page that one of n pixels of a part of it is made of.
func pixels(i, n int, part span) span {
	from := part.from + i*part.length()/n
	return span{from, max(from+1, part.from+(i+1)*part.length()/n)}
}

// mean is the grey of an area.
func mean(page ingest.Picture, columns, rows span) byte {
	sum := 0
	for y := rows.from; y < rows.to; y++ {
		for x := columns.from; x < columns.to; x++ {
			sum += int(page.Grey[y*page.Width+x])
		}
	}
	return byte(sum / (columns.length() * rows.length()))
}
