//go:build !desktop && !bindings

package window

import (
	"context"
	"errors"
)

// Available tells that there is no window.
func Available() (ok bool, why string) { return false, "This build has no window" }

// Open tells that there is none.
func (o Options) Open(context.Context) error { return errors.New("this build has no window") }
