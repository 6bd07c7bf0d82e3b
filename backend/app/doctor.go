package app

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"lectern/backend/ingest"
	"lectern/backend/library"
	"lectern/backend/messages"
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
	return d.Examine(ctx, core)
}

// Examine does so with one that is open.
func (d *Doctor) Examine(ctx context.Context, core *Core) (fine bool) {
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
	core := &Core{Program: &Program{config: config}}
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
			d.tell("Library", false, messages.Text("app.being-rebuilt"), messages.Text("app.rebuild-go-on", messages.Args{"home": fmt.Sprintf("%q", core.config.Home)}))
		}
		return
	}
	r, err := core.rebuild(ctx, d.Progress)
	switch {
	case err != nil:
		d.fails("Library", err, messages.Text("app.rebuilt-is-kept"))
	case len(r.Problems) > 0:
		d.bad = true
		d.tell("Library", false, messages.Text("app.taken-in-again", messages.Args{"done": r.Of - len(r.Problems), "all": r.Of, "problems": strings.Join(r.Problems, " ")}), messages.Text("app.try-once-more"))
	case r.Of == 0:
		d.tell("Library", true, messages.Text("app.nothing-to-rebuild"), "")
	default:
		d.tell("Library", true, messages.Text("app.rebuilt-from", messages.Args{"pdfs": messages.Count("count.pdfs", r.Of)}), "")
	}
}

func (d *Doctor) quarantine(core *Core) {
	if d.EmptyQuarantine {
		if err := core.Store.Quarantine.Empty(); err != nil {
			d.fails("Quarantine", err, "")
		}
	}
	if n, bytes, err := core.Store.Quarantine.Count(); err == nil && n > 0 {
		d.tell("Quarantine", true, messages.Text("app.quarantine", messages.Args{"files": messages.Count("count.files", n), "size": ingest.Size(bytes), "folder": core.Store.Quarantine.Folder()}),
			messages.Text("app.quarantine-kept"))
	}
}

func (d *Doctor) readers(ctx context.Context, core *Core) {
	if docs, err := core.Library.List(); err != nil {
		d.fails("Data folder", err, "")
	} else {
		d.tell("Data folder", true, messages.Text("app.home-writable", messages.Args{"folder": core.config.Home, "documents": len(docs)}), "")
	}
	if err := core.Reader.Warm(ctx); err != nil {
		d.fails("PDF readers", err, "")
	} else {
		d.tell("PDF readers", true, messages.Text("app.pdf-readers"), "")
	}
}

// models tells of Ollama. Nothing of it has to be there.
func (d *Doctor) models(s models.State) {
	if !s.Health.Running {
		d.tell("Ollama", false, s.Health.Message.String(), messages.Text("app.search-without-ollama", messages.Args{"hint": s.Health.Hint.String()}))
		return
	}
	d.tell("Ollama", true, messages.Text("app.ollama-version", messages.Args{"version": s.Health.Version, "host": s.Host}), "")
	chat, embed := models.SuggestChat(models.Memory()), models.SuggestEmbed()
	if s.Chat == "" {
		d.tell("Chat model", false, s.Why.String(), messages.Text("app.suggestion", messages.Args{"why": chat.Why, "size": chat.Size, "command": chat.Command}))
	} else {
		d.tell("Chat model", true, s.Chat, "")
	}
	if s.Embed == "" {
		d.tell("Embedding model", false, messages.Text("app.no-embedding-model"), messages.Text("app.suggestion", messages.Args{"why": embed.Why, "size": embed.Size, "command": embed.Command}))
	} else {
		d.tell("Embedding model", true, s.Embed, "")
	}
}

// inUse tells the thresholds of scores in a line.
func inUse(s runs.Calibration) string {
	unit := messages.Text("app.of-the-words")
	if s.Model != "" {
		unit = messages.Text("app.cosine-for", messages.Args{"model": s.Model})
	}
	var scores, at []string
	for _, t := range s.Thresholds {
		scores, at = append(scores, fmt.Sprintf("%.2f", t.Score)), append(at, fmt.Sprintf("%.2f", t.At))
	}
	from := cmp.Or(s.Why, messages.Text("app.measured-on", messages.Args{"day": fmt.Sprintf("%.10s", s.Measured), "passages": messages.Count("count.passages", s.Passages)}))
	return messages.Text("app.scores-lie-at", messages.Args{"scores": strings.Join(scores, " and "), "values": strings.Join(at, " and "), "unit": unit, "from": from})
}
