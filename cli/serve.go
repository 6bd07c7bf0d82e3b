package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"lectern/backend/library"
	"lectern/backend/store"
)

type serveCommand struct {
	Listen string `placeholder:"HOST:PORT" default:"127.0.0.1:0" help:"Address to listen on; only this machine can be one."`
}

func (c *serveCommand) Run(e *env) error {
	if !e.Built {
		return errors.New("the page has not been built; type \"make build\" in the source folder (it needs Node)")
	}
	host, _, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return fmt.Errorf("%q is no address to listen on; write it like 127.0.0.1:8080", c.Listen)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("%s can be reached from other machines; browser mode listens on 127.0.0.1 only", host)
	}
	return serve(e, c.Listen)
}

// serve runs browser mode until the context ends.
func serve(e *env, listen string) error {
	b := newBrowser()
	core, err := openForPage(e, b)
	if err != nil {
		return err
	}
	defer core.close()
	ln, err := net.Listen("tcp", listen)
	if err != nil {
		return fmt.Errorf("%s can't be listened on (%w); choose another with --listen", listen, err)
	}
	b.attach(e.Bind(core), e.Page, core, ln.Addr().String())
	if e.json {
		err = e.print(struct {
			Address string `json:"address"`
		}{b.address()})
	} else {
		_, err = fmt.Fprintf(e.Stdout, "Lectern is at %s\nOpen it in a browser on this machine; end it with Ctrl+C.\n", b.address())
	}
	if err != nil {
		return err
	}
	server := b.server(usual)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(newStrangers(ln, mostStrangers)) }()
	if err := core.start(); err != nil {
		return err
	}
	select {
	case err := <-failed:
		return err
	case <-e.ctx.Done():
	}
	b.close()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if server.Shutdown(ctx) != nil {
		_ = server.Close() // what is still open is a page that will reconnect
	}
	return nil
}

// firstLook is how long a page may be kept waiting for Ollama; after that it is told when Ollama answers.
const firstLook = 500 * time.Millisecond

// openForPage opens the data folder with everything told to the page.
func openForPage(e *env, shell Shell) (*Core, error) {
	h := hooks{
		documents: func(ds []library.Document) { shell.Emit("documents", ds) },
		event: func(ev store.Event) {
			shell.Emit("run", ev)
			if ev.Kind == "done" {
				shell.Emit("conversations")
			}
		},
	}
	core, err := open(e.home, e.workspace, h)
	var damage *store.Damage
	if errors.As(err, &damage) { // the page asks the person whether it is to be mended
		log, err := openLog(e.home)
		return &Core{Shell: shell, Log: log, home: e.home, workspace: e.workspace, hooks: h, damage: damage}, err
	}
	if err != nil {
		return nil, err
	}
	core.Shell = shell
	ctx, cancel := context.WithTimeout(e.ctx, firstLook) // so that the page begins with the truth
	defer cancel()
	core.Models.Refresh(ctx)
	return core, nil
}
