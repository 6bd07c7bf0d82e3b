package store

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// listing of a folder: every file's path in it with what is in it, every folder's with a slash.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		if e.IsDir() {
			out[rel+"/"] = ""
			return nil
		}
		raw, err := os.ReadFile(path)
		out[rel] = string(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func same(a, b map[string]string) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if w, there := b[k]; !there || w != v {
			return false
		}
	}
	return true
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// pdf is made-up bytes with the id that they have.
func pdf(text string) (id, bytes string) {
	sum := sha256.Sum256([]byte(text))
	return idOf(sum[:]), text
}

// importDoc adds a document with its bytes, as the library does.
func importDoc(t *testing.T, w *Workspace, name, bytes string, texts ...string) Document {
	t.Helper()
	f, err := w.s.Incoming.Stage(t.Context(), strings.NewReader(bytes))
	if err != nil {
		t.Fatal(err)
	}
	d, err := w.Documents.Import(Document{ID: f.ID, Name: name, Added: time.Now()}, content(texts...), f)
	if err = errors.Join(err, f.Drop()); err != nil {
		t.Fatal(err)
	}
	return d
}

func open(t *testing.T, home string) (*Store, *Workspace) {
	t.Helper()
	s, err := Open(home)
	if err != nil {
		t.Fatal(err)
	}
	w, err := s.Workspace("Library")
	if err != nil {
		t.Fatal(err)
	}
	return s, w
}

func closed(t *testing.T, s *Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestSomebodyElsesFolderIsLeftByteForByte(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"documents":            {"files/thesis.docx": "x"},
		"PDFs":                 {"files/thesis.pdf": "%PDF-1.4", "notes.txt": "y"},
		"a hidden file":        {".profile": "z"},
		"an empty database":    {"library.db": "", "files/a.pdf": "%PDF-1.4"},
		"some database":        {"library.db": "not one of ours", "files/a.pdf": "%PDF-1.4"},
		"a mark of nobody's":   {markName: `{"name":"something else","id":"x"}`, "files/a.pdf": "%PDF-1.4"},
		"half a mark and more": {markName: `{"na`, "files/a.pdf": "%PDF-1.4"},
		"a file named as ours": {"files/0123456789abcdef0123456789abcdef.pdf": "not these bytes"},
	} {
		home := t.TempDir()
		for path, text := range files {
			write(t, filepath.Join(home, path), text)
		}
		before := tree(t, home)
		for _, open := range []func(string) (*Store, error){Open, Rebuild} {
			s, err := open(home)
			if !errors.Is(err, ErrForeign) || !strings.Contains(err.Error(), home) || !strings.Contains(err.Error(), "--home") {
				t.Errorf("%s: %v", name, err)
			}
			if s != nil {
				closed(t, s)
			}
			if !same(before, tree(t, home)) {
				t.Errorf("%s: it was changed", name)
			}
		}
	}
}

func TestAnEmptyFolderANewOneAndOneThatWasJustBegunAreTaken(t *testing.T) {
	begun := t.TempDir()
	write(t, filepath.Join(begun, markName), `{"na`)
	unnamed := t.TempDir() // it was killed before the mark had its name
	write(t, filepath.Join(unnamed, markName+half), "")
	webview, both := t.TempDir(), t.TempDir()
	write(t, filepath.Join(both, "hsts-storage.sqlite"), "x")
	write(t, filepath.Join(both, markName+half), `{"na`)
	write(t, filepath.Join(webview, "hsts-storage.sqlite"), "x")
	write(t, filepath.Join(webview, "storage", "salt"), "x")
	for name, home := range map[string]string{"with what the webview keeps": webview, "empty": t.TempDir(), "new": filepath.Join(t.TempDir(), "a", "b"), "begun": begun, "half begun": unnamed, "half begun beside the webview": both} {
		s, _ := open(t, home)
		id := s.mark.ID
		closed(t, s)
		s, _ = open(t, home)
		if s.mark.ID != id || id == "" || s.unclean {
			t.Errorf("%s: %q, then %q, unclean: %v", name, id, s.mark.ID, s.unclean)
		}
		closed(t, s)
	}
}

func TestAFolderOfALaterFormatIsRefused(t *testing.T) {
	home := t.TempDir()
	s, _ := open(t, home)
	s.mark.Format = format + 1
	if err := errors.Join(writeMark(home, s.mark), s.Close()); err != nil {
		t.Fatal(err)
	}
	before := tree(t, home)
	if _, err := Open(home); !errors.Is(err, ErrNewer) {
		t.Error(err)
	}
	if !same(before, tree(t, home)) {
		t.Error("it was changed")
	}
}

