package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/llm/llmtest"
	"lectern/backend/racetest"
	"lectern/backend/runs/runstest"
	"lectern/backend/store"
)

// fate says when the program is killed: at the nth call of a model, before it is answered; at the nth step that begins,
// so right after one was stored; or at the nth question, before it is recorded that the run waits. 0: not at all.
type fate struct{ call, step, ask int }

// journey is a run of the program, which goes on in another process after it was killed or answered.
type journey struct {
	*bench
	runstest.Question
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
	return llmtest.Reply{Text: j.Says(llmtest.Purpose(r), sent.String())}
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
		run, err = w.Runs.Get(j.run)
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
	args := []string{"ask", "--workflow", j.Workflow}
	for _, number := range j.Set {
		args = append(args, "--set", number)
	}
	args = append(args, j.Text)
	for replied := 0; ; {
		done = j.live(args...)
		switch {
		case deaths > 1:
			j.t.Fatalf("it died without being killed: %+v", done)
		case done.Status == store.Running:
			deaths++
			args = []string{"resume", j.run}
		case done.Status == store.NeedsPerson && replied < len(j.Replies):
			if asks := j.plain(done.Cards); asks != j.cards[len(j.cards)-1] {
				j.t.Errorf("killed at %+v it waits with %s, and asked %s", j.fate, asks, j.cards[len(j.cards)-1])
			}
			args = []string{"answer", j.run, j.Replies[replied]}
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
	// Each death is a program that is started twice. The suites of the workflows (ragtest.Killed) cut runs off at every
	// event, in this process; here it is killed for good, at every third call and at every third step, of the long ones at
	// every ninth.
	stride := 3
	if testing.Short() || racetest.Detector {
		stride = 9
	}
	home := newBench(t)
	server := llmtest.New(t)
	home.host = server.URL
	home.must("add", write(t, t.TempDir(), "Lease.pdf", runstest.Lease()), write(t, t.TempDir(), "Acme.pdf", runstest.Acme()))
	for _, k := range runstest.Questions {
		t.Run(k.Workflow, func(t *testing.T) {
			t.Parallel()
			server := llmtest.New(t)
			set := func(f fate) *journey {
				j := &journey{bench: &bench{t, t.TempDir(), server.URL}, Question: k, fate: f}
				if err := os.CopyFS(j.home, os.DirFS(home.home)); err != nil {
					t.Fatal(err)
				}
				server.Always(j.answer)
				return j
			}
			whole := set(fate{})
			want, _ := whole.travel()
			if want.Status != store.Answered || want.Answer == "" || len(whole.sent) < 1 || len(whole.cards) != len(k.Replies) {
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
		return j.plain([]any{r.Status, r.Answer, r.AnswerMode, r.Model, r.Citations, r.Message, r.Output})
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
