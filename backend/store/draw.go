package store

import (
	"math/rand/v2"
	"sort"
)

// spot is a passage's place: its document, and its number in there.
type spot struct{ document, at int }

// draw draws passages, all as likely.
type draw struct {
	*rand.Rand
	counts []int // passages of each document
	before []int // passages of the documents up to and with it
	total  int
}

func newDraw(counts []int) *draw {
	d := &draw{drawn(), counts, nil, 0}
	for _, n := range counts {
		d.total += n
		d.before = append(d.before, d.total)
	}
	return d
}

// at is the nth passage of all.
func (d *draw) at(n int) spot {
	i := sort.SearchInts(d.before, n+1)
	return spot{i, n - d.before[i] + d.counts[i]}
}

// strangers pairs passages by chance. A small library gives no more than a few pairs a passage.
func (d *draw) strangers(most int) (out [][2]spot) {
	const each, tries = 10, 2
	most = min(most, each*d.total)
	for range tries * most {
		a, b := d.at(d.IntN(d.total)), d.at(d.IntN(d.total))
		if a.document == b.document && a.at-b.at < strange && b.at-a.at < strange {
			continue
		}
		if out = append(out, [2]spot{a, b}); len(out) == most {
			break
		}
	}
	return out
}

// neighbours pairs passages with the one behind them, each once.
func (d *draw) neighbours(most int) (out [][2]spot) {
	taken := map[int]bool{}
	add := func(n int) {
		if s := d.at(n); !taken[n] && s.at+1 < d.counts[s.document] {
			taken[n] = true
			out = append(out, [2]spot{s, {s.document, s.at + 1}})
		}
	}
	const enough = 4 // times as many as are wanted: then they are drawn, else all are looked at
	if d.total <= enough*most {
		for _, n := range d.Perm(d.total) {
			add(n)
		}
		return out[:min(most, len(out))]
	}
	for range enough * most {
		if add(d.IntN(d.total)); len(out) == most {
			break
		}
	}
	return out
}

// drawn is where drawing begins: the same library gives the same pairs.
func drawn() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// strange is from how many passages on two of one document aren't neighbours any more.
const strange = 4
