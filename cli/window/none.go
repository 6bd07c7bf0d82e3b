//go:build !desktop

package window

import (
	"context"
	"errors"
)

// Built says whether this build has a window.
const Built = false

// Open tells that there is none.
func (o Options) Open(context.Context) error { return errors.New("this build has no window") }
