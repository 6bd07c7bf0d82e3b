package pdf

import (
	"errors"
	"fmt"
	"io"
	"math"

	ledongthuc "github.com/ledongthuc/pdf"
)

// Plain is a file opened by the second reader.
type Plain struct {
	r      *ledongthuc.Reader
	leaves []ledongthuc.Value // its pages in order, once they are asked for
	looked bool
}

// OpenPlain opens a file with the second reader. It may die of a hostile file in ways that no caller can catch.
func OpenPlain(file io.ReaderAt, size int64) (p *Plain, err error) {
	defer broken(&err)
	r, err := ledongthuc.NewReader(file, size)
	switch {
	case errors.Is(err, ledongthuc.ErrInvalidPassword):
		return nil, ErrProtected
	case err != nil:
		return nil, fmt.Errorf("%w: %v", ErrDamaged, err)
	}
	return &Plain{r: r}, nil
}

// broken turns the reader's panics, its way of reporting a malformed object, into an error.
func broken(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%w: %v", ErrDamaged, r)
	}
}

// Pages counts the pages, as far as the file tells the truth.
func (p *Plain) Pages() (n int) {
	defer func() { _ = recover() }()
	return p.r.NumPage()
}

// leaf finds page i. The reader's own way to it begins at the first page each time, which takes a long file's pages squared.
func (p *Plain) leaf(i int) (v ledongthuc.Value) {
	if root := p.r.Trailer().Key("Root").Key("Pages"); !p.looked && root.Key("Type").Name() == "Pages" {
		p.looked = true // whatever it panics of stands behind the pages that it found
		p.walk(root, p.Pages(), 0)
	}
	if i < len(p.leaves) {
		v = p.leaves[i]
	}
	return v
}

// walk goes through a part of the tree that is to have so many pages, as far as any file that is read may go.
func (p *Plain) walk(node ledongthuc.Value, count, depth int) {
	const deepest, most = 200, 100_000
	end := min(len(p.leaves)+min(max(count, 0), most), most)
	kids := node.Key("Kids")
	for i := 0; i < kids.Len() && len(p.leaves) < end && depth < deepest; i++ {
		switch kid := kids.Index(i); kid.Key("Type").Name() {
		case "Pages":
			n := int(kid.Key("Count").Int64())
			last := min(len(p.leaves)+min(max(n, 0), most), end)
			p.walk(kid, last-len(p.leaves), depth+1)
			for len(p.leaves) < last { // that it promised, and doesn't have
				p.leaves = append(p.leaves, ledongthuc.Value{})
			}
		case "Page":
			p.leaves = append(p.leaves, kid)
		}
	}
}

// Page reads page i, counted from 0. It has no label.
func (p *Plain) Page(i int) (page Page, err error) {
	defer broken(&err)
	page.Sight = SecondEye
	v := ledongthuc.Page{V: p.leaf(i)}
	if v.V.IsNull() {
		return page, ErrDamaged
	}
	letters := lettersOf(v)
	if len(letters) > MaxChars {
		return page, ErrTooMuch
	}
	left, bottom, right, top := 0.0, 0.0, 612.0, 792.0 // if the file doesn't say: the usual sheet
	if b := v.V.Key("MediaBox"); b.Len() == 4 {
		left, bottom, right, top = b.Index(0).Float64(), b.Index(1).Float64(), b.Index(2).Float64(), b.Index(3).Float64()
	}
	page.Width, page.Height = right-left, top-bottom
	page.Glyphs = arrange(letters, left, top)
	return page, nil
}

// arrange finds words and lines by where the letters stand: a gap of a fifth of the size is a space, a step of half
// the size up or down, or a step back, is a new line.
func arrange(letters []letter, left, top float64) (out []Glyph) {
	var last letter
	for _, l := range letters {
		if l.r == '\n' {
			continue
		}
		size := max(math.Abs(last.size), 1)
		width := last.wide
		if width <= 0 {
			width = size / 2
		}
		if gap, step := l.x-last.x-width, math.Abs(l.y-last.y); len(out) > 0 {
			switch {
			case step > size/2, gap < -2*size:
				out = append(out, Glyph{R: '\n'})
			case gap > size/5:
				out = append(out, Glyph{R: ' '})
			}
		}
		const rise, fall = 0.8, 0.2 // of the size, above and below the baseline
		h := max(math.Abs(l.size), 1)
		out = append(out, Glyph{R: l.r, Box: Box{l.x - left, top - l.y - rise*h, l.x - left + max(l.wide, 0), top - l.y + fall*h}})
		last = l
	}
	return out
}
