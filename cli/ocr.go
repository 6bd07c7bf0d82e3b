package cli

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"

	"lectern/backend/ingest"
	"lectern/backend/llm"
	"lectern/backend/models"
)

// manager is a program that installs others.
type manager struct {
	program string // "": it is always there
	install string // of tesseract
	more    string // languages; LANG stands for one
}

// managers by operating system; the first that is there counts.
var managers = map[string][]manager{
	"linux": {
		{"apt", "sudo apt install tesseract-ocr", "sudo apt install tesseract-ocr-LANG"},
		{"dnf", "sudo dnf install tesseract", "sudo dnf install tesseract-langpack-LANG"},
		{"pacman", "sudo pacman -S tesseract tesseract-data-eng", "sudo pacman -S tesseract-data-LANG"},
		{"apk", "sudo apk add tesseract-ocr", "sudo apk add tesseract-ocr-data-LANG"},
	},
	"darwin":  {{"", "brew install tesseract", "brew install tesseract-lang"}},
	"windows": {{"", "winget install UB-Mannheim.TesseractOCR", ""}},
}

// here is how tesseract and its languages are installed on this system; empty where that isn't known.
func here() manager {
	for _, m := range managers[runtime.GOOS] {
		if m.program == "" {
			return m
		}
		if _, err := exec.LookPath(m.program); err == nil {
			return m
		}
	}
	return manager{}
}

func (m manager) howToInstall() string {
	if m.install == "" {
		return "Install it as tesseract-ocr.github.io tells"
	}
	return "Install it: " + m.install
}

// howToAdd tells how another language comes in, naming one that isn't known yet as an example.
func (m manager) howToAdd(known []string) string {
	switch {
	case m.install == "":
		return "Other languages: see tesseract-ocr.github.io"
	case m.more == "":
		return "Other languages: run its installer again and choose them there"
	}
	example := "deu"
	for _, l := range []string{"deu", "fra", "spa", "ita", "jpn"} {
		if !slices.Contains(known, l) {
			example = l
			break
		}
	}
	return "Another language, for instance " + example + ": " + strings.ReplaceAll(m.more, "LANG", example)
}

// Tesseract tells which languages the installed one knows, none if it isn't there, and what to do for more.
func Tesseract(ctx context.Context) (languages []string, hint string) {
	if t := ingest.FindTesseract(ctx); t != nil {
		return t.Languages, here().howToAdd(t.Languages)
	}
	if _, err := exec.LookPath("tesseract"); err == nil {
		return []string{}, "It knows no language. " + here().howToAdd(nil)
	}
	return []string{}, here().howToInstall()
}

// ocr checks who reads pages that are pictures.
func (c *Core) ocr(ctx context.Context) checkLine {
	line := checkLine{Check: "Tesseract"}
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
