package cli

import (
	"errors"
	"fmt"

	"lectern/backend/messages"
)

type embedCommand struct {
	Again bool `help:"Also those that an older version of the model embedded. That can take long in a large library."`
}

// embedLine says in JSON how the documents stand.
type embedLine struct {
	Waiting int `json:"waiting"` // documents without vectors of the model
	Stale   int `json:"stale"`   // with those of an older version of it
}

func (c *embedCommand) Run(e *env) error {
	bar := newBar(e)
	core, err := e.openShowing(bar)
	if err != nil {
		return err
	}
	defer core.Close()
	s := core.Models.Refresh(e.ctx)
	if s.Embed == "" {
		return messages.Error("cli.no-embedding-model")
	}
	bar.start(1)
	err = core.Library.EmbedAll(e.ctx)
	if c.Again && err == nil {
		err = core.Library.Renew(e.ctx)
	}
	if err == nil {
		err = core.Library.Measure(e.ctx)
	}
	bar.clear()
	waiting, listErr := core.Library.Waiting()
	stale, staleErr := core.Library.Stale()
	if err = errors.Join(err, listErr, staleErr); err != nil {
		return messages.Error("cli.not-everything-embedded", messages.Args{"error": err})
	}
	switch {
	case e.json:
		return e.print(embedLine{len(waiting), len(stale)})
	case len(stale) > 0:
		_, err = fmt.Fprintln(e.Stdout, messages.Text("cli.embedded-by-older", messages.Args{"documents": messages.Count("count.documents", len(stale)), "model": s.Embed}))
	default:
		_, err = fmt.Fprintln(e.Stdout, messages.Text("cli.all-embedded", messages.Args{"model": s.Embed}))
	}
	return err
}
