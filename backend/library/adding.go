package library

import (
	"math"
	"slices"
	"sync"
	"time"
)

// Adding tells how far everything is that is being added in the background, since there was nothing to add last.
type Adding struct {
	Of          int     `json:"of"`   // files
	Done        int     `json:"done"` // of them: those that are ready, failed or were there already
	Failed      int     `json:"failed"`
	Known       int     `json:"known"`       // that were there already
	Locked      int     `json:"locked"`      // that wait for a password
	Reading     int     `json:"reading"`     // that are being read, which a pause doesn't end
	Share       float64 `json:"share"`       // of the work that is done, 0 to 1
	SecondsLeft int     `json:"secondsLeft"` // 0: not known
	Paused      bool    `json:"paused"`
}

// item is a file of a batch.
type item struct {
	bytes              int64
	read               float64 // of it, 0 to 1
	passages, embedded int
	state              string // that it ended with
	locked             bool
}

func (i *item) ended() bool { return i.state != "" }

// batch is what is added together: all from one file that finds nothing to be done before it until everything is done.
type batch struct {
	mu                 sync.Mutex
	items              []*item
	reading, embedding meter
	told               time.Time
}

// meter measures how long something was done, by however many at once.
type meter struct {
	active int
	since  time.Time
	busy   time.Duration
}

func (m *meter) begin() {
	if m.active++; m.active == 1 {
		m.since = time.Now()
	}
}

func (m *meter) end() {
	if m.active--; m.active == 0 {
		m.busy += time.Since(m.since)
	}
}

func (m *meter) took() time.Duration {
	if m.active > 0 {
		return m.busy + time.Since(m.since)
	}
	return m.busy
}

// with changes an item; there may be none.
func (b *batch) with(i *item, change func()) {
	if i == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	change()
}

func (b *batch) add(i *item) { b.with(i, func() { b.items = append(b.items, i) }) }

func (b *batch) lock(i *item, locked bool) { b.with(i, func() { i.locked, i.read = locked, 0 }) }

func (b *batch) read(i *item, share float64) { b.with(i, func() { i.read = max(i.read, share) }) }

func (b *batch) embed(i *item, passages, embedded int) {
	b.with(i, func() { i.read, i.passages, i.embedded = 1, passages, embedded })
}

func (b *batch) end(i *item, state string) {
	b.with(i, func() { i.state, i.read, i.embedded, i.locked = state, 1, i.passages, false })
}

// drop takes a file out that isn't to be added any more.
func (b *batch) drop(i *item) {
	b.with(i, func() { b.items = slices.DeleteFunc(b.items, func(other *item) bool { return other == i }) })
}

// settle tells how far the batch is, and ends it if everything is done: what is added from then on is another one, and no file
// is counted in two.
func (b *batch) settle(embeds bool) (a Adding, over bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if a = b.sum(embeds); a.Done < a.Of {
		return a, false
	}
	b.items, b.reading, b.embedding = nil, meter{}, meter{}
	return a, true
}

// readingShare is how much of the work on a file its reading is taken to be, where it is embedded after that.
const readingShare = .4

// how tells how far the batch is: nothing of one whose end isn't told yet.
func (b *batch) how(embeds bool) Adding {
	b.mu.Lock()
	defer b.mu.Unlock()
	if a := b.sum(embeds); a.Done < a.Of {
		return a
	}
	return Adding{}
}

// sum adds up how far the batch is; embeds says that what is read is embedded then.
func (b *batch) sum(embeds bool) (a Adding) {
	part := 1.0
	if embeds {
		part = readingShare
	}
	var done, all float64
	for _, i := range b.items {
		a.Of++
		switch {
		case i.ended():
			a.Done++
		case i.locked:
			a.Locked++
		}
		switch i.state {
		case Failed:
			a.Failed++
		case Duplicate:
			a.Known++
		}
		weight := float64(max(i.bytes, 1))
		all += weight
		share := i.read * part
		if i.passages > 0 {
			share += (1 - part) * float64(i.embedded) / float64(i.passages)
		}
		if i.ended() {
			share = 1
		}
		done += weight * share
	}
	if all > 0 {
		a.Share = done / all
	}
	a.Reading, a.SecondsLeft = b.reading.active, b.left(embeds)
	return a
}

// enough is how long something must have been done to tell from it how long the rest takes.
const enough = 2 * time.Second

// left is how many seconds the rest takes at the speed that was measured; 0 if that isn't known. Reading and embedding go on
// beside each other: what takes longer counts.
func (b *batch) left(embeds bool) int {
	var read, unread, passages, embedded, unembedded float64
	for _, i := range b.items {
		if i.locked {
			continue // nobody knows when its password comes
		}
		bytes := float64(max(i.bytes, 1))
		read += bytes * i.read
		unread += bytes * (1 - i.read)
		if i.read == 1 {
			passages += float64(i.passages)
		}
		embedded += float64(i.embedded)
		unembedded += float64(i.passages - i.embedded)
	}
	seconds := 0.0
	if unread > 0 {
		took := b.reading.took()
		if took < enough || read == 0 {
			return 0
		}
		seconds = took.Seconds() * unread / read
		unembedded += passages * unread / read // as many for each byte as so far
	}
	if embeds && unembedded > 0 {
		took := b.embedding.took()
		if took < enough || embedded == 0 {
			return 0
		}
		seconds = max(seconds, took.Seconds()*unembedded/embedded)
	}
	return int(math.Ceil(seconds))
}

// Adding tells how far everything is that is being added.
func (l *Library) Adding() Adding {
	a := l.batch.how(l.embedsSoon())
	l.mu.Lock()
	a.Paused = l.queue.paused
	l.mu.Unlock()
	return a
}

// tellAdding tells that; what changed by more than progress is told at once.
func (l *Library) tellAdding(now bool) {
	l.addings.Lock()
	defer l.addings.Unlock()
	if !now && time.Since(l.batch.told) < progressEvery {
		return
	}
	l.batch.told = time.Now()
	a, over := l.batch.settle(l.embedsSoon())
	l.mu.Lock()
	a.Paused = l.queue.paused
	l.mu.Unlock()
	l.TellAdding(a)
	if over && l.unpause() {
		l.keepQueue(true)
	}
}
