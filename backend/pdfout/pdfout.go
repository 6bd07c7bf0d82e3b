// Package pdfout sets Markdown as a PDF: A4, a title, headings as bookmarks, lists, tables, code, quotations, page
// numbers, links to the web. Text may be in any language that the embedded font has (Latin, Greek, Cyrillic, Japanese);
// lines are broken between words and between Japanese characters, none begins with 、。」 or ends with 「.
//
// Only http and https links become links; pictures become their descriptions, and HTML is left out: whatever the
// Markdown says, the file opens nothing and runs nothing. What the font hasn't, such as emoji, is shown as □.
//
// The fonts are BIZ UDPGothic (fonts/OFL.txt). A file holds only the glyphs that it uses, some 20 KB a page.
package pdfout

import (
	"io"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"lectern/backend/messages"
)

// Options say what the file tells of itself.
type Options struct {
	Title    string    // in the file's properties and at the foot of each page
	Language string    // as a code, such as "de"
	Created  time.Time // the zero time: now
}

// Write sets a document.
func Write(w io.Writer, markdown string, o Options) error {
	face, err := unpack()
	if err != nil {
		return err
	}
	return face.write(w, markdown, o)
}

func (t typeface) write(w io.Writer, markdown string, o Options) (err error) {
	defer func() {
		if v := recover(); v != nil { // the library gives up on some input in this way
			err = messages.Error("pdfout.setting", messages.Args{"problem": v})
		}
	}()
	p, err := newPage(o, t)
	if err != nil {
		return err
	}
	source := []byte(printable(markdown))
	root := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough)).Parser().Parse(text.NewReader(source))
	s := &setter{page: p, source: source}
	s.blocks(root, frame{left: marginSide, width: pageWidth - 2*marginSide})
	p.numbers(o.Title)
	if err := p.pdf.Output(w); err != nil {
		return messages.Error("pdfout.writing", messages.Args{"error": err})
	}
	return nil
}

// Sizes in points. A line of Japanese needs more room above the next than one of Latin letters.
const (
	pageWidth, pageHeight   = 595.28, 841.89
	marginSide, marginTop   = 68.0, 64.0
	marginBottom, footRise  = 72.0, 40.0
	bodySize, codeSize      = 10.0, 9.0
	footSize, leading       = 8.0, 1.6
	paragraphGap, itemGap   = 7.0, 2.5
	listIndent, quoteIndent = 17.0, 14.0
	skew                    = 10.0 // degrees, of emphasis: the font has no italics
)

// page is the paper: what is drawn where, and where the next line goes.
type page struct {
	pdf  *fpdf.Fpdf
	y    float64
	bars []float64 // of quotations that the next lines stand in
}

func newPage(o Options, t typeface) (*page, error) {
	pdf := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", SizeStr: "A4"})
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetMargins(0, 0, 0)
	pdf.SetCellMargin(0)
	pdf.SetCatalogSort(true)
	pdf.SetTitle(printable(o.Title), true)
	pdf.SetLang(o.Language)
	pdf.SetProducer("Lectern", false)
	if !o.Created.IsZero() {
		pdf.SetCreationDate(o.Created)
		pdf.SetModificationDate(o.Created)
	}
	if err := t.add(pdf); err != nil {
		return nil, err
	}
	p := &page{pdf: pdf}
	p.next()
	return p, pdf.Error()
}

func (p *page) next() {
	p.pdf.AddPage()
	p.y = marginTop
}

func (p *page) left() float64 { return pageHeight - marginBottom - p.y }
func (p *page) atTop() bool   { return p.y <= marginTop }

// need begins a new page unless there is room for so much.
func (p *page) need(height float64) {
	if height > p.left() && !p.atTop() {
		p.next()
	}
}

// gap leaves room, but not at the top of a page.
func (p *page) gap(height float64) {
	if !p.atTop() {
		p.advance(height)
	}
}

func (p *page) advance(height float64) {
	p.pdf.SetFillColor(205, 211, 219)
	for _, x := range p.bars {
		p.pdf.Rect(x, p.y, 2, height, "F")
	}
	p.y += height
}

// numbers writes the foot of every page.
func (p *page) numbers(title string) {
	n := p.pdf.PageCount()
	for i := 1; i <= n; i++ {
		p.pdf.SetPage(i)
		const other = footSize + 1 // the library leaves out a font that was set last, on whichever page
		p.pdf.SetFont(family, "", other)
		p.pdf.SetFont(family, "", footSize)
		p.pdf.SetTextColor(110, 118, 129)
		number := messages.Text("pdfout.page-of", messages.Args{"page": i, "pages": n})
		width := p.pdf.GetStringWidth(number)
		p.pdf.Text(pageWidth-marginSide-width, pageHeight-footRise, number)
		p.pdf.Text(marginSide, pageHeight-footRise, p.cut(printable(title), pageWidth-2*marginSide-width-20))
	}
}

// cut shortens a text to a width, in the font that is set.
func (p *page) cut(s string, width float64) string {
	if p.pdf.GetStringWidth(s) <= width {
		return s
	}
	runes := []rune(s)
	for len(runes) > 0 && p.pdf.GetStringWidth(string(runes)+"…") > width {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}
