package ingest

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/ingest/pdf"
	"lectern/backend/ingest/pdftest"
	"lectern/backend/store"
)

// draws is a worker whose file has two pages that are pictures, too large to lie in a pipe.
func draws() {
	const side = 400
	drawing := slices.ContainsFunc(os.Args, func(a string) bool { return strings.HasPrefix(a, "-render=0") })
	say(sayHello, sayOpened)
	for n := range 2 {
		if drawing {
			say(frame{kind: framePicture, number: uint32(n + 1), picture: pdf.Picture{Width: side, Height: side, Grey: make([]byte, side*side)}})
		} else {
			say(frame{kind: framePage, number: uint32(n + 1), page: pdf.Page{Width: 612, Height: 792, Drawn: true}})
		}
	}
	say(frame{kind: frameDone})
}

// slow recognises the same words after a while.
type slow time.Duration

func (slow) Name() string { return "slow" }

func (s slow) Read(ctx context.Context, _ Picture) (out []Glyph, err error) {
	select {
	case <-time.After(time.Duration(s)):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	for _, r := range "A page of words" {
		out = append(out, Glyph{R: r})
	}
	return out, nil
}

func TestWhoReadsPicturesMayTakeLongerThanTheWorkerOrTheFile(t *testing.T) {
	t.Setenv(fakeVariable, "draws")
	const most = 1500 * time.Millisecond
	r := reader()
	r.Limits = Limits{Stall: most, Total: most}
	r.Recogniser = func() Recogniser { return slow(most + 200*time.Millisecond) }
	c, err := r.Read(t.Context(), save(t, "scan.pdf", pdftest.Text("text")), nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range c.Verdicts {
		if v.Verdict != store.OCR || c.Pages[i].Text != "A page of words" {
			t.Errorf("page %d: %+v, %q", i+1, v, c.Pages[i].Text)
		}
	}
}
