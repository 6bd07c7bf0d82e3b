package cli

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"lectern/backend/eval"
	"lectern/backend/ingest/pdftest"
	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

// measuredFolder makes a folder of two documents, and questions about them and one that isn't there.
func measuredFolder(t *testing.T) (docs, questions string) {
	t.Helper()
	dir := t.TempDir()
	docs = filepath.Join(dir, "docs")
	if err := os.Mkdir(docs, 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, docs, "Lease.pdf", lease())
	write(t, docs, "Boat.pdf", pdftest.Text("The rent of the boat is 50 euros an hour.", "Life jackets lie under the seats."))
	return docs, write(t, dir, "questions.jsonl", []byte(
		`{"qid":"notice","question":"What is the notice period?","doc":"Lease","gold":[{"doc":"Lease","page":1}],"type":"terms"}`+"\n"+
			`{"qid":"jackets","question":"Where are the life jackets?","doc":"Boat","gold":[{"doc":"Boat","page":2}],"type":"places"}`+"\n"+
			`{"qid":"pets","question":"How high is the rent of the flat a month?","doc":"Lease","gold":[{"doc":"Lease","page":2},{"doc":"Lease","page":5}],"type":"terms"}`+"\n"+
			`{"qid":"will","question":"Who inherits?","doc":"Will","gold":[{"doc":"Will","page":1}],"type":"terms"}`+"\n"))
}

func value(t *testing.T, g eval.Group, name string) eval.Measured {
	t.Helper()
	i := slices.IndexFunc(g.Measures, func(m eval.Measured) bool { return m.Name == name })
	if i < 0 {
		t.Fatalf("%s is not among %+v", name, g.Measures)
	}
	return g.Measures[i]
}

func TestEvalMeasuresAFolderApartFromTheLibrary(t *testing.T) {
	b := newBench(t)
	docs, questions := measuredFolder(t)
	out := lines[evalLine](t, b.must("--json", "eval", questions, "--docs", docs))
	if len(out) != 2 || out[0].Scope != "file" || out[1].Scope != "library" {
		t.Fatalf("%+v", out)
	}
	for _, l := range out {
		if l.Questions != 4 || l.Documents != 2 || l.ByMeaning || !slices.Equal(l.Missing, []eval.MissingDoc{{Doc: "Will", Questions: 1}}) ||
			!slices.Equal(l.NoPages, []eval.NoPage{{QID: "pets", Page: eval.Page{Doc: "Lease", Page: 5}}}) || l.Run != "" || l.Speed.P50 <= 0 || l.Speed.P95 < l.Speed.P50 {
			t.Errorf("%+v", l)
		}
		if len(l.Groups) != 3 || l.Groups[0].Type != "" || l.Groups[0].Questions != 4 || l.Groups[1].Type != "terms" || l.Groups[1].Questions != 3 || l.Groups[2].Type != "places" {
			t.Fatalf("groups %+v", l.Groups)
		}
	}
	all := out[0].Groups[0] // found first, first, second of two gold pages, not
	for name, want := range map[string]float64{"hit@1": .5, "hit@5": .75, "recall@20": (1 + 1 + .5) / 4, "MRR": (1 + 1 + .5) / 4, "hit within 6,000 characters": .75} {
		if m := value(t, all, name); m.Value != want || m.Low > want || m.High < want || m.Against != nil {
			t.Errorf("%s is %+v, not %v", name, m, want)
		}
	}
	if list := b.must("--json", "list"); list != "" {
		t.Errorf("the person's library holds %s", list)
	}
}