func TestAFolderOfAnEarlierFormatIsRefused(t *testing.T) {
	home := t.TempDir()
	s, w := open(t, home)
	importDoc(t, w, "Lease", "%PDF-1.4 a", "The notice period is three months.")
	if err := s.docs.update(func(tx *bolt.Tx) error { return putJSON(tx.Bucket([]byte("meta")), "format", format-1) }); err != nil {
		t.Fatal(err)
	}
	closed(t, s)
	before := tree(t, filepath.Join(home, filesName))
	if _, err := Open(home); !errors.Is(err, ErrOlder) {
		t.Error(err)
	}
	if after := tree(t, filepath.Join(home, filesName)); !maps.Equal(before, after) {
		t.Error("its files were changed")
	}
}

func TestAFolderWhoseMarkIsLostIsKnownByItsDatabase(t *testing.T) {
	home := t.TempDir()
	s, w := open(t, home)
	d := importDoc(t, w, "Lease", "%PDF-1.4 a", "The notice period is three months.")
	closed(t, s)
	if err := errors.Join(os.Remove(filepath.Join(home, markName)), os.Remove(s.sidecarPath(d.ID)), os.RemoveAll(filepath.Join(home, incomingName))); err != nil {
		t.Fatal(err)
	}
	s, w = open(t, home)
	s.work.Wait()
	if docs, err := w.Documents.List(); err != nil || len(docs) != 1 || docs[0].ID != d.ID {
		t.Errorf("%+v %v", docs, err)
	}
	if made, err := s.made(); err != nil || made.IsZero() {
		t.Error("when the database was made isn't known", err)
	}
	if _, err := os.Stat(s.sidecarPath(d.ID)); err != nil {
		t.Error("the document has no sidecar", err)
	}
	closed(t, s)
	if m, err := readMark(home); err != nil || m.Format != format {
		t.Error(m, err)
	}
}

func TestNothingThatTheProgramDidntWriteIsRemoved(t *testing.T) {
	home := t.TempDir()
	s, w := open(t, home)
	kept := importDoc(t, w, "Kept", "%PDF-1.4 kept", "text")
	orphan, bytes := pdf("%PDF-1.4 orphan")
	theirs := map[string]string{
		"files/thesis.docx": "1", "files/My paper.pdf": "2", "files/deep/er/x.pdf": "3", "files/.hidden": "4", "notes.txt": "5",
		"incoming/mine.pdf": "6", "quarantine/old.pdf": "7", "files/upload-mine": "8",
	}
	for path, text := range theirs {
		write(t, filepath.Join(home, path), text)
	}
	write(t, s.filePath(orphan), bytes)
	write(t, filepath.Join(home, incomingName, s.Incoming.prefix+"77"), "half")
	closed(t, s)
	s, w = open(t, home)
	s.work.Wait()
	after := tree(t, home)
	for path, text := range theirs {
		if after[path] != text {
			t.Errorf("%s is gone, or changed", path)
		}
	}
	day := time.Now().Format(quarantineDate)
	if after["quarantine/"+day+" "+orphan+".pdf"] != bytes {
		t.Error("what nobody owns is not in the quarantine")
	}
	for _, path := range []string{"files/" + orphan + ".pdf", "incoming/" + s.Incoming.prefix + "77"} {
		if _, there := after[path]; there {
			t.Errorf("%s is still there", path)
		}
	}
	if after["files/"+kept.ID+".pdf"] != "%PDF-1.4 kept" {
		t.Error("a document's file is gone")
	}
	if n, size, err := s.Quarantine.Count(); err != nil || n != 2 || size != int64(len(bytes)+1) {
		t.Error(n, size, err)
	}
	if err := s.Quarantine.Empty(); err != nil {
		t.Error(err)
	}
	if n, _, err := s.Quarantine.Count(); err != nil || n != 0 {
		t.Error(n, err)
	}
	closed(t, s)
}

