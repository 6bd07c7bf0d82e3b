package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/ingest/ingesttest"
	"lectern/backend/ingest/pdftest"
	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

// killing is a question that the real program is killed over.
type killing struct {
	workflow, question string
	set                []string                 // numbers of the workflow
	replies            []string                 // to what it asks
	says               func(sent string) string // of the model, by what it is sent
}

var killings = []killing{ // the longest first
	{"research", "What is the rent of the flat?", []string{"askBack=1", "taskQueries=1", "taskPassages=2"}, []string{"In Berlin.", "/end", "As it is."}, researchSays},
	{"chat", "Does the notice period matter to gardening", nil, nil, chatSays},
	{"checked", "What is the notice period of the lease?", []string{"retries=1"}, []string{"I mean the flat's"}, checkedSays},
	{"analyst", "How did the revenue of Acme grow from 2021 to 2022?", nil, nil, analystSays},
	{"report", "What is the notice period of the lease?", nil, nil, reportSays},
}

// fate says when the program is killed: at the nth call of a model, before it is answered; at the nth step that begins,
// so right after one was stored; or at the nth question, before it is recorded that the run waits. 0: not at all.
type fate struct{ call, step, ask int }

// journey is a run of the program, which goes on in another process after it was killed or answered.
type journey struct {
	*bench
	killing
	fate
	run   string
	cards []string // as they were asked

	mu    sync.Mutex
	child *exec.Cmd
	sent  []string // to the model
	steps int
}

// fall kills the program without any chance to tidy up.
func (j *journey) fall() { _ = j.child.Process.Kill() } // what has ended needs no killing

func (j *journey) answer(r api.ChatRequest) llmtest.Reply {
	var sent strings.Builder
	for _, m := range r.Messages {
		sent.WriteString(m.Content + "\n")
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.sent = append(j.sent, sent.String())
	if len(j.sent) == j.call {
		j.fall()
	}
	return llmtest.Reply{Text: j.says(sent.String())}
}

// live runs the program until it ends or is killed, and returns how the run stands then.
func (j *journey) live(args ...string) store.Run {
	j.t.Helper()
	c := j.command(append([]string{"--json"}, args...)...)
	c.Stderr, c.Env = os.Stderr, append(c.Env, "GORACE=atexit_sleep_ms=0")
	out, err := c.StdoutPipe()
	j.mu.Lock()
	if err == nil {
		err = c.Start()
	}
	j.child = c
	j.mu.Unlock()
	if err != nil {
		j.t.Fatal(err)
	}
	for lines := bufio.NewReader(out); ; {
		line, err := lines.ReadBytes('\n')
		if err != nil { // the rest of a line is of no use
			_ = c.Wait() // with the error that it was killed
			return j.stands()
		}
		var e store.Event
		if err := json.Unmarshal(line, &e); err != nil {
			j.t.Fatalf("%v in %q", err, line)
		}
		j.hear(e)
	}
}

func (j *journey) stands() (run store.Run) {
	j.t.Helper()
	s, err := store.Open(j.home)
	if err != nil {
		j.t.Fatal(err)
	}
	w, err := s.Workspace("Library")
	if err == nil {
		run, err = w.Run(j.run)
	}
	if err = errors.Join(err, s.Close()); err != nil {
		j.t.Fatal(err)
	}
	return run
}

func (j *journey) hear(e store.Event) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.run = e.Run
	switch e.Kind {
	case "step":
		if j.steps++; j.steps == j.step {
			j.fall()
		}
	case "ask":
		if j.cards = append(j.cards, j.plain(e.Cards)); len(j.cards) == j.ask {
			j.fall()
		}
	}
}

// travel asks, goes on after a death, and replies, until the run has its answer.
func (j *journey) travel() (done store.Run, deaths int) {
	j.t.Helper()
	args := []string{"ask", "--workflow", j.workflow}
	for _, number := range j.set {
		args = append(args, "--set", number)
	}
	args = append(args, j.question)
	for replied := 0; ; {
		done = j.live(args...)
		switch {
		case deaths > 1:
			j.t.Fatalf("it died without being killed: %+v", done)
		case done.Status == store.Running:
			deaths++
			args = []string{"resume", j.run}
		case done.Status == store.NeedsPerson && replied < len(j.replies):
			if asks := j.plain(done.Cards); asks != j.cards[len(j.cards)-1] {
				j.t.Errorf("killed at %+v it waits with %s, and asked %s", j.fate, asks, j.cards[len(j.cards)-1])
			}
			args = []string{"answer", j.run, j.replies[replied]}
			replied++
		default:
			return done, deaths
		}
	}
}

