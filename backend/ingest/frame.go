package ingest

import (
	"encoding/binary"
	"io"
	"slices"
	"unicode/utf8"

	"lectern/backend/ingest/pdf"
	"lectern/backend/messages"
)

// The worker speaks in frames: four bytes of length (big endian, counting what follows), one byte that says which
// frame it is, and its fields. Numbers are big endian, of four bytes unless said otherwise. A conversation is
//
//	hello opened info? page* done      all pages, in order
//	hello (opened info? page*)? failed
//
// with a look frame before a page that is drawn to find text that nobody sees, which may take long or kill the worker;
// or, where pages are to be drawn, picture frames in place of page frames; or nothing but piece frames between hello and
// done, where a copy without a password is wanted;
// with a second frame anywhere after hello, when the second reader takes over and may kill the worker.
//
//	hello   number: protocol
//	opened  number: pages
//	look    number: page from 1
//	info    JSON of an Info, at most infoLimit bytes
//	page    number: page from 1
//	        a byte of bits: 1 read by the second reader, 2 something is drawn on it, 4 which is flat
//	        width and height in hundredths of a point
//	        a byte: how much of it pictures cover, in 255ths
//	        marks that stand in rows, as letters do, and one more; 0: that isn't known
//	        label: its length in bytes, and UTF-8
//	        glyphs: how many, and for each the character, its box, and a byte of pdf.Flags
//	        rules: how many, and for each its box
//	        shapes: how many, and for each its box and a byte, its pdf.ShapeKind
//	        a byte: the pdf.Sight
//	        hidden texts: how many, and for each a byte, its pdf.Manner, its length in bytes, and UTF-8
//	picture number: page from 1; width and height in pixels; a byte for each pixel
//	piece   bytes of a copy that needs no password, at most pieceLimit
//	failed  number: a fault
//
// A box is four numbers of two bytes, left, top, right and bottom, in 65,535ths of the page: whatever they are, they
// name a place on it.

const (
	protocol     = 6 // the version that both sides must speak
	labelLimit   = 1 << 10
	infoLimit    = 1 << 20
	glyphBytes   = 13
	ruleBytes    = 8
	shapeBytes   = 9
	pageBytes    = 39 // of a page frame without what it holds
	pictureBytes = 16
	hiddenBytes  = 5       // of a hidden text without its letters
	sideLimit    = 200_000 // points: more than any page may measure
	fullScale    = 65535
)

type frameKind byte

const (
	frameHello frameKind = iota + 1
	frameOpened
	framePage
	frameSecond // the second reader begins
	frameFailed
	frameDone
	frameInfo
	framePicture
	frameLook
	framePiece
)

// fault is why the worker gave up. Its words stay in the worker; the sentence is made by the parent.
type fault uint32

const (
	faultProtected fault = iota + 1
	faultDamaged
	faultPages // more than the limit
	faultText  // more than the limit
	faultStart // pdfium can't be started
)

type frame struct {
	kind    frameKind
	number  uint32 // what it counts depends on the kind
	info    []byte
	second  bool // for a page: it was read by the second reader
	page    pdf.Page
	picture pdf.Picture
	piece   []byte
}

var (
	errFrame   = messages.Error("worker.frame-breaks-protocol")
	errVersion = messages.Error("worker.other-version")
)

// frameLimit is how long a frame may be whose page holds so many glyphs, hidden ones among them.
func frameLimit(glyphs int) int {
	return max(pageBytes+labelLimit+glyphBytes*glyphs+ruleBytes*pdf.MaxRules+shapeBytes*pdf.MaxShapes+hiddenBytes*pdf.MaxHidden, infoLimit) + 1
}

func appendFrame(b []byte, f frame) []byte {
	at := len(b)
	b = append(b, 0, 0, 0, 0, byte(f.kind))
	switch f.kind {
	case frameHello, frameOpened, frameFailed, frameLook:
		b = binary.BigEndian.AppendUint32(b, f.number)
	case frameInfo:
		b = append(b, f.info...)
	case framePiece:
		b = append(b, f.piece...)
	case framePicture:
		for _, n := range []int{int(f.number), f.picture.Width, f.picture.Height} {
			b = binary.BigEndian.AppendUint32(b, uint32(n))
		}
		b = append(b, f.picture.Grey...)
	case framePage:
		b = appendPage(binary.BigEndian.AppendUint32(b, f.number), f.page, f.second)
	}
	binary.BigEndian.PutUint32(b[at:], uint32(len(b)-at-4))
	return b
}