func TestTheQuarantineLetsOldFilesGoOnlyWhereTheLibraryIsOlder(t *testing.T) {
	home := t.TempDir()
	s, _ := open(t, home)
	s.work.Wait()
	id, _ := pdf("x")
	now := time.Now()
	put := func(days int, name string, written time.Time) string {
		path := filepath.Join(s.Quarantine.Folder(), now.AddDate(0, 0, -days).Format(quarantineDate)+" "+name)
		write(t, path, "x")
		if err := os.Chtimes(path, written, written); err != nil {
			t.Fatal(err)
		}
		return path
	}
	gone := put(40, id+".pdf", now.Add(time.Hour))
	stay := []string{
		put(20, id+".pdf", now.Add(time.Hour)), put(40, id+".pdf (2)", now.Add(-time.Hour)), // before there was this database
		put(40, "library.db", now.Add(time.Hour)), put(40, "part-1", now.Add(time.Hour)),
	}
	if err := s.expire(now); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(gone); !errors.Is(err, os.ErrNotExist) {
		t.Error("it is still there", err)
	}
	for _, path := range stay {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
	closed(t, s)
}

func TestEverythingIsForThisPersonAlone(t *testing.T) {
	if os.PathSeparator != '/' {
		t.Skip("permissions of this kind are not there")
	}
	old := umask(0)
	defer umask(old)
	home := filepath.Join(t.TempDir(), "home")
	if err := errors.Join(os.MkdirAll(home, 0o777), os.Chmod(home, 0o777)); err != nil {
		t.Fatal(err)
	}
	s, w := open(t, home)
	importDoc(t, w, "Lease", "%PDF-1.4 a", "text")
	closed(t, s)
	for _, folder := range []string{"files", "reports/session_1", "log"} {
		if err := os.MkdirAll(filepath.Join(home, folder), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(home, "reports", "session_1", "report.md"), "x")
	write(t, filepath.Join(home, "log", "lectern.log"), "x")
	if err := os.Chmod(filepath.Join(home, "library.db"), 0o666); err != nil {
		t.Fatal(err)
	}
	s, w = open(t, home)
	importDoc(t, w, "Other", "%PDF-1.4 b", "text")
	closed(t, s)
	seen := 0
	err := filepath.WalkDir(home, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		seen++
		info, err := e.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is %v", path, info.Mode())
		}
		return err
	})
	if err != nil || seen < 12 {
		t.Error(seen, err)
	}
}

func TestADocumentThatWasRemovedLeavesNothingBehindEvenIfTheProgramIsKilled(t *testing.T) {
	home := t.TempDir()
	s, w := open(t, home)
	d := importDoc(t, w, "Secret", "%PDF-1.4 secret", "The password is swordfish.")
	if err := w.Descriptions.SetTags(d.ID, []string{"private"}); err != nil {
		t.Fatal(err)
	}
	bytes, side := tree(t, home)["files/"+d.ID+".pdf"], tree(t, home)["files/"+d.ID+".json"]
	if side == "" {
		t.Fatal("there is no sidecar")
	}
	if err := w.Documents.Remove(d.ID); err != nil {
		t.Fatal(err)
	}
	// As if it had been killed between the transaction and the removal of the files.
	write(t, s.filePath(d.ID), bytes)
	write(t, s.sidecarPath(d.ID), side)
	closed(t, s)
	s, _ = open(t, home)
	s.work.Wait()
	for path := range tree(t, home) {
		if strings.Contains(path, d.ID) {
			t.Errorf("%s is left", path)
		}
	}
	if _, leaving, err := s.owners(); err != nil || len(leaving) != 0 {
		t.Error(leaving, err)
	}
	closed(t, s)
}

