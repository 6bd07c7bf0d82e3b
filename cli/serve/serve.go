// Package serve is the browser mode: the window's page over HTTP, on this machine alone.
package serve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"time"

	"lectern/backend/app"
	"lectern/backend/messages"
	"lectern/cli/page"
)

// Mode is the browser mode of one data folder.
type Mode struct {
	Page   fs.FS // the built front end
	Built  bool  // it has been built
	Bind   func(*app.Core) any
	Config app.Config
	Listen string // HOST:PORT; port 0 takes any
	// Ready hears the address, with its token, once it answers.
	Ready func(address string) error
	Files []string // to be added at once

	// Opened hears of the program once it is open; what it returns ends that.
	Opened func(*app.Core) (closing func())
}

// Run serves until the context ends.
func (m Mode) Run(ctx context.Context) (err error) {
	if !m.Built {
		return page.ErrNotBuilt
	}
	host, _, err := net.SplitHostPort(m.Listen)
	if err != nil {
		return messages.Error("serve.no-address", messages.Args{"address": fmt.Sprintf("%q", m.Listen)})
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return messages.Error("serve.not-only-local", messages.Args{"host": host})
	}
	b := newBrowser()
	core, err := app.OpenForPage(ctx, m.Config, b)
	if err != nil {
		return err
	}
	defer core.Close()
	ln, err := net.Listen("tcp", m.Listen)
	if err != nil {
		return messages.Error("serve.cannot-listen", messages.Args{"address": m.Listen, "error": err})
	}
	defer m.Opened(core)()
	b.attach(m.Bind(core), m.Page, core, ln.Addr().String())
	if core.Damage() == nil {
		if err := b.reopen(core.Store.Settings); err != nil {
			return err
		}
		core.Reopened = func() { _ = b.reopen(core.Store.Settings) } // else a page of a program that is cut off opens by its address again
		defer func() { err = errors.Join(err, b.shut(core.Store.Settings)) }()
	}
	if err := m.Ready(b.address()); err != nil {
		return err
	}
	server := b.server(usual)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(newStrangers(ln, mostStrangers)) }()
	if err := core.Start(); err != nil {
		return err
	}
	if len(m.Files) > 0 {
		if _, err := core.Shown().AddPaths(ctx, m.Files); err != nil {
			return err
		}
	}
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	b.close()
	ending, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if server.Shutdown(ending) != nil {
		_ = server.Close() // what is still open is a page that will reconnect
	}
	return nil
}
