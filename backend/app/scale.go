package app

import (
	"context"

	"lectern/backend/runs"
)

// MeasureScale measures now what similarities mean in the library, and where the thresholds lie.
func (c *Core) MeasureScale(ctx context.Context) (runs.Scale, error) {
	if err := c.Library.MeasureAgain(ctx); err != nil {
		return runs.Scale{Noise: []int{}, Signal: []int{}, Thresholds: []runs.Threshold{}}, err
	}
	return c.Runs.Scale()
}