func appendPage(b []byte, p pdf.Page, second bool) []byte {
	be := binary.BigEndian
	bits := byte(0)
	if second {
		bits |= 1
	}
	if p.Drawn {
		bits |= 2
	}
	if p.Flat {
		bits |= 4
	}
	b = append(b, bits)
	side := func(points float64) uint32 { return uint32(min(max(points, 0), sideLimit) * 100) }
	b = be.AppendUint32(b, side(p.Width))
	b = be.AppendUint32(b, side(p.Height))
	b = append(b, byte(min(max(p.Pictures, 0), 1)*255))
	b = be.AppendUint32(b, uint32(p.Lettering-pdf.NotLooked))
	b = be.AppendUint32(b, uint32(len(p.Label)))
	b = append(b, p.Label...)
	b = slices.Grow(b, 12+glyphBytes*len(p.Glyphs)+ruleBytes*len(p.Rules)+shapeBytes*len(p.Shapes))
	b = be.AppendUint32(b, uint32(len(p.Glyphs)))
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		b = be.AppendUint32(b, uint32(g.R))
		b = appendBox(b, g.Box, p.Width, p.Height)
		b = append(b, byte(g.Flags))
	}
	b = be.AppendUint32(b, uint32(len(p.Rules)))
	for _, r := range p.Rules {
		b = appendBox(b, pdf.Box(r), p.Width, p.Height)
	}
	b = be.AppendUint32(b, uint32(len(p.Shapes)))
	for _, x := range p.Shapes {
		b = append(appendBox(b, x.Box, p.Width, p.Height), byte(x.Kind))
	}
	b = be.AppendUint32(append(b, byte(p.Sight)), uint32(len(p.Hidden)))
	for _, h := range p.Hidden {
		b = be.AppendUint32(append(b, byte(h.Manner)), uint32(len(h.Text)))
		b = append(b, h.Text...)
	}
	return b
}

func appendBox(b []byte, x pdf.Box, width, height float64) []byte {
	if x == (pdf.Box{}) { // a space's
		return append(b, 0, 0, 0, 0, 0, 0, 0, 0)
	}
	n := uint64(part(x.X0, width))<<48 | uint64(part(x.Y0, height))<<32 | uint64(part(x.X1, width))<<16 | uint64(part(x.Y1, height))
	return binary.BigEndian.AppendUint64(b, n)
}

// part is a place in 65,535ths of a side.
func part(x, whole float64) uint16 {
	share := x / whole
	switch {
	case whole > 0 && share >= 1:
		return fullScale
	case whole > 0 && share > 0: // and a number
		return uint16(share*fullScale + .5)
	}
	return 0
}

// frames reads frames. What a page or picture holds is good until the next one is read.
type frames struct {
	from   io.Reader
	limit  int // bytes of a frame
	body   []byte
	glyphs []pdf.Glyph
}

// next reads a frame and checks its form; what it says is for the conversation to judge. At the end of the stream it
// gives io.EOF, inside a frame io.ErrUnexpectedEOF.
func (r *frames) next() (frame, error) {
	var head [5]byte
	if _, err := io.ReadFull(r.from, head[:]); err != nil {
		return frame{}, err
	}
	n := binary.BigEndian.Uint32(head[:4])
	if n < 1 || int64(n) > int64(r.limit) {
		return frame{}, messages.Error("worker.frame-length", messages.Args{"error": errFrame, "number": n})
	}
	f := frame{kind: frameKind(head[4])}
	if int(n) > cap(r.body) {
		r.body = make([]byte, n)
	}
	body := r.body[:n-1]
	if _, err := io.ReadFull(r.from, body); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return frame{}, err
	}
	left := fields{rest: body, glyphs: r.glyphs}
	switch f.kind {
	case frameHello, frameOpened, frameFailed, frameLook:
		f.number = left.uint32()
	case frameSecond, frameDone:
	case frameInfo:
		f.info = left.bytes(len(body))
		left.bad = left.bad || len(body) > infoLimit
	case framePiece:
		f.piece = left.bytes(len(body))
		left.bad = left.bad || len(body) > pieceLimit
	case framePicture:
		f.number = left.uint32()
		w, h := left.uint32(), left.uint32()
		if w == 0 || h == 0 || uint64(w)*uint64(h) != uint64(len(left.rest)) || len(left.rest) > pdf.MaxPixels {
			left.bad = true
			break
		}
		f.picture = pdf.Picture{Width: int(w), Height: int(h), Grey: left.bytes(len(left.rest))}
	case framePage:
		f.number = left.uint32()
		f.page, f.second = left.page()
		r.glyphs = f.page.Glyphs
	default:
		return frame{}, messages.Error("worker.frame-kind", messages.Args{"error": errFrame, "kind": f.kind})
	}
	if left.bad || len(left.rest) > 0 {
		return frame{}, messages.Error("worker.frame-kind-with", messages.Args{"error": errFrame, "kind": f.kind, "bytes": len(body)})
	}
	return f, nil
}

