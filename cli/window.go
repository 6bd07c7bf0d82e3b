package cli

import (
	"fmt"
	"os"
	"runtime"
)

type windowCommand struct{}

func (c *windowCommand) Run(e *env) error {
	if hasWindow && hasDisplay() {
		return openWindow(e)
	}
	if !e.json {
		why := "There is no display here"
		if !hasWindow {
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
