package models

import (
	"context"
	"log/slog"
	"regexp"
	"slices"
	"sync"
	"time"

	"lectern/backend/fault"
	"lectern/backend/messages"
)

// Pull is how far the download of a model is. When it is done it is none any more, and the model is there.
type Pull struct {
	Model       string `json:"model"`
	State       string `json:"state" ts_type:"'pulling' | 'paused' | 'failed'"`
	Done        int64  `json:"done"`        // bytes
	All         int64  `json:"all"`         // 0: not known yet
	PerSecond   int64  `json:"perSecond"`   // bytes, as of late; 0: not known
	SecondsLeft int    `json:"secondsLeft"` // 0: not known
	Message     string `json:"message"`     // why it failed, and what to do
}

const (
	pulling = "pulling"
	paused  = "paused"
	failed  = "failed"
)

// Pulls downloads models by Ollama, when a person says so. What has come is kept by Ollama, so that a download that was paused, or
// broke off, goes on from there: which aren't done is kept in the settings, and a new start of the program has them as paused.
type Pulls struct {
	models *Models
	log    *slog.Logger
	tell   func([]Pull)

	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup
	mu     sync.Mutex
	list   []*pull
	told   time.Time
	tells  sync.Mutex
}

type pull struct {
	Pull
	embeds bool
	stop   context.CancelFunc
	recent []sample
}

// sample is how much had come at a time.
type sample struct {
	at   time.Time
	done int64
}

// NewPulls makes them; tell hears of every change.
func NewPulls(m *Models, log *slog.Logger, tell func([]Pull)) *Pulls {
	if tell == nil {
		tell = func([]Pull) {}
	}
	ctx, cancel := context.WithCancel(context.Background())
	p := &Pulls{models: m, log: log, tell: tell, ctx: ctx, cancel: cancel}
	var kept []keptPull
	if err := m.store.Settings.Get(keptKey, &kept); err != nil {
		log.Error("the downloads that were not done could not be read", "err", err)
	}
	for _, k := range kept {
		p.list = append(p.list, &pull{Pull: Pull{Model: k.Model, State: paused, Done: k.Done, All: k.All}, embeds: k.Embeds, stop: func() {}})
	}
	return p
}

// keptKey is the setting that lists the downloads that aren't done.
const keptKey = "pulls"

// keptPull is one of them.
type keptPull struct {
	Model     string
	Embeds    bool
	Done, All int64
}

func (p *Pulls) keep() {
	kept := []keptPull{}
	p.mu.Lock()
	for _, one := range p.list {
		kept = append(kept, keptPull{one.Model, one.embeds, one.Done, one.All})
	}
	p.mu.Unlock()
	if err := p.models.store.Settings.Save(keptKey, kept); err != nil {
		p.log.Error("the downloads that are not done could not be kept", "err", err)
	}
}

// Close ends all downloads and waits for them.
func (p *Pulls) Close() {
	p.cancel()
	p.work.Wait()
	if len(p.List()) > 0 {
		p.keep() // how far they are
	}
}

// List are those that aren't done.
func (p *Pulls) List() []Pull {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := []Pull{}
	for _, one := range p.list {
		out = append(out, one.Pull)
	}
	return out
}

// modelName is a name in Ollama's own library; another one's would be asked elsewhere.
var modelName = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]*(/[a-z0-9][a-z0-9._-]*)?(:[A-Za-z0-9._-]+)?$`)

// Start downloads a model, or goes on with that.
func (p *Pulls) Start(model string, embeds bool) error {
	if !modelName.MatchString(model) {
		return messages.Error("pull.not-a-name", messages.Args{"name": model})
	}
	p.mu.Lock()
	one := p.find(model)
	if one == nil {
		one = &pull{Pull: Pull{Model: model}, embeds: embeds}
		p.list = append(p.list, one)
	}
	if one.State == pulling || p.ctx.Err() != nil {
		p.mu.Unlock()
		return nil
	}
	ctx, stop := context.WithCancel(p.ctx)
	one.State, one.Message, one.stop, one.recent = pulling, "", stop, nil
	p.work.Go(func() { p.run(ctx, one) })
	p.mu.Unlock()
	p.keep()
	p.changed(true)
	return nil
}

func (p *Pulls) find(model string) *pull {
	if at := slices.IndexFunc(p.list, func(one *pull) bool { return one.Model == model }); at >= 0 {
		return p.list[at]
	}
	return nil
}

// Pause ends a download until it is started again.
func (p *Pulls) Pause(model string) { p.end(model, false) }

// Cancel ends a download. What has come of it Ollama throws away when it starts the next time.
func (p *Pulls) Cancel(model string) { p.end(model, true) }

func (p *Pulls) end(model string, gone bool) {
	p.mu.Lock()
	if one := p.find(model); one != nil {
		if one.stop(); one.State == pulling {
			one.State, one.PerSecond, one.SecondsLeft = paused, 0, 0
		}
		if gone {
			p.list = slices.DeleteFunc(p.list, func(other *pull) bool { return other == one })
		}
	}
	p.mu.Unlock()
	p.keep()
	p.changed(true)
}

// run has one downloaded.
func (p *Pulls) run(ctx context.Context, one *pull) {
	err := p.pull(ctx, one)
	if ctx.Err() != nil {
		return // paused or cancelled, which was told
	}
	if err == nil {
		p.models.Refresh(ctx) // the model is there before its download is gone
	}
	p.mu.Lock()
	one.PerSecond, one.SecondsLeft = 0, 0
	if err != nil {
		one.State, one.Message = failed, err.Error()
	} else {
		p.list = slices.DeleteFunc(p.list, func(other *pull) bool { return other == one })
	}
	p.mu.Unlock()
	one.stop()
	p.keep()
	p.changed(true)
}

func (p *Pulls) pull(ctx context.Context, one *pull) (err error) {
	defer fault.Recover(p.log, &err)
	return p.models.State().Client.Pull(ctx, one.Model, one.embeds, func(done, all int64) {
		p.mu.Lock()
		one.came(time.Now(), done, all)
		p.mu.Unlock()
		p.changed(false)
	})
}

// lately is the time over which a download's speed is measured.
const lately = 5 * time.Second

// came notes how much has come, and how fast. What was there already when it began tells nothing of the speed.
func (one *pull) came(now time.Time, done, all int64) {
	one.Done, one.All = done, all
	if n := len(one.recent); n == 0 || done != one.recent[n-1].done {
		one.recent = append(one.recent, sample{now, done})
	}
	for len(one.recent) > 2 && now.Sub(one.recent[1].at) > lately {
		one.recent = one.recent[1:]
	}
	one.PerSecond, one.SecondsLeft = 0, 0
	first := one.recent[0]
	if took := now.Sub(first.at); took >= time.Second && done > first.done {
		speed := float64(done-first.done) / took.Seconds()
		one.PerSecond, one.SecondsLeft = int64(speed), int(float64(all-done)/speed)+1
	}
}

// tellEvery bounds how often progress is told.
const tellEvery = 200 * time.Millisecond

func (p *Pulls) changed(now bool) {
	p.tells.Lock()
	defer p.tells.Unlock()
	if !now && time.Since(p.told) < tellEvery {
		return
	}
	p.told = time.Now()
	p.tell(p.List())
}
