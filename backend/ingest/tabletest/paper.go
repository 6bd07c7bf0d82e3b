package tabletest

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// paper is a document that is being drawn: its pages, and where the next thing goes. Every measure is in points.
type paper struct {
	pdf    *fpdf.Fpdf
	name   string
	latin  func(string) string // to the code page of the fonts that every reader has
	pages  []Page
	w, h   float64 // of the page as it is drawn
	x, y   float64 // left edge and upper edge of what comes next
	width  float64 // between the margins
	head   string
	foot   string
	face   string
	size   float64
	bold   bool
	upward bool // what is drawn runs up the page
	shown  bool // and the page is shown turned, so that it stands upright
	wide   bool // the far font is loaded
	dice   *rand.Rand
	drawn  []drawn
}

// drawn is a table that was drawn, and the page it was for.
type drawn struct {
	page, kind string
	sheet
}

const (
	helvetica = "Helvetica"
	times     = "Times"
	far       = "far" // has kana and kanji
	margin    = 54.0
)

var (
	letter = fpdf.SizeType{Wd: 612, Ht: 792}
	a4     = fpdf.SizeType{Wd: 595.28, Ht: 841.89}
)

func newPaper(name string, size fpdf.SizeType, face string, points float64) *paper {
	pdf := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: size})
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetMargins(0, 0, 0)
	pdf.SetCellMargin(0)
	pdf.SetCatalogSort(true)
	day := time.Date(2020, 2, 14, 9, 0, 0, 0, time.UTC)
	pdf.SetCreationDate(day)
	pdf.SetModificationDate(day)
	seed := uint64(0)
	for _, r := range name {
		seed = seed*31 + uint64(r)
	}
	return &paper{pdf: pdf, name: name, latin: pdf.UnicodeTranslatorFromDescriptor(""), w: size.Wd, h: size.Ht,
		face: face, size: points, dice: rand.New(rand.NewPCG(seed, 1))}
}

// page begins a page.
func (p *paper) page(name, kind string) {
	p.pdf.AddPage()
	p.pdf.SetPageBox("trim", 0, 0, p.w, p.h)
	p.upward, p.shown = false, false
	p.x, p.y, p.width = margin, margin+18, p.w-2*margin
	p.pages = append(p.pages, Page{Name: p.name + "/" + name, Kind: kind, Width: p.w, Height: p.h})
	p.set(p.face, 8, false)
	if p.head != "" {
		p.text(margin, 40, p.head)
	}
	if p.foot != "" {
		p.text(margin, p.h-32, p.foot)
	}
	if p.foot != "" {
		p.ended(p.w-margin, p.h-32, fmt.Sprint(len(p.pages)))
	}
	p.set(p.face, p.size, false)
}

// turned begins a page on which everything runs upwards; shown: it is turned back when it is shown.
func (p *paper) turned(name, kind string, shown bool) {
	head, foot := p.head, p.foot
	if shown {
		p.head, p.foot = "", ""
	}
	p.page(name, kind)
	p.head, p.foot = head, foot
	p.upward, p.shown = true, shown
	p.x, p.y, p.width = margin, margin+18, p.h-2*margin
	if shown {
		last := &p.pages[len(p.pages)-1]
		last.Width, last.Height = p.h, p.w
		p.pdf.SetPageBox("trim", 0, 0, 111, 111) // see bytes
	} else {
		p.y += 20
	}
	p.pdf.TransformBegin()
	p.pdf.TransformRotate(90, p.h/2, p.h/2)
}

// done ends what turned began.
func (p *paper) done() { p.pdf.TransformEnd() }

func (p *paper) last() *Page { return &p.pages[len(p.pages)-1] }

// rotation stands in the place of a trim box, as long as that: the library can't turn a page.
var trim, rotation = []byte("/TrimBox [0.00 0.00 111.00 111.00]"), []byte("/Rotate 90                        ")

// finish gives the document.
func (p *paper) finish() (Case, error) {
	var b bytes.Buffer
	err := p.pdf.Output(&b)
	return Case{Name: p.name, PDF: bytes.ReplaceAll(b.Bytes(), trim, rotation), Pages: p.pages}, err
}

