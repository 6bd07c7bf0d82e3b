package llmtest

import (
	"bufio"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Names of the models that a real server has. What they say means nothing: the first two recite words, the second can
// think, and to the third texts are near when they have letters in common. It takes texts of up to 512 tokens.
const (
	RealChatModel  = "tiny-llama:latest"
	RealThinkModel = "tiny-qwen3:latest"
	RealEmbedModel = "tiny-bert:latest"
)

//go:embed serve.sh
var serve string

// Ollama is a real server. It ends when its standard input does, and so at the latest with the test's process.
type Ollama struct {
	Host string // host:port

	pid   int
	log   string
	stdin io.Closer
	ended chan struct{}
}

var shared = sync.OnceValues(func() (*Ollama, error) { return Serve(os.Getenv("LECTERN_OLLAMA_MODELS"), 4) })

// Real is the host:port of a real server that the tests of a package share. A test is skipped where there is none; the
// variable LECTERN_OLLAMA says that there is one, and then it must run.
func Real(t testing.TB) string {
	t.Helper()
	need(t)
	o, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return o.Host
}

// Private starts a real server for a test after which it may not be as before: one that stops it, kills its runner or
// cancels an answer.
func Private(t testing.TB) *Ollama { return private(t, 4) }

// Single is Private of a server whose models answer one call at a time.
func Single(t testing.TB) *Ollama { return private(t, 1) }

func private(t testing.TB, parallel int) *Ollama {
	t.Helper()
	need(t)
	o, err := Serve(os.Getenv("LECTERN_OLLAMA_MODELS"), parallel)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		runners := o.runners()
		o.Stop()
		for _, pid := range runners {
			if alive(pid) {
				t.Errorf("the server left its runner %d behind", pid)
			}
		}
	})
	return o
}

func need(t testing.TB) {
	t.Helper()
	if os.Getenv("LECTERN_OLLAMA") == "" {
		t.Skip("no real Ollama: \"make test\" builds one, and names it in LECTERN_OLLAMA")
	}
}

// Serve starts the server that LECTERN_OLLAMA names over a folder of models, each of which answers so many calls at once.
// Its owner stops it.
func Serve(models string, parallel int) (*Ollama, error) {
	for _, path := range []string{os.Getenv("LECTERN_OLLAMA"), models} {
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("the real Ollama can't be started: %w", err)
		}
	}
	cmd := exec.Command("sh", "-c", serve)
	cmd.Env = append(os.Environ(), "LECTERN_OLLAMA_MODELS="+models, "LECTERN_OLLAMA_PARALLEL="+strconv.Itoa(parallel))
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	o := &Ollama{stdin: stdin, ended: make(chan struct{})}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err == nil {
		_, err = fmt.Sscan(line, &o.Host, &o.pid, &o.log)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the real Ollama didn't start: %w", err), stdin.Close(), cmd.Wait())
	}
	go func() {
		_ = cmd.Wait() // how it ended is in its log
		close(o.ended)
	}()
	return o, nil
}

// Stop ends the server and waits for it.
func (o *Ollama) Stop() {
	_ = o.stdin.Close() // again is no harm
	<-o.ended
}

// KillRunner kills the processes in which the server runs models. It needs Linux.
func (o *Ollama) KillRunner(t testing.TB) {
	t.Helper()
	runners := o.runners()
	if len(runners) == 0 {
		t.Fatal("the server has no runner")
	}
	for _, pid := range runners {
		p, err := os.FindProcess(pid)
		if err == nil {
			err = p.Kill()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// runners are the processes that the server started.
func (o *Ollama) runners() (pids []int) {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", o.pid))
	for _, list := range lists {
		text, _ := os.ReadFile(list) // of a thread that has ended meanwhile there are none
		for _, field := range strings.Fields(string(text)) {
			if pid, err := strconv.Atoi(field); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// alive says whether a process runs on for a second.
func alive(pid int) bool {
	for range 20 {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if _, state, _ := strings.Cut(string(stat), ") "); err != nil || strings.HasPrefix(state, "Z") {
			return false
		}
		time.Sleep(50 * time.Millisecond)
	}
	return true
}