// varies is what differs from one time to the next: times, what was measured and what was estimated of it, and the names
// of folders.
var varies = regexp.MustCompile(`"(?:millis|time)":(?:"[^"]*"|\d+),?|"estimate":\{[^}]*\}|, (?:some [^;"]* a second|whose speed isn't known yet);|session_[\d-]+`)

// plain is what is said, without what varies.
func (j *journey) plain(said any) string {
	raw, err := json.Marshal(said)
	if err != nil {
		j.t.Fatal(err)
	}
	return varies.ReplaceAllString(strings.NewReplacer(j.home, "HOME", j.run, "RUN").Replace(string(raw)), "")
}

func TestKilledAnywhereEveryWorkflowComesToTheSame(t *testing.T) {
	stride := 1 // it is killed at every call and, of the long ones, at every third step
	if testing.Short() || ingesttest.RaceDetector {
		stride = 5
	}
	home := newBench(t)
	server := llmtest.New(t)
	home.host = server.URL
	home.must("add", write(t, t.TempDir(), "Lease.pdf", lease()), write(t, t.TempDir(), "Acme.pdf", pdftest.Text(
		"Consolidated statements of income\n(in millions of US dollars)\n2022 2021\nRevenue 1,577.00 1,261.60", "Revenue was driven by rockets.")))
	for _, k := range killings {
		t.Run(k.workflow, func(t *testing.T) {
			t.Parallel()
			server := llmtest.New(t)
			set := func(f fate) *journey {
				j := &journey{bench: &bench{t, t.TempDir(), server.URL}, killing: k, fate: f}
				if err := os.CopyFS(j.home, os.DirFS(home.home)); err != nil {
					t.Fatal(err)
				}
				server.Always(j.answer)
				return j
			}
			whole := set(fate{})
			want, _ := whole.travel()
			if want.Status != store.Answered || want.Answer == "" || len(whole.sent) < 2 || len(whole.cards) != len(k.replies) {
				t.Fatalf("%+v after %d calls and %q", want, len(whole.sent), whole.cards)
			}
			var fates []fate
			for at := 1; at <= len(whole.sent); at += stride {
				fates = append(fates, fate{call: at})
			}
			const long = 30
			for at := 1; at <= whole.steps; at += stride * (1 + 2*min(whole.steps/long, 1)) {
				fates = append(fates, fate{step: at})
			}
			for at := range whole.cards {
				fates = append(fates, fate{ask: at + 1})
			}
			for _, f := range fates {
				j := set(f)
				got, deaths := j.travel()
				j.compare(whole, got, want, deaths)
			}
			t.Logf("killed %d times, at %d calls, %d steps and %d questions", len(fates), len(whole.sent), whole.steps, len(whole.cards))
		})
	}
}

// compare holds a journey with a death against the one without.
func (j *journey) compare(whole *journey, got, want store.Run, deaths int) {
	j.t.Helper()
	result := func(j *journey, r store.Run) string {
		return j.plain([]any{r.Status, r.Answer, r.AnswerMode, r.Model, r.Citations, r.Message, r.Made})
	}
	if is, wanted := result(j, got), result(whole, want); is != wanted {
		j.t.Errorf("killed at %+v it came to\n%s\nnot\n%s", j.fate, is, wanted)
	}
	if len(j.sent) > len(whole.sent)+deaths || !slices.Equal(slices.Compact(j.sent), slices.Compact(slices.Clone(whole.sent))) {
		j.t.Errorf("killed at %+v it made %d calls, not %d", j.fate, len(j.sent), len(whole.sent))
	}
	if cards := slices.Compact(slices.Clone(j.cards)); !slices.Equal(cards, slices.Compact(slices.Clone(whole.cards))) {
		j.t.Errorf("killed at %+v it asked %q, not %q", j.fate, cards, whole.cards)
	}
	if folders, _ := filepath.Glob(filepath.Join(j.home, "reports", "*")); len(folders) > 1 {
		j.t.Errorf("killed at %+v it left the folders %q", j.fate, folders)
	}
}

const noticeSaid = "The notice period is three months"

func chatSays(sent string) string {
	if strings.Contains(sent, "Decide whether a message needs") {
		return `{"intent":"documents"}`
	}
	return noticeSaid + " [1]."
}

