package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	chromem "github.com/philippgille/chromem-go"
	"golang.org/x/sync/errgroup"

	"lectern/backend/store"
)

const (
	asked = 200 // questions of each kind
	deep  = 20  // hits that are wanted
)

// benchSearch measures searches in libraries of so many passages, which it makes. Each is then opened by a process of
// its own, so that nothing but the search is in its memory.
func benchSearch(dir, sizes string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	for i, wanted := range strings.Split(sizes, ",") {
		of, err := sizeOf(wanted)
		if err != nil {
			return err
		}
		t := &table{head: fmt.Sprintf("Search in %d passages of %d dimensions, %d files\tmedian\tgoal\t", of.passages, of.dim, of.files)}
		home := filepath.Join(dir, "search-"+of.String())
		took, busy, err := fill(home, of)
		if err != nil {
			return err
		}
		rate := func(d time.Duration) float64 { return float64(of.passages) / max(d, 1).Seconds() }
		t.row("indexing", fmt.Sprintf("%.0f passages/s", rate(took)), "8,000", fmt.Sprintf("words and vectors, two files at once as they are read; %.0f in a second of CPU", rate(busy)))
		c := exec.Command(self, "-library", home, "-passages", of.String())
		c.Stderr = os.Stderr
		out, err := c.Output()
		var rows [][4]string
		if err == nil {
			err = json.Unmarshal(out, &rows)
		}
		t.rows = append(t.rows, rows...)
		if err = errors.Join(err, os.RemoveAll(home)); err != nil {
			return err
		}
		if i > 0 {
			fmt.Println()
		}
		if err := t.print(); err != nil {
			return err
		}
	}
	return nil
}

// fill makes a library, and tells how long storing it took and the CPU time of that.
func fill(home string, of size) (took, busy time.Duration, err error) {
	s, w, err := openLibrary(home)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	shelf := newShelf(of)
	for n := 0; n < of.files; {
		batch := shelf.documents(n, min(n+20, of.files))
		n += len(batch)
		before, _ := cpu()
		began := time.Now()
		var writers errgroup.Group
		writers.SetLimit(2)
		for _, d := range batch {
			writers.Go(func() error { return put(w, d) })
		}
		if err := writers.Wait(); err != nil {
			return 0, 0, err
		}
		took += time.Since(began)
		after, _ := cpu()
		busy += after - before
	}
	return took, busy, nil
}

func openLibrary(home string) (*store.Store, *store.Workspace, error) {
	s, err := store.Open(home)
	if err != nil {
		return nil, nil, err
	}
	w, err := s.Workspace("Library")
	if err != nil {
		return nil, nil, errors.Join(err, s.Close())
	}
	return s, w, nil
}

func put(w *store.Workspace, d document) error {
	if _, err := w.Documents.Add(d.Document, d.content); err != nil {
		return err
	}
	return w.Vectors.Put(d.ID, d.space, d.vectors)
}

// kinds are the searches that are measured.
var kinds = []struct {
	name, goal, million string // see size.goal
	search              func(ctx context.Context, w *store.Workspace, q question) error
}{
	{"@file, words", "1 ms", "1 ms", byWords(true)},
	{"@file, vector", "1 ms", "1 ms", byVector(true)},
	{"library, words", "10 ms", "20 ms", byWords(false)},
	{"library, vector (2 threads)", "15 ms", "35 ms", func(ctx context.Context, w *store.Workspace, q question) error {
		_, err := w.Vectors.Nearest(ctx, q.space, q.vector, deep)
		return err
	}},
	{"library, both, fused", "", "", byVector(false)},
}

func byWords(file bool) func(context.Context, *store.Workspace, question) error {
	return func(ctx context.Context, w *store.Workspace, q question) error {
		return hits(ctx, w, store.Query{Text: q.text, Limit: deep}, q, file)
	}
}

func byVector(file bool) func(context.Context, *store.Workspace, question) error {
	return func(ctx context.Context, w *store.Workspace, q question) error {
		query := store.Query{Vector: q.vector, Space: q.space, Limit: deep}
		if !file {
			query.Text = q.text
		}
		return hits(ctx, w, query, q, file)
	}
}

