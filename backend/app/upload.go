package app

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"lectern/backend/ingest"
	"lectern/backend/library"
	"lectern/backend/store"
)

// Upload takes over a file of which there are only bytes, as from a browser. They go to a folder of their own, from which
// the library takes them. They lie there under a name of ours; what the person calls it is handed on apart, as no file
// system need take it. folder is the group that it goes to. store.ErrFull if there is no room; an error of body's own comes back
// as it is.
func (c *Core) Upload(name, folder string, body io.Reader) error {
	dir, err := c.Store.Incoming.Folder()
	if err != nil {
		return err
	}
	path := filepath.Join(dir, "upload.pdf")
	const mode = 0o600
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err = store.DiskError(err); err == nil {
		err = errors.Join(fill(out, body), store.DiskError(out.Close()))
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(dir))
	}
	c.Library.AddUpload(path, library.File{Path: name, Folder: folder}, func() { _ = os.RemoveAll(dir) })
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
	if broken {
		return err
	}
	return store.DiskError(err)
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// longestName is how many characters of a file's name are kept; file systems stop at 255 bytes.
const longestName = 255

// UploadName is what a file is called that a browser names: the last part of a path, without what can't be seen.
func UploadName(name string) string {
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
