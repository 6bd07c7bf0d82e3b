package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"lectern/backend/evidence"
	"lectern/backend/export"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// Exported is what of the conversations is to leave the program, by the id of a run, for its answer alone, or of a
// conversation, for the branch of it that is shown.
func (c *Core) Exported(id string) (export.Document, error) {
	made := time.Now()
	excerpts := func(passages []evidence.Passage) ([]evidence.Excerpt, error) {
		return c.evidence().Excerpts(context.Background(), passages)
	}
	if t, err := c.Runs.Turn(id); err == nil {
		d := export.Answer(t, made)
		d.Excerpts = excerpts
		return d, nil
	}
	title, turns, err := c.Runs.Turns(id)
	if errors.Is(err, store.ErrNotFound) {
		err = messages.Error("app.nothing-to-export")
	}
	return export.Document{Title: title, Turns: turns, Made: made, Excerpts: excerpts}, err
}

// evidence cuts pictures of passages out of the workspace's documents.
func (c *Core) evidence() evidence.Cutter {
	return evidence.Cutter{Workspace: c.Workspace, Reader: c.Reader}
}

// Identified is the id of a run or a conversation that begins like that.
func (c *Core) Identified(beginning string) (string, error) {
	asked, err := c.History("")
	if err != nil {
		return "", err
	}
	found := map[string]bool{}
	for _, a := range asked {
		for _, id := range []string{a.Run, a.Conversation} {
			if id == beginning {
				return id, nil
			}
			if strings.HasPrefix(id, beginning) {
				found[id] = true
			}
		}
	}
	quoted := messages.Args{"id": fmt.Sprintf("%q", beginning), "n": len(found)}
	if len(found) > 1 {
		return "", messages.Error("app.several-ids", quoted)
	}
	for id := range found {
		return id, nil
	}
	return "", messages.Error("app.no-such-id", quoted)
}

// SaveExport writes the answer of a run, or a conversation, into a file: "md", "html" or "pdf". In the window the person names
// it; in a browser the page downloads it.
func (c *Core) SaveExport(id, format string) (SavedFile, error) {
	if c.Shell.Browser() { // it is written as it is downloaded
		_, err := c.Exported(id)
		return SavedFile{Address: ExportAddress(id, format)}, err
	}
	name, data, err := c.ExportFile(id, format)
	if err != nil {
		return SavedFile{}, err
	}
	return c.save(name, data)
}

// ExportAddress is where browser mode serves an answer or a conversation, as "md", "html" or "pdf".
func ExportAddress(id, format string) string {
	return "/export/" + url.PathEscape(id) + "/export." + format
}

// ExportFile writes it, and names the file by its title.
func (c *Core) ExportFile(id, format string) (name string, data []byte, err error) {
	d, err := c.Exported(id)
	if err == nil {
		data, err = export.Write(d, format)
	}
	return fileName(d.Title, format), data, err
}

// CopyAnswer is the answer of a run with its sources and what is proved of it, as Markdown.
func (c *Core) CopyAnswer(run string) (string, error) {
	t, err := c.Runs.Turn(run)
	if err != nil {
		return "", err
	}
	return export.Copied(t), nil
}
