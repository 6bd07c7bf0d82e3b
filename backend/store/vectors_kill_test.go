package store

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"lectern/backend/store/vector"
	"lectern/backend/store/vector/vectortest"
)

// version is what a document's vectors are in one version: its digest tells which that is.
func version(m *vectortest.Meanings, n int) [][]float32 {
	m.Rand = rand.New(rand.NewPCG(uint64(n), 3))
	return m.Texts(1 + n*37%300)
}

// writeUntilKilled puts, replaces and removes documents, and tells each version that it has stored.
func writeUntilKilled(t *testing.T, home string, from int) {
	s, err := Open(home)
	if err != nil {
		t.Fatal(err)
	}
	w, err := s.Workspace("Library")
	if err != nil {
		t.Fatal(err)
	}
	m := vectortest.NewMeanings(killedDim)
	for n := from; ; n++ {
		id, vs := id32(n%9), version(m, n)
		if n%7 == 3 {
			_ = w.Documents.Remove(id) // it may not be there
			continue
		}
		add(t, w, id, id, lines(len(vs))...)
		if err := w.Vectors.Put(id, vector.Space{Model: "m", Digest: fmt.Sprint(n), Dim: killedDim}, vs); err != nil {
			t.Fatal(err)
		}
		fmt.Println("stored", n)
	}
}

const killedDim = 40

func TestAKilledProcessLeavesOnlyWholeVectors(t *testing.T) {
	if home := os.Getenv("STORE_TEST_WRITE"); home != "" {
		from, err := strconv.Atoi(os.Getenv("STORE_TEST_FROM"))
		if err != nil {
			t.Fatal(err)
		}
		writeUntilKilled(t, home, from)
	}
	home, last, r := t.TempDir(), 0, rand.New(rand.NewPCG(5, 6))
	m := vectortest.NewMeanings(killedDim)
	for range 6 {
		c := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		c.Env = append(os.Environ(), "STORE_TEST_WRITE="+home, "STORE_TEST_FROM="+strconv.Itoa(last+1))
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		told := bufio.NewScanner(out)
		for range 5 + r.IntN(15) {
			if !told.Scan() {
				t.Fatal("the writer stopped by itself")
			}
			n, found := strings.CutPrefix(told.Text(), "stored ")
			if last, err = strconv.Atoi(n); err != nil || !found {
				t.Fatalf("%s: %v", told.Text(), err)
			}
		}
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait() // it was killed
		last = checkKilled(t, home, m, last)
	}
}

// checkKilled compares what is left with the versions that it is of, and returns the last of them. None that was told is
// lost: the one after it is another document's.
func checkKilled(t *testing.T, home string, m *vectortest.Meanings, told int) (last int) {
	s, err := Open(home)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	w, err := s.Workspace("Library")
	if err != nil {
		t.Fatal(err)
	}
	spaces, err := w.Vectors.Spaces()
	if err != nil {
		t.Fatal(err)
	}
	held := &shelf{t, w, vectortest.Held{}, killedDim}
	for id, space := range spaces {
		n, err := strconv.Atoi(space.Digest)
		if err != nil || id != id32(n%9) {
			t.Fatalf("%s holds %+v", id, space)
		}
		held.held[id] = version(m, n)
		last = max(last, n)
	}
	if last < told {
		t.Errorf("version %d is lost, the last is %d", told, last)
	}
	for range 5 {
		v := m.Text()
		for id := range spaces {
			if share := held.found(v, []string{id}, 20); share != 1 {
				t.Errorf("of %s only %.2f of the nearest were found", id, share)
			}
		}
		if share := held.found(v, nil, 20); share < 0.99 {
			t.Errorf("of all only %.2f of the nearest were found", share)
		}
	}
	return last
}
