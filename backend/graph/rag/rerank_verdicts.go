package rag

import (
	"sync"
	"time"

	"lectern/backend/messages"
)

// Verdicts remembers what models said of passages, by model, question and passage, and how long they take for one. It is
// safe for concurrent use.
type Verdicts struct {
	Keeper Keeper // where the times outlive the program; nil: nowhere

	mu      sync.Mutex
	seconds map[string]float64 // of one call, by the model's digest; nil: not read yet
	sure    map[[32]byte]float64
	order   [][32]byte // oldest first
}

const (
	verdictsKept = 20_000
	verdictsKey  = "judges"
)

func (v *Verdicts) find(key [32]byte) (sure float64, known bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	sure, known = v.sure[key]
	return sure, known
}

func (v *Verdicts) keep(key [32]byte, sure float64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.sure == nil {
		v.sure = map[[32]byte]float64{}
	}
	if _, again := v.sure[key]; !again {
		v.order = append(v.order, key)
	}
	v.sure[key] = sure
	for len(v.order) > verdictsKept {
		delete(v.sure, v.order[0])
		v.order = v.order[1:]
	}
}

// read loads the times that were kept. What can't be read is measured anew.
func (v *Verdicts) read() {
	if v.seconds != nil {
		return
	}
	v.seconds = map[string]float64{}
	if v.Keeper != nil && v.Keeper.Get(verdictsKey, &v.seconds) != nil {
		v.seconds = map[string]float64{}
	}
}

// speed is how long a model takes for one call; known is false if that wasn't measured.
func (v *Verdicts) speed(digest string) (each time.Duration, known bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.read()
	s, known := v.seconds[digest]
	return time.Duration(s * float64(time.Second)), known
}

// took records how long a model took for one call: what was known before counts three times as much.
func (v *Verdicts) took(digest string, each time.Duration) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.read()
	now := each.Seconds()
	if old, known := v.seconds[digest]; known {
		now = (3*old + now) / 4
	}
	v.seconds[digest] = now
	if v.Keeper == nil {
		return nil
	}
	if err := v.Keeper.Save(verdictsKey, v.seconds); err != nil {
		return messages.Error("rag.speed-not-kept", messages.Args{"error": err})
	}
	return nil
}
