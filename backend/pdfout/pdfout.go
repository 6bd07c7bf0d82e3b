// Package pdfout sets Markdown as a PDF: A4, a title, headings as bookmarks, lists, tables, code, quotations, page
// numbers, links to the web. Text may be in any language that the embedded fonts have (Latin, Greek, Cyrillic, Japanese,
// simplified Chinese); lines are broken between words and between Japanese and Chinese characters, none begins with 、。」 or
// ends with 「. Of traditional Chinese it has what Japanese or GB 2312 has, too.
//
// What the text cites can be shown with it: see Evidence. Marks and evidence lead to each other within the file.
//
// Only http and https links become links; pictures become their descriptions, and HTML is left out: whatever the
// Markdown says, the file opens nothing and runs nothing. What the fonts haven't, such as emoji, is shown as □.
//
// The fonts are BIZ UDPGothic (fonts/OFL.txt) and, for Chinese, the 6,763 characters of GB 2312 out of Noto Sans SC
// (fonts/OFL-NotoSansSC.txt), made smaller by fontTools: pyftsubset --no-hinting without GSUB and GPOS. A file holds only
// the glyphs that it uses, some 20 KB a page.
//
// Caveat: the library writes no structure, so the file isn't tagged (PDF/UA): it has its language, its title, bookmarks and its
// text in the order of reading, but headings, tables and pictures aren't told apart for whoever reads it aloud. Below each
// picture its words stand as text, too.
package pdfout

import (
	"io"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"lectern/backend/messages"
)

// Options say what the file tells of itself.
type Options struct {
	Title    string    // in the file's properties and at the foot of each page
	Language string    // as a code, such as "de"
	Created  time.Time // the zero time: now
	Figures  []Figure  // that the text refers to
	Evidence [][]Evidence
}

// Write sets a document.
func Write(w io.Writer, markdown string, o Options) error {
	face, err := unpack(needsChinese(markdown, o))
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
	source := []byte(printable(markdown))
	p, err := newPage(o, t, needsChinese(markdown, o))
	if err != nil {
		return err
	}
	reader := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough)).Parser()
	if len(o.Evidence) > 0 {
		const beforeLinks = 150
		reader.AddOptions(parser.WithInlineParsers(util.Prioritized(marksOf(o.Evidence), beforeLinks)))
	}
	root := reader.Parse(text.NewReader(source))
	p.groups = o.Evidence
	s := &setter{page: p, source: source, figures: o.Figures}
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

	language string
	cites
}

func newPage(o Options, t typeface, withChinese bool) (*page, error) {
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
	if err := t.add(pdf, withChinese); err != nil {
		return nil, err
	}
	p := &page{pdf: pdf, language: o.Language}
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
		p.pdf.SetTextColor(110, 118, 129)
		number := []piece{{text: messages.Text("pdfout.page-of", messages.Args{"page": i, "pages": n})}}
		width := p.foot(number, pageWidth, false)
		p.foot(number, pageWidth-marginSide-width, true)
		p.foot(p.cut(printable(title), pageWidth-2*marginSide-width-20), marginSide, true)
	}
}

// foot measures what stands at the foot of a page from x on, and draws it.
func (p *page) foot(pieces []piece, x float64, draw bool) (width float64) {
	const other = footSize + 1 // the library leaves out a font that was set last, on whichever page
	for _, c := range faced(pieces, p.language) {
		c.size = other
		p.font(c)
		c.size = footSize
		text := p.font(c)
		if draw {
			p.pdf.Text(x+width, pageHeight-footRise, text)
		}
		width += p.pdf.GetStringWidth(text)
	}
	return width
}

// cut shortens a text of the foot to a width.
func (p *page) cut(s string, width float64) []piece {
	whole := []piece{{text: s}}
	if p.foot(whole, 0, false) <= width {
		return whole
	}
	runes := []rune(s)
	for len(runes) > 0 && p.foot([]piece{{text: string(runes) + "…"}}, 0, false) > width {
		runes = runes[:len(runes)-1]
	}
	return []piece{{text: string(runes) + "…"}}
}
