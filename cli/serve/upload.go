package serve

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"lectern/backend/app"
	"lectern/backend/ingest"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// upload takes a file that was dropped on the page or chosen there.
func (b *browser) upload(w http.ResponseWriter, r *http.Request) {
	name := app.UploadName(r.URL.Query().Get("name"))
	large := messages.Text("serve.upload-too-large", messages.Args{"name": name, "most": ingest.Size(b.upmost)})
	if r.ContentLength > b.upmost {
		turnAway(w, http.StatusRequestEntityTooLarge, large)
		return
	}
	control := http.NewResponseController(w)
	body := &steady{Reader: http.MaxBytesReader(w, r.Body, b.upmost), within: b.steady, until: control.SetReadDeadline}
	_ = control.SetWriteDeadline(time.Time{})
	core, err := b.workspace(r)
	if err == nil {
		err = core.Upload(name, r.URL.Query().Get("folder"), unbroken{body})
	}
	var tooLarge *http.MaxBytesError
	switch {
	case err == nil:
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"accepted":1,"message":""}`)
	case errors.As(err, &tooLarge):
		turnAway(w, http.StatusRequestEntityTooLarge, large)
	case isTimeout(err):
		turnAway(w, http.StatusRequestTimeout, messages.Text("serve.upload-slow", messages.Args{"name": name}))
	case errors.Is(err, errBroken):
		turnAway(w, http.StatusBadRequest, messages.Text("serve.upload-broke-off", messages.Args{"name": name}))
	case errors.Is(err, store.ErrFull):
		turnAway(w, http.StatusInsufficientStorage, messages.Text("serve.upload-failed", messages.Args{"name": name, "error": store.ErrFull}))
	default:
		turnAway(w, http.StatusInternalServerError, messages.Text("serve.upload-failed-again", messages.Args{"name": name, "error": err}))
	}
}

var errBroken = messages.Error("serve.broke-off")

// unbroken tells what is wrong with a body from what is wrong with the disk that it goes to.
type unbroken struct{ io.Reader }

func (u unbroken) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	var tooLarge *http.MaxBytesError
	if err != nil && err != io.EOF && !errors.As(err, &tooLarge) && !isTimeout(err) {
		err = fmt.Errorf("%w: %w", errBroken, err)
	}
	return n, err
}

// leastSteady is how many bytes of an upload must come in each span of time.
const leastSteady = 64 << 10

// steady reads what may be long and must go on.
type steady struct {
	io.Reader
	within time.Duration
	until  func(time.Time) error
	left   int // bytes until there is more time
}

func (s *steady) Read(p []byte) (int, error) {
	if s.left <= 0 {
		s.left = leastSteady
		_ = s.until(time.Now().Add(s.within))
	}
	n, err := s.Reader.Read(p)
	s.left -= n
	return n, err
}
