package research

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/backend/ingest"
	"lectern/backend/ingest/metadata"
	"lectern/backend/store"
)

// pointing is a sentence of a corpus of references, with what it points to.
type pointing struct {
	ID   int    `json:"id"`
	Lang string `json:"lang"`
	Doc  string `json:"doc"`
	Page int    `json:"page"`
	Text string `json:"text"`
	Half string `json:"half"`
	Refs []struct {
		Start   int      `json:"start"`
		End     int      `json:"end"`
		Kind    string   `json:"kind"`
		Targets []string `json:"targets"`
		Pages   []int    `json:"pages"`
	} `json:"refs"`
	Neutral [][2]int `json:"neutral"`
}

func corpus(t *testing.T, path string) (out []pointing) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var p pointing
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	return out
}

// The corpus of references that LECTERN_REFERENCES names, sentences of real documents which are no part of the project, is
// read by the patterns: of the half to tune on each fault is told, of the other the totals alone.
func TestReferencesOfACorpusAreFound(t *testing.T) {
	path := os.Getenv("LECTERN_REFERENCES")
	if path == "" {
		t.Skip("LECTERN_REFERENCES names no corpus")
	}
	ps := patterns(metadata.Laws())
	scores := map[string]*score{}
	for _, p := range corpus(t, path) {
		for _, key := range []string{p.Half, p.Half + " " + p.Lang} {
			if scores[key] == nil {
				scores[key] = new(score)
			}
		}
		add := func(right, wrong, missed int) {
			for _, key := range []string{p.Half, p.Half + " " + p.Lang} {
				s := scores[key]
				s.right, s.wrong, s.missed = s.right+right, s.wrong+wrong, s.missed+missed
			}
		}
		got, hit := matches(p.Text, ps), map[[2]int]bool{}
		for _, g := range got {
			right, ignored := false, false
			for _, n := range p.Neutral {
				ignored = ignored || g.start < n[1] && n[0] < g.end
			}
			for i, r := range p.Refs {
				if g.start >= r.End || r.Start >= g.end {
					continue
				}
				for j, target := range r.Targets {
					if pointed(g.Reference, r.Kind, target) {
						right = true
						hit[[2]int{i, j}] = true
					}
				}
				if len(r.Targets) == 0 && g.Type == Nearby {
					right = true
					hit[[2]int{i, 0}] = true
				}
				ignored = ignored || len(r.Targets) > 1 && strings.HasPrefix(g.Original, p.Text[r.Start:r.End]) // between the ends of a range
			}
			if !right && !ignored {
				add(0, 1, 0)
				if p.Half == "tune" {
					t.Logf("%d: wrong %s %q (%s) in %q", p.ID, g.Type, g.Target, g.Original, p.Text)
				}
			}
		}
		for i, r := range p.Refs {
			for j := range max(1, len(r.Targets)) {
				if hit[[2]int{i, j}] {
					add(1, 0, 0)
					continue
				}
				add(0, 0, 1)
				if p.Half == "tune" {
					t.Logf("%d: missed %s %v in %q", p.ID, r.Kind, r.Targets, p.Text)
				}
			}
		}
	}
	for _, key := range []string{"tune en", "tune de", "tune", "kept en", "kept de", "kept"} {
		if s := scores[key]; s != nil {
			t.Logf("%-8s precision %.1f %% recall %.1f %% (%d right, %d wrong, %d missed)", key, s.precision(), s.recall(), s.right, s.wrong, s.missed)
		}
	}
	if s := scores["kept"]; s == nil || s.precision() < 97 || s.recall() < 90 {
		t.Error("the half that is kept apart is below its floor")
	}
}

// pointed tells whether a reference is of a kind and has a target, as the corpus has them.
func pointed(r Reference, kind, target string) bool {
	got := strings.ToLower(r.Target)
	target = strings.ToLower(target)
	switch kind {
	case "paragraph":
		return got == "§ "+target
	case "citation":
		return got == "["+target+"]"
	case "article":
		return got == "article "+target || got == "art. "+target
	case "regulation", "document":
		return strings.Contains(got, target)
	case "section":
		return got == "section "+target || got == "§ "+target || got == "appendix "+target
	case "note":
		return got == "note "+target
	}
	return got == kind+" "+target
}

// What the corpus points to is found on its page, in the documents of the folders that LECTERN_REFERENCES_IN names.
func TestReferencesOfACorpusAreResolved(t *testing.T) {
	path, folders := os.Getenv("LECTERN_REFERENCES"), os.Getenv("LECTERN_REFERENCES_IN")
	if path == "" || folders == "" {
		t.Skip("LECTERN_REFERENCES names no corpus, or LECTERN_REFERENCES_IN no folders")
	}
	d := newDesk(t)
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	reader := &ingest.Reader{Program: os.Args[0], Args: []string{"worker"}, CacheDir: filepath.Join(cache, "lectern")}
	ps, ids := patterns(metadata.Laws()), map[string]string{}
	scores := map[string]*score{"tune": {}, "kept": {}}
	for _, p := range corpus(t, path) {
		for _, r := range p.Refs {
			for i, page := range r.Pages {
				if page == 0 {
					continue
				}
				if _, read := ids[p.Doc]; !read {
					ids[p.Doc] = add(t, d, reader, p.Doc, strings.Split(folders, ","))
				}
				at := 0
				for _, g := range matches(p.Text, ps) {
					if g.start < r.End && r.Start < g.end && pointed(g.Reference, r.Kind, r.Targets[i]) {
						if at, _, err = d.pointsTo(g.Reference, ids[p.Doc], p.Page); err != nil {
							t.Fatal(err)
						}
					}
				}
				if at == page {
					scores[p.Half].right++
				} else if scores[p.Half].missed++; p.Half == "tune" {
					t.Logf("%d: %s %s of %s is on page %d, not %d: %q", p.ID, r.Kind, r.Targets[i], p.Doc, page, at, p.Text)
				}
			}
		}
	}
	for half, s := range scores {
		t.Logf("%s: %d of %d on their page, %.1f %%", half, s.right, s.right+s.missed, s.recall())
	}
	if s := scores["kept"]; s.recall() < 85 {
		t.Error("the half that is kept apart is below its floor")
	}
}

// add reads a document that lies in one of the folders, and gives its id.
func add(t *testing.T, d *desk, reader *ingest.Reader, name string, folders []string) string {
	t.Helper()
	for _, folder := range folders {
		path := filepath.Join(folder, name+".pdf")
		if _, err := os.Stat(path); err != nil {
			continue
		}
		c, err := reader.Read(t.Context(), path, nil)
		if err == nil {
			_, err = d.Workspace.Documents.Add(store.Document{ID: "id-" + name, Name: name, Added: time.Now()}, c)
		}
		if err != nil {
			t.Fatal(err)
		}
		return "id-" + name
	}
	t.Fatalf("%s is in none of %q", name, folders)
	return ""
}
