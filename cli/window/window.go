//go:build desktop

package window

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	system "runtime"
	"sync/atomic"
	"time"

	opener "github.com/pkg/browser"
	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
	"github.com/wailsapp/wails/v2/pkg/options/linux"
	"github.com/wailsapp/wails/v2/pkg/options/mac"
	"github.com/wailsapp/wails/v2/pkg/runtime"

	"lectern/backend/app"
	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/cli/page"
)

// Available tells whether a window can be shown here, and why not. Windows and macOS always have a display.
func Available() (ok bool, why string) {
	if system.GOOS == "windows" || system.GOOS == "darwin" || os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != "" {
		return true, ""
	}
	return false, messages.Text("window.no-display")
}

// frame is the Shell of the desktop window.
type frame struct {
	ctx atomic.Pointer[context.Context]
}

// Emit implements Shell. Before the page is there nobody listens; it asks for everything when it comes.
func (w *frame) Emit(name string, data ...any) {
	if ctx := w.ctx.Load(); ctx != nil {
		runtime.EventsEmit(*ctx, name, data...)
	}
}

// ChooseFiles implements Shell.
func (w *frame) ChooseFiles() ([]string, error) {
	return runtime.OpenMultipleFilesDialog(*w.ctx.Load(), runtime.OpenDialogOptions{
		Title: "Add PDFs", Filters: []runtime.FileFilter{{DisplayName: "PDF (*.pdf)", Pattern: "*.pdf;*.PDF"}},
	})
}

// ChooseFolder implements Shell.
func (w *frame) ChooseFolder() (string, error) {
	return runtime.OpenDirectoryDialog(*w.ctx.Load(), runtime.OpenDialogOptions{Title: messages.Text("window.add-folder")})
}

// ChooseBackup implements Shell.
func (w *frame) ChooseBackup() (string, error) {
	return runtime.OpenFileDialog(*w.ctx.Load(), runtime.OpenDialogOptions{
		Title: "Restore", Filters: []runtime.FileFilter{{DisplayName: "*.zip", Pattern: "*.zip;*.ZIP"}},
	})
}

// SaveFile implements Shell. The dialog asks before a file that is there is written over.
func (w *frame) SaveFile(name string) (string, error) {
	ending := filepath.Ext(name)
	path, err := runtime.SaveFileDialog(*w.ctx.Load(), runtime.SaveDialogOptions{
		Title: "Save", DefaultFilename: name, Filters: []runtime.FileFilter{{DisplayName: "*" + ending, Pattern: "*" + ending}},
	})
	if err != nil || path == "" || filepath.Ext(path) != "" {
		return path, err
	}
	if _, err := os.Stat(path + ending); err == nil { // the dialog didn't ask for this one
		return "", messages.Error("window.there-already", messages.Args{"path": path + ending})
	}
	return path + ending, nil
}

// OpenURL implements Shell.
func (w *frame) OpenURL(address string) error {
	runtime.BrowserOpenURL(*w.ctx.Load(), address)
	return nil
}

// opening is how long a program that opens a file may take to say that it can't. Some end only with what they opened.
const opening = 2 * time.Second

// OpenFile implements Shell. A path is as good as an address to what the system opens things with, and has no letters
// that would have to be written in another way.
func (w *frame) OpenFile(path string) error {
	ended := make(chan error, 1)
	go func() { ended <- opener.OpenURL(path) }()
	select {
	case err := <-ended:
		if err != nil {
			return messages.Error("window.not-opened", messages.Args{"path": path, "error": err})
		}
	case <-time.After(opening):
	}
	return nil
}

// Notify implements Shell.
func (w *frame) Notify(title, text string) {
	ctx := w.ctx.Load()
	if ctx == nil || runtime.InitializeNotifications(*ctx) != nil { // the system has none
		return
	}
	_ = runtime.SendNotification(*ctx, runtime.NotificationOptions{ID: title, Title: title, Body: text})
}

