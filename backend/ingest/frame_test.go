package ingest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"lectern/backend/ingest/layout"
	"lectern/backend/ingest/pdf"
)

const testLimit = 1 << 20

var someFrames = []frame{
	{kind: frameHello, number: protocol},
	{kind: frameOpened, number: 7},
	{kind: framePage, number: 1, page: pdf.Page{
		Label: "iv", Width: fullScale, Height: 2 * fullScale, Drawn: true, Pictures: 1, Lettering: 300, Flat: true,
		Glyphs: []pdf.Glyph{{R: 'ü', Box: pdf.Box{X0: 1, Y0: 2, X1: 3, Y1: 8}, Flags: pdf.Bold}, {R: ' '}, {R: '売', Box: pdf.Box{X0: 65535, Y0: 0, X1: 65535, Y1: 131070}}},
		Rules:  []pdf.Rule{{X0: 5, Y0: 4, X1: 500, Y1: 4}},
		Shapes: []pdf.Shape{{Box: pdf.Box{X0: 5, Y0: 4, X1: 500, Y1: 400}, Kind: pdf.Block}},
		Hidden: []pdf.Hidden{{Manner: pdf.Covered, Text: "42"}}, Sight: pdf.Crowded,
	}},
	{kind: framePage, number: 2, second: true, page: pdf.Page{Width: 612, Height: 792, Glyphs: []pdf.Glyph{}, Rules: []pdf.Rule{}}},
	{kind: frameInfo, info: []byte(`{"title":"売上"}`)},
	{kind: frameSecond},
	{kind: frameLook, number: 3},
	{kind: framePiece, piece: []byte("%PDF-1.7")},
	{kind: frameFailed, number: uint32(faultDamaged)},
	{kind: frameDone},
}

func TestFramesArriveAsTheyWereSent(t *testing.T) {
	var wire []byte
	for _, f := range someFrames {
		wire = appendFrame(wire, f)
	}
	r := &frames{from: bytes.NewReader(wire), limit: testLimit}
	for _, want := range someFrames {
		if got, err := r.next(); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, %v; want %+v", got, err, want)
		}
	}
	if _, err := r.next(); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

