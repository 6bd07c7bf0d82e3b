package pdfout

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"codeberg.org/go-pdf/fpdf"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"lectern/backend/messages"
)

// Evidence is something that a text cites, as it is shown below it. A mark in the text, its key in brackets, leads to it,
// and it leads back to where it is cited. All that is cited stands where a block of code between fences has the words
// "evidence" and its number among Options.Evidence, from 0; the marks before it are its own.
type Evidence struct {
	Key     string // as the marks have it: "3" or "S3"
	Title   string // of the document
	Place   string // in it
	Note    string // to be known of the page; "" for nothing
	Quotes  []string
	Picture *Picture // of the passage on its page; nil: there is none
	Lacks   string   // why there is none, or what it lacks; "" for nothing
	Verdict string   // on what cites it; "" for none
	Why     string   // of the verdict
}

// Picture is a part of a page, in a PNG of at most 16 colours.
type Picture struct {
	PNG           []byte
	Width, Height float64 // as it stands on its page, in points
}

// kindMark is a citation in the text.
var kindMark = ast.NewNodeKind("Mark")

type mark struct {
	ast.BaseInline
	key string
}

func (m *mark) Kind() ast.NodeKind { return kindMark }

func (m *mark) Dump(source []byte, level int) { ast.DumpHelper(m, source, level, nil, nil) }

var keyed = regexp.MustCompile(`^\[(S?\d{1,3})\]`)

// marks reads citations by their keys, before anything in brackets can be a link.
type marks map[string]bool

func marksOf(groups [][]Evidence) marks {
	out := marks{}
	for _, group := range groups {
		for _, e := range group {
			out[e.Key] = true
		}
	}
	return out
}

func (marks) Trigger() []byte { return []byte{'['} }

func (m marks) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	row, _ := block.PeekLine()
	found := keyed.FindSubmatch(row)
	if found == nil || !m[string(found[1])] {
		return nil
	}
	block.Advance(len(found[0]))
	return &mark{key: string(found[1])}
}

// place is where something stands in the file.
type place struct {
	page int
	y    float64
}

// cites holds what the marks lead to, and where they stood, until their evidence comes.
type cites struct {
	groups [][]Evidence
	at     int            // the group that marks now belong to
	links  map[string]int // by key
	cited  map[string][]place
	images int
}

// markOf is a citation as text; one that has evidence is a link to it.
func (s *setter) markOf(m *mark, as style) piece {
	if s.at < len(s.groups) && slices.ContainsFunc(s.groups[s.at], func(e Evidence) bool { return e.Key == m.key }) {
		as.to = m.key
	}
	return piece{text: "[" + m.key + "]", style: as}
}

// linkTo is the link to the evidence of a key.
func (p *page) linkTo(key string) int {
	if p.links == nil {
		p.links, p.cited = map[string]int{}, map[string][]place{}
	}
	if _, ok := p.links[key]; !ok {
		p.links[key] = p.pdf.AddLink()
	}
	return p.links[key]
}

// lead makes a mark a link, and keeps where it stands.
func (p *page) lead(key string, x, width, height float64) {
	p.pdf.Link(x, p.y, width, height, p.linkTo(key))
	p.cited[key] = append(p.cited[key], place{p.pdf.PageNo(), p.y})
}

// evidenceOf is the number of the evidence that a block of code stands for.
func (s *setter) evidenceOf(n ast.Node) (int, bool) {
	block, ok := n.(*ast.FencedCodeBlock)
	if !ok || block.Info == nil {
		return 0, false
	}
	number, ok := strings.CutPrefix(string(block.Info.Value(s.source)), "evidence ")
	at, err := strconv.Atoi(number)
	return at, ok && err == nil && at >= s.at && at < len(s.groups)
}

// evidence sets what is cited, and what follows has other evidence.
func (s *setter) evidence(at int, f frame) {
	s.at = at
	for _, e := range s.groups[at] {
		s.entry(e, f)
	}
	s.at, s.links, s.cited = at+1, nil, nil
}

const (
	tallest  = 250.0 // that a picture is
	proofGap = 11.0
)

// brokenEntry is an entry as it is broken into lines.
type brokenEntry struct {
	head, note, lacks, verdict, back []line
	quotes                           [][]line
	scale                            float64 // of the picture
	tall                             float64
}

