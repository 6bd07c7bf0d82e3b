//go:build !desktop && !bindings

package window

import (
	"context"

	"lectern/backend/messages"
)

// Available tells that there is no window.
func Available() (ok bool, why string) { return false, messages.Text("window.no-window-here") }

// Open tells that there is none.
func (o Options) Open(context.Context) error { return messages.Error("window.no-window") }
