package library

import (
	"bytes"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/backend/ingest/pdftest"
	"lectern/backend/llm/llmtest"
	"lectern/backend/models"
	"lectern/backend/store"
)

// hearing keeps what is told of adding.
type hearing struct {
	mu  sync.Mutex
	all []Adding
}

func (h *hearing) hear(a Adding) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all = append(h.all, a)
}

// last is what was told last of a batch that isn't over, or of its end.
func (h *hearing) last() (a Adding) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.all) > 0 {
		a = h.all[len(h.all)-1]
	}
	return a
}

func listening(t *testing.T, server *llmtest.Server) (*shelf, *hearing) {
	x, h := newShelf(t, server), &hearing{}
	x.TellAdding = h.hear
	x.Run()
	return x, h
}

func (x *shelf) named(name string) (d Document) {
	x.t.Helper()
	for _, d := range x.list() {
		if d.Name == name {
			return d
		}
	}
	return d
}

func (x *shelf) protected(name, password string, pages ...string) string {
	x.t.Helper()
	file := pdftest.File{Password: password}
	for _, p := range pages {
		file.Pages = append(file.Pages, pdftest.Page{p})
	}
	path := filepath.Join(x.dir, name)
	if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
		x.t.Fatal(err)
	}
	return path
}

// begun are the names of documents in the order in which their reading began.
func (x *shelf) begun() (names []string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, d := range x.told {
		if d.State == Reading && !slices.Contains(names, d.Name) {
			names = append(names, d.Name)
		}
	}
	return names
}

func TestWhatIsPausedWaitsAndThenGoesOnInItsOrder(t *testing.T) {
	x, h := listening(t, nil)
	if err := x.Pause(true); err != nil || h.last().Paused {
		t.Fatalf("nothing is paused where nothing is added: %+v, %v", h.last(), err)
	}
	x.AddAll(alone(x.file("A.pdf", "a")))
	until(t, "A is there, and told to be", func() bool { return x.named("A").State == Ready && h.last().Done == 1 && x.Adding().Of == 0 })
	var paths []string
	for _, name := range []string{"B", "C", "D", "E"} {
		paths = append(paths, x.file(name+".pdf", "page of "+name))
	}
	x.mu.Lock()
	x.told = nil
	x.mu.Unlock()
	x.Library.mu.Lock()
	x.queue.paused, x.resumed = true, make(chan struct{})
	x.Library.mu.Unlock()
	x.AddAll(alone(paths...))
	if got := h.last(); got.Of != 4 || !got.Paused || got.Done != 0 {
		t.Errorf("paused: %+v", got)
	}
	if err := x.First(x.named("E").ID); err != nil {
		t.Fatal(err)
	}
	time.Sleep(50 * time.Millisecond)
	if got := x.begun(); len(got) > 0 {
		t.Errorf("%v are read while it is paused", got)
	}
	if err := x.Pause(false); err != nil {
		t.Fatal(err)
	}
	until(t, "all are there", func() bool { return h.last().Done == 4 })
	if got := x.begun(); len(got) != 4 || got[0] != "E" && got[1] != "E" {
		t.Errorf("read in the order %v, E first or beside the first", got)
	}
	if got := x.Adding(); got.Of != 0 || got.Paused {
		t.Errorf("afterwards: %+v", got)
	}
}

func TestWhatIsAddedIsCountedToTheEnd(t *testing.T) {
	x, h := listening(t, nil)
	x.add(x.file("There.pdf", "the same"))
	if err := os.WriteFile(filepath.Join(x.dir, "letter.pdf"), []byte("Dear Sir"), 0o600); err != nil {
		t.Fatal(err)
	}
	x.AddAll(alone(x.file("One.pdf", "one"), x.file("Again.pdf", "the same"), filepath.Join(x.dir, "letter.pdf")))
	until(t, "all is done", func() bool { a := h.last(); return a.Done == 3 })
	if got := h.last(); got.Of != 3 || got.Failed != 1 || got.Known != 1 || got.Share != 1 {
		t.Errorf("%+v", got)
	}
	for i, a := range h.all[1:] {
		if a.Share < h.all[i].Share {
			t.Errorf("the share goes back: %+v", h.all)
			break
		}
	}
}

