package ingest

import (
	"context"
	"errors"
	"testing"

	"lectern/backend/ingest/pdftest"
)

func TestAHungryFileIsReadOverWithMoreMemory(t *testing.T) {
	t.Setenv(fakeVariable, "hungry")
	r := reader()
	r.Budget = NewBudget(0)
	path := save(t, "a.pdf", pdftest.Text("text"))
	var heard []int
	c, err := r.Read(t.Context(), path, func(done, _ int) { heard = append(heard, done) })
	if err != nil || len(c.Pages) != 1 || c.Pages[0].Text != "Page one." || len(heard) != 1 {
		t.Errorf("%+v, %v, heard %v", c, err, heard)
	}
	if letters, err := r.Letters(t.Context(), path); err != nil || letters[1] != "Page one." {
		t.Errorf("%v, %v", letters, err)
	}
	if !r.Budget.left.TryAcquire(DefaultLimits.Memory) {
		t.Error("memory was not given back")
	}
}

func TestWorkersShareTheirMemory(t *testing.T) {
	b := NewBudget(3 * modest)
	spend := func(ctx context.Context, memory int64) error {
		return b.spend(ctx, memory, func() error { return nil })
	}
	late, cancel := context.WithCancel(t.Context())
	cancel()
	err := b.spend(t.Context(), modest, func() error {
		if err := spend(t.Context(), 2*modest); err != nil {
			t.Errorf("there is room for two more, and they got %v", err)
		}
		return spend(late, 3*modest)
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a hungry file didn't wait for the others: %v", err)
	}
	if err := spend(t.Context(), 100*modest); err != nil {
		t.Errorf("more than there is can't be had: %v", err)
	}
	var free *Budget
	if err := free.spend(late, modest, func() error { return nil }); err != nil {
		t.Errorf("without a budget it waited: %v", err)
	}
}