// fields takes a frame apart. What isn't there, or can't be, makes it bad and reads as zero.
type fields struct {
	rest   []byte
	bad    bool
	glyphs []pdf.Glyph // room for a page's
}

func (f *fields) bytes(n int) []byte {
	if n < 0 || n > len(f.rest) {
		f.bad, f.rest = true, nil
		return make([]byte, min(max(n, 0), 8))
	}
	b := f.rest[:n:n]
	f.rest = f.rest[n:]
	return b
}

func (f *fields) byte() byte     { return f.bytes(1)[0] }
func (f *fields) uint32() uint32 { return binary.BigEndian.Uint32(f.bytes(4)) }

// count reads how many things of a size follow, as far as there is room for them.
func (f *fields) count(size int) int {
	n := f.uint32()
	if int64(n)*int64(size) > int64(len(f.rest)) {
		f.bad = true
		return 0
	}
	return int(n)
}

func (f *fields) page() (p pdf.Page, second bool) {
	bits := f.byte()
	w, h := f.uint32(), f.uint32()
	if bits > 7 || w > sideLimit*100 || h > sideLimit*100 {
		f.bad = true
	}
	p.Drawn, p.Flat, p.Width, p.Height, p.Pictures = bits&2 != 0, bits&4 != 0, float64(w)/100, float64(h)/100, float64(f.byte())/255
	p.Lettering = int(min(f.uint32(), pdf.MaxPixels)) + pdf.NotLooked
	label := f.bytes(f.count(1))
	if len(label) > labelLimit || !utf8.Valid(label) {
		f.bad = true
	}
	p.Label = string(label)
	raw := f.bytes(glyphBytes * f.count(glyphBytes))
	n := len(raw) / glyphBytes
	p.Glyphs = slices.Grow(f.glyphs[:0], n)[:n]
	for i := range p.Glyphs {
		g, at := &p.Glyphs[i], raw[glyphBytes*i:][:glyphBytes]
		r := binary.BigEndian.Uint32(at)
		if r > utf8.MaxRune || !utf8.ValidRune(rune(r)) {
			r = utf8.RuneError
		}
		g.R, g.Box, g.Flags = rune(r), box(at[4:], p.Width, p.Height), pdf.Flags(at[glyphBytes-1])
	}
	n = f.count(ruleBytes)
	if n > pdf.MaxRules {
		f.bad = true
		return p, false
	}
	raw = f.bytes(ruleBytes * n)
	p.Rules = make([]pdf.Rule, len(raw)/ruleBytes)
	for i := range p.Rules {
		p.Rules[i] = pdf.Rule(box(raw[ruleBytes*i:], p.Width, p.Height))
	}
	f.shapes(&p)
	f.unseen(&p)
	return p, bits&1 != 0
}

// shapes reads what is drawn on a page besides lines.
func (f *fields) shapes(p *pdf.Page) {
	n := f.count(shapeBytes)
	if n > pdf.MaxShapes {
		f.bad = true
		return
	}
	for range n {
		raw := f.bytes(shapeBytes)
		kind := pdf.ShapeKind(raw[shapeBytes-1])
		if kind >= pdf.ShapeKinds {
			f.bad = true
			return
		}
		p.Shapes = append(p.Shapes, pdf.Shape{Box: box(raw, p.Width, p.Height), Kind: kind})
	}
}

// unseen reads what a page says of hidden text.
func (f *fields) unseen(p *pdf.Page) {
	p.Sight = pdf.Sight(f.byte())
	n := f.count(hiddenBytes)
	if p.Sight > pdf.Undrawn || n > pdf.MaxHidden {
		f.bad = true
		return
	}
	for range n {
		h := pdf.Hidden{Manner: pdf.Manner(f.byte())}
		text := f.bytes(f.count(1))
		if h.Manner == 0 || int(h.Manner) > pdf.Manners || !utf8.Valid(text) {
			f.bad = true
			return
		}
		h.Text = string(text)
		p.Hidden = append(p.Hidden, h)
	}
}

// box is the box that the first bytes of b name.
func box(b []byte, width, height float64) pdf.Box {
	n := binary.BigEndian.Uint64(b)
	if n == 0 {
		return pdf.Box{}
	}
	x0, y0, x1, y1 := uint16(n>>48), uint16(n>>32), uint16(n>>16), uint16(n)
	x0, x1, y0, y1 = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
	return pdf.Box{X0: float64(x0) / fullScale * width, Y0: float64(y0) / fullScale * height, X1: float64(x1) / fullScale * width, Y1: float64(y1) / fullScale * height}
}
