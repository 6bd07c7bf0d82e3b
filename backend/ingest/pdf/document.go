package pdf

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
	"sync"
	"unicode/utf16"

	"lectern/backend/messages"
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
	traits  func() traits
	chars   characters // of the page that was read last
	opened  uint32     // bytes of pdfium's memory once the file was open

	// Looking, if it is set, is called before a page is drawn to find text that nobody sees; if it gives false, the page
	// isn't, and such text stays where it is.
	Looking func(i int) bool
	Keep    bool // text that nobody sees stays among a page's glyphs, and is told of all the same
}

const passwordNeeded = 4 // FPDF_ERR_PASSWORD

// Open opens a file, protected ones with the empty password. The error wraps ErrProtected or ErrDamaged if the file
// is to blame.
func (s *Sandbox) Open(file io.ReaderAt, size int64) (*Document, error) {
	d := &Document{sandbox: s, file: file, size: size, noNotes: sync.OnceValue(func() bool { return linksOnly(file, size) }), traits: sync.OnceValue(func() traits { return traitsOf(file, size) })}
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
		return messages.Error("pdf.pdfium", messages.Args{"error": err})
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
	d.opened = d.in.module.Memory().Size()
	return nil
}

// Heavy tells whether pdfium holds so much of the file that it is better opened anew before the next page: it keeps whatever
// it has read, pictures too, and its memory has an end that a file of some hundred megabytes reaches.
func (d *Document) Heavy() bool {
	const much = 64 << 20
	return d.in != nil && d.in.module.Memory().Size() > d.opened+much
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
		return p, messages.Error("pdf.closed")
	}
	p.Label = d.label(i)
	page := d.in.call("FPDF_LoadPage", d.handle, uint64(i))
	if page == 0 {
		return p, ErrDamaged
	}
	v := d.in.view(page)
	notes, over, fields := d.annotations(page, v)
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
	if err = d.in.glyphs(&d.chars, text, v); err == nil {
		p.Glyphs = d.chars.glyphs
		s := d.in.drawn(&p, page, v, d.traits().layers)
		s.cover(over)
		if !d.withoutHidden(&p, i, page, text, s) {
			page = 0 // the instance is another
		}
		p.Glyphs = append(p.Glyphs, unseen(notes, p.Glyphs)...)
		d.chars.glyphs = p.Glyphs
	}
	if page == 0 {
		return p, err
	}
	d.in.call("FPDFText_ClosePage", text)
	d.in.call("FPDF_ClosePage", page)
	return p, err
}

// withoutHidden takes the characters that nobody sees out of a page. It gives false if drawing the page ended the
// instance, after which there is another; what the page says is kept then.
func (d *Document) withoutHidden(p *Page, i int, page, text uint64, s *scene) (well bool) {
	found, err := d.hidden(p, i, page, text, s)
	if err != nil {
		found, p.Sight = nil, Undrawn
		if errors.Is(err, errCrowded) {
			p.Sight = Crowded
		}
		if well = p.Sight == Crowded || errors.Is(err, errRefused); !well {
			err = d.Reopen() // if it can't be, the next page says so
		}
	} else {
		well = true
	}
	seen, hidden := part(p.Glyphs, found)
	if !d.Keep {
		p.Glyphs = seen
	}
	p.Hidden = hidden
	if len(d.chars.outside) > 0 {
		h := Hidden{Manner: Outside, Text: strings.TrimSpace(string(d.chars.outside))}
		p.Hidden = append(p.Hidden, h)
		if d.Keep {
			p.Glyphs = append(p.Glyphs, Glyph{R: '\n'})
			for _, r := range h.Text {
				p.Glyphs = append(p.Glyphs, Glyph{R: r})
			}
		}
	}
	return well
}

var (
	errRefused = messages.Error("pdf.not-to-be-drawn")
	errCrowded = messages.Error("pdf.too-crowded")
)

// hidden finds how each of a page's characters is hidden; nil if none is. Before that it looks at what is drawn besides them.
func (d *Document) hidden(p *Page, i int, page, text uint64, s *scene) (found []Manner, err error) {
	defer caught(&err)
	l := &look{scene: s, d: d, page: page, text: text, p: p, index: d.chars.index, effort: enough}
	begun := false
	l.begin = func() bool {
		if !begun && d.Looking != nil && !d.Looking(i) {
			return false
		}
		begun = true
		return true
	}
	if s.worthLooking(p) {
		if p.Lettering = NotLooked; l.begin() {
			l.pictured()
		}
	}
	found = l.find()
	return found, nil
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

// annotations reads the notes on a page, finds where annotations are drawn over it, and tells whether it has form fields.
func (d *Document) annotations(page uint64, v view) (notes []note, over []Box, fields bool) {
	const widget, link, popup, enough = 20, 2, 16, 500
	const remark, highlight, strikeOut = 1, 9, 12 // these, and what lies between the last two, hide nothing
	n := min(int(int32(d.in.call("FPDFPage_GetAnnotCount", page))), enough)
	if n <= 0 || !d.forms && d.noNotes() {
		return nil, nil, false
	}
	contents := d.in.allocate(len("Contents") + 1)
	copy(d.in.read(contents, uint32(len("Contents")+1)), "Contents\x00")
	defer d.in.call("free", uint64(contents))
	for i := range n {
		a := d.in.call("FPDFPage_GetAnnot", page, uint64(i))
		if a == 0 {
			continue
		}
		kind := d.in.call("FPDFAnnot_GetSubtype", a)
		if (kind < highlight || kind > strikeOut) && kind != remark && kind != link && kind != popup && d.in.call("FPDFAnnot_GetRect", a, uint64(d.in.out)) != 0 {
			x0, y1, x1, y0 := d.in.floats()
			over = append(over, v.place(x0, y0, x1, y1))
		}
		switch kind {
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
	return notes, over, fields
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

// doubles reads four float64 results.
func (in *instance) doubles() (a, b, c, d float64) {
	m := in.read(in.out, 32)
	f := func(i int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(m[8*i:])) }
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
