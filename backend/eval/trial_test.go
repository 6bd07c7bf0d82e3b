package eval

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/graph/rag"
	"lectern/backend/store"
)

// library is a store with some documents, a passage a page; what is searched for is counted.
type library struct {
	*store.Passages
	searches int
}

func (l *library) Search(ctx context.Context, q store.Query) ([]store.Hit, error) {
	l.searches++
	return l.Passages.Search(ctx, q)
}

func newLibrary(t *testing.T) (*library, Names) {
	t.Helper()
	s, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	w, err := s.Workspace("Library")
	if err != nil {
		t.Fatal(err)
	}
	for name, texts := range map[string][]string{
		"Lease": {"The notice period is three months.", "Pets are allowed in the flat.", "The rent is 900 euros a month."},
		"Boat":  {"The rent of the boat is 50 euros an hour.", "Life jackets lie under the seats."},
	} {
		c := &store.Content{Language: "en"}
		for i, text := range texts {
			c.Pages = append(c.Pages, store.Page{Number: i + 1, Text: text, Sentences: []store.Span{{End: len(text)}}})
			c.Passages = append(c.Passages, store.Passage{Page: i + 1, Span: store.Span{End: len(text)}})
		}
		if _, err := w.Documents.Add(store.Document{ID: "id-" + name, Name: name, Added: time.Now()}, c); err != nil {
			t.Fatal(err)
		}
	}
	docs, err := w.Documents.List()
	if err != nil {
		t.Fatal(err)
	}
	return &library{Passages: w.Passages}, NewNames(docs)
}

func asked() []Question {
	return []Question{
		{QID: "notice", Text: "What is the notice period?", Doc: "LEASE.pdf", Gold: []Page{{"LEASE.pdf", 1}}},
		{QID: "jackets", Text: "Where are the life jackets?", Gold: []Page{{"Boat", 2}}},
		{QID: "rent", Text: "What is the rent?", Gold: []Page{{"Lease", 3}, {"Boat", 1}}},
		{QID: "gone", Text: "What does the will say?", Doc: "Will", Gold: []Page{{"Will", 1}}},
		{QID: "beyond", Text: "Are pets allowed?", Doc: "Lease", Gold: []Page{{"Lease", 7}}},
	}
}

func run(t *testing.T, trial *Trial, file *RunFile) []Answer {
	t.Helper()
	answers, err := trial.Run(t.Context(), asked(), file, func() {})
	if err != nil {
		t.Fatal(err)
	}
	return answers
}

func TestATrialFindsTheGoldPages(t *testing.T) {
	l, names := newLibrary(t)
	for scope, found := range map[string][]float64{InFile: {1, 1, 1, 0, 0}, InLibrary: {1, 1, 1, 0, 0}} {
		answers := run(t, &Trial{Library: l, Names: names, Scope: scope, Config: store.SearchDefaults()}, nil)
		for i, q := range asked() {
			if got := Score(q.Gold, answers[i].Ranked)[0]; got != found[i] || answers[i].QID != q.QID {
				t.Errorf("%s of %s: hit@1 is %v of %+v", scope, q.QID, got, answers[i])
			}
		}
		if first := answers[0].Ranked[0]; first.Doc != "LEASE.pdf" || first.Chars != len("The notice period is three months.") || !slices.Equal(first.Pages, []int{1}) {
			t.Errorf("%s: the first is %+v", scope, first)
		}
		if pages := len(answers[0].Ranked); scope == InFile && pages != 3 {
			t.Errorf("%d pages of the document are ranked", pages)
		}
	}
	if missing := names.Missing(asked()); !reflect.DeepEqual(missing, []MissingDoc{{"Will", 1}}) {
		t.Errorf("missing are %+v", missing)
	}
	if pages := names.NoPages(asked()); !reflect.DeepEqual(pages, []NoPage{{"beyond", Page{"Lease", 7}}}) {
		t.Errorf("pages that aren't there: %+v", pages)
	}
}

// last puts the best passage last.
type last struct{}

func (last) Rerank(_ context.Context, _ string, ps []rag.Passage) ([]rag.Passage, error) {
	slices.Reverse(ps)
	return ps, nil
}

func TestARerankerOrdersWhatWasFound(t *testing.T) {
	l, names := newLibrary(t)
	plain := run(t, &Trial{Library: l, Names: names, Scope: InFile, Config: store.SearchDefaults()}, nil)[0].Ranked
	answers := run(t, &Trial{Library: l, Names: names, Scope: InFile, Config: store.SearchDefaults(), Reranker: last{}}, nil)
	slices.Reverse(plain)
	if reranked := answers[0].Ranked; !reflect.DeepEqual(plain, reranked) {
		t.Errorf("%+v", reranked)
	}
	if c := Sum(asked(), answers, nil).Cost; c == nil || c.Stays != 0 || c.Why != "" || c.P95 < c.P50 {
		t.Errorf("cost %+v", c)
	}
}

// unable reorders nothing.
type unable struct{}

func (unable) Rerank(_ context.Context, _ string, ps []rag.Passage) ([]rag.Passage, error) {
	return ps, errors.New("there is no time")
}

func TestARerankerThatLeavesTheOrderSaysWhy(t *testing.T) {
	l, names := newLibrary(t)
	plain := run(t, &Trial{Library: l, Names: names, Scope: InFile, Config: store.SearchDefaults()}, nil)
	answers := run(t, &Trial{Library: l, Names: names, Scope: InFile, Config: store.SearchDefaults(), Reranker: unable{}}, nil)
	if !reflect.DeepEqual(plain[0].Ranked, answers[0].Ranked) {
		t.Errorf("%+v", answers[0].Ranked)
	}
	if c := Sum(asked(), answers, nil).Cost; c == nil || c.Stays != 4 || c.Why != "there is no time" {
		t.Errorf("cost %+v", c)
	}
	if c := Sum(asked(), plain, nil).Cost; c != nil {
		t.Errorf("without a reranker %+v", c)
	}
}

