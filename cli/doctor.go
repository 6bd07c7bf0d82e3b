package cli

import (
	"cmp"
	"fmt"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/models"
	"lectern/backend/runs"
)

type doctorCommand struct{}

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
	core, err := open(e.home, e.workspace, hooks{})
	if err != nil {
		tell("Data folder", false, sentence(err), "")
		return exitError{ExitFailed}
	}
	defer core.close()
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
