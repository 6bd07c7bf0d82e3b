package store

import (
	"cmp"
	"encoding/json"
	"hash/maphash"
	"slices"
	"strings"
	"sync"
	"time"

	"lectern/backend/text"
)

// runTexts remembers what runs say, folded, by the sum of their records: to decode all of them for every key that is
// pressed would take a second where there are thousands.
type runTexts struct {
	mu    sync.Mutex
	seed  maphash.Seed
	known map[string]runText
}

type runText struct {
	sum    uint64
	asked  time.Time
	folded string // question and answer
}

// Find finds the runs whose question and answer hold all words of a text, in any order and whatever their case: those that
// hold them as they are typed first, the last asked before the others.
func (rs *Runs) Find(wanted string, limit int) (found []Run, err error) {
	phrase := strings.Join(strings.Fields(text.CaseFold(wanted)), " ")
	if phrase == "" {
		return nil, nil
	}
	words := strings.Fields(phrase)
	type hit struct {
		id    string
		rank  int
		asked time.Time
	}
	var hits []hit
	return found, rs.view(func(b buckets) error {
		all, err := rs.texts.read(b)
		if err != nil {
			return err
		}
		for id, t := range all {
			if slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(t.folded, w) }) {
				continue
			}
			rank := 1
			if strings.Contains(t.folded, phrase) {
				rank = 0
			}
			hits = append(hits, hit{id, rank, t.asked})
		}
		slices.SortFunc(hits, func(a, b hit) int {
			return cmp.Or(a.rank-b.rank, b.asked.Compare(a.asked), strings.Compare(a.id, b.id))
		})
		for _, h := range hits[:min(limit, len(hits))] {
			var r Run
			if err := getJSON(b.get("runs"), h.id, &r); err != nil {
				return err
			}
			found = append(found, r)
		}
		return nil
	})
}

// read brings what is remembered up to a transaction. What it returns is not changed any more.
func (t *runTexts) read(b buckets) (map[string]runText, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.known == nil {
		t.seed = maphash.MakeSeed()
	}
	now := make(map[string]runText, len(t.known))
	err := b.get("runs").ForEach(func(id, raw []byte) error {
		sum := maphash.Bytes(t.seed, raw)
		if known, ok := t.known[string(id)]; ok && known.sum == sum {
			now[string(id)] = known
			return nil
		}
		var r struct {
			Question, Answer string
			Asked            time.Time
		}
		if err := json.Unmarshal(raw, &r); err != nil {
			return err
		}
		now[string(id)] = runText{sum, r.Asked, text.CaseFold(r.Question + "\n" + r.Answer)}
		return nil
	})
	if err != nil {
		return nil, err
	}
	t.known = now
	return now, nil
}
