package main

import (
	"context"

	"lectern/backend/fault"
	"lectern/backend/runs"
)

// Scale is what similarities mean in the library, and where the thresholds lie.
func (a *App) Scale() (_ runs.Scale, err error) {
	defer fault.Recover(a.core.Log, &err)
	return a.core.Runs.Scale()
}

// MeasureScale measures it now.
func (a *App) MeasureScale() (_ runs.Scale, err error) {
	defer fault.Recover(a.core.Log, &err)
	if err := a.core.Library.MeasureAgain(context.Background()); err != nil {
		return runs.Scale{Noise: []int{}, Signal: []int{}, Thresholds: []runs.Threshold{}}, err
	}
	return a.core.Runs.Scale()
}
