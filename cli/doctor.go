package cli

import (
	"cmp"
	"fmt"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/ingest"
	"lectern/backend/library"
	"lectern/backend/models"
	"lectern/backend/runs"
	"lectern/backend/store"
)

type doctorCommand struct {
	Rebuild         bool `help:"Make a library whose database is lost or damaged anew from its PDFs. What is damaged is kept in the quarantine."`
	EmptyQuarantine bool `help:"Delete what was put into the quarantine."`
}

type checkLine struct {
	Check   string `json:"check"`
	OK      bool   `json:"ok"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

func (c *doctorCommand) Run(e *env) error {
	bad := false
	tell := func(check string, ok bool, message, hint string) {
		mark := "✓"
		if !ok {
			mark = "✗"
		}
		if e.json {
			_ = e.print(checkLine{check, ok, message, hint})
			return
		}
		fmt.Fprintf(e.Stdout, "%s %s: %s\n", mark, check, message)
		if hint != "" {
			fmt.Fprintf(e.Stdout, "  %s\n", hint)
		}
	}
	core, err := c.open(e)
	if err != nil {
		tell("Data folder", false, sentence(err), "")
		return exitError{ExitFailed}
	}
	defer core.close()
	if c.Rebuild {
		r, err := core.rebuild(e.ctx, func(r library.Rebuilding) {
			if !e.json && r.Of > 0 {
				fmt.Fprintf(e.Stderr, "Rebuilding: %d of %d PDFs\n", r.Done, r.Of)
			}
		})
		switch {
		case err != nil:
			bad = true
			tell("Library", false, sentence(err), "What was rebuilt is kept; type the same again to go on.")
		case len(r.Problems) > 0:
			bad = true
			tell("Library", false, fmt.Sprintf("%d of %d PDFs were taken in again. %s", r.Of-len(r.Problems), r.Of, strings.Join(r.Problems, " ")), "Type the same again to try these once more.")
		case r.Of == 0:
			tell("Library", true, "whole: there is nothing to rebuild", "")
		default:
			tell("Library", true, fmt.Sprintf("rebuilt from %s", rag.Plural(r.Of, "PDF")), "")
		}
	} else if core.Store.Rebuilding() {
		bad = true
		tell("Library", false, "it is being rebuilt from its PDFs, and not all of them have been read again", fmt.Sprintf("Type lectern --home %q doctor --rebuild to go on.", e.home))
	}
	if c.EmptyQuarantine {
		if err := core.Store.Quarantine.Empty(); err != nil {
			bad = true
			tell("Quarantine", false, sentence(err), "")
		}
	}
	if n, bytes, err := core.Store.Quarantine.Count(); err == nil && n > 0 {
		tell("Quarantine", true, fmt.Sprintf("%s of %s in %s: what Lectern wrote and doesn't own any more, and databases that were damaged", rag.Plural(n, "file"), ingest.Size(bytes), core.Store.Quarantine.Folder()),
			"PDFs are kept there for 30 days, all else until you delete it: lectern doctor --empty-quarantine.")
	}
	docs, err := core.Library.List()
	if err != nil {
		bad = true
		tell("Data folder", false, sentence(err), "")
	} else {
		tell("Data folder", true, fmt.Sprintf("%s can be written; %d documents", e.home, len(docs)), "")
	}
	if err := core.Reader.Warm(e.ctx); err != nil {
		bad = true
		tell("PDF readers", false, sentence(err), "")
	} else {
		tell("PDF readers", true, "pdfium and ledongthuc/pdf, in a process of their own", "")
	}
	s := core.Models.Refresh(e.ctx)
	ocr := core.ocr(e.ctx)
	tell(ocr.Check, ocr.OK, ocr.Message, ocr.Hint)
	if !s.Health.Running {
		tell("Ollama", false, s.Health.Message, s.Health.Hint+" Without it you can search and read.")
	} else {
		tell("Ollama", true, fmt.Sprintf("version %s at %s", s.Health.Version, s.Host), "")
		chat, embed := models.SuggestChat(models.Memory()), models.SuggestEmbed()
		if s.Chat == "" {
			tell("Chat model", false, s.Why, fmt.Sprintf("%s (%s): %s", chat.Why, chat.Size, chat.Command))
		} else {
			tell("Chat model", true, s.Chat, "")
		}
		if s.Embed == "" {
			tell("Embedding model", false, "none is installed; searches go by words alone", fmt.Sprintf("%s (%s): %s", embed.Why, embed.Size, embed.Command))
		} else {
			tell("Embedding model", true, s.Embed, "")
		}
	}
	scale, err := core.Runs.Scale()
	if err != nil {
		tell("Score thresholds", false, sentence(err), "")
	} else {
		tell("Score thresholds", true, inUse(scale), "")
	}
	if bad {
		return exitError{ExitFailed}
	}
	return nil
}

// open opens the data folder, also one whose library is to be rebuilt.
func (c *doctorCommand) open(e *env) (*Core, error) {
	if !c.Rebuild {
		return open(e.home, e.workspace, hooks{})
	}
	core := &Core{home: e.home, workspace: e.workspace}
	s, err := store.Rebuild(e.home)
	if err != nil {
		return nil, err
	}
	return core, core.wire(s)
}

// inUse tells the thresholds of scores in a line.
func inUse(s runs.Scale) string {
	unit := "of a question's words"
	if s.Model != "" {
		unit = "cosine for " + s.Model
	}
	var scores, at []string
	for _, t := range s.Thresholds {
		scores, at = append(scores, fmt.Sprintf("%.2f", t.Score)), append(at, fmt.Sprintf("%.2f", t.At))
	}
	from := cmp.Or(s.Why, fmt.Sprintf("Measured on %.10s from %s.", s.Measured, rag.Plural(s.Passages, "passage")))
	return fmt.Sprintf("%s lie at %s %s. %s", strings.Join(scores, " and "), strings.Join(at, " and "), unit, from)
}
