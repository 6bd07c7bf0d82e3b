package store

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

func listed(t *testing.T, s *Store) (out []string) {
	t.Helper()
	all, err := s.Workspaces()
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range all {
		out = append(out, w.Name)
	}
	return out
}

func isListed(t *testing.T, s *Store, want ...string) {
	t.Helper()
	if is := listed(t, s); strings.Join(is, "|") != strings.Join(want, "|") {
		t.Errorf("the workspaces are %q, want %q", is, want)
	}
}

func made(t *testing.T, s *Store, name string) *Workspace {
	t.Helper()
	w, err := s.AddWorkspace(name)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func asked(t *testing.T, s *Store, w *Workspace, conversation string) {
	t.Helper()
	err := w.Runs.Save(Run{ID: "r" + conversation, Conversation: conversation, Question: "How much?", Status: Answered, Asked: time.Now()}, "How much?")
	if err == nil {
		err = s.Checkpoints.Save(t.Context(), conversation, []string{"k"}, [][]byte{[]byte("v")})
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestWorkspacesAreMadeAndRenamed(t *testing.T) {
	s, first := open(t, t.TempDir())
	thesis := made(t, s, "  My   thesis ")
	isListed(t, s, "Library", "My thesis")
	for _, name := range []string{"", " ", "my THESIS", "library", strings.Repeat("x", 61)} {
		if _, err := s.AddWorkspace(name); err == nil {
			t.Errorf("%q was taken for a name", name)
		}
	}
	if err := s.RenameWorkspace(thesis.ID(), "MY THESIS"); err != nil {
		t.Errorf("its own name in another case: %v", err)
	}
	if err := s.RenameWorkspace(first.ID(), "Filings"); err != nil {
		t.Fatal(err)
	}
	isListed(t, s, "Filings", "MY THESIS")
	if first.ID() != "Library" || first.Name() != "Filings" || thesis.Name() != "MY THESIS" {
		t.Errorf("they are %q, %q and %q", first.ID(), first.Name(), thesis.Name())
	}
	if w, err := s.FindWorkspace("filings"); err != nil || w.ID != "Library" {
		t.Errorf("found %+v, %v", w, err)
	}
	if _, err := s.FindWorkspace("Library"); !errors.Is(err, ErrNoWorkspace) {
		t.Errorf("the old name: %v", err)
	}
	home := s.Home()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := Open(home)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	isListed(t, s, "Filings", "MY THESIS")
}

func TestARemovedWorkspaceIsGoneWithAllThatOnlyItHas(t *testing.T) {
	s, first := openTest(t)
	other := made(t, s, "Thesis")
	add(t, first, "both", "Lease", "The notice period is three months.")
	add(t, other, "both", "Lease", "The notice period is three months.")
	add(t, other, "own", "Draft", "Zanzibar is an island.")
	asked(t, s, first, "c1")
	asked(t, s, other, "c2")
	if err := errors.Join(other.Waiting.Save(WaitingFiles{Paused: true}), s.Settings.Save(PlaceIn+other.ID(), "here"), s.Settings.Save(ScalesOf+other.ID(), 1)); err != nil {
		t.Fatal(err)
	}
	if all, err := s.Workspaces(); err != nil || all[0].Documents != 1 || all[0].Conversations != 1 || all[1].Documents != 2 || all[1].Conversations != 1 {
		t.Errorf("counted %+v, %v", all, err)
	}
	if err := s.RemoveWorkspace(other.ID()); err != nil {
		t.Fatal(err)
	}
	isListed(t, s, "Library")
	if _, err := os.Stat(first.Documents.FilePath("both")); err != nil {
		t.Errorf("the file that both had: %v", err)
	}
	if _, err := os.Stat(first.Documents.FilePath("own")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file that it alone had: %v", err)
	}
	nothingOf(t, s, other.ID(), "c2")
	// Whoever still holds it finds nothing, and nothing comes back of it.
	if _, err := other.Documents.List(); !errors.Is(err, ErrNotFound) {
		t.Errorf("its documents: %v", err)
	}
	if err := other.Runs.Save(Run{ID: "r3", Conversation: "c3"}, "Late"); !errors.Is(err, ErrNotFound) {
		t.Errorf("a run that ends late: %v", err)
	}
	if hits := search(t, first, Query{Text: "Zanzibar"}); len(hits) != 0 {
		t.Errorf("found %+v", hits)
	}
	if err := s.RemoveWorkspace(first.ID()); !errors.Is(err, ErrLastWorkspace) {
		t.Errorf("the last one: %v", err)
	}
	if err := s.RemoveWorkspace(other.ID()); !errors.Is(err, ErrNoWorkspace) {
		t.Errorf("again: %v", err)
	}
}

func nothingOf(t *testing.T, s *Store, id, thread string) {
	t.Helper()
	for _, key := range []string{waitingPrefix, PlaceIn, ScalesOf} {
		var left any
		if err := s.Settings.Get(key+id, &left); err != nil || left != nil {
			t.Errorf("%s is still %v, %v", key, left, err)
		}
	}
	for _, db := range []*database{s.docs, s.chats} {
		_ = db.view(func(tx *bolt.Tx) error {
			if workspaceIn(tx, id) != nil {
				t.Error("its buckets are still there")
			}
			return nil
		})
	}
	if keys, _, err := s.Checkpoints.Scan(t.Context(), thread, ""); err != nil || len(keys) != 0 {
		t.Errorf("its checkpoints are still %q, %v", keys, err)
	}
}

func TestARemovalThatWasCutOffGoesOnAtTheNextStart(t *testing.T) {
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Workspace("Library"); err != nil {
		t.Fatal(err)
	}
	other := made(t, s, "Thesis")
	id, _ := pdf("own")
	add(t, other, id, "Draft", "Zanzibar is an island.")
	asked(t, s, other, "c2")
	file := other.Documents.FilePath(id)
	err = s.docs.update(func(tx *bolt.Tx) error { // and there it is killed
		_, err := removeLibrary(tx, other.ID(), []string{"c2"})
		return err
	})
	if err = errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(s.Home()); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	isListed(t, s, "Library")
	nothingOf(t, s, other.ID(), "c2")
	if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("its file: %v", err)
	}
}

func TestALostLibraryIsMadeAnewInWorkspacesOfTheirNames(t *testing.T) {
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	other := made(t, s, "Thesis")
	d := importDoc(t, other, "Draft", "bytes of it", "Zanzibar is an island.")
	if err := errors.Join(s.RenameWorkspace(other.ID(), "My thesis"), s.refreshSidecars(), s.Close()); err != nil {
		t.Fatal(err)
	}
	for _, lost := range []string{"/library.db", "/chats.db"} {
		if err := os.Remove(s.Home() + lost); err != nil {
			t.Fatal(err)
		}
	}
	if s, err = Rebuild(s.Home()); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	files, _, err := s.Unclaimed()
	if err != nil || len(files) != 1 || files[0].ID != d.ID {
		t.Fatalf("unclaimed: %+v, %v", files, err)
	}
	h := files[0].Holdings[0]
	w, err := s.Workspace(h.Workspace)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Documents.Add(Document{ID: d.ID, Name: h.Name}, content("Zanzibar is an island.")); err != nil {
		t.Fatal(err)
	}
	if err := w.Documents.Restore(d.ID, h); err != nil {
		t.Fatal(err)
	}
	isListed(t, s, "My thesis")
}
