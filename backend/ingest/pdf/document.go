package pdf

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"unicode/utf16"
)

// Document is a file opened by pdfium. Not for use by two goroutines at once.
type Document struct {
	sandbox *Sandbox
	file    io.ReaderAt
	size    int64
	in      *instance
	handle  uint64
	forms   bool
	pages   int
	noNotes func() bool // nothing but links is to be found among a page's annotations
	glyphs  []Glyph     // of the page that was read last
}

const passwordNeeded = 4 // FPDF_ERR_PASSWORD

// Open opens a file, protected ones with the empty password. The error wraps ErrProtected or ErrDamaged if the file
// is to blame.
func (s *Sandbox) Open(file io.ReaderAt, size int64) (*Document, error) {
	d := &Document{sandbox: s, file: file, size: size, noNotes: sync.OnceValue(func() bool { return linksOnly(file, size) })}
	if err := d.open(); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

func (d *Document) open() (err error) {
	defer caught(&err)
	if d.in, err = d.sandbox.instance(); err != nil {
		return err
	}
	d.in.out = d.in.allocate(64)
	// pdfium asks for the file's bytes piece by piece, so that a file may be larger than its memory.
	access, ok := d.in.pdfium.GetImplementation().(interface {
		CreateFileAccessReader(int64, io.ReadSeeker) (*uint64, *uint32, error)
	})
	if !ok {
		return errors.New("pdfium: this version of go-pdfium reads no custom files")
	}
	at, _, err := access.CreateFileAccessReader(d.size, io.NewSectionReader(d.file, 0, d.size))
	if err != nil {
		return fmt.Errorf("pdfium: %w", err)
	}
	password := d.in.allocate(1)
	d.in.read(password, 1)[0] = 0
	d.handle = d.in.call("FPDF_LoadCustomDocument", *at, uint64(password))
	if d.handle == 0 {
		if d.in.call("FPDF_GetLastError") == passwordNeeded {
			return ErrProtected
		}
		return ErrDamaged
	}
	d.pages = int(int32(d.in.call("FPDF_GetPageCount", d.handle)))
	d.forms = d.in.call("FPDF_GetFormType", d.handle) != 0
	return nil
}

// Reopen starts over in a fresh instance: after a fault pdfium's memory can't be trusted.
func (d *Document) Reopen() error {
	d.Close()
	return d.open()
}

// Close ends the instance; pdfium's own clean-up is not needed, as its memory goes too.
func (d *Document) Close() error {
	if d.in == nil {
		return nil
	}
	err := d.in.pdfium.Close()
	d.in, d.handle = nil, 0
	return err
}

// Pages counts the pages, as far as the file tells the truth; it may be zero or less.
func (d *Document) Pages() int { return d.pages }

// Page reads page i, counted from 0. Its glyphs are good until the next page is read. After an error that wraps neither
// ErrDamaged nor ErrTooMuch the document must be reopened.
func (d *Document) Page(i int) (p Page, err error) {
	defer caught(&err)
	if d.in == nil {
		return p, errors.New("pdfium: closed")
	}
	p.Label = d.label(i)
	page := d.in.call("FPDF_LoadPage", d.handle, uint64(i))
	if page == 0 {
		return p, ErrDamaged
	}
	v := d.in.view(page)
	notes, fields := d.annotations(page, v)
	if d.forms && fields {
		const flattened = 1
		if d.in.call("FPDFPage_Flatten", page, 0) == flattened { // a form's values become text of the page
			d.in.call("FPDF_ClosePage", page)
			if page = d.in.call("FPDF_LoadPage", d.handle, uint64(i)); page == 0 {
				return p, ErrDamaged
			}
		}
	}
	text := d.in.call("FPDFText_LoadPage", page)
	if text == 0 {
		d.in.call("FPDF_ClosePage", page)
		return p, ErrDamaged
	}
	p.Width, p.Height = v.size()
	if p.Glyphs, err = d.in.glyphs(d.glyphs[:0], text, v); err == nil {
		d.in.drawn(&p, page, v)
		p.Glyphs = append(p.Glyphs, unseen(notes, p.Glyphs)...)
		d.glyphs = p.Glyphs
	}
	d.in.call("FPDFText_ClosePage", text)
	d.in.call("FPDF_ClosePage", page)
	return p, err
}

// label reads a page's label; a wrong one is no reason to lose the page.
func (d *Document) label(i int) string {
	return d.in.utf16(func(at, n uint64) uint64 { return d.in.call("FPDF_GetPageLabel", d.handle, uint64(i), at, n) })
}

// note is what somebody wrote on a page: in a balloon, a margin, or over its text.
type note struct {
	text string
	Box
}

// annotations reads the notes on a page, and tells whether it has form fields.
func (d *Document) annotations(page uint64, v view) (notes []note, fields bool) {
	const widget, link, popup, enough = 20, 2, 16, 500
	n := min(int(int32(d.in.call("FPDFPage_GetAnnotCount", page))), enough)
	if n <= 0 || !d.forms && d.noNotes() {
		return nil, false
	}
	contents := d.in.allocate(len("Contents") + 1)
	copy(d.in.read(contents, uint32(len("Contents")+1)), "Contents\x00")
	defer d.in.call("free", uint64(contents))
	for i := range n {
		a := d.in.call("FPDFPage_GetAnnot", page, uint64(i))
		if a == 0 {
			continue
		}
		switch d.in.call("FPDFAnnot_GetSubtype", a) {
		case widget:
			fields = true
		case link, popup: // a link's text stands on the page, and a popup's in the note that it belongs to
		default:
			text := d.in.utf16(func(at, n uint64) uint64 {
				return d.in.call("FPDFAnnot_GetStringValue", a, uint64(contents), at, n)
			})
			if text = strings.TrimSpace(text); text != "" && d.in.call("FPDFAnnot_GetRect", a, uint64(d.in.out)) != 0 {
				x0, y1, x1, y0 := d.in.floats()
				notes = append(notes, note{text, v.place(x0, y0, x1, y1)})
			}
		}
		d.in.call("FPDFPage_CloseAnnot", a)
	}
	return notes, fields
}

// unseen are the characters of notes whose words the page doesn't show already, each note on lines of its own and all of
// it at the note's place.
func unseen(notes []note, shown []Glyph) (out []Glyph) {
	if len(notes) == 0 {
		return nil
	}
	bare := func(s string) string { return strings.Join(strings.Fields(s), "") }
	var page strings.Builder
	for _, g := range shown {
		if g.R != ' ' && g.R != '\n' {
			page.WriteRune(g.R)
		}
	}
	for _, n := range notes {
		if strings.Contains(page.String(), bare(n.text)) {
			continue
		}
		out = append(out, Glyph{R: '\n'})
		for _, r := range strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(n.text) {
			g := Glyph{R: r}
			if r != ' ' && r != '\n' {
				g.Box = n.Box
			}
			out = append(out, g)
		}
		out = append(out, Glyph{R: '\n'})
	}
	return out
}

// floats reads four float32 results.
func (in *instance) floats() (a, b, c, d float64) {
	m := in.read(in.out, 16)
	f := func(i int) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(m[4*i:]))) }
	return f(0), f(1), f(2), f(3)
}

// Plain is the text of page i as pdfium puts it together, without places: what everything else is measured by.
func (d *Document) Plain(i int) (text string, err error) {
	defer caught(&err)
	page := d.in.call("FPDF_LoadPage", d.handle, uint64(i))
	if page == 0 {
		return "", ErrDamaged
	}
	defer d.in.call("FPDF_ClosePage", page)
	t := d.in.call("FPDFText_LoadPage", page)
	if t == 0 {
		return "", ErrDamaged
	}
	defer d.in.call("FPDFText_ClosePage", t)
	n := int(int32(d.in.call("FPDFText_CountChars", t)))
	if n < 0 || n > MaxChars {
		return "", ErrTooMuch
	}
	at := d.in.allocate(2*n + 2)
	defer d.in.call("free", uint64(at))
	read := uint32(d.in.call("FPDFText_GetText", t, 0, uint64(n), uint64(at)))
	b := d.in.read(at, 2*min(read, uint32(n)))
	units := make([]uint16, 0, len(b)/2)
	for ; len(b) >= 2; b = b[2:] {
		units = append(units, binary.LittleEndian.Uint16(b))
	}
	return string(utf16.Decode(units)), nil
}
