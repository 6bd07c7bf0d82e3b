package cli

import (
	"fmt"
	"os"
	"runtime"

	"lectern/cli/window"
)

type windowCommand struct{}

func (c *windowCommand) Run(e *env) error {
	if window.Built && hasDisplay() {
		return window.Options{Page: e.Page, Built: e.Built, Bind: e.Bind, Config: e.config()}.Open(e.ctx)
	}
	if !e.json {
		why := "There is no display here"
		if !window.Built {
			why = "This build has no window"
		}
		fmt.Fprintln(e.Stderr, why+", so Lectern starts in browser mode.")
	}
	return (&serveCommand{Listen: "127.0.0.1:0"}).Run(e)
}

// hasDisplay says whether a window can be shown. Windows and macOS always have a display.
func hasDisplay() bool {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return true
	}
	return os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}
