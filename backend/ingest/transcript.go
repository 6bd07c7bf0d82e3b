package ingest

import (
	"context"
	"errors"
	"io"
	"slices"
	"unicode"
	"unicode/utf8"

	"lectern/backend/ingest/layout"
	"lectern/backend/ingest/pdf"
	"lectern/backend/messages"
)

// transcript is what a worker has said so far, checked.
type transcript struct {
	limits   Limits
	warm     bool // only hello and done are expected
	from     int  // pages that were read before
	keep     bool // hidden text is read too
	progress func(done, total int)
	picture  func(page int, p Picture) error // takes pages that are drawn; nil: they are read
	first    func([]read, *Info)             // takes the first pages of a long file; nil: nobody waits for them
	copy     io.Writer                       // takes a copy without a password; nil: none is wanted

	pages   []read
	info    *Info // what the file says of itself; nil: nothing was told
	total   int   // pages; 0 before the file is opened
	text    int   // characters so far
	second  bool  // the second reader was in use when the worker last spoke
	byFirst bool  // pdfium opened the file
	fault   fault // why the worker gave up
	looking int   // the page that was being drawn when the worker last spoke; 0: none
	bytes   int64 // of the copy
	copied  error // what copy said
}

// read is one page as it arrived.
type read struct {
	label    string
	page     layout.Page
	second   bool
	pictures float64 // share of the page
	drawn    bool
	flat     bool // what is drawn is nothing but colour
	marks    int  // in what is drawn, in rows as letters stand; pdf.NotLooked
	failed   bool // no reader could open it

	hidden []pdf.Hidden // text on it that nobody sees
	sight  pdf.Sight    // whether such text was looked for
	kept   bool         // it was read all the same, as the person wants

	ocr    string // who recognised it in its picture; "": it was read
	beside bool   // only what is in a picture beside its text was recognised
	noOCR  string // why it was not recognised, or what to do
}

// picture tells whether a page had better be read from its picture: there is no text on it, or none to speak of, or what
// there is can't be text.
func (r read) picture() bool {
	const mostly = .3
	all, strange := r.page.Characters()
	switch {
	case r.failed:
		return false
	case all == 0:
		return !r.blank()
	case r.page.Letters(unicode.Arabic) > mostly, r.page.Letters(unicode.Hebrew) > mostly:
		return false // these are read, if not without fault; whoever recognises letters mostly knows others
	case all < fewChars && (r.mostlyPicture() || r.page.Odd()):
		return true
	}
	const garbage = .3 // share of a page's characters: with fewer, what is right on it is worth more than a guess
	return float64(max(strange, r.page.Unmapped)) > garbage*float64(all)
}

// blank tells whether nothing is on a page: no text, and no drawing either, or one of mere colour.
func (r read) blank() bool {
	all, _ := r.page.Characters()
	return all == 0 && !r.failed && (r.flat || !r.drawn && r.pictures == 0)
}

// lettered tells whether there are letters in what is drawn on a page.
func (r read) lettered() bool { return r.marks >= lettersMake }

// mostlyPicture tells whether a page is about a picture of which it isn't known whether there are letters in it.
func (r read) mostlyPicture() bool { return r.marks == pdf.NotLooked && r.pictures > pictureCovers }

var errGaveUp = messages.Error("worker.gave-up")

// listen follows the conversation to its end. Every step that the protocol doesn't allow is an error.
func (t *transcript) listen(r io.Reader, alive func()) error {
	limit := frameLimit(t.limits.Page)
	if t.picture != nil {
		limit = max(limit, pdf.MaxPixels+pictureBytes)
	}
	in := &frames{from: r, limit: limit}
	f, err := in.next()
	if err != nil {
		return err
	}
	if f.kind != frameHello {
		return errFrame
	}
	if f.number != protocol {
		return errVersion
	}
	for {
		alive()
		if f, err = in.next(); err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF // it left without a word
			}
			return err
		}
		if f.kind == frameDone {
			break
		}
		if err := t.hear(f); err != nil {
			return err
		}
	}
	if !t.warm && t.picture == nil && t.copy == nil && (t.total == 0 || t.from+len(t.pages) != t.total) {
		return messages.Error("worker.done-early", messages.Args{"error": errFrame, "page": t.from + len(t.pages), "pages": t.total})
	}
	if _, err := in.next(); err != io.EOF {
		return messages.Error("worker.more-after-the-end", messages.Args{"error": errFrame})
	}
	return nil
}

