package ingest

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"

	"lectern/backend/ingest/pdf"
	"lectern/backend/messages"
)

// passwordLimit is how many bytes a password may have; those of PDFs count no more than 127. It goes to the worker before
// the file, after its length in two bytes: what a program is started with can be seen by others.
const passwordLimit = 1 << 10

// pieceLimit is how much of a copy goes into a frame.
const pieceLimit = 64 << 10

// errPasswordLong is what no parent of ours sends.
var errPasswordLong = messages.Error("worker.password-too-long")

// Unlock writes a copy of a protected file that everybody can open. The password is used for that and kept nowhere. The
// error is an *Error, of kind Protected if the password is wrong, or the context's, or out's.
func (r *Reader) Unlock(ctx context.Context, path, password string, out io.Writer) error {
	wrong := fail(Protected, path, "ingest.wrong-password")
	if len(password) > passwordLimit {
		return wrong
	}
	limits := r.Limits.orDefault()
	file, err := open(path, limits)
	if err != nil {
		return err
	}
	defer file.Close()
	before := binary.BigEndian.AppendUint16(nil, uint16(len(password)))
	before = append(before, password...)
	defer clear(before)
	t := &transcript{}
	err = r.Budget.spend(ctx, limits.Memory, func() error {
		limited, cancel := context.WithTimeoutCause(ctx, limits.Total, errTotal)
		defer cancel()
		t = &transcript{limits: limits, copy: out}
		return r.run(limited, io.MultiReader(bytes.NewReader(before), file), t, order{unlock: true})
	})
	switch {
	case err == nil || t.copied != nil:
		return t.copied
	case t.fault == faultProtected:
		return wrong
	}
	return sentence(ctx, path, t, err)
}

// readPassword takes the password off the beginning of a worker's input.
func readPassword(stdin io.Reader) (string, error) {
	var n [2]byte
	if _, err := io.ReadFull(stdin, n[:]); err != nil {
		return "", err
	}
	length := binary.BigEndian.Uint16(n[:])
	if length > passwordLimit {
		return "", errPasswordLong
	}
	password := make([]byte, length)
	_, err := io.ReadFull(stdin, password)
	return string(password), err
}

// open sends a copy of a file that needs no password.
func (w *worker) open(sandbox *pdf.Sandbox, file io.ReaderAt, size int64, password string) {
	switch err := sandbox.Unlock(file, size, password, pieces{w}); {
	case errors.Is(err, pdf.ErrProtected):
		w.fail(faultProtected)
	case err != nil:
		w.fail(faultDamaged)
	default:
		w.send(frame{kind: frameDone})
	}
}

// pieces sends what is written to it.
type pieces struct{ w *worker }

func (p pieces) Write(b []byte) (n int, err error) {
	for len(b) > 0 {
		piece := b[:min(len(b), pieceLimit)]
		p.w.send(frame{kind: framePiece, piece: piece})
		p.w.confine.allow(p.w.cpu)
		b, n = b[len(piece):], n+len(piece)
	}
	return n, nil
}
