package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

func TestADamagedDatabaseIsASentenceAndIsLeftAsItIs(t *testing.T) {
	home := t.TempDir()
	s, w := open(t, home)
	for i := range 12 {
		importDoc(t, w, fmt.Sprint("Document ", i), fmt.Sprint("%PDF-1.4 ", i), "The notice period is three months.", strings.Repeat("word ", 2000))
	}
	for i := range 50 {
		id := fmt.Sprint("c", i)
		run := Run{ID: "r" + id, Conversation: id, Question: strings.Repeat("Why? ", 2000), Status: Answered, Asked: time.Now()}
		err := w.Runs.Save(run, "First", Event{Seq: 1, Run: run.ID, Conversation: id, Kind: "start"})
		if err = errors.Join(err, s.Checkpoints.Save(t.Context(), id, []string{"c/1", "c/2"}, [][]byte{bytes.Repeat([]byte("x"), 5000), []byte("y")})); err != nil {
			t.Fatal(err)
		}
	}
	closed(t, s)
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"library.db", "chats.db", "checkpoints.db"} {
		path := filepath.Join(home, name)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		opened, refused := 0, 0
		try := func(what string, damaged []byte, must bool) {
			if err := os.WriteFile(path, damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := Open(home)
			if err == nil && must {
				t.Errorf("%s, %s: it was opened", name, what)
			}
			if err != nil {
				refused++
				var d *Damage
				if !errors.As(err, &d) || d.File != name || !strings.Contains(err.Error(), "doctor --rebuild") || strings.ContainsAny(err.Error(), "\n") {
					t.Errorf("%s, %s: %v", name, what, err)
				}
				if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, damaged) {
					t.Errorf("%s, %s: the file was changed (%v)", name, what, err)
				}
				return
			}
			opened++
			// What is damaged without its being seen at a start is an error where it is met, never a panic.
			if w, err := s.Workspace("Library"); err == nil {
				docs, _ := w.Documents.List()
				_, _ = w.Passages.Search(t.Context(), Query{Text: "notice period", Limit: 5})
				for _, d := range docs {
					_, _ = w.Pages.Get(d.ID, 1)
					_, _ = w.Passages.Of(d.ID)
				}
				_, _ = w.Conversations.List()
				_, _ = w.Events.Of("rc1", 0)
				if len(docs) > 0 && name == "library.db" {
					_ = w.Documents.Remove(docs[0].ID)
				}
			}
			_ = s.Close()
			restore(t, home, whole, name)
		}
		for _, share := range []float64{0, .1, .3, .5, .7, .9, .99} {
			try(fmt.Sprintf("cut to %.0f %%", share*100), whole[:int(float64(len(whole))*share)], share == 0)
		}
		try("noise", bytes.Repeat([]byte("garbage "), len(whole)/8), true)
		for i := range 40 {
			damaged := bytes.Clone(whole)
			at := rnd.IntN(len(damaged) - 600)
			for j := range 512 {
				damaged[at+j] = byte(rnd.Uint32())
			}
			try(fmt.Sprintf("512 bytes of noise at %d (%d)", at, i), damaged, false)
		}
		for page := range min(16, len(whole)/4096) {
			damaged := bytes.Clone(whole)
			clear(damaged[page*4096 : (page+1)*4096])
			try(fmt.Sprintf("page %d is empty", page), damaged, false)
		}
		if refused < 8 || opened == 0 {
			t.Errorf("%s: refused %d times, opened %d", name, refused, opened)
		}
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, w = open(t, home)
	if docs, err := w.Documents.List(); err != nil || len(docs) != 12 {
		t.Error(len(docs), err)
	}
	closed(t, s)
}

