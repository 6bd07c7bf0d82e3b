package ingest

import (
	"context"
	"errors"
	"os"
)

// Draw draws pages of a file, counted from 1, with so many dots an inch, and hands each on before it draws the next. Pages
// that can't be drawn are left out. The error is an *Error, the context's, or what take said.
func (r *Reader) Draw(ctx context.Context, path string, pages []int, dots int, take func(page int, p Picture) error) error {
	limits := r.Limits.orDefault()
	file, err := open(path, limits)
	if err != nil {
		return err
	}
	defer file.Close()
	wanted := make([]int, len(pages))
	for i, n := range pages {
		wanted[i] = n - 1
	}
	return r.draw(ctx, file, limits, order{render: wanted, dots: dots}, func(i int, p Picture) error { return take(i+1, p) }, func(int) {})
}

// draw has a worker draw pages, counted from 0, in that order: take gets each that could be drawn, missed hears of the others.
// After an error of take nothing more is drawn.
func (r *Reader) draw(ctx context.Context, file *os.File, limits Limits, how order, take func(page int, p Picture) error, missed func(page int)) error {
	all := limits.Memory
	var took error
	for limits.Memory = min(all, modest); len(how.render) > 0; {
		wanted := how.render
		t := &transcript{limits: limits}
		seen := 0
		t.picture = func(n int, p Picture) error {
			if seen == len(wanted) || n != wanted[seen]+1 {
				return errFrame
			}
			seen++
			took = take(n-1, p)
			return took
		}
		err := r.Budget.spend(ctx, limits.Memory, func() error { return r.run(ctx, file, t, how) })
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case took != nil:
			return took
		case err == nil:
			return nil
		case errors.Is(err, errMemory) && limits.Memory < all:
			limits.Memory = all // once more, with what is left to be drawn
		case seen < len(wanted):
			missed(wanted[seen])
			seen++
		}
		how.render = wanted[seen:]
	}
	return nil
}
