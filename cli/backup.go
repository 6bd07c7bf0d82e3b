package cli

import (
	"fmt"
	"os"

	"github.com/schollz/progressbar/v3"

	"lectern/backend/app"
	"lectern/backend/ingest"
	"lectern/backend/messages"
	"lectern/backend/store"
)

type backupCommand struct {
	File  string `arg:"" name:"file" help:"What to write, best on another disk."`
	Force bool   `help:"Write over a file that is there, once the new one is whole."`
}

// backupLine says in JSON what a backup holds.
type backupLine struct {
	File string `json:"file"`
	app.Backup
}

func (c *backupCommand) Run(e *env) error {
	if at, err := os.Stat(e.path(c.File)); err == nil && at.IsDir() {
		return messages.Error("cli.export-folder", messages.Args{"file": c.File})
	} else if err == nil && !c.Force {
		return messages.Error("cli.export-there", messages.Args{"file": c.File})
	}
	core, err := e.open()
	if err != nil {
		return err
	}
	defer core.Close()
	tell, end := e.bytesBar()
	b, err := core.WriteBackup(e.ctx, e.path(c.File), tell)
	end()
	if err != nil {
		return err
	}
	return e.holds("cli.backed-up", c.File, b)
}

type restoreCommand struct {
	File string `arg:"" name:"file" help:"A backup, as \"lectern backup\" or the window wrote it. What is in the data folder now goes to its quarantine."`
}

func (c *restoreCommand) Run(e *env) error {
	tell, end := e.bytesBar()
	b, replaced, err := e.restore(e.path(c.File), tell)
	end()
	if err != nil {
		return err
	}
	if err := e.holds("cli.restored", c.File, b); err != nil || e.json {
		return err
	}
	if replaced {
		_, err = fmt.Fprintln(e.Stdout, messages.Text("cli.restored-over", messages.Args{"home": e.home}))
	}
	return err
}

// holds tells what a backup holds.
// restore has a backup take the place of what is in the data folder; replaced says that there was something.
func (e *env) restore(file string, tell store.Progress) (b app.Backup, replaced bool, err error) {
	if e.beside == nil {
		return app.RestoreFolder(e.ctx, e.config(), file, tell)
	}
	if b, err = e.beside.CheckBackup(e.ctx, file); err == nil {
		err = e.beside.UseBackup()
	}
	return b, true, err
}

func (e *env) holds(key, file string, b app.Backup) error {
	if e.json {
		return e.print(backupLine{file, b})
	}
	_, err := fmt.Fprintln(e.Stdout, messages.Text(key, messages.Args{
		"file": file, "day": fmt.Sprintf("%.10s", b.Made), "size": ingest.Size(b.Bytes),
		"documents": messages.Count("count.documents", b.Documents), "conversations": messages.Count("backup.conversations", b.Conversations),
	}))
	if err == nil && b.Missing > 0 {
		_, err = fmt.Fprintln(e.Stderr, messages.Text("cli.backup-missing", messages.Args{"n": b.Missing}))
	}
	return err
}

type compactCommand struct{}

func (c *compactCommand) Run(e *env) error {
	core, err := e.open()
	if err != nil {
		return err
	}
	defer core.Close()
	tell, end := e.bytesBar()
	won, err := core.CompactDatabases(e.ctx, tell)
	end()
	if err != nil {
		return err
	}
	if e.json {
		return e.print(won)
	}
	_, err = fmt.Fprintln(e.Stdout, messages.Text("cli.compacted", messages.Args{"before": ingest.Size(won.Before), "after": ingest.Size(won.After), "won": ingest.Size(max(0, won.Before-won.After))}))
	return err
}

// bytesBar shows on a terminal how many bytes are done; elsewhere it shows nothing.
func (e *env) bytesBar() (tell store.Progress, end func()) {
	if !e.terminal {
		return func(int64, int64) {}, func() {}
	}
	const width = 24
	p := progressbar.NewOptions64(1, progressbar.OptionSetWriter(e.Stderr), progressbar.OptionClearOnFinish(), progressbar.OptionShowBytes(true), progressbar.OptionSetWidth(width))
	return func(done, of int64) {
		p.ChangeMax64(of)
		_ = p.Set64(done)
	}, func() { _ = p.Clear() }
}
