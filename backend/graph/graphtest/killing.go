package graphtest

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/backend/graph"
)

// Kill kills processes at random moments while they work, so many times, and lets the next one go on. After each kill,
// what the store knew before is still known, no finished step began again and no other more than once; in the end every
// thread ends as if nothing had happened.
func Kill(t *testing.T, h Harness, kills int, seed uint64) {
	if home, isChild := os.LookupEnv(childHome); isChild {
		h.toil(t, home)
		return
	}
	k := killer{Harness: h, drill: toiling, home: t.TempDir(), random: rand.New(rand.NewPCG(seed, 0))}
	for range kills {
		k.kill(t)
	}
	k.end(t)
	t.Logf("killed while working on %d threads, seed %d", k.thread+1, seed)
}

var toiling = drill{rounds: 3}

// toil works on one thread after the other, from the one at which the process before it was killed, and writes into a
// log which step of which thread begins.
func (h Harness) toil(t *testing.T, home string) {
	log, err := os.OpenFile(filepath.Join(home, "log"), os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	thread := 0
	for _, line := range lines(t, log) {
		thread = line.thread
	}
	d := toiling
	d.begins = func(step string) error {
		_, err := fmt.Fprintf(log, "%d %s\n", thread, step)
		return err
	}
	w := d.workflow(t, graph.Config{Store: h.open(t, home)})
	ready()
	for ; ; thread++ {
		if err := d.work(t.Context(), w, fmt.Sprint(thread)); err != nil {
			t.Fatal(err)
		}
	}
}

// line tells that a step of a thread began.
type line struct {
	thread int
	step   string
}

// lines reads those that were added to a log since.
func lines(t *testing.T, log *os.File) (all []line) {
	t.Helper()
	raw, err := io.ReadAll(log)
	for text := range strings.Lines(string(raw)) {
		var l line
		_, wrong := fmt.Sscan(text, &l.thread, &l.step)
		all, err = append(all, l), errors.Join(err, wrong)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// killer knows what the store knew after the last kill.
type killer struct {
	Harness
	drill
	home   string
	random *rand.Rand
	log    *os.File

	thread   int             // that was being worked on
	finished map[string]bool // of its steps
}

func (k *killer) kill(t *testing.T) {
	t.Helper()
	process := startChild(t, k.home)
	process.await(t)
	time.Sleep(2*time.Millisecond + time.Duration(k.random.Int64N(int64(38*time.Millisecond))))
	process.kill(t)
	if k.log == nil {
		log, err := os.Open(filepath.Join(k.home, "log"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { log.Close() })
		k.log = log
	}
	at, l := k.thread, &life{finished: k.finished}
	for _, line := range lines(t, k.log) {
		if line.thread < at {
			t.Fatalf("thread %d went on after %d had begun", line.thread, at)
		} else if line.thread > at {
			l.end(t)
			at, l = line.thread, &life{}
		}
		l.begins(line.step)
	}
	l.end(t)
	store, shut := k.openFor(t, k.home)
	finished := k.drill.finished(t, store, fmt.Sprint(at))
	shut()
	if at == k.thread {
		for step := range k.finished {
			if !finished[step] {
				t.Errorf("%s of thread %d was finished, and is lost", step, at)
			}
		}
	}
	lost := 0
	for step := range l.begun {
		if !finished[step] {
			lost++
		}
	}
	if lost > width {
		t.Errorf("%d steps were lost, more than run at once", lost)
	}
	k.thread, k.finished = at, finished
}

// end finishes the last thread and looks at them all.
func (k *killer) end(t *testing.T) {
	t.Helper()
	c := graph.Config{Store: k.open(t, k.home)}
	ending := k.ending(t)
	k.goOn(t, c, fmt.Sprint(k.thread), ending)
	w := k.workflow(t, c)
	for thread := range k.thread {
		r := stands(t, w, fmt.Sprint(thread))
		equal(t, r.State, ending)
		due(t, r, "")
	}
}
