package library

import (
	"context"
	"errors"
	"strings"

	"lectern/backend/llm"
)

// Measure measures what similarities mean in the library, if that is due: when a model is first used, and when the
// library has grown tenfold. It reads a bounded sample and asks the model twice. Without Scales nothing is measured.
func (l *Library) Measure(ctx context.Context) error { return l.measure(ctx, false) }

// MeasureAgain measures all of it now.
func (l *Library) MeasureAgain(ctx context.Context) error {
	err := l.measure(ctx, true)
	if errors.Is(err, llm.ErrDown) {
		l.Models.Refresh(ctx)
	}
	return err
}

func (l *Library) measure(ctx context.Context, anew bool) error {
	if l.Calibrations == nil {
		return nil
	}
	state := l.Models.State()
	digest := state.Digest
	if state.Embed == "" || strings.TrimSpace(digest) == "" {
		return l.Calibrations.Measure(ctx, nil, "", "", anew)
	}
	return l.Calibrations.Measure(ctx, state.Client, state.Embed, digest, anew)
}