func TestAPageThatNamesWhatLiesOutsideItIsDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	how := boltOptions(0, bolt.FreelistMapType)
	db, err := openBolt(path, how)
	if err != nil {
		t.Fatal(err)
	}
	size := db.Info().PageSize
	err = db.Update(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucket([]byte("b"))
		for i := range 2000 {
			err = errors.Join(err, b.Put(fmt.Appendf(nil, "%08d", i), []byte("value")))
		}
		return err
	})
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := examine(path, how); err != nil {
		t.Fatal("as it was written:", err)
	}
	of := func(kind uint16) int { // the last page of a kind: the ones before may be free
		for at := len(whole) - size; at > 0; at -= size {
			if binary.NativeEndian.Uint64(whole[at:]) == uint64(at/size) && binary.NativeEndian.Uint16(whole[at+8:]) == kind {
				return at
			}
		}
		t.Fatal("no page of kind", kind)
		return 0
	}
	branch, leaf, free := of(branchPage), of(2), of(freelistPage)
	for what, write := range map[string]func(b []byte){
		"a key outside":             func(b []byte) { binary.NativeEndian.PutUint32(b[branch+16:], 1<<31) },
		"a branch of itself":        func(b []byte) { binary.NativeEndian.PutUint64(b[branch+24:], uint64(branch/size)) },
		"a page that isn't there":   func(b []byte) { binary.NativeEndian.PutUint64(b[branch+24:], 1<<40) },
		"a page without end":        func(b []byte) { binary.NativeEndian.PutUint32(b[leaf+12:], ^uint32(0)) },
		"a page used twice":         func(b []byte) { copy(b[branch+24:branch+32], b[branch+40:branch+48]) },
		"more free pages than fit":  func(b []byte) { binary.NativeEndian.PutUint16(b[free+10:], 0xFFFE) },
		"free pages without number": func(b []byte) { copy(b[free+10:], bytes.Repeat([]byte{0xFF}, 30)) },
	} {
		damaged := bytes.Clone(whole)
		write(damaged)
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := examine(path, how); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// restore puts a database back; what was removed of files meanwhile stays so.
func restore(t *testing.T, home string, whole []byte, name string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(home, name), whole, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestWhatCanBeReadOfConversationsIsKept(t *testing.T) {
	home := t.TempDir()
	s, w := open(t, home)
	const conversations = 60
	for i := range conversations {
		id := fmt.Sprintf("c%02d", i)
		run := Run{ID: "r" + id, Conversation: id, Question: strings.Repeat("Why? ", 300), Status: Answered, Asked: time.Now()}
		if err := w.Runs.Save(run, "Title "+id); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.chats.compact(); err != nil { // so that every page is in use
		t.Fatal(err)
	}
	closed(t, s)
	path := filepath.Join(home, "chats.db")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.LastIndex(raw, []byte(`{"id":"rc30"`)) // a page of runs in the middle
	clear(raw[at/4096*4096 : (at/4096+1)*4096])
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(home); !errors.Is(err, ErrDamaged) {
		t.Fatal(err)
	}
	if s, err = Rebuild(home); err != nil {
		t.Fatal(err)
	}
	if w, err = s.Workspace("Library"); err != nil {
		t.Fatal(err)
	}
	cs, err := w.Conversations.List()
	if err != nil || len(cs) != conversations {
		t.Errorf("%d conversations, %v", len(cs), err)
	}
	if s.Rebuilding() {
		t.Error("there are no files to be taken in")
	}
	closed(t, s)
	s, _ = open(t, home)
	closed(t, s)
}

// onDisk counts how often a text stands in the files of a folder.
func onDisk(t *testing.T, home, text string) (n int) {
	t.Helper()
	for _, raw := range tree(t, home) {
		n += strings.Count(raw, text)
	}
	return n
}

func TestWhatIsRemovedIsGoneFromTheDisk(t *testing.T) {
	home := t.TempDir()
	s, w := open(t, home)
	for i := range 20 {
		importDoc(t, w, fmt.Sprint("D", i), fmt.Sprint("%PDF-1.4 ", i), strings.Repeat(fmt.Sprintf("swordfish%d and many other words. ", i), 400))
	}
	run := Run{ID: "r1", Conversation: "c1", Question: strings.Repeat("herring ", 60_000), Status: Answered, Asked: time.Now()}
	if err := w.Runs.Save(run, "First"); err != nil {
		t.Fatal(err)
	}
	if onDisk(t, home, "swordfish") == 0 || onDisk(t, home, "herring") == 0 {
		t.Fatal("they can't be found in the first place")
	}
	docs, err := w.Documents.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range docs {
		if err := w.Documents.Remove(d.ID); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Conversations.Delete("c1"); err != nil {
		t.Fatal(err)
	}
	closed(t, s)
	if n := onDisk(t, home, "swordfish"); n != 0 {
		t.Errorf("the words of removed documents stand in %d places", n)
	}
	if n := onDisk(t, home, "herring"); n != 0 {
		t.Errorf("the words of a deleted conversation stand in %d places", n)
	}
}

func TestWipingTakesTheLeastOff(t *testing.T) {
	s, w := openTest(t)
	importDoc(t, w, "Stays", "%PDF-1.4 stays", strings.Repeat("herring and so on. ", 4000))
	d := importDoc(t, w, "Goes", "%PDF-1.4 goes", "swordfish")
	if err := errors.Join(w.Documents.Remove(d.ID), s.Wipe()); err != nil {
		t.Fatal(err)
	}
	if n := onDisk(t, s.home, "swordfish"); n != 0 {
		t.Errorf("it stands in %d places", n)
	}
	if hits := search(t, w, Query{Text: "herring"}); len(hits) == 0 {
		t.Error("the other document isn't found any more")
	}
}

func TestFiftyCyclesLeaveAFolderAsSmallAsAFreshOne(t *testing.T) {
	size := func(home string) (n int64) {
		for _, raw := range tree(t, home) {
			n += int64(len(raw))
		}
		return n
	}
	fill := func(w *Workspace, round int) (ids []string) {
		for i := range 4 {
			bytes := fmt.Sprintf("%%PDF-1.4 %d", i)
			ids = append(ids, importDoc(t, w, fmt.Sprint("D", i), bytes, strings.Repeat(fmt.Sprintf("round%d word%d. ", round, i), 5000), strings.Repeat("and more ", 9000)).ID)
		}
		return ids
	}
	fresh := t.TempDir()
	s, w := open(t, fresh)
	fill(w, 0)
	closed(t, s)
	home := t.TempDir()
	s, w = open(t, home)
	for round := range 50 {
		for _, id := range fill(w, round) {
			if err := w.Documents.Remove(id); err != nil {
				t.Fatal(err)
			}
		}
	}
	fill(w, 0)
	closed(t, s)
	if now, then := size(home), size(fresh); float64(now) > 1.3*float64(then) {
		t.Errorf("%d bytes, where a fresh library has %d", now, then)
	}
}

func TestReadersAndWritersGoOnWhileAFileIsCompacted(t *testing.T) {
	s, w := openTest(t)
	importDoc(t, w, "Stays", "%PDF-1.4 stays", "The notice period is three months.")
	stop := make(chan struct{})
	var all sync.WaitGroup
	errs := make(chan error, 100)
	for range 2 {
		all.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				hits, err := w.Passages.Search(t.Context(), Query{Text: "notice period", Limit: 3})
				if err != nil || len(hits) == 0 {
					errs <- fmt.Errorf("%d hits, %w", len(hits), err)
					return
				}
				if docs, err := w.Documents.List(); err != nil || len(docs) == 0 {
					errs <- fmt.Errorf("%d documents, %w", len(docs), err)
					return
				}
			}
		})
	}
	added := 0
	all.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			if err := w.Descriptions.SetTags(idOf(make([]byte, 32)), nil); !errors.Is(err, ErrNotFound) {
				errs <- err
			}
			if _, err := w.Documents.AddFailed(Document{ID: fmt.Sprint("f", added), Name: fmt.Sprint("F", added), Failed: "no"}); err != nil {
				errs <- err
				return
			}
			added++
		}
	})
	for range 25 {
		if err := s.docs.compact(); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	all.Wait()
	close(errs)
	for err := range errs {
		t.Error(err)
	}
	if docs, err := w.Documents.List(); err != nil || len(docs) != added+1 {
		t.Errorf("%d documents, not %d: %v", len(docs), added+1, err)
	}
}