func TestAFileWaitsForItsPassword(t *testing.T) {
	const password = "open-sesame-4711"
	x, h := listening(t, nil)
	path := x.protected("Payslip.pdf", password, "The salary is 4,200 euros.")
	x.AddAll(alone(path, x.file("Other.pdf", "other")))
	until(t, "it is locked, and the other is there", func() bool { return x.named("Payslip").State == Locked && x.named("Other").State == Ready })
	until(t, "that is told", func() bool {
		got := h.last()
		return got.Of == 2 && got.Done == 1 && got.Locked == 1 && got.SecondsLeft == 0
	})
	if err := x.Unlock(x.named("Payslip").ID, "wrong"); err != nil {
		t.Fatal(err)
	}
	until(t, "it is locked again", func() bool { d := x.named("Payslip"); return d.State == Locked && d.Reason != "" })
	if got := x.named("Payslip").Reason; got != "That password doesn’t open Payslip.pdf." {
		t.Error(got)
	}
	if err := x.Unlock(x.named("Payslip").ID, password); err != nil {
		t.Fatal(err)
	}
	until(t, "it is there", func() bool { return x.named("Payslip").State == Ready })
	d := x.named("Payslip")
	if d.Passages != 1 || d.Path != path {
		t.Errorf("%+v", d)
	}
	if again, err := x.Reread(t.Context(), d.ID); err != nil || again.State != Ready {
		t.Errorf("what is kept can't be read without the password: %+v, %v", again, err)
	}
	if err := x.Unlock(d.ID, password); err == nil {
		t.Error("a document that isn't locked was unlocked")
	}
	x.AddAll(alone(path))
	until(t, "it is locked once more", func() bool { return len(x.list()) == 3 })
	until(t, "it waits", func() bool { return h.last().Locked == 1 })
	for _, other := range x.list() {
		if other.State == Locked {
			if err := x.Unlock(other.ID, password); err != nil {
				t.Error(err)
			}
		}
	}
	until(t, "it is known", func() bool { return h.last().Known == 1 })
	x.Close()
	home := x.store.Home()
	err := filepath.WalkDir(home, func(at string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		raw, err := os.ReadFile(at)
		if bytes.Contains(raw, []byte(password)) {
			t.Errorf("the password is kept in %s", at)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(filepath.Join(home, "incoming")); err != nil || len(left) > 0 {
		t.Errorf("left in incoming: %v, %v", left, err)
	}
}

func TestAPasswordIsTriedWhereNobodyCanBeAsked(t *testing.T) {
	x := newShelf(t, nil)
	path := x.protected("Payslip.pdf", "sesame", "The salary is 4,200 euros.")
	if d := x.add(path); d.State != Failed || !strings.Contains(d.Reason, "protected by a password") {
		t.Errorf("%+v", d)
	}
	if d, err := x.AddWith(t.Context(), File{Path: path}, "wrong"); err != nil || d.State != Failed || !strings.Contains(d.Reason, "doesn’t open Payslip.pdf") {
		t.Errorf("%+v, %v", d, err)
	}
	if d, err := x.AddWith(t.Context(), File{Path: path}, "sesame"); err != nil || d.State != Ready || len(x.list()) != 1 {
		t.Errorf("%+v, %v", d, err)
	}
	if d, err := x.AddWith(t.Context(), File{Path: x.file("Open.pdf", "open")}, "sesame"); err != nil || d.State != Ready {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestWhatIsCancelledIsNotAdded(t *testing.T) {
	x, h := listening(t, nil)
	x.AddAll(alone(x.protected("Locked.pdf", "p", "x"), x.protected("Locked too.pdf", "p", "y")))
	until(t, "they are locked", func() bool { return h.last().Locked == 2 })
	if err := x.Cancel(x.named("Locked").ID); err != nil {
		t.Fatal(err)
	}
	if got := h.last(); got.Of != 1 || got.Locked != 1 || len(x.list()) != 1 {
		until(t, "one is left", func() bool { a := h.last(); return a.Of == 1 && a.Locked == 1 })
	}
	if err := x.CancelAll(); err != nil {
		t.Fatal(err)
	}
	until(t, "nothing is left", func() bool { return h.last().Of == 0 && len(x.list()) == 0 })
	d := x.add(x.file("Read.pdf", "read"))
	if err := x.Cancel(d.ID); err != nil || x.named("Read").State != Ready {
		t.Errorf("what is done was cancelled: %v", err)
	}
}

func TestTheQueueOutlivesTheProgram(t *testing.T) {
	x, _ := listening(t, nil)
	locked := x.protected("Locked.pdf", "p", "x")
	x.AddAll(alone(locked))
	until(t, "it is locked", func() bool { return x.named("Locked").State == Locked })
	if err := x.Pause(true); err != nil {
		t.Fatal(err)
	}
	x.AddAll(alone(x.file("Late.pdf", "late")))
	dir, err := x.store.Incoming.Folder()
	if err != nil {
		t.Fatal(err)
	}
	upload := filepath.Join(dir, "upload.pdf")
	if err := os.WriteFile(upload, pdftest.Text("handed over"), 0o600); err != nil {
		t.Fatal(err)
	}
	x.AddUpload(upload, File{Path: "Handed over.pdf"}, func() { _ = os.RemoveAll(dir) })
	x.Close()
	home := x.store.Home()
	if err := x.store.Close(); err != nil {
		t.Fatal(err)
	}

	s, err := store.Open(home)
	if err != nil {
		t.Fatal(err)
	}
	x.store = s // which the shelf closes
	w, err := s.Workspace("Library")
	if err != nil {
		t.Fatal(err)
	}
	m, err := models.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	h := &hearing{}
	y := &shelf{t: t, dir: x.dir, store: s}
	y.Library = New(w, x.Reader, m, slog.New(slog.DiscardHandler), y.hear)
	y.TellAdding = h.hear
	y.Run()
	until(t, "all wait again", func() bool { a := h.last(); return a.Of == 3 && a.Paused })
	if got := len(y.begun()); got > 0 {
		t.Errorf("%d are read while it is paused", got)
	}
	if err := y.Pause(false); err != nil {
		t.Fatal(err)
	}
	until(t, "two are there", func() bool { return y.named("Late").State == Ready && y.named("Handed over").State == Ready })
	until(t, "it is locked", func() bool { return y.named("Locked").State == Locked })
	if err := y.Unlock(y.named("Locked").ID, "p"); err != nil {
		t.Fatal(err)
	}
	until(t, "all is done", func() bool { return h.last().Done == 3 })
	if _, err := os.Stat(dir); err == nil {
		t.Error("the upload lies there still")
	}
	y.Close()
	if files, err := w.Waiting.Get(); err != nil || files.Paused || len(files.Files) > 0 {
		t.Errorf("kept for the next start: %+v, %v", files, err)
	}
}

func TestADocumentHasOneShareFromItsReadingToItsVectors(t *testing.T) {
	server := llmtest.New(t)
	x := newShelf(t, server)
	x.Models.Refresh(t.Context())
	if x.Models.State().Embed == "" {
		t.Skip("the scripted Ollama embeds nothing")
	}
	h := &hearing{}
	x.TellAdding = h.hear
	x.Run()
	x.AddAll(alone(x.file("Book.pdf", "one", "two", "three", "four")))
	until(t, "it is done", func() bool { return h.last().Done == 1 })
	if got := x.states("Book"); !slices.Equal(got, []string{Queued, Reading, Embedding, Ready}) {
		t.Errorf("states %v", got)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	before := 0.0
	for _, d := range x.told {
		if d.State == Removed {
			continue
		}
		if d.Share < before {
			t.Errorf("%s: the share goes from %v to %v", d.State, before, d.Share)
		}
		before = d.Share
	}
	if before != 1 {
		t.Errorf("it ends with %v", before)
	}
}

func TestABatchThatIsToldAsDoneHasEndedWithThat(t *testing.T) {
	b := &batch{}
	one := &item{bytes: 1}
	b.add(one)
	if a, over := b.settle(false); over || a.Of != 1 || a.Done != 0 {
		t.Errorf("%+v %v", a, over)
	}
	b.end(one, Ready)
	if a := b.how(false); a != (Adding{}) {
		t.Errorf("before its end is told: %+v", a)
	}
	if a, over := b.settle(false); !over || a.Of != 1 || a.Done != 1 {
		t.Errorf("%+v %v", a, over)
	}
	b.add(&item{bytes: 1})
	if a, over := b.settle(false); over || a.Of != 1 || a.Done != 0 {
		t.Errorf("the next one counts it, too: %+v %v", a, over)
	}
}

func TestTheTimeLeftIsToldFromTheSpeedThatWasMeasured(t *testing.T) {
	read := func(s int) meter { return meter{busy: time.Duration(s) * time.Second} }
	for name, c := range map[string]struct {
		b      *batch
		embeds bool
		want   int
	}{
		"nothing is known yet":       {&batch{items: []*item{{bytes: 100}}}, false, 0},
		"too short to tell":          {&batch{items: []*item{{bytes: 100, read: .5}}, reading: read(1)}, false, 0},
		"half is read":               {&batch{items: []*item{{bytes: 100, read: 1, state: Ready}, {bytes: 100}}, reading: read(10)}, false, 10},
		"a locked one doesn't count": {&batch{items: []*item{{bytes: 100, read: 1, state: Ready}, {bytes: 100}, {bytes: 900, locked: true}}, reading: read(10)}, false, 10},
		"embedding takes longer":     {&batch{items: []*item{{bytes: 100, read: 1, passages: 50, embedded: 10}, {bytes: 100}}, reading: read(10), embedding: read(4)}, true, 36},
		"no speed of embedding yet":  {&batch{items: []*item{{bytes: 100, read: 1, passages: 50}, {bytes: 100}}, reading: read(10)}, true, 0},
		"all is done":                {&batch{items: []*item{{bytes: 100, read: 1, state: Ready}}, reading: read(10)}, false, 0},
	} {
		if got := c.b.left(c.embeds); got != c.want {
			t.Errorf("%s: %d s, want %d", name, got, c.want)
		}
	}
}

func TestEmbeddingWaitsWhileItIsPaused(t *testing.T) {
	server := llmtest.New(t)
	x := newShelf(t, server)
	h := &hearing{}
	x.TellAdding = h.hear
	var once sync.Once
	x.Notify = func(ds []Document) {
		x.hear(ds)
		if ds[0].State == Embedding {
			once.Do(func() {
				if err := x.Pause(true); err != nil {
					t.Error(err)
				}
			})
		}
	}
	x.Run()
	x.AddAll(alone(x.file("Book.pdf", "one", "two"), x.file("Other.pdf", "three")))
	until(t, "it is paused", func() bool { return h.last().Paused })
	time.Sleep(100 * time.Millisecond)
	if server.Embeds() > 0 || h.last().Done > 0 {
		t.Errorf("%d calls, %+v", server.Embeds(), h.last())
	}
	for _, d := range x.list() {
		if d.State == Ready {
			t.Errorf("%s is ready", d.Name)
		}
	}
	if err := x.Cancel(x.named("Book").ID); err != nil {
		t.Fatal(err)
	}
	if err := x.Pause(false); err != nil {
		t.Fatal(err)
	}
	until(t, "the other is embedded", func() bool { return x.named("Other").State == Ready && x.named("Other").Embedded == 1 })
	if got := x.list(); len(got) != 1 {
		t.Errorf("listed %+v", got)
	}
}

func TestADocumentThatWasReadIsEmbeddedFirstIfThatIsWanted(t *testing.T) {
	x, _ := listening(t, llmtest.New(t))
	docs := []store.Document{{ID: "a"}, {ID: "b"}, {ID: "c"}}
	x.Library.mu.Lock()
	x.due["b"] = &pending{cancel: func() {}}
	x.Library.mu.Unlock()
	if err := x.First("b"); err != nil {
		t.Fatal(err)
	}
	d, rest := x.next(docs)
	if d.ID != "b" || len(rest) != 2 || rest[0].ID != "a" {
		t.Errorf("%s, then %+v", d.ID, rest)
	}
	if d, _ = x.next(rest); d.ID != "a" {
		t.Error(d.ID)
	}
}
