package store

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

func quiet(int64, int64) {}

func asIs(*Settings) error { return nil }

// backedUp is a folder with a document, a conversation and a report, and a backup of it.
func backedUp(t *testing.T) (s *Store, w *Workspace, path string) {
	t.Helper()
	s, w = openTest(t)
	importDoc(t, w, "Lease", "%PDF lease", "The notice period is three months.")
	if err := w.Runs.Save(Run{ID: "r1", Conversation: "c1", Question: "Notice?", Asked: time.Now()}, "Notice"); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(s.home, reportsName, "Notice 2026", "report.md"), "# Notice")
	path = filepath.Join(t.TempDir(), "lectern.zip")
	if _, err := s.BackupTo(t.Context(), path, "v1", quiet); err != nil {
		t.Fatal(err)
	}
	return s, w, path
}

func TestABackupRestoresEverything(t *testing.T) {
	_, _, path := backedUp(t)
	home := filepath.Join(t.TempDir(), "new")
	var last, of int64
	b, err := Restore(t.Context(), home, path, asIs, func(done, all int64) { last, of = done, all })
	if err != nil {
		t.Fatal(err)
	}
	if b.Documents != 1 || b.Conversations != 1 || b.Missing != 0 || b.By != "v1" || time.Since(b.Made) > time.Minute {
		t.Errorf("it says %+v", b)
	}
	if last != of || of != b.Bytes() {
		t.Errorf("told %d of %d, not %d", last, of, b.Bytes())
	}
	s, w := open(t, home)
	defer s.Close()
	docs, err := w.Documents.List()
	if err != nil || len(docs) != 1 || docs[0].Name != "Lease" {
		t.Errorf("%v %v", docs, err)
	}
	talks, err := w.Conversations.List()
	if err != nil || len(talks) != 1 {
		t.Errorf("%v %v", talks, err)
	}
	if raw, err := os.ReadFile(s.filePath(docs[0].ID)); err != nil || string(raw) != "%PDF lease" {
		t.Errorf("%q %v", raw, err)
	}
	if raw, err := os.ReadFile(filepath.Join(home, reportsName, "Notice 2026", "report.md")); err != nil || string(raw) != "# Notice" {
		t.Errorf("%q %v", raw, err)
	}
	if there(filepath.Join(home, restoringName)) || there(filepath.Join(home, quarantineName)) {
		t.Error("something is left over")
	}
}

func TestWhatWasThereBeforeIsKept(t *testing.T) {
	_, _, path := backedUp(t)
	home := t.TempDir()
	s, w := open(t, home)
	other := importDoc(t, w, "Will", "%PDF will", "All goes to the cat.")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(t.Context(), home, path, asIs, quiet); err != nil {
		t.Fatal(err)
	}
	s, w = open(t, home)
	defer s.Close()
	if docs, _ := w.Documents.List(); len(docs) != 1 || docs[0].Name != "Lease" {
		t.Errorf("there is %v", docs)
	}
	if there(s.filePath(other.ID)) {
		t.Error("a file of the one before lies among the others")
	}
	kept, err := filepath.Glob(filepath.Join(home, quarantineName, "* "+replacedName))
	if err != nil || len(kept) != 1 {
		t.Fatalf("%v %v", kept, err)
	}
	if raw, err := os.ReadFile(filepath.Join(kept[0], filesName, other.ID+".pdf")); err != nil || string(raw) != "%PDF will" {
		t.Errorf("%q %v", raw, err)
	}
	before, err := openDatabase(filepath.Join(kept[0], "library.db"), false, boltOptions(0, bolt.FreelistMapType))
	if err != nil {
		t.Fatal(err)
	}
	_ = before.close()
}

