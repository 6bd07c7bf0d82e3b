package rag

import "sync"

// Cost is what was, or may be, spent on models.
type Cost struct {
	Calls     int   `json:"calls"`    // of the chat model
	TokensIn  int   `json:"tokensIn"` // read by it
	TokensOut int   `json:"tokensOut"`
	Millis    int64 `json:"millis"` // of its calls, without the time in which the person was waited for
}

// Plus adds two.
func (c Cost) Plus(o Cost) Cost {
	return Cost{c.Calls + o.Calls, c.TokensIn + o.TokensIn, c.TokensOut + o.TokensOut, c.Millis + o.Millis}
}

// readFactor is how many tokens a model reads in the time in which it writes one.
const readFactor = 10

// Work is the cost in tokens written, one read counting for a tenth.
func (c Cost) Work() float64 { return float64(c.TokensOut) + float64(c.TokensIn)/readFactor }

// Speeds are the measured speeds of models. The zero value is ready; it may be shared.
type Speeds struct {
	Keeper Keeper // where they outlive the program; nil: nowhere

	mu      sync.Mutex
	byModel map[string]Cost
	loaded  map[string]bool // into memory, as far as this program knows
	changed bool
}

const (
	speedsKey = "speeds"
	manyCalls = 1000 // of a model, after which the earlier ones count half
)

// known reads what was kept. The caller has the lock.
func (s *Speeds) known() map[string]Cost {
	if s.byModel == nil {
		s.byModel, s.loaded = map[string]Cost{}, map[string]bool{}
		if s.Keeper != nil && s.Keeper.Get(speedsKey, &s.byModel) != nil {
			s.byModel = map[string]Cost{} // they are measured anew
		}
	}
	return s.byModel
}

// Add takes a call into account, but for a model's first one, which may have had to load it.
func (s *Speeds) Add(model string, c Cost) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.known()
	if s.loaded[model] {
		sum := all[model].Plus(c)
		if sum.Calls > manyCalls {
			sum = Cost{sum.Calls / 2, sum.TokensIn / 2, sum.TokensOut / 2, sum.Millis / 2}
		}
		all[model], s.changed = sum, true
	}
	s.loaded[model] = true
}

// Of is a model's speed in tokens written a second, 0 if it isn't known: all work (tokens written, and a tenth of those
// read) over all time.
func (s *Speeds) Of(model string) float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.known()[model].Speed()
}

// Keep keeps what was measured since the last time.
func (s *Speeds) Keep() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.changed || s.Keeper == nil {
		return nil
	}
	err := s.Keeper.Save(speedsKey, s.byModel)
	s.changed = err != nil
	return err
}

// Speed is the work a second of what was spent, 0 if that isn't known.
func (c Cost) Speed() float64 {
	if c.Millis <= 0 || c.Work() <= 0 {
		return 0
	}
	return c.Work() / (float64(c.Millis) / 1000)
}