func hits(ctx context.Context, w *store.Workspace, query store.Query, q question, file bool) error {
	if file {
		query.Documents = []string{q.file}
	}
	found, err := w.Passages.Search(ctx, query)
	if err == nil && len(found) == 0 {
		err = errors.New("nothing was found")
	}
	return err
}

// measureLibrary measures the searches in a library that was filled, and tells the rows of the table.
func measureLibrary(home, passages string) error {
	of, err := sizeOf(passages)
	if err != nil {
		return err
	}
	shelf := newShelf(of)
	questions := shelf.questions(asked)
	ctx, t := context.Background(), &table{}
	runtime.GC()
	began := time.Now()
	s, w, err := openLibrary(home)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := byVector(false)(ctx, w, questions[0]); err != nil {
		return err
	}
	t.row("start until the library was searched both ways", short(time.Since(began)), of.goal("500 ms", "1 s"), "the file is in the system's cache")
	quiet, worked := make([][]time.Duration, len(kinds)), make([]time.Duration, len(kinds))
	for i, k := range kinds {
		before, _ := cpu()
		if quiet[i], err = timed(ctx, w, questions, k.search); err != nil {
			return fmt.Errorf("%s: %w", k.name, err)
		}
		after, _ := cpu()
		worked[i] = (after - before) / asked
	}
	own, mapped := residentMemory()
	first, embedding, err := untilChat(ctx, s, w, home, questions[:61])
	if err != nil {
		return fmt.Errorf("asking: %w", err)
	}
	busy, err := whileAdding(ctx, w, shelf, questions)
	if err != nil {
		return err
	}
	alone, recall, err := chromemAlone(ctx, w, shelf, questions[:20])
	if err != nil {
		return err
	}
	codes := of.passages * of.dim / 8
	read := readingMemory(codes)
	for i, k := range kinds {
		p50, p95 := percentile(quiet[i], 50), percentile(quiet[i], 95)
		t.row(k.name, short(p50), of.goal(k.goal, k.million), fmt.Sprintf("95 of 100 within %s; %.3f × chromem-go, %.1f × reading; CPU %s", short(p95),
			float64(p50)/float64(alone), float64(p50)/float64(read), short(worked[i])))
	}
	t.row("question to first byte sent to the chat model", short(percentile(first, 50)), of.goal("30 ms", "60 ms"),
		fmt.Sprintf("95 of 100 within %s; both searches, all steps and what they store, without the model that embeds: %s here", short(percentile(first, 95)), short(percentile(embedding, 50))))
	t.row("  of the 20 nearest the library's vector search finds", fmt.Sprintf("%.4f", recall), of.goal("0.998", "0.98"), "against chromem-go alone")
	t.row("chromem-go alone over the same vectors", short(alone), "", fmt.Sprintf("%.1f × reading", float64(alone)/float64(read)))
	t.row("reading a bit a dimension from memory (2 threads)", short(read), "", fmt.Sprintf("%.1f GB/s", float64(codes)/read.Seconds()/1e9))
	t.row("resident after all these searches: its own memory", own, "200 MB", "without the codes, which are mapped: "+megabytes(int64(codes)))
	t.row("  the mapped file, which the system takes back at need", mapped, "", "as much of it as the system has in its cache")
	for i, k := range kinds {
		p95 := percentile(busy[i], 95)
		t.row(k.name+", while files are added", short(percentile(busy[i], 50)), "", fmt.Sprintf("95 of 100 within %s, %.1f × quiet (goal 3)",
			short(p95), float64(p95)/float64(percentile(quiet[i], 95))))
	}
	removal, err := removing(w, of.files)
	if err != nil {
		return err
	}
	t.row("removing a file", short(removal), of.goal("20 ms", "50 ms"), fmt.Sprintf("%d passages", of.perFile()))
	return json.NewEncoder(os.Stdout).Encode(t.rows)
}

func timed(ctx context.Context, w *store.Workspace, questions []question, search func(context.Context, *store.Workspace, question) error) ([]time.Duration, error) {
	took := make([]time.Duration, len(questions))
	for i, q := range questions {
		began := time.Now()
		if err := search(ctx, w, q); err != nil {
			return nil, err
		}
		took[i] = time.Since(began)
	}
	return took, nil
}

func percentile(took []time.Duration, p int) time.Duration {
	sorted := slices.Sorted(slices.Values(took))
	return sorted[len(sorted)*p/100]
}