func TestEvalSearchesThePersonsLibrary(t *testing.T) {
	b := newBench(t)
	docs, _ := measuredFolder(t)
	b.must("add", docs)
	questions := write(t, t.TempDir(), "mine.csv", []byte("qid,question,doc,page\n1,What is the notice period?,lease.pdf,1\n"))
	out := lines[evalLine](t, b.must("--json", "eval", "--file", questions))
	if len(out) != 1 || out[0].Scope != "file" || len(out[0].Missing) != 0 || value(t, out[0].Groups[0], "hit@1").Value != 1 || len(out[0].Groups) != 1 {
		t.Errorf("%+v", out)
	}
	text := b.must("eval", "--library", questions)
	for _, want := range []string{"1 question, 2 documents, searched by words alone.\n", "In all documents\nSetting: standard.", "hit@1                          1.000 [1.000, 1.000]\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

func TestEvalOfAFolderGoesBesideAnOpenWindow(t *testing.T) {
	b := newBench(t)
	docs, questions := measuredFolder(t)
	b.store(func(*store.Workspace) error { // as long as this runs the data folder is taken
		code, stdout, stderr := b.run("eval", questions, "--docs", docs)
		if code != ExitFine || !strings.Contains(stdout, "2 documents") || !strings.Contains(stderr, "Your settings can't be read") {
			t.Errorf("code %d: %s%s", code, stdout, stderr)
		}
		if code, _, stderr := b.run("eval", questions); code != ExitFailed || !strings.Contains(stderr, "another Lectern") {
			t.Errorf("one's own library: code %d: %s", code, stderr)
		}
		return nil
	})
}

func TestEvalReadsAFolderOnceAndWhatIsNewInIt(t *testing.T) {
	b := newBench(t)
	docs, questions := measuredFolder(t)
	b.must("eval", questions, "--docs", docs)
	libraries, err := filepath.Glob(filepath.Join(b.home, "cache", "eval", "*"))
	if err != nil || len(libraries) != 1 {
		t.Fatalf("%v %v", err, libraries)
	}
	listed := func() map[string]docLine {
		out := map[string]docLine{}
		for _, d := range lines[docLine](t, b.must("--json", "--home", libraries[0], "list")) {
			out[d.Name] = d
		}
		return out
	}
	before := listed()
	kept, err := os.Stat(filepath.Join(libraries[0], "files", before["Lease"].ID+".pdf"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, docs, "Boat.pdf", pdftest.Text("The boat was sold."))
	write(t, docs, "Copy.pdf", lease())
	b.must("eval", questions, "--docs", docs)
	after := listed()
	same, err := os.Stat(filepath.Join(libraries[0], "files", after["Lease"].ID+".pdf"))
	if err != nil || !same.ModTime().Equal(kept.ModTime()) {
		t.Errorf("%v, or what was there was read again", err)
	}
	if len(after) != 2 || after["Boat"].ID == before["Boat"].ID || after["Boat"].Pages != 1 || after["Lease"].ID != before["Lease"].ID {
		t.Errorf("before %+v, after %+v", before, after)
	}
	copied := write(t, t.TempDir(), "copy.csv", []byte("qid,question,doc,page\n1,What is the notice period?,Copy,1\n"))
	out := lines[evalLine](t, b.must("--json", "eval", copied, "--docs", docs, "--file"))
	if len(out[0].Missing) != 0 || value(t, out[0].Groups[0], "hit@1").Value != 1 {
		t.Errorf("a file of the same content is not found by its name: %+v", out[0])
	}
	b.must("eval", questions, "--docs", docs, "--again")
	if again, err := os.Stat(filepath.Join(libraries[0], "files", after["Lease"].ID+".pdf")); err != nil || !again.ModTime().After(kept.ModTime()) {
		t.Errorf("%v, or it wasn't read again", err)
	}
}

func TestEvalGoesOnWithARunAndRefusesAnothers(t *testing.T) {
	b := newBench(t)
	docs, questions := measuredFolder(t)
	run := filepath.Join(t.TempDir(), "run.jsonl")
	args := []string{"--json", "eval", questions, "--docs", docs, "--file", "--run", run}
	first := lines[evalLine](t, b.must(args...))[0]
	whole, err := os.ReadFile(run)
	if err != nil {
		t.Fatal(err)
	}
	found := lines[eval.Answer](t, string(whole))
	if first.Run != run || len(found) != 4 || found[0].QID != "notice" || found[0].Ranked[0].Doc != "Lease" || !slices.Equal(found[0].Ranked[0].Pages, []int{1}) ||
		found[0].Ranked[0].Chars == 0 || len(found[3].Ranked) != 0 {
		t.Errorf("%s", whole)
	}
	line := strings.Index(string(whole), "\n") + 1
	if err := os.WriteFile(run, whole[:line+20], 0o600); err != nil { // killed while it wrote the second
		t.Fatal(err)
	}
	second := lines[evalLine](t, b.must(args...))[0]
	again, err := os.ReadFile(run)
	if err != nil || !strings.HasPrefix(string(again), string(whole[:line])) || len(lines[eval.Answer](t, string(again))) != 4 {
		t.Errorf("%v\n%s", err, again)
	}
	if value(t, first.Groups[0], "MRR") != value(t, second.Groups[0], "MRR") {
		t.Errorf("%+v, then %+v", first.Groups[0], second.Groups[0])
	}
	code, stdout, stderr := b.run(append(args, "--set", "k1=2")...)
	if code != ExitFailed || stdout != "" || !strings.Contains(stderr, "other settings") || !strings.Contains(stderr, run) {
		t.Errorf("code %d: %s %s", code, stdout, stderr)
	}
	if still, err := os.ReadFile(run); err != nil || string(still) != string(again) {
		t.Errorf("%v, or the run of others was changed", err)
	}
	two := filepath.Join(t.TempDir(), "two.jsonl")
	out := lines[evalLine](t, b.must("--json", "eval", questions, "--docs", docs, "--run", two, "--against", "k1=2"))
	var written []string
	for _, l := range out {
		written = append(written, l.Run, l.AgainstRun)
	}
	base := strings.TrimSuffix(two, ".jsonl")
	if want := []string{base + ".file.jsonl", base + ".file.against.jsonl", base + ".library.jsonl", base + ".library.against.jsonl"}; !slices.Equal(written, want) {
		t.Errorf("written %v", written)
	}
	for _, path := range written {
		if raw, err := os.ReadFile(path); err != nil || len(lines[eval.Answer](t, string(raw))) != 4 {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestEvalComparesTwoSettings(t *testing.T) {
	b := newBench(t)
	docs, questions := measuredFolder(t)
	args := []string{"eval", questions, "--docs", docs, "--file", "--set", "k1=1.5", "--set", "length-weight=0", "--against", "k1=0"}
	l := lines[evalLine](t, b.must(append([]string{"--json"}, args...)...))[0]
	m := value(t, l.Groups[0], "hit@1")
	if l.Settings["k1"] != "1.5" || l.Settings["length-weight"] != "0" || l.Against["k1"] != "0" || l.Result.Against == nil || m.Against == nil ||
		m.Against.Value != .5 || m.Against.Difference != (eval.Difference{P: 1}) {
		t.Errorf("%+v, hit@1 %+v", l, m)
	}
	text := b.must(args...)
	for _, want := range []string{"Setting: k1=1.5 length-weight=0.", "Against: k1=0.", "all (4) ", "terms (3) ", "better   worse   p", "McNemar"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

func TestEvalExplainsAQuestion(t *testing.T) {
	b := newBench(t)
	docs, questions := measuredFolder(t)
	out := lines[explainLine](t, b.must("--json", "eval", questions, "--docs", docs, "--explain", "pets"))
	if len(out) != 2 || out[0].Scope != "file" || len(out[0].Places) != 2 || len(out[0].Lost) != 1 {
		t.Fatalf("%+v", out)
	}
	if p := out[0].Places[1]; !p.Gold || p.Page.Page != 2 || p.Rank != 2 || p.Why == nil || p.Why.KeywordRank != 2 || p.Why.VectorRank != 0 || !slices.Equal(p.Why.Words, []string{"flat"}) {
		t.Errorf("%+v", p)
	}
	text := b.must("eval", questions, "--docs", docs, "--file", "--explain", "pets")
	for _, want := range []string{"\n  1. Lease, page 1: score ", "\n→ 2. Lease, page 2: score ", "; by words 2. with ", "\n     has flat\n     Pets are allowed in the flat.", "→ Lease, page 5: not found; the document has no such page\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

func TestEvalSearchesByMeaningWhereThereIsAModel(t *testing.T) {
	b, server := newBench(t), llmtest.New(t)
	b.host = server.URL
	docs, questions := measuredFolder(t)
	out := lines[evalLine](t, b.must("--json", "eval", questions, "--docs", docs, "--file"))[0]
	if !out.ByMeaning || value(t, out.Groups[0], "hit@5").Value != .75 {
		t.Errorf("%+v", out)
	}
	embedded := server.Embeds()
	x := lines[explainLine](t, b.must("--json", "eval", questions, "--docs", docs, "--file", "--explain", "notice"))[0]
	if x.Places[0].Why == nil || x.Places[0].Why.VectorRank == 0 || x.Places[0].Why.Cosine == 0 {
		t.Errorf("%+v", x.Places[0])
	}
	if more := server.Embeds() - embedded; more != 1 { // the question: the documents' vectors are kept
		t.Errorf("%d calls to embed one question", more)
	}
}

func TestEvalStopsAndGoesOn(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process can't be interrupted there")
	}
	b, server := newBench(t), llmtest.New(t)
	docs, _ := measuredFolder(t)
	there, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	held, ended := make(chan struct{}, 1), make(chan error, 1)
	proxy := httputil.NewSingleHostReverseProxy(there)
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err == nil && bytes.Contains(body, []byte("Who waits?")) {
			select {
			case held <- struct{}{}:
			default:
			}
			<-r.Context().Done() // until the program is gone
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		proxy.ServeHTTP(w, r)
	}))
	defer slow.Close()
	questions := write(t, t.TempDir(), "q.csv", []byte("qid,question,doc,page\n1,What is the notice period?,Lease,1\n2,What is the rent?,Lease,1\n3,Who waits?,Lease,2\n4,Are pets allowed?,Lease,2\n"))
	run := filepath.Join(t.TempDir(), "run.jsonl")
	args := []string{"--json", "eval", questions, "--docs", docs, "--file", "--run", run}

	b.host = slow.URL
	c := b.command(args...)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { ended <- c.Wait() }()
	select {
	case <-held:
	case err := <-ended:
		t.Fatalf("it ended by itself, %v: %s%s", err, out.String(), errs.String())
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	<-ended
	if c.ProcessState.ExitCode() != ExitFailed || out.Len() > 0 || !strings.Contains(errs.String(), "stopped after 2 questions") || !strings.Contains(errs.String(), run) {
		t.Errorf("code %d, said %q %q", c.ProcessState.ExitCode(), out.String(), errs.String())
	}
	kept, err := os.ReadFile(run)
	if err != nil || len(lines[eval.Answer](t, string(kept))) != 2 {
		t.Errorf("%v, kept %s", err, kept)
	}

	b.host = server.URL
	if l := lines[evalLine](t, b.must(args...)); value(t, l[0].Groups[0], "hit@5").Value != 1 {
		t.Errorf("%+v", l)
	}
	if whole, err := os.ReadFile(run); err != nil || !strings.HasPrefix(string(whole), string(kept)) || len(lines[eval.Answer](t, string(whole))) != 4 {
		t.Errorf("%v, at last %s", err, whole)
	}
}

func TestEvalSaysWhatIsWrong(t *testing.T) {
	b, dir := newBench(t), t.TempDir()
	docs, questions := measuredFolder(t)
	bad := write(t, dir, "bad.jsonl", []byte("{\"qid\":\"1\"}\n"))
	empty := filepath.Join(dir, "empty")
	if err := os.Mkdir(empty, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		args []string
		code int
		says string
	}{
		{"no questions", []string{filepath.Join(dir, "none.jsonl")}, ExitFailed, "can't be read"},
		{"a bad line", []string{bad}, ExitFailed, `bad.jsonl, line 1: there is no "question"`},
		{"an unknown number", []string{questions, "--set", "magic=1"}, ExitUsage, `no search parameter is called "magic"`},
		{"a bad number", []string{questions, "--against", "k1=much"}, ExitUsage, "k1 needs a number"},
		{"no folder", []string{questions, "--docs", filepath.Join(dir, "none")}, ExitUsage, "none"},
		{"a folder without PDFs", []string{questions, "--docs", empty}, ExitFailed, "no PDFs found"},
		{"reading one's own again", []string{questions, "--again"}, ExitUsage, "--docs"},
		{"an unknown question", []string{questions, "--docs", docs, "--explain", "x"}, ExitFailed, `no question has the qid "x"`},
		{"a run that can't be", []string{questions, "--docs", docs, "--run", filepath.Join(dir, "none", "run")}, ExitFailed, "give another name"},
	} {
		code, stdout, stderr := b.run(append([]string{"eval"}, c.args...)...)
		if code != c.code || !strings.Contains(stderr, c.says) || stdout != "" {
			t.Errorf("%s: code %d, said %q %q", c.name, code, stdout, stderr)
		}
	}
}