func (t *transcript) hear(f frame) error {
	if t.warm && f.kind != frameFailed || t.copy != nil && f.kind != frameFailed && f.kind != framePiece {
		return errFrame
	}
	switch f.kind {
	case frameSecond:
		t.second = true
	case frameOpened:
		if t.total != 0 || f.number == 0 || int64(f.number) > int64(t.limits.Pages) {
			return messages.Error("worker.opened-with", messages.Args{"error": errFrame, "pages": f.number})
		}
		t.total = int(f.number)
		t.byFirst = !t.second
	case frameInfo:
		if t.total == 0 || t.info != nil || len(t.pages) > 0 {
			return messages.Error("worker.info-out-of-turn", messages.Args{"error": errFrame})
		}
		var err error
		t.info, err = readInfo(f.info, t.total)
		return err
	case framePage:
		return t.hearPage(f)
	case frameLook:
		if t.looking != 0 || t.from+len(t.pages) >= t.total || int64(f.number) != int64(t.from+len(t.pages)+1) {
			return messages.Error("worker.look-out-of-turn", messages.Args{"error": errFrame, "page": f.number, "last": len(t.pages), "pages": t.total})
		}
		t.looking = int(f.number)
	case framePicture:
		if t.picture == nil || t.total == 0 || f.number == 0 || int64(f.number) > int64(t.total) {
			return messages.Error("worker.picture-of-page", messages.Args{"error": errFrame, "page": f.number})
		}
		return t.picture(int(f.number), f.picture)
	case framePiece:
		return t.hearPiece(f.piece)
	case frameFailed:
		t.fault = fault(f.number)
		return errGaveUp
	default:
		return messages.Error("worker.kind-out-of-turn", messages.Args{"error": errFrame, "kind": f.kind})
	}
	return nil
}

// hearPiece takes up the next bytes of a copy.
func (t *transcript) hearPiece(piece []byte) error {
	if t.bytes += int64(len(piece)); t.copy == nil || t.bytes > t.limits.File {
		return messages.Error("worker.kind-out-of-turn", messages.Args{"error": errFrame, "kind": framePiece})
	}
	_, t.copied = t.copy.Write(piece)
	return t.copied
}

// hearPage takes up the next page.
func (t *transcript) hearPage(f frame) error {
	if t.from+len(t.pages) >= t.total || int64(f.number) != int64(t.from+len(t.pages)+1) {
		return messages.Error("worker.page-out-of-turn", messages.Args{"error": errFrame, "page": f.number, "last": len(t.pages), "pages": t.total})
	}
	letters := len(f.page.Glyphs)
	for _, h := range f.page.Hidden {
		letters += utf8.RuneCountInString(h.Text)
	}
	if t.text += letters; letters > t.limits.Page || t.text > t.limits.Text {
		return messages.Error("worker.page-too-long", messages.Args{"error": errFrame, "page": f.number})
	}
	t.pages = append(t.pages, read{
		label: f.page.Label, page: layout.Read(f.page), second: f.second, pictures: f.page.Pictures, drawn: f.page.Drawn, flat: f.page.Flat, marks: f.page.Lettering, failed: f.page.Width == 0 && len(f.page.Glyphs) == 0 && len(f.page.Hidden) == 0,
		hidden: f.page.Hidden, sight: f.page.Sight, kept: t.keep,
	})
	t.second, t.looking = !t.byFirst, 0
	if t.first != nil && len(t.pages) == firstPages && t.total >= longFile {
		t.first(t.begun(), t.info)
		t.first = nil
	}
	if t.progress != nil {
		t.progress(len(t.pages), t.total)
	}
	return nil
}

// The first pages of a file that takes more than a second or two are given ahead.
const (
	firstPages = 32
	longFile   = 100
)

// begun are the pages so far, which may be changed as those that are read in the end may not.
func (t *transcript) begun() []read {
	pages := slices.Clone(t.pages)
	for i := range pages {
		pages[i].page.Lines = slices.Clone(pages[i].page.Lines)
	}
	return pages
}

// sentence makes a conversation's failure an error for the person, unless ctx, the caller's own, ended it.
func sentence(ctx context.Context, path string, t *transcript, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	damaged := fail(Damaged, path, "ingest.damaged")
	if t.second && !t.byFirst && t.fault == 0 && !errors.Is(err, errTotal) {
		return damaged // pdfium couldn't open it, and the second reader died of it
	}
	switch {
	case errors.Is(err, errStart), t.fault == faultStart:
		return fail(Unreadable, path, "ingest.reader-not-started")
	case errors.Is(err, errVersion):
		return fail(Unreadable, path, "ingest.updated-meanwhile")
	case errors.Is(err, errTotal), errors.Is(err, errStall), errors.Is(err, errCPU):
		return fail(TooSlow, path, "ingest.takes-too-long", messages.Args{"where": t.where()})
	case errors.Is(err, errMemory):
		return fail(TooLarge, path, "ingest.needs-memory", messages.Args{"where": t.where()})
	case t.fault == faultProtected:
		return fail(Protected, path, "ingest.protected")
	case t.fault == faultPages:
		return fail(TooLarge, path, "ingest.too-many-pages", messages.Args{"pages": t.limits.Pages})
	case t.fault == faultText:
		return fail(TooLarge, path, "ingest.too-much-text", messages.Args{"page": t.limits.Page, "all": t.limits.Text, "where": t.where()})
	}
	return damaged
}

// where says how far the reading came.
func (t *transcript) where() messages.Message {
	if t.total == 0 {
		return messages.Message{}
	}
	return messages.New("ingest.stopped-at", messages.Args{"page": min(len(t.pages)+1, t.total), "pages": t.total})
}