func TestTheSameBytesInTwoWorkspacesAreKeptForBoth(t *testing.T) {
	s, w := openTest(t)
	other, err := s.Workspace("Other")
	if err != nil {
		t.Fatal(err)
	}
	const bytes = "%PDF-1.4 shared"
	d := importDoc(t, w, "Mine", bytes, "text")
	if _, err := other.Documents.AddFailed(Document{ID: d.ID, Name: "Failed here", Failed: "it could not be read"}); err != nil {
		t.Fatal(err)
	}
	if err := other.Documents.Remove(d.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(w.Documents.FilePath(d.ID)); err != nil {
		t.Error("one that failed in another workspace took the file away", err)
	}
	importDoc(t, other, "Theirs", bytes, "text")
	if err := w.Documents.Remove(d.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(other.Documents.FilePath(d.ID)); err != nil {
		t.Error("the file went with the other workspace's document", err)
	}
	if h := s.holdings(d.ID); len(h) != 1 || h[0].Workspace != "Other" {
		t.Errorf("%+v", h)
	}
	if err := other.Documents.Remove(d.ID); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(filepath.Join(s.home, filesName)); err != nil || len(left) != 0 {
		t.Error(left, err)
	}
}

func TestAnImportThatFailsLeavesNoFile(t *testing.T) {
	s, w := openTest(t)
	f, err := s.Incoming.Stage(t.Context(), strings.NewReader("%PDF-1.4"))
	if err != nil {
		t.Fatal(err)
	}
	d := Document{ID: f.ID, Name: strings.Repeat("long", bolt.MaxKeySize)} // no name can be so long
	if _, err := w.Documents.Import(d, content("text"), f); err == nil {
		t.Fatal("it was stored")
	}
	if _, err := os.Stat(s.filePath(f.ID)); !errors.Is(err, os.ErrNotExist) {
		t.Error("its file is there", err)
	}
	if err := f.Drop(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(filepath.Join(s.home, incomingName)); err != nil || len(left) != 0 {
		t.Error(left, err)
	}
}

func TestAddingAndRemovingAtOnceNeverPartsADocumentFromItsFile(t *testing.T) {
	s, w := openTest(t)
	other, err := s.Workspace("Other")
	if err != nil {
		t.Fatal(err)
	}
	const bytes = "%PDF-1.4 contested"
	id, _ := pdf(bytes)
	rounds := make(chan error, 4)
	for _, w := range []*Workspace{w, other} {
		go func() {
			var err error
			for range 100 {
				f, failed := s.Incoming.Stage(t.Context(), strings.NewReader(bytes))
				if failed == nil {
					_, failed = w.Documents.Import(Document{ID: id, Name: "X", Added: time.Now()}, content("text"), f)
					failed = errors.Join(failed, f.Drop())
				}
				err = errors.Join(err, failed)
			}
			rounds <- err
		}()
		go func() {
			var err error
			for range 100 {
				if failed := w.Documents.Remove(id); !errors.Is(failed, ErrNotFound) {
					err = errors.Join(err, failed)
				}
			}
			rounds <- err
		}()
	}
	for range 4 {
		if err := <-rounds; err != nil {
			t.Error(err)
		}
	}
	owned, err := s.ownedBy(id)
	_, there := os.Stat(s.filePath(id))
	if err != nil || owned != (there == nil) {
		t.Errorf("owned: %v, its file: %v (%v)", owned, there, err)
	}
}

func TestALibraryThatIsLostIsRebuiltFromItsFiles(t *testing.T) {
	for name, lose := range map[string]func(path string) error{
		"missing": os.Remove,
		"empty":   func(path string) error { return os.Truncate(path, 0) },
		"cut":     func(path string) error { return os.Truncate(path, 9000) },
		"overwritten": func(path string) error {
			return os.WriteFile(path, []byte(strings.Repeat("garbage ", 10_000)), 0o600)
		},
	} {
		home := t.TempDir()
		s, w := open(t, home)
		other, err := s.Workspace("Private")
		if err != nil {
			t.Fatal(err)
		}
		a := importDoc(t, w, "Lease", "%PDF-1.4 a", "The notice period is three months.")
		b := importDoc(t, other, "Diary", "%PDF-1.4 b", "Dear diary.")
		importDoc(t, other, "The lease again", "%PDF-1.4 a", "The notice period is three months.")
		err = errors.Join(
			w.Descriptions.Edit(a.ID, Metadata{Title: "My lease", Year: 2019}), w.Descriptions.SetTags(a.ID, []string{"home", "law"}),
			w.Names.Edit(a.ID, []Name{{Text: "the contract"}}), other.Descriptions.SetTags(b.ID, []string{"secret"}), s.Close(),
		)
		if err != nil {
			t.Fatal(err)
		}
		if err := lose(filepath.Join(home, "library.db")); err != nil {
			t.Fatal(err)
		}
		before := tree(t, home)
		var damage *Damage
		if _, err := Open(home); !errors.As(err, &damage) || damage.Files != 2 || !strings.Contains(err.Error(), "doctor --rebuild") {
			t.Fatalf("%s: %v", name, err)
		}
		after := tree(t, home)
		delete(after, runningName)
		if !same(before, after) {
			t.Errorf("%s: opening it changed something", name)
		}
		if s, err = Rebuild(home); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		// A program that is killed now finds the rest the next time.
		closed(t, s)
		s, w = open(t, home)
		s.work.Wait()
		if !s.Rebuilding() {
			t.Fatalf("%s: it is done already", name)
		}
		files, damaged, err := s.Unclaimed()
		if err != nil || len(files) != 2 || len(damaged) != 0 {
			t.Fatalf("%s: %+v %v %v", name, files, damaged, err)
		}
		for _, f := range files {
			for _, h := range f.Holdings {
				w, err := s.Workspace(h.Workspace)
				if err == nil {
					_, err = w.Documents.Add(Document{ID: f.ID, Name: h.Name, Path: h.Path, Added: h.Added}, content("text"))
				}
				if err = errors.Join(err, w.Documents.Restore(f.ID, h)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if files, _, err := s.Unclaimed(); err != nil || len(files) != 0 {
			t.Errorf("%s: left: %v %v", name, files, err)
		}
		if err := s.Rebuilt(); err != nil {
			t.Fatal(err)
		}
		d, err := w.Documents.Named("Lease")
		about, err2 := w.Descriptions.Of(d.ID)
		called, err3 := w.Names.Of(d.ID)
		if err = errors.Join(err, err2, err3); err != nil || d.ID != a.ID || about.Metadata().Title != "My lease" || about.Metadata().Year != 2019 ||
			!slices.Equal(about.Tags, []string{"home", "law"}) || len(called.Added) != 1 || called.Added[0].Text != "the contract" {
			t.Errorf("%s: %+v %+v %+v %v", name, d, about, called, err)
		}
		other, err = s.Workspace("Private")
		if err != nil {
			t.Fatal(err)
		}
		if docs, err := other.Documents.List(); err != nil || len(docs) != 2 || docs[0].Name != "Diary" {
			t.Errorf("%s: %v %v", name, docs, err)
		}
		closed(t, s)
		after = tree(t, home)
		if name != "missing" {
			kept := "quarantine/" + time.Now().Format(quarantineDate) + " library.db"
			if after[kept] != before["library.db"] {
				t.Errorf("%s: the damaged file wasn't kept", name)
			}
		}
		for _, path := range []string{"files/" + a.ID + ".pdf", "files/" + b.ID + ".pdf", "files/" + a.ID + ".json", "files/" + b.ID + ".json"} {
			if after[path] != before[path] {
				t.Errorf("%s: %s was %q, and is %q", name, path, before[path], after[path])
			}
		}
	}
}

func TestARebuildThatIsKilledAtItsFirstStepsIsNotTakenForAnEmptyLibrary(t *testing.T) {
	home := t.TempDir()
	s, w := open(t, home)
	d := importDoc(t, w, "Lease", "%PDF-1.4 a", "text")
	closed(t, s)
	if err := os.Truncate(filepath.Join(home, "library.db"), 100); err != nil {
		t.Fatal(err)
	}
	s = &Store{home: home}
	if err := s.setDamagedAside(); err != nil { // and no more
		t.Fatal(err)
	}
	if _, err := Open(home); !errors.Is(err, ErrDamaged) {
		t.Fatal(err)
	}
	if _, err := os.Stat(s.filePath(d.ID)); err != nil {
		t.Fatal(err)
	}
	s, err := Rebuild(home)
	if err != nil || !s.Rebuilding() {
		t.Fatal(err)
	}
	closed(t, s)
}

func TestRebuildingALibraryThatIsWholeChangesNothing(t *testing.T) {
	home := t.TempDir()
	s, w := open(t, home)
	importDoc(t, w, "Lease", "%PDF-1.4 a", "text")
	closed(t, s)
	s, err := Rebuild(home)
	if err != nil {
		t.Fatal(err)
	}
	if w, err = s.Workspace("Library"); err != nil {
		t.Fatal(err)
	}
	if docs, err := w.Documents.List(); err != nil || len(docs) != 1 || s.Rebuilding() {
		t.Error(docs, err)
	}
	closed(t, s)
}

func TestAFileWhoseBytesChangedIsNotTakenInAgain(t *testing.T) {
	home := t.TempDir()
	s, w := open(t, home)
	d := importDoc(t, w, "Lease", "%PDF-1.4 a", "text")
	closed(t, s)
	write(t, s.filePath(d.ID), "%PDF-1.4 b")
	if err := os.Remove(filepath.Join(home, "library.db")); err != nil {
		t.Fatal(err)
	}
	s, err := Rebuild(home)
	if err != nil {
		t.Fatal(err)
	}
	files, damaged, err := s.Unclaimed()
	if err != nil || len(files) != 0 || !slices.Equal(damaged, []string{d.ID + ".pdf"}) {
		t.Error(files, damaged, err)
	}
	closed(t, s)
}
