//go:build linux

package ingest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"lectern/backend/store"
	"lectern/backend/store/keyword"
)

func TestEvalProbe(t *testing.T) {
	dir := os.Getenv("EVAL")
	if dir == "" {
		t.Skip()
	}
	f, _ := os.Open(dir + "/questions.jsonl")
	out, _ := os.Create(os.Getenv("OUT"))
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<24)
	r := &Reader{CacheDir: "/tmp/rd/cache"}
	segs := map[string]keyword.Segment{}
	lens := map[string][]int{}
	var mu sync.Mutex
	get := func(doc string) (keyword.Segment, bool) {
		mu.Lock()
		defer mu.Unlock()
		if s, ok := segs[doc]; ok {
			return s, true
		}
		c, err := cached(r, filepath.Join(dir, "pdf", doc+".pdf"))
		if err != nil {
			fmt.Println(doc, err)
			return keyword.Segment{}, false
		}
		file := keyword.File{Name: doc, Language: c.Language}
		for _, p := range c.Passages {
			pg := c.Pages[p.Page-1]
			text := pg.Text[p.Span.Start:p.Span.End]
			file.Blocks = append(file.Blocks, keyword.Block{Page: p.Page, Text: text, Heading: pg.Heading, Section: p.Section})
			lens[doc] = append(lens[doc], len(text))
		}
		segs[doc] = keyword.Build(file)
		return segs[doc], true
	}
	for sc.Scan() {
		var q struct{ Qid, Question, Doc string }
		json.Unmarshal(sc.Bytes(), &q)
		q.Doc = strings.TrimSuffix(q.Doc, ".pdf")
		s, ok := get(q.Doc)
		if !ok {
			continue
		}
		type rk struct {
			Doc   string `json:"doc"`
			Pages []int  `json:"pages"`
			Chars int    `json:"chars"`
		}
		ranked := []rk{}
		for _, h := range keyword.Search([]keyword.Segment{s}, q.Question, keyword.Options{Limit: 30, PerPage: 1, Fill: true}) {
			ranked = append(ranked, rk{q.Doc, []int{h.Page}, lens[q.Doc][max(h.Block, 0)]})
		}
		b, _ := json.Marshal(map[string]any{"qid": q.Qid, "ranked": ranked})
		fmt.Fprintln(out, string(b))
	}
}

type rawPage struct {
	L, T string
	S    bool
}

func cached(r *Reader, path string) (*store.Content, error) {
	at := "/tmp/rd/raw/" + filepath.Base(path) + ".json"
	var raw []rawPage
	if b, err := os.ReadFile(at); err == nil {
		json.Unmarshal(b, &raw)
	} else {
		limits := Limits{}.orDefault()
		file, err := open(path, limits)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		tr := &transcript{limits: limits}
		if err := r.run(context.Background(), file, tr, false); err != nil {
			return nil, sentence(context.Background(), path, tr, err)
		}
		for _, p := range tr.pages {
			raw = append(raw, rawPage{p.label, p.text, p.second})
		}
		b, _ := json.Marshal(raw)
		os.MkdirAll("/tmp/rd/raw", 0o755)
		os.WriteFile(at, b, 0o644)
	}
	var rd []read
	for _, p := range raw {
		rd = append(rd, read{p.L, p.T, p.S})
	}
	return compose(context.Background(), rd)
}
