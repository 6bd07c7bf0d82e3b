package ingest

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// The worker speaks in frames: four bytes of length (big endian, counting what follows), one byte that says which
// frame it is, and its fields: numbers of four bytes, texts as a length and UTF-8. A conversation is
//
//	hello opened page* done      all pages, in order
//	hello (opened page*)? failed
//
// with a second frame anywhere after hello, when the second reader takes over and may kill the worker.

const (
	protocol   = 1 // the version that both sides must speak
	labelLimit = 1 << 10
)

type frameKind byte

const (
	frameHello  frameKind = iota + 1 // number: protocol
	frameOpened                      // number: pages
	framePage                        // number: page from 1; label; text
	frameSecond                      // the second reader begins
	frameFailed                      // number: a fault
	frameDone
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
	kind   frameKind
	second bool   // for a page: it was read by the second reader
	number uint32 // what it counts depends on the kind
	label  string
	text   string
}

var (
	errFrame   = errors.New("a frame breaks the protocol")
	errVersion = errors.New("the worker is of another version")
)

func appendFrame(b []byte, f frame) []byte {
	at := len(b)
	b = append(b, 0, 0, 0, 0, byte(f.kind))
	switch f.kind {
	case frameHello, frameOpened, frameFailed:
		b = binary.BigEndian.AppendUint32(b, f.number)
	case framePage:
		b = binary.BigEndian.AppendUint32(b, f.number)
		b = append(b, 0)
		if f.second {
			b[len(b)-1] = 1
		}
		b = binary.BigEndian.AppendUint32(b, uint32(len(f.label)))
		b = append(b, f.label...)
		b = append(b, f.text...)
	}
	binary.BigEndian.PutUint32(b[at:], uint32(len(b)-at-4))
	return b
}

// readFrame reads one frame of at most limit bytes and checks its form; what it says is for the conversation to judge.
// At the end of the stream it gives io.EOF, inside a frame io.ErrUnexpectedEOF.
func readFrame(r io.Reader, limit int) (frame, error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return frame{}, err
	}
	n := binary.BigEndian.Uint32(head[:4])
	if n < 1 || int64(n) > int64(limit) {
		return frame{}, fmt.Errorf("%w: length %d", errFrame, n)
	}
	f := frame{kind: frameKind(head[4])}
	body := make([]byte, n-1)
	if _, err := io.ReadFull(r, body); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return frame{}, err
	}
	switch f.kind {
	case frameHello, frameOpened, frameFailed:
		if len(body) != 4 {
			return frame{}, fmt.Errorf("%w: kind %d with %d bytes", errFrame, f.kind, len(body))
		}
		f.number = binary.BigEndian.Uint32(body)
	case frameSecond, frameDone:
		if len(body) != 0 {
			return frame{}, fmt.Errorf("%w: kind %d with %d bytes", errFrame, f.kind, len(body))
		}
	case framePage:
		if len(body) < 9 || body[4] > 1 {
			return frame{}, fmt.Errorf("%w: page", errFrame)
		}
		f.number, f.second = binary.BigEndian.Uint32(body), body[4] == 1
		label := binary.BigEndian.Uint32(body[5:])
		body = body[9:]
		if label > labelLimit || int(label) > len(body) {
			return frame{}, fmt.Errorf("%w: label of %d bytes", errFrame, label)
		}
		if !utf8.Valid(body[:label]) || !utf8.Valid(body[label:]) {
			return frame{}, fmt.Errorf("%w: text is not UTF-8", errFrame)
		}
		f.label, f.text = string(body[:label]), string(body[label:])
	default:
		return frame{}, fmt.Errorf("%w: kind %d", errFrame, f.kind)
	}
	return f, nil
}
