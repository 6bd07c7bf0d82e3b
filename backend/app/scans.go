package app

import (
	"context"
	"slices"
	"strings"

	"lectern/backend/ingest"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/models"
)

// recogniser is what reads pages that are pictures, as the person wants it; nil if nothing does.
func (c *Core) recogniser() ingest.Recogniser {
	switch scans := c.Models.Settings().Scans; scans {
	case models.Nobody:
		return nil
	case "":
		if t := ingest.FindTesseract(context.Background()); t != nil { // a nil *Tesseract is no nil Recogniser
			return t
		}
		return nil
	default:
		return models.Vision{Client: c.Models.State().Client, Model: scans}
	}
}

// ocr checks who reads pages that are pictures.
func (c *Core) ocr(ctx context.Context) Diagnosis {
	line := Diagnosis{Check: "Tesseract"}
	languages, hint := Tesseract(ctx, messages.In("en"))
	line.OK, line.Hint = len(languages) > 0, hint
	if line.OK {
		line.Message = messages.Text("app.reads-pictures", messages.Args{"languages": strings.Join(languages, ", ")})
	} else {
		line.Message = messages.Text("app.pictures-stay-unread")
		line.Hint += messages.Text("app.or-choose-a-model")
	}
	switch scans := c.Models.Settings().Scans; scans {
	case "":
	case models.Nobody:
		line.OK, line.Message, line.Hint = true, messages.Text("app.pictures-not-read"), ""
	default:
		line.OK, line.Message, line.Hint = true, messages.Text("app.pictures-read-by", messages.Args{"model": scans}), ""
		s := c.Models.State()
		if !slices.ContainsFunc(s.Models, func(m llm.Model) bool { return m.Name == scans && m.Vision }) && s.Health.Running {
			line.OK, line.Hint = false, messages.Text("app.picture-model-missing", messages.Args{"model": scans})
		}
	}
	return line
}