// Raise implements Shell.
func (w *frame) Raise() string {
	if ctx := w.ctx.Load(); ctx != nil {
		runtime.WindowUnminimise(*ctx)
		runtime.Show(*ctx)
	}
	return ""
}

// Browser implements Shell.
func (w *frame) Browser() bool { return false }

// Open shows the window until it is closed. A second window on the same data folder brings the first one up.
func (o Options) Open(ctx context.Context) error {
	if !o.Built {
		return page.ErrNotBuilt
	}
	w := &frame{}
	core, err := app.OpenForPage(ctx, o.Config, w)
	locked := errors.Is(err, store.ErrLocked)
	if err != nil && !locked {
		return err
	}
	bound := []any{}
	if locked { // only a first window can help: there is nothing to show
		core = &app.Core{Program: &app.Program{Shell: w}}
	} else {
		defer core.Close()
		defer o.Opened(core)()
		bound = append(bound, o.Bind(core))
	}
	var failed error
	frame := o.frame(core, w, bound)
	frame.StartHidden = locked
	at := place{}
	if !locked && core.Damage() == nil && core.Store.Settings.Get(placeKey, &at) == nil && at.Width > 0 {
		frame.Width, frame.Height = max(at.Width, frame.MinWidth), max(at.Height, frame.MinHeight)
	}
	frame.OnBeforeClose = func(ctx context.Context) bool {
		if !locked && core.Damage() == nil {
			_ = core.Store.Settings.Save(placeKey, placeOf(ctx, at)) // else it comes up as usual
		}
		return false
	}
	frame.OnStartup = func(started context.Context) {
		w.ctx.Store(&started)
		startTestBridge(started)
		if locked { // not by another window, or this one would have ended before
			_, _ = runtime.MessageDialog(started, runtime.MessageDialogOptions{
				Type: runtime.ErrorDialog, Title: messages.Text("window.busy"), Message: app.Sentence(store.ErrLocked),
			})
			runtime.Quit(started)
			return
		}
		at.take(started)
		context.AfterFunc(ctx, func() { runtime.Quit(started) }) // Ctrl+C, or the session's end
		go func() {
			if err := core.Start(); err != nil {
				failed = err
				runtime.Quit(started)
			} else if len(o.Files) > 0 {
				o.add(core, o.Files)
			}
		}()
	}
	err = wails.Run(frame)
	if err == nil && locked {
		err = store.ErrLocked
	}
	return errors.Join(err, failed)
}

// add adds files that the window was opened with; the page tells how they fare.
func (o Options) add(core *app.Core, files []string) {
	if _, err := core.Shown().AddPaths(context.Background(), files); err != nil {
		core.Log.Warn("files that the window was opened with were not added", "err", err)
	}
}

// frame is what the window looks like, and what it serves.
func (o Options) frame(core *app.Core, w *frame, bound []any) *options.App {
	id := sha256.Sum256([]byte(o.Config.Home))
	return &options.App{
		Title: "Lectern", Width: 1320, Height: 860, MinWidth: 720, MinHeight: 480,
		BackgroundColour: &options.RGBA{R: 246, G: 245, B: 242, A: 255},
		AssetServer: &assetserver.Options{
			Assets: o.Page, Handler: page.Documents(core),
			Middleware: func(next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					page.Secure(w.Header())
					next.ServeHTTP(w, r)
				})
			},
		},
		Mac:         &mac.Options{OnFileOpen: func(path string) { go o.add(core, []string{path}) }},
		DragAndDrop: &options.DragAndDrop{EnableFileDrop: true},
		Linux:       &linux.Options{WebviewGpuPolicy: linux.WebviewGpuPolicyNever, ProgramName: "lectern"},
		SingleInstanceLock: &options.SingleInstanceLock{
			UniqueId:               "lectern-" + hex.EncodeToString(id[:8]),
			OnSecondInstanceLaunch: func(options.SecondInstanceData) { w.Raise() },
		},
		Bind: bound,
	}
}
