package app

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/ingest"
	"lectern/backend/library"
	"lectern/backend/models"
	"lectern/backend/runs"
	"lectern/backend/store"
)

// Diagnosis is what came of looking at one part of the program.
type Diagnosis struct {
	Check   string `json:"check"`
	OK      bool   `json:"ok"`
	Message string `json:"message"`
	Hint    string `json:"hint"` // what to do; "": nothing
}

// Doctor looks at the parts one after the other.
type Doctor struct {
	Rebuild         bool // make a library whose database is lost or damaged anew from its PDFs
	EmptyQuarantine bool // delete what was put into the quarantine

	Tell     func(Diagnosis)          // hears each result
	Progress func(library.Rebuilding) // hears how a rebuild goes

	bad bool
}

// Run opens the data folder and tells what works. Fine is false if something that no model is needed for does not.
func (d *Doctor) Run(ctx context.Context, config Config) (fine bool) {
	core, err := d.open(config)
	if err != nil {
		d.fails("Data folder", err, "")
		return false
	}
	defer core.Close()
	d.library(ctx, core)
	d.quarantine(core)
	d.readers(ctx, core)
	s := core.Models.Refresh(ctx)
	d.Tell(core.ocr(ctx))
	d.models(s)
	if scale, err := core.Runs.Calibration(); err != nil {
		d.tell("Score thresholds", false, Sentence(err), "")
	} else {
		d.tell("Score thresholds", true, inUse(scale), "")
	}
	return !d.bad
}

func (d *Doctor) tell(check string, ok bool, message, hint string) {
	d.Tell(Diagnosis{check, ok, message, hint})
}

// fails tells of what must not be.
func (d *Doctor) fails(check string, err error, hint string) {
	d.bad = true
	d.tell(check, false, Sentence(err), hint)
}

// open opens the data folder, also one whose library is to be rebuilt.
func (d *Doctor) open(config Config) (*Core, error) {
	if !d.Rebuild {
		return Open(config)
	}
	core := &Core{config: config}
	s, err := store.Rebuild(config.Home)
	if err != nil {
		return nil, err
	}
	return core, core.wire(s)
}

func (d *Doctor) library(ctx context.Context, core *Core) {
	if !d.Rebuild {
		if core.Store.Rebuilding() {
			d.bad = true
			d.tell("Library", false, "it is being rebuilt from its PDFs, and not all of them have been read again", fmt.Sprintf("Type lectern --home %q doctor --rebuild to go on.", core.config.Home))
		}
		return
	}
	r, err := core.rebuild(ctx, d.Progress)
	switch {
	case err != nil:
		d.fails("Library", err, "What was rebuilt is kept; type the same again to go on.")
	case len(r.Problems) > 0:
		d.bad = true
		d.tell("Library", false, fmt.Sprintf("%d of %d PDFs were taken in again. %s", r.Of-len(r.Problems), r.Of, strings.Join(r.Problems, " ")), "Type the same again to try these once more.")
	case r.Of == 0:
		d.tell("Library", true, "whole: there is nothing to rebuild", "")
	default:
		d.tell("Library", true, fmt.Sprintf("rebuilt from %s", rag.Plural(r.Of, "PDF")), "")
	}
}

func (d *Doctor) quarantine(core *Core) {
	if d.EmptyQuarantine {
		if err := core.Store.Quarantine.Empty(); err != nil {
			d.fails("Quarantine", err, "")
		}
	}
	if n, bytes, err := core.Store.Quarantine.Count(); err == nil && n > 0 {
		d.tell("Quarantine", true, fmt.Sprintf("%s of %s in %s: what Lectern wrote and doesn't own any more, and databases that were damaged", rag.Plural(n, "file"), ingest.Size(bytes), core.Store.Quarantine.Folder()),
			"PDFs are kept there for 30 days, all else until you delete it: lectern doctor --empty-quarantine.")
	}
}

func (d *Doctor) readers(ctx context.Context, core *Core) {
	if docs, err := core.Library.List(); err != nil {
		d.fails("Data folder", err, "")
	} else {
		d.tell("Data folder", true, fmt.Sprintf("%s can be written; %d documents", core.config.Home, len(docs)), "")
	}
	if err := core.Reader.Warm(ctx); err != nil {
		d.fails("PDF readers", err, "")
	} else {
		d.tell("PDF readers", true, "pdfium and ledongthuc/pdf, in a process of their own", "")
	}
}

// models tells of Ollama. Nothing of it has to be there.
func (d *Doctor) models(s models.State) {
	if !s.Health.Running {
		d.tell("Ollama", false, s.Health.Message.String(), s.Health.Hint.String()+" Without it you can search and read.")
		return
	}
	d.tell("Ollama", true, fmt.Sprintf("version %s at %s", s.Health.Version, s.Host), "")
	chat, embed := models.SuggestChat(models.Memory()), models.SuggestEmbed()
	if s.Chat == "" {
		d.tell("Chat model", false, s.Why.String(), fmt.Sprintf("%s (%s): %s", chat.Why, chat.Size, chat.Command))
	} else {
		d.tell("Chat model", true, s.Chat, "")
	}
	if s.Embed == "" {
		d.tell("Embedding model", false, "none is installed; searches go by words alone", fmt.Sprintf("%s (%s): %s", embed.Why, embed.Size, embed.Command))
	} else {
		d.tell("Embedding model", true, s.Embed, "")
	}
}

// inUse tells the thresholds of scores in a line.
func inUse(s runs.Calibration) string {
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
