package pdf

import (
	"errors"
	"io"
	"time"

	pdfium "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/requests"

	"lectern/backend/messages"
)

// Unlock writes a copy of a file that everybody can open; the password is that of the file. The same file gives the same
// copy, so that it is known again. The error wraps ErrProtected if another password is wanted, ErrDamaged if the file is
// to blame.
func (s *Sandbox) Unlock(file io.ReaderAt, size int64, password string, out io.Writer) error {
	p, err := s.pool.GetInstance(time.Minute)
	if err != nil {
		return messages.Error("pdf.pdfium", messages.Args{"error": err})
	}
	defer p.Close()
	d, err := p.OpenDocument(&requests.OpenDocument{FileReader: io.NewSectionReader(file, 0, size), FileReaderSize: size, Password: &password})
	switch {
	case errors.Is(err, pdfium.ErrPassword):
		return ErrProtected
	case err != nil:
		return ErrDamaged
	}
	if _, err := p.FPDF_SaveAsCopy(&requests.FPDF_SaveAsCopy{Document: d.Document, Flags: requests.SaveFlagRemoveSecurity, FileWriter: out}); err != nil {
		return ErrDamaged
	}
	return nil
}
