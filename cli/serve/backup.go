package serve

import (
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"time"

	"lectern/backend/app"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// inside has the parts stay for as long as a request takes.
func inside(core *app.Core, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		defer core.Enter()()
		next(w, r)
	}
}

// backup serves a backup as it is written. One that fails breaks off: what was sent can't be taken back.
func (b *browser) backup(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": r.PathValue("file")}))
	w.Header().Set("Cache-Control", "no-store")
	out := &begun{ResponseWriter: w}
	if err := b.core.StreamBackup(r.Context(), out); err != nil && !out.yes {
		w.Header().Del("Content-Disposition")
		http.Error(w, app.Sentence(err), http.StatusInternalServerError)
	} else if err != nil {
		panic(http.ErrAbortHandler)
	}
}

// begun knows whether something was sent.
type begun struct {
	http.ResponseWriter
	yes bool
}

func (b *begun) Write(p []byte) (int, error) {
	b.yes = true
	return b.ResponseWriter.Write(p)
}

// restore takes a backup that was chosen on the page, and tells what it holds.
func (b *browser) restore(w http.ResponseWriter, r *http.Request) {
	control := http.NewResponseController(w)
	body := &steady{Reader: r.Body, within: b.steady, until: control.SetReadDeadline}
	_ = control.SetWriteDeadline(time.Time{})
	var found app.Backup
	var err error
	if b.core.Damage() != nil {
		err = b.core.UploadRescue(r.Context(), unbroken{body})
	} else {
		found, err = b.core.UploadBackup(r.Context(), unbroken{body})
	}
	switch {
	case err == nil:
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(found)
	case errors.Is(err, errBroken), isTimeout(err):
		turnAway(w, http.StatusBadRequest, messages.Text("serve.backup-broke-off"))
	case errors.Is(err, store.ErrFull):
		turnAway(w, http.StatusInsufficientStorage, app.Sentence(store.ErrFull))
	default:
		turnAway(w, http.StatusUnprocessableEntity, app.Sentence(err))
	}
}