func TestHostileFramesAreRefused(t *testing.T) {
	page := func(change func(b []byte) []byte) []byte {
		b := change(appendFrame(nil, someFrames[2]))
		binary.BigEndian.PutUint32(b, uint32(len(b)-4))
		return b
	}
	const bits, width, label, glyphs = 9, 10, 23, 29 // where they begin in someFrames[2]
	const hiddenEnd = 1 + 4 + hiddenBytes + 2        // how long what is said of hidden text is
	end := func(before int, v byte) []byte {
		return page(func(b []byte) []byte { b[len(b)-before] = v; return b })
	}
	set := func(at int, v uint32) []byte {
		return page(func(b []byte) []byte { binary.BigEndian.PutUint32(b[at:], v); return b })
	}
	if n := binary.BigEndian.Uint32(appendFrame(nil, someFrames[2])[glyphs:]); n != 3 {
		t.Fatalf("%d glyphs where three are", n)
	}
	whole := appendFrame(nil, someFrames[2])
	for name, c := range map[string]struct {
		wire []byte
		want error
	}{
		"no length":           {[]byte{0, 0, 0, 0, 1}, errFrame},
		"huge length":         {[]byte{0xff, 0xff, 0xff, 0xff, byte(framePage)}, errFrame},
		"over the limit":      {[]byte{0, 32, 0, 1, byte(framePage)}, errFrame},
		"unknown kind":        {[]byte{0, 0, 0, 1, 99}, errFrame},
		"kind zero":           {[]byte{0, 0, 0, 1, 0}, errFrame},
		"short number":        {[]byte{0, 0, 0, 3, byte(frameOpened), 0, 1}, errFrame},
		"long number":         {[]byte{0, 0, 0, 6, byte(frameOpened), 0, 0, 0, 1, 9}, errFrame},
		"done with a body":    {[]byte{0, 0, 0, 2, byte(frameDone), 1}, errFrame},
		"page without body":   {[]byte{0, 0, 0, 1, byte(framePage)}, errFrame},
		"label past the end":  {set(label, 60), errFrame},
		"label of 4 GB":       {set(label, 0xffffffff), errFrame},
		"label not UTF-8":     {page(func(b []byte) []byte { b[label+4] = 0xff; return b }), errFrame},
		"glyphs past the end": {set(glyphs, 4), errFrame},
		"glyphs of 4 GB":      {set(glyphs, 0xffffffff), errFrame},
		"fewer glyphs":        {set(glyphs, 2), errFrame},
		"rules past the end":  {page(func(b []byte) []byte { binary.BigEndian.PutUint32(b[len(b)-hiddenEnd-12:], 2); return b }), errFrame},
		"unknown sight":       {end(hiddenEnd, 4), errFrame},
		"more hidden texts":   {end(hiddenEnd-4, 2), errFrame},
		"no manner":           {end(hiddenBytes+2, 0), errFrame},
		"unknown manner":      {end(hiddenBytes+2, byte(pdf.Manners+1)), errFrame},
		"longer hidden text":  {end(3, 3), errFrame},
		"hidden not UTF-8":    {end(1, 0xff), errFrame},
		"more behind it":      {page(func(b []byte) []byte { return append(b, 0) }), errFrame},
		"unknown bits":        {page(func(b []byte) []byte { b[bits] = 8; return b }), errFrame},
		"too wide":            {set(width, 0xffffffff), errFrame},
		"piece too long":      {appendFrame(nil, frame{kind: framePiece, piece: make([]byte, pieceLimit+1)}), errFrame},
		"info too long":       {appendFrame(nil, frame{kind: frameInfo, info: make([]byte, infoLimit+1)}), errFrame},
		"cut in the head":     {whole[:3], io.ErrUnexpectedEOF},
		"cut after the head":  {whole[:5], io.ErrUnexpectedEOF},
		"cut in the body":     {whole[:len(whole)-1], io.ErrUnexpectedEOF},
	} {
		if _, err := (&frames{from: bytes.NewReader(c.wire), limit: testLimit}).next(); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func FuzzFrames(f *testing.F) {
	for _, g := range someFrames {
		f.Add(appendFrame(nil, g))
	}
	f.Fuzz(func(t *testing.T, wire []byte) {
		g, err := (&frames{from: bytes.NewReader(wire), limit: testLimit}).next()
		if err != nil {
			return
		}
		p := g.page
		if !utf8.ValidString(p.Label) || len(p.Label) > labelLimit || len(p.Rules) > pdf.MaxRules || len(g.info) > infoLimit {
			t.Fatalf("accepted %+v", g)
		}
		inside := func(b pdf.Box) bool {
			return b.X0 >= 0 && b.Y0 >= 0 && b.X0 <= b.X1 && b.Y0 <= b.Y1 && b.X1 <= p.Width && b.Y1 <= p.Height
		}
		for _, x := range p.Glyphs {
			if !utf8.ValidRune(x.R) || !inside(x.Box) {
				t.Fatalf("accepted %+v", x)
			}
		}
		for _, x := range p.Rules {
			if !inside(pdf.Box(x)) {
				t.Fatalf("accepted %+v", x)
			}
		}
		for _, x := range p.Shapes {
			if !inside(x.Box) || x.Kind >= pdf.ShapeKinds {
				t.Fatalf("accepted %+v", x)
			}
		}
		layout.Read(p) // whatever it says, it is taken apart
		if h, err := (&frames{from: bytes.NewReader(appendFrame(nil, g)), limit: testLimit}).next(); err != nil || h.kind != g.kind || len(h.page.Glyphs) != len(p.Glyphs) {
			t.Fatalf("%+v is written and read as %+v, %v", g, h, err)
		}
	})
}

// lettered is a page with a line of text.
func lettered(text string) pdf.Page {
	p := pdf.Page{Width: 612, Height: 792}
	x := 72.0
	for _, r := range text {
		g := pdf.Glyph{R: r}
		if r != ' ' && r != '\n' {
			g.Box = pdf.Box{X0: x, Y0: 100, X1: x + 5, Y1: 110}
		}
		p.Glyphs = append(p.Glyphs, g)
		x += 5
	}
	return p
}

// conversation plays frames to a transcript.
func conversation(limits Limits, frames ...frame) (*transcript, error) {
	var wire []byte
	for _, f := range frames {
		wire = appendFrame(wire, f)
	}
	t := &transcript{limits: limits.orDefault()}
	return t, t.listen(bytes.NewReader(wire), func() {})
}

func TestAConversationOutOfOrderIsRefused(t *testing.T) {
	hello := frame{kind: frameHello, number: protocol}
	opened := func(n uint32) frame { return frame{kind: frameOpened, number: n} }
	page := func(n uint32) frame { return frame{kind: framePage, number: n, page: lettered("text")} }
	done := frame{kind: frameDone}
	small := Limits{Pages: 3, Page: 10, Text: 8}
	for name, c := range map[string]struct {
		frames []frame
		want   error
	}{
		"good":                 {[]frame{hello, opened(2), page(1), page(2), done}, nil},
		"nothing":              {nil, io.EOF},
		"no hello":             {[]frame{opened(1), page(1), done}, errFrame},
		"other version":        {[]frame{{kind: frameHello, number: protocol + 1}, opened(1)}, errVersion},
		"hello twice":          {[]frame{hello, hello}, errFrame},
		"silence after hello":  {[]frame{hello}, io.ErrUnexpectedEOF},
		"page before opened":   {[]frame{hello, page(1)}, errFrame},
		"info":                 {[]frame{hello, opened(1), {kind: frameInfo, info: []byte(`{"title":"T"}`)}, page(1), done}, nil},
		"info twice":           {[]frame{hello, opened(1), {kind: frameInfo, info: []byte(`{}`)}, {kind: frameInfo, info: []byte(`{}`)}, page(1), done}, errFrame},
		"info before opened":   {[]frame{hello, {kind: frameInfo, info: []byte(`{}`)}, opened(1), page(1), done}, errFrame},
		"info that is none":    {[]frame{hello, opened(1), {kind: frameInfo, info: []byte(`{"title":`)}, page(1), done}, errFrame},
		"no pages":             {[]frame{hello, opened(0)}, errFrame},
		"too many pages":       {[]frame{hello, opened(4)}, errFrame},
		"opened twice":         {[]frame{hello, opened(1), opened(2)}, errFrame},
		"page zero":            {[]frame{hello, opened(2), page(0)}, errFrame},
		"page left out":        {[]frame{hello, opened(2), page(2)}, errFrame},
		"page twice":           {[]frame{hello, opened(2), page(1), page(1)}, errFrame},
		"one page too many":    {[]frame{hello, opened(1), page(1), page(2)}, errFrame},
		"done too early":       {[]frame{hello, opened(2), page(1), done}, errFrame},
		"done without opening": {[]frame{hello, done}, errFrame},
		"more after done":      {[]frame{hello, opened(1), page(1), done, done}, errFrame},
		"cut off":              {[]frame{hello, opened(2), page(1)}, io.ErrUnexpectedEOF},
		"a page too long":      {[]frame{hello, opened(1), {kind: framePage, number: 1, page: lettered("elevenbytes")}}, errFrame},
		"too much in all":      {[]frame{hello, opened(3), page(1), page(2), page(3)}, errFrame},
		"gave up":              {[]frame{hello, {kind: frameFailed, number: 99}}, errGaveUp},
	} {
		if _, err := conversation(small, c.frames...); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestErrorsAreSentencesForPeople(t *testing.T) {
	for _, c := range []struct {
		t    transcript
		err  error
		kind Kind
		says string
	}{
		{transcript{}, errCPU, TooSlow, "takes too long"},
		{transcript{total: 9, pages: make([]read, 4)}, errMemory, TooLarge, "page 5 of 9"},
		{transcript{}, errDied, Damaged, "damaged"},
		{transcript{}, errFrame, Damaged, "damaged"},
		{transcript{second: true}, errMemory, Damaged, "damaged"},
		{transcript{}, errVersion, Unreadable, "updated"},
		{transcript{}, errStart, Unreadable, "can't be started"},
		{transcript{fault: faultProtected}, errGaveUp, Protected, "with its password"},
		{transcript{fault: faultPages, limits: Limits{Pages: 50000}}, errGaveUp, TooLarge, "more than 50000 pages"},
		{transcript{fault: faultText, limits: DefaultLimits}, errGaveUp, TooLarge, "(1048576 characters a page, 67108864 in all)"},
		{transcript{fault: 99}, errGaveUp, Damaged, "damaged"},
	} {
		err := sentence(t.Context(), "/some/where/report\x1b[1m.pdf", &c.t, c.err)
		var e *Error
		if !errors.As(err, &e) || e.Kind != c.kind || !strings.Contains(e.Reason, c.says) ||
			!strings.HasPrefix(e.Reason, "report[1m.pdf ") || !strings.HasSuffix(e.Reason, ".") {
			t.Errorf("%v: %v", c.err, err)
		}
	}
}
