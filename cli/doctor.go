package cli

import (
	"fmt"

	"lectern/backend/models"
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
	if bad {
		return exitError{ExitFailed}
	}
	return nil
}
