//go:build bindings && !desktop

package window

import (
	"context"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/options"

	"lectern/backend/app"
)

// Available is what the build is for that "wails build" makes first: it shows nothing, and opens no data folder.
func Available() (ok bool, why string) { return true, "" }

// Open writes down what the page may call, for Wails.
func (o Options) Open(context.Context) error {
	return wails.Run(&options.App{Bind: []any{o.Bind(&app.Core{})}})
}
