package library

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"lectern/backend/ingest/pdftest"
	"lectern/backend/store"
)

// beside makes a library of another workspace of the same data folder.
func (x *shelf) beside(name string) *Library {
	x.t.Helper()
	w, err := x.store.Workspace(name)
	if err != nil {
		x.t.Fatal(err)
	}
	l := New(w, x.Reader, x.Models, x.Log, nil)
	x.t.Cleanup(l.Close)
	return l
}

// whole makes sure that every document has its file, every file a document, and nothing is left on its way in.
func (x *shelf) whole(workspaces ...*Library) {
	x.t.Helper()
	wanted := map[string]bool{}
	for _, l := range workspaces {
		docs, err := l.Workspace.Documents.List()
		if err != nil {
			x.t.Fatal(err)
		}
		for _, d := range docs {
			if d.Failed != "" {
				continue
			}
			wanted[d.ID+".pdf"], wanted[d.ID+".json"] = true, true
			if _, err := os.Stat(l.Workspace.Documents.FilePath(d.ID)); err != nil {
				x.t.Errorf("%s is ready without its file: %v", d.Name, err)
			}
		}
	}
	for _, folder := range []string{"files", "incoming"} {
		entries, err := os.ReadDir(filepath.Join(x.store.Home(), folder))
		if err != nil {
			x.t.Fatal(err)
		}
		for _, e := range entries {
			if folder == "incoming" || !wanted[e.Name()] {
				x.t.Errorf("%s/%s belongs to nobody", folder, e.Name())
			}
		}
	}
}

func TestWhatEndsBadlyInOneWorkspaceTakesNothingFromAnother(t *testing.T) {
	x := newShelf(t, nil)
	path := x.file("Lease.pdf", "The notice period is three months.")
	if d, err := x.Add(t.Context(), path); err != nil || d.State != Ready {
		t.Fatal(d, err)
	}
	t.Run("stopped", func(t *testing.T) {
		other := x.beside("Stopped")
		for range 5 {
			ctx, cancel := context.WithCancel(t.Context())
			other.Notify = func(ds []Document) {
				if ds[0].State == Reading {
					cancel()
				}
			}
			if _, err := other.Add(ctx, path); !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			cancel()
			x.whole(x.Library, other)
		}
	})
	t.Run("unread", func(t *testing.T) {
		other := x.beside("Unread")
		reader := *x.Reader
		reader.Program = "/nowhere/worker"
		other.Reader = &reader
		if d, err := other.Add(t.Context(), path); err != nil || d.State != Failed {
			t.Fatal(d, err)
		}
		x.whole(x.Library, other)
		docs, err := other.Workspace.Documents.List()
		if err != nil || len(docs) != 1 {
			t.Fatal(docs, err)
		}
		if err := other.Remove(docs[0].ID); err != nil {
			t.Fatal(err)
		}
		x.whole(x.Library, other)
	})
}

