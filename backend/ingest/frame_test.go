package ingest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

const testLimit = 1 << 16

var someFrames = []frame{
	{kind: frameHello, number: protocol},
	{kind: frameOpened, number: 7},
	{kind: framePage, number: 1, label: "iv", text: "Grüße 売上"},
	{kind: framePage, number: 2, second: true},
	{kind: frameSecond},
	{kind: frameFailed, number: uint32(faultDamaged)},
	{kind: frameDone},
}

func TestFramesArriveAsTheyWereSent(t *testing.T) {
	var wire []byte
	for _, f := range someFrames {
		wire = appendFrame(wire, f)
	}
	r := bytes.NewReader(wire)
	for _, want := range someFrames {
		if got, err := readFrame(r, testLimit); err != nil || got != want {
			t.Errorf("got %+v, %v; want %+v", got, err, want)
		}
	}
	if _, err := readFrame(r, testLimit); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

func TestHostileFramesAreRefused(t *testing.T) {
	page := func(label uint32, rest string) []byte {
		b := []byte{0, 0, 0, 0, byte(framePage), 0, 0, 0, 1, 0}
		b = binary.BigEndian.AppendUint32(b, label)
		b = append(b, rest...)
		binary.BigEndian.PutUint32(b, uint32(len(b)-4))
		return b
	}
	whole := appendFrame(nil, someFrames[2])
	for name, c := range map[string]struct {
		wire []byte
		want error
	}{
		"no length":          {[]byte{0, 0, 0, 0, 1}, errFrame},
		"huge length":        {[]byte{0xff, 0xff, 0xff, 0xff, byte(framePage)}, errFrame},
		"over the limit":     {[]byte{0, 1, 0, 1, byte(framePage)}, errFrame},
		"unknown kind":       {[]byte{0, 0, 0, 1, 99}, errFrame},
		"kind zero":          {[]byte{0, 0, 0, 1, 0}, errFrame},
		"short number":       {[]byte{0, 0, 0, 3, byte(frameOpened), 0, 1}, errFrame},
		"long number":        {[]byte{0, 0, 0, 6, byte(frameOpened), 0, 0, 0, 1, 9}, errFrame},
		"done with a body":   {[]byte{0, 0, 0, 2, byte(frameDone), 1}, errFrame},
		"page without body":  {[]byte{0, 0, 0, 1, byte(framePage)}, errFrame},
		"label past the end": {page(6, "short"), errFrame},
		"label of 4 GB":      {page(0xffffffff, "x"), errFrame},
		"label not UTF-8":    {page(1, "\xffx"), errFrame},
		"text not UTF-8":     {page(1, "x\xc3"), errFrame},
		"letter cut in two":  {page(1, "ü"), errFrame},
		"cut in the head":    {whole[:3], io.ErrUnexpectedEOF},
		"cut after the head": {whole[:5], io.ErrUnexpectedEOF},
		"cut in the body":    {whole[:len(whole)-1], io.ErrUnexpectedEOF},
	} {
		if _, err := readFrame(bytes.NewReader(c.wire), testLimit); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func FuzzReadFrame(f *testing.F) {
	for _, g := range someFrames {
		f.Add(appendFrame(nil, g))
	}
	f.Fuzz(func(t *testing.T, wire []byte) {
		g, err := readFrame(bytes.NewReader(wire), testLimit)
		if err != nil {
			return
		}
		if !utf8.ValidString(g.label) || !utf8.ValidString(g.text) || len(g.text)+len(g.label) > testLimit {
			t.Fatalf("accepted %+v", g)
		}
		if again := appendFrame(nil, g); !bytes.HasPrefix(wire, again) {
			t.Fatalf("%x reads as %+v, which is written %x", wire, g, again)
		}
	})
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
	page := func(n uint32) frame { return frame{kind: framePage, number: n, text: "text"} }
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
		"a page too long":      {[]frame{hello, opened(1), {kind: framePage, number: 1, text: "elevenbytes"}}, errFrame},
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
		{transcript{fault: faultProtected}, errGaveUp, Protected, "without it"},
		{transcript{fault: faultPages, limits: Limits{Pages: 50000}}, errGaveUp, TooLarge, "more than 50000 pages"},
		{transcript{fault: faultText, limits: DefaultLimits}, errGaveUp, TooLarge, "(1 MB a page, 64 MB in all)"},
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
