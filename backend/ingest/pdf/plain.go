package pdf

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	ledongthuc "github.com/ledongthuc/pdf"
)

// Plain is a file opened by the second reader.
type Plain struct{ r *ledongthuc.Reader }

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
	return &Plain{r}, nil
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

// Page reads page i, counted from 0. It has no label.
func (p *Plain) Page(i int) (page Page, err error) {
	defer broken(&err)
	v := p.r.Page(i + 1)
	if v.V.IsNull() {
		return page, ErrDamaged
	}
	glyphs := v.Content().Text
	if len(glyphs) > MaxChars {
		return page, ErrTooMuch
	}
	page.Text = arrange(glyphs)
	return page, nil
}

// arrange finds words and lines by where the glyphs stand: a gap of a fifth of the size is a space, a step of half
// the size up or down, or a step back, is a new line.
func arrange(glyphs []ledongthuc.Text) string {
	var s strings.Builder
	var last ledongthuc.Text
	for _, g := range glyphs {
		if g.S == "\n" || g.S == "" {
			continue
		}
		size := max(math.Abs(last.FontSize), 1)
		if s.Len() > 0 {
			width := last.W
			if width <= 0 {
				width = size / 2
			}
			gap, step := g.X-last.X-width, math.Abs(g.Y-last.Y)
			switch {
			case step > 1.9*size:
				s.WriteString("\n\n")
			case step > size/2, gap < -2*size:
				s.WriteByte('\n')
			case gap > size/5:
				s.WriteByte(' ')
			}
		}
		s.WriteString(g.S)
		last = g
	}
	return s.String()
}