func TestRemovingAndAddingAtOnceIsNeverHalfOfBoth(t *testing.T) {
	rounds := 40
	if testing.Short() {
		rounds = 8
	}
	x := newShelf(t, nil)
	other := x.beside("Other")
	path := x.file("Lease.pdf", "The notice period is three months.")
	d, err := x.Add(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for range rounds {
		var both sync.WaitGroup
		both.Go(func() {
			if err := x.Remove(d.ID); err != nil && !strings.Contains(err.Error(), "not in the library") {
				t.Error(err)
			}
		})
		for _, l := range []*Library{x.Library, other} {
			both.Go(func() {
				got, err := l.Add(t.Context(), path)
				if err != nil && !errors.Is(err, context.Canceled) || got.State == Failed {
					t.Errorf("%+v %v", got, err)
				}
			})
		}
		both.Wait()
		x.whole(x.Library, other)
	}
}

func TestAFileThatWasLostIsPutBackWhenTheSameBytesAreAddedAgain(t *testing.T) {
	x := newShelf(t, nil)
	path := x.file("Lease.pdf", "The notice period is three months.")
	d, err := x.Add(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(x.Workspace.Documents.FilePath(d.ID)); err != nil {
		t.Fatal(err)
	}
	if d, err := x.Add(t.Context(), path); err != nil || d.State != Duplicate {
		t.Fatal(d, err)
	}
	x.whole(x.Library)
}

func TestAFailedUploadIsNotLookedForInTheWorkingFolder(t *testing.T) {
	x := newShelf(t, nil)
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile(filepath.Join(dir, "Report.pdf"), pdftest.Text("This one was never handed over."), 0o600); err != nil {
		t.Fatal(err)
	}
	failed := make(chan string, 1)
	x.Notify = func(ds []Document) {
		if ds[0].State == Failed {
			if !strings.HasPrefix(ds[0].Reason, "Report.pdf is not a PDF") {
				t.Errorf("it says %q", ds[0].Reason)
			}
			failed <- ds[0].ID
		}
	}
	upload := x.file("bytes", "")
	if err := os.WriteFile(upload, []byte("not a PDF"), 0o600); err != nil {
		t.Fatal(err)
	}
	x.AddUpload(upload, File{Path: "Report.pdf"}, func() {})
	id := <-failed
	if err := x.Retry(id); err == nil || !strings.Contains(err.Error(), "add the file again") {
		t.Error(err)
	}
	if docs, err := x.Workspace.Documents.List(); err != nil || len(docs) != 1 || docs[0].Failed == "" {
		t.Errorf("%+v %v", docs, err)
	}
}

func TestALostLibraryIsReadAgainWithWhatThePersonMadeOfIt(t *testing.T) {
	x := newShelf(t, nil)
	for i := range 3 {
		if _, err := x.Add(t.Context(), x.file(fmt.Sprintf("Lease %d.pdf", i), fmt.Sprintf("The notice period is %d months.", i+3))); err != nil {
			t.Fatal(err)
		}
	}
	d, err := x.Workspace.Documents.Named("Lease 1")
	if err == nil {
		err = x.Workspace.Descriptions.SetTags(d.ID, []string{"flat"})
	}
	if err != nil {
		t.Fatal(err)
	}
	home := x.store.Home()
	x.Close()
	if err := errors.Join(x.store.Close(), os.Remove(filepath.Join(home, "library.db"))); err != nil {
		t.Fatal(err)
	}
	open := func() {
		if x.store, err = store.Rebuild(home); err != nil {
			t.Fatal(err)
		}
		w, err := x.store.Workspace("Library")
		if err != nil {
			t.Fatal(err)
		}
		x.Library = New(w, x.Reader, x.Models, x.Log, nil)
	}
	open()
	defer func() { // what the shelf closes in the end
		x.Close()
		if err := x.store.Close(); err != nil {
			t.Error(err)
		}
	}()
	of := func(string) (*Library, error) { return x.Library, nil }
	ctx, cancel := context.WithCancel(t.Context())
	r, err := Rebuild(ctx, x.store, of, func(r Rebuilding) {
		if r.Done == 1 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || r.Done != 1 || !x.store.Rebuilding() {
		t.Fatalf("%+v %v", r, err)
	}
	x.Close()
	if err := x.store.Close(); err != nil {
		t.Fatal(err)
	}
	open()
	if r, err = Rebuild(t.Context(), x.store, of, func(Rebuilding) {}); err != nil || r.Of != 2 || r.Done != 2 || len(r.Problems) != 0 || x.store.Rebuilding() {
		t.Fatalf("%+v %v", r, err)
	}
	got, err := x.Workspace.Documents.Named("Lease 1")
	if err != nil || got.Passages == 0 || got.Path != d.Path {
		t.Errorf("%+v %v", got, err)
	}
	if about, err := x.Workspace.Descriptions.Of(got.ID); err != nil || len(about.Tags) != 1 || about.Tags[0] != "flat" {
		t.Errorf("%+v %v", about, err)
	}
	x.whole(x.Library)
}

func TestAnUploadThatFailsIsTheOnlyThingThatIsLeftOfIt(t *testing.T) {
	x := newShelf(t, nil)
	upload := filepath.Join(t.TempDir(), "upload-1")
	if err := os.WriteFile(upload, []byte("Dear Sir or Madam"), 0o600); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	states := map[string]string{}
	x.Notify = func(ds []Document) {
		mu.Lock()
		defer mu.Unlock()
		for _, d := range ds {
			states[d.ID] = d.State
		}
	}
	done := make(chan struct{})
	x.AddUpload(upload, File{Path: "letter.pdf"}, func() { close(done) })
	<-done
	mu.Lock()
	defer mu.Unlock()
	failed := 0
	for id, state := range states {
		switch state {
		case Failed:
			failed++
		case "removed":
		default:
			t.Errorf("%s is told of as %s for ever", id, state)
		}
	}
	if failed != 1 {
		t.Errorf("%v", states)
	}
}