// broken breaks an entry into lines.
func (s *setter) broken(e Evidence, f frame) (out brokenEntry) {
	bold, small := style{size: bodySize, bold: true}, style{size: cellSize, muted: true}
	out.head = s.break_([]piece{{text: "[" + e.Key + "] " + printable(e.Title), style: bold}, {text: printable(", " + e.Place), style: style{size: bodySize}}}, f.width)
	rows := 0
	says := func(width float64, pieces ...piece) []line {
		ls := s.break_(pieces, width)
		rows += len(ls)
		return ls
	}
	out.note, out.lacks = says(f.width, piece{text: printable(e.Note), style: small}), says(f.width, piece{text: printable(e.Lacks), style: small})
	for _, q := range e.Quotes {
		out.quotes = append(out.quotes, says(f.width-quoteIndent, piece{text: "“" + printable(q) + "”", style: small}))
	}
	if e.Verdict != "" {
		out.verdict = says(f.width, piece{text: printable(e.Verdict) + ". ", style: style{size: cellSize, bold: true}}, piece{text: printable(e.Why), style: style{size: cellSize}})
	}
	out.back = says(f.width, s.back(e.Key)...)
	out.tall = float64(len(out.head))*bodySize*leading + float64(rows)*cellLeading + float64(len(e.Quotes))*itemGap
	if e.Picture != nil {
		out.scale = min(1, f.width/e.Picture.Width, tallest/e.Picture.Height)
		out.tall += e.Picture.Height*out.scale + 3*itemGap
	}
	return out
}

// stays is how much must have room below the heading of what is cited.
func (s *setter) stays(below ast.Node, f frame) float64 {
	const lines = 2
	if at, ok := s.evidenceOf(below); ok && len(s.groups[at]) > 0 {
		return s.broken(s.groups[at][0], f).tall
	}
	return lines * bodySize * leading
}

// entry sets what is cited on one page, unless that is longer than half of one.
func (s *setter) entry(e Evidence, f frame) {
	const half = (pageHeight - marginTop - marginBottom) / 2
	b := s.broken(e, f)
	s.need(min(b.tall, half))
	s.pdf.SetLink(s.linkTo(e.Key), s.y, -1)
	s.bookmark(fmt.Sprintf("[%s] %s, %s", e.Key, printable(e.Title), printable(e.Place)), s.level+1)
	s.lines(b.head, f.left, bodySize*leading)
	s.lines(b.note, f.left, cellLeading)
	if e.Picture != nil {
		s.picture(*e.Picture, f.left, b.scale)
	}
	s.lines(b.lacks, f.left, cellLeading)
	for _, q := range b.quotes {
		s.bars = append(s.bars, f.left)
		s.lines(q, f.left+quoteIndent, cellLeading)
		s.bars = s.bars[:len(s.bars)-1]
		s.advance(itemGap)
	}
	s.lines(b.verdict, f.left, cellLeading)
	s.lines(b.back, f.left, cellLeading)
	s.advance(proofGap)
}

// picture draws a picture in a frame.
func (s *setter) picture(p Picture, left, scale float64) {
	s.images++
	name := fmt.Sprintf("evidence%d", s.images)
	options := fpdf.ImageOptions{ImageType: "PNG"}
	s.pdf.RegisterImageOptionsReader(name, options, bytes.NewReader(p.PNG))
	s.advance(itemGap)
	s.need(p.Height * scale)
	s.pdf.ImageOptions(name, left, s.y, p.Width*scale, p.Height*scale, false, options, 0, "")
	s.pdf.SetDrawColor(205, 211, 219)
	s.pdf.SetLineWidth(.5)
	s.pdf.Rect(left, s.y, p.Width*scale, p.Height*scale, "D")
	s.advance(p.Height*scale + 2*itemGap)
}

// back leads to the marks of a key: to the first on each page that has one.
func (s *setter) back(key string) (pieces []piece) {
	plain := style{size: cellSize, muted: true}
	last := 0
	for _, at := range s.cited[key] {
		if at.page == last {
			continue
		}
		link := plain
		link.muted, link.back = false, s.pdf.AddLink()
		s.pdf.SetLink(link.back, at.y, at.page)
		lead := messages.In(s.language).Text("pdfout.cited-on") + " "
		if last > 0 {
			lead = ", "
		}
		pieces = append(pieces, piece{text: lead, style: plain}, piece{text: strconv.Itoa(at.page), style: link})
		last = at.page
	}
	return pieces
}