func (p *paper) set(face string, size float64, bold bool) {
	p.face, p.size, p.bold = face, size, bold
}

// use sets the font of a run.
func (p *paper) use(face string) {
	weight := ""
	if p.bold && face != far {
		weight = "B"
	}
	if face == far && !p.wide {
		p.wide = true
		p.pdf.AddUTF8FontFromBytes(far, "", farFont())
	}
	p.pdf.SetFont(face, weight, p.size)
}

var farFont = sync.OnceValue(func() []byte {
	packed, err := os.ReadFile(filepath.Join(clone(), "backend/pdfout/fonts/BIZUDPGothic-Regular.ttf.gz"))
	if err != nil {
		panic(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(err)
	}
	font, err := io.ReadAll(r)
	if err != nil {
		panic(err)
	}
	return font
})

// clone is the folder of the source, in or below which tests and measures run: what is compiled may not know where it lay.
func clone() string {
	here, err := filepath.Abs(".")
	for ; err == nil && here != filepath.Dir(here); here = filepath.Dir(here) {
		if _, err := os.Stat(filepath.Join(here, "go.mod")); err == nil {
			break
		}
	}
	return here
}

const beyondLatin1 = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"

// runs divides a text by the font that has it.
func (p *paper) runs(s string, each func(face, run string)) {
	if p.face == far {
		each(far, s)
		return
	}
	from, face := 0, p.face
	for i, r := range s {
		f := p.face
		if r > 0xFF && !strings.ContainsRune(beyondLatin1, r) {
			f = far
		}
		if f != face {
			if i > from {
				each(face, s[from:i])
			}
			from, face = i, f
		}
	}
	if from < len(s) {
		each(face, s[from:])
	}
}

func (p *paper) coded(face, s string) string {
	if face == far {
		return s
	}
	return p.latin(s)
}

func (p *paper) measure(s string) (width float64) {
	p.runs(s, func(face, run string) {
		p.use(face)
		width += p.pdf.GetStringWidth(p.coded(face, run))
	})
	return width
}

// ascent and descent are those of the characters' boxes, in sizes.
const ascent, descent = .8, .2

// text draws one line and gives its place on the page as it is shown.
func (p *paper) text(x, base float64, s string) Box {
	at := x
	p.runs(s, func(face, run string) {
		p.use(face)
		coded := p.coded(face, run)
		p.pdf.Text(at, base, coded)
		at += p.pdf.GetStringWidth(coded)
	})
	return p.place(Box{x, base - ascent*p.size, at, base + descent*p.size})
}

// place brings a box to the page as it is shown.
func (p *paper) place(b Box) Box {
	if p.upward && !p.shown {
		return Box{b.Y0, p.h - b.X1, b.Y1, p.h - b.X0}
	}
	return b
}

func (p *paper) line(x0, y0, x1, y1, width float64) {
	p.pdf.SetLineWidth(width)
	p.pdf.Line(x0, y0, x1, y1)
}

// wrap breaks a text to a width, at spaces and where it has line ends.
func (p *paper) wrap(s string, width float64) (lines []string) {
	for part := range strings.SplitSeq(s, "\n") {
		line := ""
		for word := range strings.SplitSeq(part, " ") {
			longer := strings.TrimPrefix(line+" "+word, " ")
			if line != "" && p.measure(longer) > width {
				lines = append(lines, line)
				longer = word
			}
			line = longer
		}
		lines = append(lines, line)
	}
	return lines
}

// para sets a paragraph where the next thing goes.
func (p *paper) para(s string) {
	for _, l := range p.wrap(s, p.width) {
		p.y += p.size * 1.25
		p.text(p.x, p.y-p.size*.3, l)
	}
	p.y += p.size * .7
}

// title sets a heading.
func (p *paper) title(s string) {
	size, bold := p.size, p.bold
	p.size, p.bold = size*1.4, true
	p.para(s)
	p.size, p.bold = size, bold
}

func (p *paper) gap(height float64) { p.y += height }