// whileAdding measures the searches while files are added without a pause.
func whileAdding(ctx context.Context, w *store.Workspace, shelf *shelf, questions []question) ([][]time.Duration, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	files := shelf.files
	ready := shelf.documents(files, files+20)
	var adding sync.WaitGroup
	added := make(chan struct{})
	adding.Go(func() {
		for i := 0; ctx.Err() == nil; i++ {
			if err := put(w, ready[i%len(ready)]); err != nil {
				stop(err)
			}
			if i == 0 {
				close(added)
			}
		}
	})
	<-added
	out := make([][]time.Duration, len(kinds))
	var err error
	for i, k := range kinds {
		if err == nil {
			out[i], err = timed(ctx, w, questions, k.search)
		}
	}
	stop(nil)
	adding.Wait()
	for i := range ready {
		err = errors.Join(err, w.Documents.Remove(fileID(files+i)))
	}
	return out, err
}

// chromemAlone measures chromem-go with all vectors in one collection, and which share of what it finds the library finds.
func chromemAlone(ctx context.Context, w *store.Workspace, shelf *shelf, questions []question) (took time.Duration, recall float64, err error) {
	c, err := chromem.NewDB().CreateCollection("all", nil, func(context.Context, string) ([]float32, error) { return nil, errors.ErrUnsupported })
	if err != nil {
		return 0, 0, err
	}
	for n := range shelf.files {
		for p, v := range shelf.document(n).vectors {
			if err := c.AddDocument(ctx, chromem.Document{ID: store.Ref{Document: fileID(n), Passage: p}.String(), Embedding: v}); err != nil {
				return 0, 0, err
			}
		}
	}
	var all []time.Duration
	for _, q := range questions {
		began := time.Now()
		want, err := c.QueryEmbedding(ctx, q.vector, deep, nil, nil)
		all = append(all, time.Since(began))
		if err != nil {
			return 0, 0, err
		}
		got, err := w.Vectors.Nearest(ctx, q.space, q.vector, deep)
		if err != nil {
			return 0, 0, err
		}
		for _, h := range got {
			if slices.ContainsFunc(want, func(r chromem.Result) bool { return r.ID == h.Ref.String() }) {
				recall += 1 / float64(deep*len(questions))
			}
		}
	}
	return median(all), recall, nil
}

// readingMemory measures how long two threads take to read so many bytes that lie in memory one behind the other.
func readingMemory(bytes int) time.Duration {
	data := make([]byte, bytes)
	for i := range data {
		data[i] = byte(i)
	}
	var took []time.Duration
	for range 9 {
		var threads sync.WaitGroup
		began := time.Now()
		for _, half := range [][]byte{data[:bytes/2], data[bytes/2:]} {
			threads.Go(func() { sum(half) })
		}
		threads.Wait()
		took = append(took, time.Since(began))
	}
	return median(took)
}

var total uint64 // so that sums aren't left out

func sum(data []byte) {
	var a, b, c, d uint64
	for len(data) >= 64 {
		p := (*[64]byte)(data)
		a += binary.LittleEndian.Uint64(p[0:]) + binary.LittleEndian.Uint64(p[32:])
		b += binary.LittleEndian.Uint64(p[8:]) + binary.LittleEndian.Uint64(p[40:])
		c += binary.LittleEndian.Uint64(p[16:]) + binary.LittleEndian.Uint64(p[48:])
		d += binary.LittleEndian.Uint64(p[24:]) + binary.LittleEndian.Uint64(p[56:])
		data = data[64:]
	}
	if a+b+c+d == 1 {
		total++
	}
}

// residentMemory is what this process holds of the machine's memory: its own, and what is mapped of files.
func residentMemory() (own, mapped string) {
	raw, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return megabytes(0), megabytes(0)
	}
	return megabytes(field(raw, "RssAnon") << 10), megabytes(field(raw, "RssFile") << 10)
}

// removing measures taking a file out of the library.
func removing(w *store.Workspace, files int) (time.Duration, error) {
	var took []time.Duration
	for n := range min(20, files/2) {
		began := time.Now()
		if err := w.Documents.Remove(fileID(2 * n)); err != nil {
			return 0, err
		}
		took = append(took, time.Since(began))
	}
	return median(took), nil
}
