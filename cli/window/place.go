//go:build desktop

package window

import (
	"context"

	"github.com/wailsapp/wails/v2/pkg/runtime"
)

// placeKey is the setting that tells where the window was when it was closed.
const placeKey = "window"

// place is where a window was, and how large.
type place struct {
	X, Y, Width, Height int
	Maximised           bool
}

// placeOf is where the window is. Of one that has the whole screen, how large it was before is kept.
func placeOf(ctx context.Context, before place) place {
	if runtime.WindowIsMaximised(ctx) || runtime.WindowIsFullscreen(ctx) {
		before.Maximised = true
		return before
	}
	at := place{}
	at.Width, at.Height = runtime.WindowGetSize(ctx)
	at.X, at.Y = runtime.WindowGetPosition(ctx)
	return at
}

// take puts a window where it was, if enough of that is still on a screen.
func (p place) take(ctx context.Context) {
	if p.Width == 0 {
		return
	}
	const seen = 100 // pixels of it, to take hold of
	screens, err := runtime.ScreenGetAll(ctx)
	width, height := 0, 0
	for _, s := range screens {
		width, height = width+s.Size.Width, max(height, s.Size.Height)
	}
	if err == nil && p.X > -p.Width+seen && p.Y >= 0 && p.X < width-seen && p.Y < height-seen {
		runtime.WindowSetPosition(ctx, p.X, p.Y)
	}
	if p.Maximised {
		runtime.WindowMaximise(ctx)
	}
}