func TestACopyThatWasCutOffIsNotTakenForTheDatabase(t *testing.T) {
	home := t.TempDir()
	s, w := open(t, home)
	importDoc(t, w, "Lease", "%PDF-1.4 a", "text")
	closed(t, s)
	write(t, filepath.Join(home, "library.db"+half), "half of it")
	s, w = open(t, home)
	if docs, err := w.Documents.List(); err != nil || len(docs) != 1 {
		t.Error(docs, err)
	}
	if _, err := os.Stat(filepath.Join(home, "library.db"+half)); !errors.Is(err, os.ErrNotExist) {
		t.Error("the copy is still there", err)
	}
	closed(t, s)
}

func TestAFaultOfTheProgramsIsNotTakenForDamage(t *testing.T) {
	s, _ := openTest(t)
	err := s.docs.view(func(*bolt.Tx) error { panic("a mistake of ours") })
	var f *Fault
	if !errors.As(err, &f) || errors.Is(err, ErrDamaged) || !bytes.Contains(f.Stack, []byte("database_test")) {
		t.Error(err)
	}
	if err := s.docs.update(func(*bolt.Tx) error { panic("another one") }); !errors.As(err, &f) {
		t.Error(err)
	}
	if err := s.Settings.Save("x", 1); err != nil {
		t.Error("nothing can be written after it:", err)
	}
}
