package app

import (
	"context"

	"lectern/backend/runs"
)

// Calibration is what similarities mean in the library, and where the thresholds lie.
func (c *Core) Calibration() (runs.Calibration, error) {
	out, err := c.Runs.Calibration()
	out.Why = c.again(out.Why)
	return out, err
}

// Calibrate measures now what similarities mean in the library, and where the thresholds lie.
func (c *Core) Calibrate(ctx context.Context) (runs.Calibration, error) {
	if err := c.Library.MeasureAgain(ctx); err != nil {
		return runs.Calibration{Noise: []int{}, Signal: []int{}, Thresholds: []runs.Threshold{}}, err
	}
	return c.Calibration()
}
