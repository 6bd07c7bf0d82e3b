package library

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"lectern/backend/store"
)

func longFile() (pages []string) {
	for n := range 500 {
		pages = append(pages, fmt.Sprintf("Chapter %d\n\n%s", n+1, strings.Repeat(fmt.Sprintf("The zebra of page %d eats grass with its herd. ", n+1), 8)))
	}
	return pages
}

// while adds a long file and does something while it is read, once its first pages are there.
func (x *shelf) while(do func(d store.Document, found int)) (Document, error) {
	x.t.Helper()
	done := false
	x.Notify = func(all []Document) {
		for _, shown := range all {
			if done || shown.State != Reading || shown.FirstPages == 0 {
				continue
			}
			d, err := x.Workspace.Documents.Get(shown.ID)
			if err != nil || shown.FirstPages != d.Pages {
				x.t.Errorf("%+v is told, and there is %+v: %v", shown, d, err)
			}
			hits, failed := x.Workspace.Passages.Search(x.t.Context(), store.Query{Text: "zebra", Limit: 1000})
			if err != nil || failed != nil {
				x.t.Error(err, failed)
			}
			done = true
			do(d, len(hits))
		}
	}
	d, err := x.Add(x.t.Context(), x.file("long.pdf", longFile()...))
	if !done {
		x.t.Error("its first pages weren't there before all were")
	}
	return d, err
}

func TestTheFirstPagesOfALongFileAreFoundWhileTheOthersAreRead(t *testing.T) {
	x := newShelf(t, nil)
	d, err := x.while(func(d store.Document, found int) {
		if !d.Partial || d.Pages < 20 || d.Pages > 100 || found < 20 {
			t.Errorf("%+v, and %d passages are found", d, found)
		}
		waiting, err := x.Waiting()
		if err != nil || len(waiting) > 0 {
			t.Errorf("embedding waits for the rest: %v %v", waiting, err)
		}
		if _, duplicate, err := x.claim(&job{key: "other"}, &store.Staged{ID: d.ID, Size: d.Bytes}); !duplicate || err != nil {
			t.Errorf("the same file is added twice: %v", err)
		}
	})
	if err != nil || d.State != Ready || d.Pages != 500 {
		t.Fatalf("%+v %v", d, err)
	}
	stored, err := x.Workspace.Documents.Get(d.ID)
	if err != nil || stored.Partial || stored.Pages != 500 || stored.Name != "long" {
		t.Errorf("%+v %v", stored, err)
	}
	hits, err := x.Workspace.Passages.Search(t.Context(), store.Query{Text: "zebra", Limit: 1000})
	if err != nil || len(hits) != stored.Passages {
		t.Errorf("%d of %d passages are found: %v", len(hits), stored.Passages, err)
	}
}

func TestNothingStaysOfALongFileThatIsNotReadToItsEnd(t *testing.T) {
	x := newShelf(t, nil)
	var id string
	_, err := x.while(func(d store.Document, _ int) {
		id = d.ID
		go func() { _ = x.Remove(id) }() // which waits for the job, and this for it
	})
	if err == nil {
		t.Error("it was added all the same")
	}
	if _, err := x.Workspace.Documents.Get(id); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("it is there: %v", err)
	}
	if _, err := os.Stat(x.Workspace.Documents.FilePath(id)); !os.IsNotExist(err) {
		t.Errorf("its bytes are there: %v", err)
	}
}

func TestWhatAKilledProgramBeganWithIsGoneAtTheNextStart(t *testing.T) {
	x := newShelf(t, nil)
	if _, err := x.Workspace.Documents.Add(store.Document{ID: "begun", Name: "Begun", Partial: true}, &store.Content{Pages: []store.Page{{Number: 1}}}); err != nil {
		t.Fatal(err)
	}
	next := New(x.Workspace, x.Reader, x.Models, x.Log, nil)
	defer next.Close()
	if _, err := x.Workspace.Documents.Get("begun"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("it is there: %v", err)
	}
}