// checkedSays has two drafts that don't pass, and after the person's reply one more and one that does.
func checkedSays(sent string) string {
	critique := `{"hallucination":false,"unsupported_claims":["The rent falls"],"logical_gaps":["Says nothing on the rent"],"conflicting_evidence":[],"confidence":%s}`
	again, later := strings.Contains(sent, "<faults>"), strings.Contains(sent, "I mean the flat's")
	switch audited := strings.Contains(sent, "You are a strict auditor"); {
	case strings.Contains(sent, "You score an answer"):
		return `{"faithfulness":0.9,"relevance":0.8,"completeness":0.7,"citation_quality":1,"overall":0.1}`
	case audited && strings.Contains(sent, noticeSaid+" [1]"):
		return `{"hallucination":false,"unsupported_claims":[],"logical_gaps":[],"conflicting_evidence":[],"confidence":0.9}`
	case audited && strings.Contains(sent, "Second"):
		return fmt.Sprintf(critique, "0.4")
	case audited:
		return fmt.Sprintf(critique, "0.5")
	case again && later:
		return noticeSaid + " [1]."
	case later:
		return "Third [1]."
	case again:
		return "Second [1]."
	}
	return "First [1]."
}

// analystSays finds too little at first, and writes a text that has to be healed.
func analystSays(sent string) string {
	switch {
	case strings.Contains(sent, "You prepare a search"):
		return `{"entities":["Acme"],"periods":["2021","2022"],"document_types":[],"keywords":["net sales"]}`
	case strings.Contains(sent, "didn't find all"):
		return `{"keywords":["rockets"]}`
	case strings.Contains(sent, "You read figures"):
		metric := `{"id":"%s","label":"Revenue","row":"Revenue","figure":"%s","passage":1,"period":"%s","unit":"","currency":"USD","scale":"million"}`
		return fmt.Sprintf(`{"metrics":[`+metric+`,`+metric+`],"calculations":[{"id":"g","label":"Growth","operation":"growth","operands":["a","b"]}],"charts":[],"primary":"b","finding":""}`,
			"a", "1,261.60", "2021", "b", "1,577.00", "2022")
	case strings.Contains(sent, "You are a financial analyst"):
		return "Revenue grew to {{m2}}. Margins rose by 77% [1]."
	case strings.Contains(sent, "failed checks"):
		return `{"sentences":[{"n":1,"text":"Growth was {{c1}}."}],"charts":[]}`
	}
	return `{"sufficient":false,"missing":["Revenue of 2020"]}`
}

// reportSays has two drafts that don't hold, and one that does.
func reportSays(sent string) string {
	switch {
	case strings.Contains(sent, "<claim id=\"1\">\n"+noticeSaid):
		return `{"checks":[{"claim":1,"confidence":0.9,"contradiction":""}]}`
	case strings.Contains(sent, "You check the claims"):
		return `{"checks":[{"claim":1,"confidence":0.2,"contradiction":""}]}`
	case strings.Contains(sent, "nine months"):
		return noticeSaid + " [S1]."
	case strings.Contains(sent, "seven months"):
		return "The notice period is nine months [S1]."
	}
	return "The notice period is seven months [S1]."
}

// researchSays asks back, has two tasks and two drafts.
func researchSays(sent string) string {
	for begin, reply := range map[string]string{
		"You prepare searches": `{"queries":["rent of flats","amount due monthly"]}`,
		"Judge how well":       `{"analysis":"There is a lease.","gaps":["which flat"],"coverage":0.5}`,
		"A person wants":       `{"questions":["Which flat?","Which year?"]}`,
		"Sum up what":          `{"analysis":"About the rent.","queries":["amount of the rent"],"context":"The flat in Berlin.","entities":["Lease"],"scope":"the rent"}`,
		"Plan how":             `{"tasks":["Find the rent","Find the notice period"]}`,
		"Extract from":         `{"relevance":0.9,"lines":[{"text":"The rent is 900 euros.","sentences":[1]}]}`,
		"Find the references":  `{"references":[{"type":"document_mention","target":"Acme","original":"flat","document":""}]}`,
		"Decide whether":       `{"reason":"it tells the amount","follow":true}`,
		"A task of a research": `{"findings":"The rent is 900 euros.","gap":"","queries":[],"tasks":[]}`,
		"You write":            "The rent is 900 euros [1].",
		"A document was":       `{"action":"retry","focus":"Be longer."}`,
		"Score a document":     `{"faults":["short"],"factual_accuracy":50,"semantic_validity":50,"structure":50,"citations":50,"relevance":50}`,
	} {
		if strings.HasPrefix(sent, begin) {
			return reply
		}
	}
	return "?"
}