// An open program checks first, and the exchange waits until the folder is opened again.
func TestABackupIsCheckedBesideWhatIsThere(t *testing.T) {
	_, _, path := backedUp(t)
	home := t.TempDir()
	s, w := open(t, home)
	b, err := s.CheckBackup(t.Context(), path, asIs, quiet)
	if err != nil {
		t.Fatal(err)
	}
	if docs, _ := w.Documents.List(); len(docs) != 0 {
		t.Errorf("there is %v before it is wanted", docs)
	}
	if err := errors.Join(s.DropBackup(), s.Close()); err != nil {
		t.Fatal(err)
	}
	s, w = open(t, home)
	if docs, _ := w.Documents.List(); len(docs) != 0 {
		t.Errorf("one that was dropped gave %v", docs)
	}
	if b, err = s.CheckBackup(t.Context(), path, asIs, quiet); err == nil {
		err = errors.Join(s.UseBackup(b), s.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	s, w = open(t, home)
	defer s.Close()
	if docs, _ := w.Documents.List(); len(docs) != 1 {
		t.Errorf("there is %v", docs)
	}
}

// An exchange goes on wherever it was cut off.
func TestAnExchangeThatWasCutOffGoesOn(t *testing.T) {
	for cut := range 2*len(parts) + 1 {
		_, _, path := backedUp(t)
		home := t.TempDir()
		s, w := open(t, home)
		importDoc(t, w, "Will", "%PDF will", "All goes to the cat.")
		b, err := s.CheckBackup(t.Context(), path, asIs, quiet)
		if err == nil {
			err = errors.Join(s.UseBackup(b), s.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		folder, moves := filepath.Join(home, restoringName), 0
		if err := MakeFolder(filepath.Join(folder, replacedName)); err != nil {
			t.Fatal(err)
		}
		for _, name := range parts {
			for _, step := range [][2]string{{filepath.Join(home, name), filepath.Join(folder, replacedName, name)}, {filepath.Join(folder, stagedName, name), filepath.Join(home, name)}} {
				if moves < cut && there(step[0]) {
					if err := os.Rename(step[0], step[1]); err != nil {
						t.Fatal(err)
					}
				}
				moves++
			}
		}
		s, w = open(t, home)
		if docs, _ := w.Documents.List(); len(docs) != 1 || docs[0].Name != "Lease" || there(folder) {
			t.Errorf("after %d moves there is %v", cut, docs)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestABackupThatDoesNotOpenInItsPlaceIsTakenBack(t *testing.T) {
	_, _, path := backedUp(t)
	home := t.TempDir()
	s, w := open(t, home)
	importDoc(t, w, "Will", "%PDF will", "All goes to the cat.")
	b, err := s.CheckBackup(t.Context(), path, asIs, quiet)
	if err == nil {
		err = errors.Join(s.UseBackup(b), s.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(home, restoringName, stagedName, "chats.db"), "what a disk made of it")
	if _, err := Open(home); err == nil || !strings.Contains(err.Error(), "everything is as it was before") {
		t.Errorf("it says %v", err)
	}
	s, w = open(t, home)
	defer s.Close()
	if docs, err := w.Documents.List(); len(docs) != 1 || docs[0].Name != "Will" {
		t.Errorf("there is %v (%v)", docs, err)
	}
}

// The program goes on while a backup is written: what is removed meanwhile is in it, and gone from the folder after it.
func TestAProgramGoesOnWhileItIsBackedUp(t *testing.T) {
	s, w := openTest(t)
	d := importDoc(t, w, "Lease", "%PDF lease", "The notice period is three months.")
	to := &hookedWriter{}
	to.at = func() {
		if err := w.Documents.Remove(d.ID); err != nil {
			t.Error(err)
		}
		if !there(s.filePath(d.ID)) {
			t.Error("its file was removed before it was backed up")
		}
		importDoc(t, w, "Will", "%PDF will", "All goes to the cat.")
	}
	b, err := s.Backup(t.Context(), to, "v1", quiet)
	if err != nil || b.Documents != 1 || b.Missing != 0 {
		t.Fatalf("%+v %v", b, err)
	}
	if there(s.filePath(d.ID)) {
		t.Error("its file was not removed after the backup")
	}
	path := filepath.Join(t.TempDir(), "lectern.zip")
	write(t, path, to.String())
	home := t.TempDir()
	if _, err := Restore(t.Context(), home, path, asIs, quiet); err != nil {
		t.Fatal(err)
	}
	other, v := open(t, home)
	defer other.Close()
	if docs, _ := v.Documents.List(); len(docs) != 1 || docs[0].Name != "Lease" {
		t.Errorf("it holds %v", docs)
	}
}

// hookedWriter does something when the first bytes come.
type hookedWriter struct {
	bytes.Buffer
	at func()
}

func (h *hookedWriter) Write(p []byte) (int, error) {
	if at := h.at; at != nil {
		h.at = nil
		at()
	}
	return h.Buffer.Write(p)
}

func TestABackupHasNothingThatWasRemoved(t *testing.T) {
	s, w := openTest(t)
	d := importDoc(t, w, "Secret", "%PDF secret", "The treasure lies under the oak.")
	importDoc(t, w, "Lease", "%PDF lease", "The notice period is three months.")
	if err := w.Documents.Remove(d.ID); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := s.Backup(t.Context(), &out, "v1", quiet); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range archive.File {
		from, err := e.Open()
		if err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(from)
		if err != nil || bytes.Contains(raw, []byte("treasure")) || bytes.Contains(raw, []byte("%PDF secret")) {
			t.Errorf("%s holds it (%v)", e.Name, err)
		}
	}
}

func TestABackupThatFailsLeavesNothing(t *testing.T) {
	s, _, path := backedUp(t)
	before := tree(t, filepath.Dir(path))
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := s.BackupTo(stopped, path, "v2", quiet); !errors.Is(err, context.Canceled) {
		t.Errorf("it says %v", err)
	}
	if now := tree(t, filepath.Dir(path)); !same(before, now) {
		t.Errorf("there is %v now", slices.Sorted(maps.Keys(now)))
	}
	if _, err := s.BackupTo(t.Context(), filepath.Join(s.home, "lectern.zip"), "v1", quiet); err == nil || !strings.Contains(err.Error(), "outside") {
		t.Errorf("a backup inside the folder: %v", err)
	}
	if _, err := s.BackupTo(t.Context(), filepath.Join(t.TempDir(), "none", "lectern.zip"), "v1", quiet); err == nil || !strings.Contains(err.Error(), "choose another place") {
		t.Errorf("a folder that isn't there: %v", err)
	}
}

func TestALostPDFIsToldAndTheRestBackedUp(t *testing.T) {
	s, w := openTest(t)
	lost := importDoc(t, w, "Lease", "%PDF lease", "The notice period is three months.")
	spoilt := importDoc(t, w, "Will", "%PDF will", "All goes to the cat.")
	importDoc(t, w, "Deed", "%PDF deed", "The house is theirs.")
	if err := os.Remove(s.filePath(lost.ID)); err != nil {
		t.Fatal(err)
	}
	write(t, s.filePath(spoilt.ID), "%PDF what a disk made of it")
	path := filepath.Join(t.TempDir(), "lectern.zip")
	b, err := s.BackupTo(t.Context(), path, "v1", quiet)
	if err != nil || b.Documents != 3 || b.Missing != 2 {
		t.Fatalf("%+v %v", b, err)
	}
	if _, err := Restore(t.Context(), t.TempDir(), path, asIs, quiet); err != nil {
		t.Error(err)
	}
}

// rewritten is a backup with something else in it. change gets the entries by name, and what the backup says it holds.
func rewritten(t *testing.T, path string, change func(entries map[string]string, b *Backup)) string {
	t.Helper()
	archive, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	entries, b := map[string]string{}, &Backup{}
	for _, e := range archive.File {
		from, _ := e.Open()
		raw, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		entries[e.Name] = string(raw)
	}
	if err := json.Unmarshal([]byte(entries[backupMark]), b); err != nil {
		t.Fatal(err)
	}
	delete(entries, backupMark)
	change(entries, b)
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	raw, _ := json.Marshal(b)
	entries[backupMark] = string(raw)
	for name, text := range entries {
		header := &zip.FileHeader{Name: strings.TrimSuffix(name, "#"), Method: zip.Deflate}
		if strings.HasSuffix(name, "@") {
			header.Name = strings.TrimSuffix(name, "@")
			header.SetMode(os.ModeSymlink | 0o777)
		}
		e, err := w.CreateHeader(header)
		if err == nil {
			_, err = e.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "hostile.zip")
	write(t, to, out.String())
	return to
}

// with adds a file to a backup as if it belonged there.
func with(name, text string) func(map[string]string, *Backup) {
	return func(entries map[string]string, b *Backup) {
		entries[name] = text
		f := b.Files[0]
		f.Path, f.Bytes = strings.TrimRight(name, "#@"), int64(len(text))
		f.SHA256 = hashed256(text)
		b.Files = append(b.Files, f)
	}
}

func TestHostileBackupsAreRefusedAndNothingIsTouched(t *testing.T) {
	_, _, path := backedUp(t)
	pdfOf := func(b *Backup) *BackupFile {
		for i := range b.Files {
			if strings.HasPrefix(b.Files[i].Path, "files/") {
				return &b.Files[i]
			}
		}
		t.Fatal("no PDF")
		return nil
	}
	hostile := map[string]func(map[string]string, *Backup){
		"a path out of it":         with("../../evil.pdf", "x"),
		"an absolute path":         with("/tmp/evil.pdf", "x"),
		"a path for Windows":       with(`files\..\..\evil.pdf`, "x"),
		"a drive":                  with("C:evil", "x"),
		"a path through a report":  with("reports/../../evil", "x"),
		"dots in a report":         with("reports/../library.db", "x"),
		"another file":             with("lock", "x"),
		"a mark of its own":        with("lectern-folder.json", "{}"),
		"a name of another case":   with("LIBRARY.DB", "x"),
		"a stream of a file":       with("reports/a:b", "x"),
		"a link":                   with("reports/link@", "/etc/passwd"),
		"a file that isn't listed": func(e map[string]string, _ *Backup) { e["files/"+strings.Repeat("a", 32)+".pdf"] = "x" },
		"a file that isn't there":  func(e map[string]string, b *Backup) { delete(e, pdfOf(b).Path) },
		"a file listed twice":      func(_ map[string]string, b *Backup) { b.Files = append(b.Files, *pdfOf(b)) },
		"a file twice":             func(e map[string]string, b *Backup) { e[pdfOf(b).Path+"#"] = "x" },
		"other bytes":              func(e map[string]string, b *Backup) { e[pdfOf(b).Path] = "%PDF LEASE" },
		"more bytes":               func(e map[string]string, b *Backup) { e[pdfOf(b).Path] += "more" },
		"a size below zero":        func(_ map[string]string, b *Backup) { pdfOf(b).Bytes = -1 },
		"a size past all":          func(_ map[string]string, b *Backup) { pdfOf(b).Bytes = 1 << 62 },
		"no database":              func(e map[string]string, b *Backup) { delete(e, "chats.db"); b.Files = slices.Delete(b.Files, 1, 2) },
		"a damaged database": func(e map[string]string, b *Backup) {
			e["library.db"] = e["library.db"][:len(e["library.db"])/2]
			b.Files[0].Bytes, b.Files[0].SHA256 = int64(len(e["library.db"])), hashed256(e["library.db"])
		},
		"another mark":     func(_ map[string]string, b *Backup) { b.Name = "Holiday pictures" },
		"a newer layout":   func(_ map[string]string, b *Backup) { b.Version++ },
		"a newer folder":   func(_ map[string]string, b *Backup) { b.Format++ },
		"an older folder":  func(_ map[string]string, b *Backup) { b.Format-- },
		"nothing is in it": func(e map[string]string, b *Backup) { clear(e); b.Files = nil },
	}
	around := t.TempDir()
	home := filepath.Join(around, "a", "home")
	s, w := open(t, home)
	importDoc(t, w, "Will", "%PDF will", "All goes to the cat.")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before := tree(t, around)
	for name, change := range hostile {
		_, err := Restore(t.Context(), home, rewritten(t, path, change), asIs, quiet)
		if err == nil {
			t.Errorf("%s was restored", name)
			continue
		}
		newer := strings.HasPrefix(name, "a newer")
		if errors.Is(err, ErrNoBackup) == (newer || name == "an older folder") || newer && !strings.Contains(err.Error(), "update Lectern") {
			t.Errorf("%s: %v", name, err)
		}
		if !same(before, tree(t, around)) {
			t.Fatalf("%s changed something", name)
		}
	}
}

func TestABackupThatIsCutShortIsRefused(t *testing.T) {
	_, _, path := backedUp(t)
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	for _, cut := range []int{0, 1, 100, len(raw) / 2, len(raw) - 1} {
		short := filepath.Join(t.TempDir(), "short.zip")
		write(t, short, string(raw[:cut]))
		if _, err := Restore(t.Context(), home, short, asIs, quiet); !errors.Is(err, ErrNoBackup) || strings.Count(err.Error(), "short.zip") != 1 {
			t.Errorf("%d bytes: %v", cut, err)
		}
	}
	for at := 0; at < len(raw); at += 997 { // one bit of it is another one
		flipped := slices.Clone(raw)
		flipped[at] ^= 4
		path := filepath.Join(t.TempDir(), "flipped.zip")
		write(t, path, string(flipped))
		if _, err := Restore(t.Context(), filepath.Join(t.TempDir(), "new"), path, asIs, quiet); err != nil && !errors.Is(err, ErrNoBackup) {
			t.Errorf("byte %d: %v", at, err)
		}
	}
	if _, err := Restore(t.Context(), home, filepath.Join(home, "none.zip"), asIs, quiet); err == nil || !strings.Contains(err.Error(), "can't be read") {
		t.Errorf("no file: %v", err)
	}
}

func TestAFolderThatIsOpenOrForeignIsNotRestoredInto(t *testing.T) {
	s, _, path := backedUp(t)
	if _, err := Restore(t.Context(), s.home, path, asIs, quiet); !errors.Is(err, ErrLocked) {
		t.Errorf("an open one: %v", err)
	}
	home := t.TempDir()
	write(t, filepath.Join(home, "holiday.jpg"), "jpg")
	if _, err := Restore(t.Context(), home, path, asIs, quiet); !errors.Is(err, ErrForeign) {
		t.Errorf("a foreign one: %v", err)
	}
}

func TestWhatOnlyARunningProgramMayKnowIsNotRestored(t *testing.T) {
	s, _ := openTest(t)
	if err := errors.Join(s.Settings.Save(Session, "secret"), s.Settings.Save("models", "chosen")); err != nil {
		t.Fatal(err)
	}
	path, home := filepath.Join(t.TempDir(), "lectern.zip"), t.TempDir()
	_, err := s.BackupTo(t.Context(), path, "v1", quiet)
	if err == nil {
		_, err = Restore(t.Context(), home, path, asIs, quiet)
	}
	if err != nil {
		t.Fatal(err)
	}
	other, _ := open(t, home)
	defer other.Close()
	var door, models string
	if err := errors.Join(other.Settings.Get(Session, &door), other.Settings.Get("models", &models)); err != nil || door != "" || models != "chosen" {
		t.Errorf("%q %q %v", door, models, err)
	}
}

func TestCompactGivesRoomBack(t *testing.T) {
	s, w := openTest(t)
	for _, name := range []string{"a", "b", "c", "d"} {
		importDoc(t, w, name, "%PDF "+name, strings.Repeat(name+" word ", 20000))
	}
	before, _ := os.Stat(filepath.Join(s.home, "library.db"))
	var told []int64
	if err := s.Compact(t.Context(), func(done, of int64) { told = append(told, done, of) }); err != nil {
		t.Fatal(err)
	}
	after, _ := os.Stat(filepath.Join(s.home, "library.db"))
	if after.Size() >= before.Size() || told[len(told)-1] != told[len(told)-2] {
		t.Errorf("%d bytes of %d are left, told %v", after.Size(), before.Size(), told)
	}
}

func hashed256(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

type fullDisk struct{ room int }

func (f *fullDisk) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, &os.PathError{Op: "write", Err: syscall.ENOSPC}
	}
	return len(p), nil
}

func TestAFullDiskIsTold(t *testing.T) {
	s, _, _ := backedUp(t)
	for _, room := range []int{0, 100, 1000, 2000} {
		if _, err := s.Backup(t.Context(), &fullDisk{room}, "v1", quiet); !errors.Is(err, ErrFull) {
			t.Errorf("after %d bytes: %v", room, err)
		}
	}
}
