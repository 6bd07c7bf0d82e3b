package ingest

import (
	"context"
	"errors"

	"golang.org/x/sync/semaphore"
)

// modest is what a worker may allocate at first. Honest files take less, so that three are read at a time; one that takes
// more is read over, alone, with all that Limits.Memory says.
const modest = 256 << 20

// Budget is the memory that all workers may allocate together. Hungry files wait for each other, and for the rest to be
// done. A nil Budget holds nobody up.
type Budget struct {
	all  int64
	left *semaphore.Weighted
}

// NewBudget makes a budget of so many bytes; 0: as many as one file may take.
func NewBudget(all int64) *Budget {
	fill(&all, DefaultLimits.Memory)
	return &Budget{all, semaphore.NewWeighted(all)}
}

// spend runs a worker that may allocate so much once that is free, and frees it.
func (b *Budget) spend(ctx context.Context, memory int64, run func() error) error {
	if b == nil {
		return run()
	}
	memory = min(memory, b.all) // else it would never be free
	if err := b.left.Acquire(ctx, memory); err != nil {
		return err
	}
	defer b.left.Release(memory)
	return run()
}

// within has a worker read a file with as little memory as will do: talk begins the conversation anew, under the limits that
// it is given. The time for it begins when there is memory.
func (r *Reader) within(ctx context.Context, limits Limits, talk func(context.Context, Limits) error) error {
	all := limits.Memory
	spend := func(memory int64) error {
		limits.Memory = memory
		return r.Budget.spend(ctx, memory, func() error {
			limited, cancel := context.WithTimeoutCause(ctx, limits.Total, errTotal)
			defer cancel()
			return talk(limited, limits)
		})
	}
	if r.CacheDir != "" && all > modest { // without a cache pdfium is compiled each time, which takes more
		if err := spend(modest); !errors.Is(err, errMemory) {
			return err
		}
	}
	return spend(all)
}
