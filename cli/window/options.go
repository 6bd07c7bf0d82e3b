// Package window is the frame of the desktop window: the page in the system's web view, with its dialogs. It is the only
// room that knows Wails, and empty in builds without the tag desktop.
package window

import (
	"io/fs"

	"lectern/backend/app"
)

// Options are what the window shows, over which data folder.
type Options struct {
	Page   fs.FS // the built front end
	Built  bool  // it has been built
	Bind   func(*app.Core) any
	Config app.Config
	Files  []string // to be added at once

	// Opened hears of the program once it is open; what it returns ends that.
	Opened func(*app.Core) (closing func())
}