func TestARunFileIsWhatOthersRead(t *testing.T) {
	l, names := newLibrary(t)
	path := filepath.Join(t.TempDir(), "run.jsonl")
	file, err := OpenRun(path, "s")
	if err != nil {
		t.Fatal(err)
	}
	run(t, &Trial{Library: l, Names: names, Scope: InFile, Config: store.SearchDefaults()}, file)
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(raw), "\n"), "\n")
	if len(lines) != len(asked()) || !strings.HasPrefix(lines[0], `{"qid":"notice","ranked":[{"doc":"LEASE.pdf","pages":[1],"chars":34},{"doc":"LEASE.pdf","pages":[`) ||
		!strings.HasPrefix(lines[3], `{"qid":"gone","ranked":[],`) {
		t.Errorf("%s", raw)
	}
}

func TestAStoppedRunGoesOnWhereItWas(t *testing.T) {
	l, names := newLibrary(t)
	path := filepath.Join(t.TempDir(), "run.jsonl")
	trial := &Trial{Library: l, Names: names, Scope: InFile, Config: store.SearchDefaults()}
	file, err := OpenRun(path, "s")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	answers, err := trial.Run(ctx, asked(), file, func() {
		if l.searches == 3 { // the first is not of a question
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) || len(answers) != 2 || l.searches != 3 {
		t.Fatalf("%v after %d answers and %d searches", err, len(answers), l.searches)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	cut, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := cut.WriteString(`{"qid":"rent","ranked":[{"do`); err != nil { // as a kill leaves it
		t.Fatal(err)
	}
	if err := cut.Close(); err != nil {
		t.Fatal(err)
	}

	if file, err = OpenRun(path, "s"); err != nil {
		t.Fatal(err)
	}
	if left := file.Left(asked()); left != 3 {
		t.Errorf("%d questions are left", left)
	}
	done := run(t, trial, file)
	if l.searches != 5 || !reflect.DeepEqual(done[:2], marked(answers, "s")) { // one of the rest has no document to search
		t.Errorf("%d searches; %+v, before %+v", l.searches, done[:2], answers)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		if !json.Valid([]byte(line)) {
			t.Errorf("a bad line is left: %s", line)
		}
	}
	if file, err = OpenRun(path, "s"); err != nil || file.Left(asked()) != 0 {
		t.Errorf("%v, or something is left", err)
	}
	changed := asked()
	changed[0].Text = "How long is the notice period?"
	if left := file.Left(changed); left != 1 {
		t.Errorf("of a changed question %d are left", left)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

func marked(answers []Answer, settings string) []Answer {
	out := slices.Clone(answers)
	for i := range out {
		out[i].Settings = settings
	}
	return out
}

func TestAnotherRunsFileIsLeftAlone(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"other":    `{"qid":"1","ranked":[],"question":"?","milliseconds":1,"settings":"other"}` + "\n",
		"foreign":  `{"qid":"1","ranked":[]}` + "\n",
		"a text":   "hello\n",
		"one line": "hello",
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenRun(path, "s"); !errors.Is(err, ErrOtherRun) {
			t.Errorf("%s: %v", name, err)
		}
		if raw, err := os.ReadFile(path); err != nil || string(raw) != text {
			t.Errorf("%s: %v, now %q", name, err, raw)
		}
	}
	if _, err := OpenRun(filepath.Join(dir, "none", "x"), "s"); err == nil || !strings.Contains(err.Error(), "give another name") {
		t.Error(err)
	}
}

func TestAnExplanationSaysWhereTheGoldPagesStand(t *testing.T) {
	l, names := newLibrary(t)
	inFile := &Trial{Library: l, Names: names, Scope: InFile, Config: store.SearchDefaults()}
	questions := asked()
	x, err := inFile.Explain(t.Context(), Question{QID: "x", Text: "What is the rent?", Doc: "Lease", Gold: []Page{{"Lease", 9}, {"Lease", 1}, {"Lease", 3}}})
	if err != nil || x.Ranked != 3 || len(x.Places) != 3 {
		t.Fatalf("%v %+v", err, x)
	}
	rent, other := x.Places[0], x.Places[1]
	if rent.Page != (Page{"Lease", 3}) || !rent.Gold || rent.Rank != 1 || rent.Why == nil || rent.Why.KeywordRank != 1 || rent.Why.Keyword <= 0 || !slices.Equal(rent.Why.Words, []string{"rent"}) ||
		!strings.HasPrefix(rent.Text, "The rent is") {
		t.Errorf("%+v", rent)
	}
	if other.Page != (Page{"Lease", 1}) || !other.Gold || other.Rank != 2 || other.Why.Keyword != 0 || len(other.Why.Words) != 0 || x.Places[2].Gold {
		t.Errorf("%+v", other)
	}
	if !reflect.DeepEqual(x.Lost, []Lost{{Page: Page{"Lease", 9}, NoPage: true}}) {
		t.Errorf("lost %+v", x.Lost)
	}
	if x, err = inFile.Explain(t.Context(), questions[3]); err != nil || x.Ranked != 0 || !reflect.DeepEqual(x.Lost, []Lost{{Page: Page{"Will", 1}, Missing: true}}) {
		t.Errorf("%v %+v", err, x)
	}
}
