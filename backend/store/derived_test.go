package store

import (
	"errors"
	"testing"
)

func TestWhatIsMadeOfALibraryIsKeptUntilItChanges(t *testing.T) {
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	w, err := s.Workspace("Library")
	if err != nil {
		t.Fatal(err)
	}
	made := 0
	get := func() int {
		t.Helper()
		n, err := Derived(w, "count", func() (int, error) { made++; return made, nil })
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if get() != 1 || get() != 1 {
		t.Errorf("it was made %d times of one library", made)
	}
	if _, err := Derived(w, "other", func() (string, error) { return "", errors.New("no") }); err == nil {
		t.Error("no error")
	}
	if _, err := w.Documents.Add(Document{ID: "a", Name: "A"}, &Content{}); err != nil {
		t.Fatal(err)
	}
	if get() != 2 || get() != 2 {
		t.Errorf("after a document was added it was made %d times in all", made)
	}
	n, err := Derived(w, "writes", func() (int, error) { return 7, w.Documents.Remove("a") })
	if err != nil || n != 7 || get() != 3 {
		t.Errorf("what writes while it is made: %d %v, then %d", n, err, made)
	}
}
