package app

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/ingest"
	"lectern/backend/llm"
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
	languages, hint := Tesseract(ctx)
	line.OK, line.Hint = len(languages) > 0, hint
	if line.OK {
		line.Message = "reads pages that are pictures, in " + strings.Join(languages, ", ")
	} else {
		line.Message = "not ready; pages that are pictures stay unread"
		line.Hint += ". Or choose a model that reads pictures in Settings."
	}
	switch scans := c.Models.Settings().Scans; scans {
	case "":
	case models.Nobody:
		line.OK, line.Message, line.Hint = true, "not used: nobody reads pages that are pictures, as chosen in Settings", ""
	default:
		line.OK, line.Message, line.Hint = true, fmt.Sprintf("not used: %s reads pages that are pictures, as chosen in Settings", scans), ""
		s := c.Models.State()
		if !slices.ContainsFunc(s.Models, func(m llm.Model) bool { return m.Name == scans && m.Vision }) && s.Health.Running {
			line.OK, line.Hint = false, fmt.Sprintf("%s is not installed in Ollama, or can't read pictures. Choose another one in Settings.", scans)
		}
	}
	return line
}
