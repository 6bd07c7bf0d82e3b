package main

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func sampled(t *testing.T, short bool) *yard {
	return newYard(t.Context(), trial{name: "hostile"}, "", t.TempDir(), 1, short)
}

func TestTheSameSeedMakesTheSameFiles(t *testing.T) {
	one, err := hostileFiles(sampled(t, true))
	two, again := hostileFiles(sampled(t, true))
	if err = errors.Join(err, again); err != nil || len(one) < 50 || !maps.EqualFunc(one, two, bytes.Equal) {
		t.Errorf("%d and %d files, %v", len(one), len(two), err)
	}
	y := sampled(t, true)
	y.random.Uint64()
	if three, err := hostileFiles(y); err != nil || maps.EqualFunc(one, three, bytes.Equal) {
		t.Errorf("other dice made the same files, %v", err)
	}
}

func TestAtLeast500HostileFilesAreMade(t *testing.T) {
	y := sampled(t, false)
	some := len(crafted(y.random, 100))
	spoilt, err := mutated(y.random, spoiltFiles(some))
	if err != nil || some < 150 || some+len(spoilt) < 500 {
		t.Errorf("%d crafted, %d mutated, %v", some, len(spoilt), err)
	}
}

func TestWhatBrokeIsTold(t *testing.T) {
	y := sampled(t, true)
	y.try("good", func() error { return nil })
	y.try("bad", func() error { return errors.New("it fell\nover") })
	if y.many != 2 || y.failed != 1 || len(y.broken) != 1 || y.broken[0] != "bad: it fell over" {
		t.Errorf("%+v", y)
	}
	for _, c := range []struct {
		outcome
		says string
	}{
		{outcome{code: 0}, ""},
		{outcome{code: 0, err: "panic: no\ngoroutine 1 [running]:"}, "stack"},
		{outcome{code: 2, err: "what?"}, "ended with 2"},
		{outcome{code: 1}, "without a word"},
		{outcome{code: 1, err: "lectern: the disk is full"}, ""},
	} {
		if err := c.ended(0, 1); (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c.outcome, err)
		}
	}
}

func TestATrialThatIsCutOffIsTold(t *testing.T) {
	y := newYard(t.Context(), trial{name: "slow", limit: time.Nanosecond, run: func(y *yard) {
		<-y.ctx.Done()
		y.try("late", func() error { return nil })
	}}, "", filepath.Join(t.TempDir(), "slow"), 1, false)
	y.make()
	if y.many != 0 || len(y.broken) != 1 || !strings.Contains(y.broken[0], "not everything was reached") {
		t.Errorf("%+v", y)
	}
}

func TestAChangeInAFolderIsSeen(t *testing.T) {
	dir := t.TempDir()
	at := filepath.Join(dir, "a")
	if err := os.WriteFile(at, []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	before, err := contents(dir)
	if err != nil || changed(before, before) != nil {
		t.Fatalf("%v, %v", err, changed(before, before))
	}
	if err := errors.Join(os.WriteFile(at, []byte("two"), 0o600), os.WriteFile(at+"b", nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	after, err := contents(dir)
	if err != nil || changed(before, after) == nil || !strings.Contains(changed(before, after).Error(), `["a" "ab (new)"]`) {
		t.Errorf("%v, %v", err, changed(before, after))
	}
}
