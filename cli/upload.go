package cli

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"lectern/backend/ingest"
	"lectern/backend/store"
)

// upload takes a file that was dropped on the page or chosen there. Its bytes go to a folder of their own, from which
// the library takes them over. They lie there under a name of ours; what the person calls it is handed on apart, as no
// file system need take it.
func (b *browser) upload(w http.ResponseWriter, r *http.Request) {
	name := uploadName(r.URL.Query().Get("name"))
	large := fmt.Sprintf("%s is larger than %s, the most that is read. Split it, and add the parts.", name, ingest.Size(b.upmost))
	if r.ContentLength > b.upmost {
		turnAway(w, http.StatusRequestEntityTooLarge, large)
		return
	}
	control := http.NewResponseController(w)
	body := &steady{Reader: http.MaxBytesReader(w, r.Body, b.upmost), within: b.steady, until: control.SetReadDeadline}
	_ = control.SetWriteDeadline(time.Time{})
	err := b.take(name, body)
	var tooLarge *http.MaxBytesError
	switch {
	case err == nil:
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"accepted":1,"message":""}`)
	case errors.As(err, &tooLarge):
		turnAway(w, http.StatusRequestEntityTooLarge, large)
	case isTimeout(err):
		turnAway(w, http.StatusRequestTimeout, name+" came too slowly; try again.")
	case errors.Is(err, errBroken):
		turnAway(w, http.StatusBadRequest, name+" broke off on its way; try again.")
	case errors.Is(err, store.ErrFull):
		turnAway(w, http.StatusInsufficientStorage, fmt.Sprintf("%s could not be taken over: %v", name, store.ErrFull))
	default:
		turnAway(w, http.StatusInternalServerError, fmt.Sprintf("%s could not be taken over (%v); try again.", name, err))
	}
}

var errBroken = errors.New("it broke off")

func (b *browser) take(name string, body io.Reader) error {
	dir, err := b.core.Store.Incoming.Folder()
	if err != nil {
		return err
	}
	path := filepath.Join(dir, "upload.pdf")
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		err = errors.Join(fill(out, body), store.DiskError(out.Close()))
	}
	if err != nil {
		return errors.Join(store.DiskError(err), os.RemoveAll(dir))
	}
	b.core.Library.AddUpload(path, name, func() { _ = os.RemoveAll(dir) })
	return nil
}

// fill copies a body, and tells what is wrong with it from what is wrong with the disk.
func fill(out io.Writer, body io.Reader) error {
	broken := false
	_, err := io.Copy(out, readerFunc(func(p []byte) (int, error) {
		n, err := body.Read(p)
		broken = err != nil && err != io.EOF
		return n, err
	}))
	var tooLarge *http.MaxBytesError
	if broken && !errors.As(err, &tooLarge) && !isTimeout(err) {
		return fmt.Errorf("%w: %w", errBroken, err)
	}
	return store.DiskError(err)
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

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

// longestName is how many characters of a file's name are kept; file systems stop at 255 bytes.
const longestName = 255

// uploadName is what a file is called that a browser names: the last part of a path, without what can't be seen.
func uploadName(name string) string {
	if at := strings.LastIndexAny(name, `/\`); at >= 0 {
		name = name[at+1:]
	}
	name = ingest.Shown(name)
	ending := ""
	if at := len(name) - len(".pdf"); at >= 0 && strings.EqualFold(name[at:], ".pdf") {
		name, ending = name[:at], name[at:]
	}
	name = strings.TrimSpace(name)
	if !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) && r != '.' }) {
		return "document.pdf"
	}
	if runes := []rune(name); len(runes)+len(ending) > longestName {
		name = strings.TrimSpace(string(runes[:longestName-len(ending)-1])) + "…"
	}
	return name + ending
}
