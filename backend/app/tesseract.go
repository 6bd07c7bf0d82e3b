package app

import (
	"context"
	"os/exec"
	"runtime"
	"slices"
	"strings"

	"lectern/backend/ingest"
	"lectern/backend/messages"
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

func (m manager) howToInstall(say messages.Messages) string {
	if m.install == "" {
		return say.Text("app.install-as-told")
	}
	return say.Text("app.install-it", messages.Args{"command": m.install})
}

// howToAdd tells how another language comes in, naming one that isn't known yet as an example.
func (m manager) howToAdd(say messages.Messages, known []string) string {
	switch {
	case m.install == "":
		return say.Text("app.other-languages")
	case m.more == "":
		return say.Text("app.other-languages-installer")
	}
	example := "deu"
	for _, l := range []string{"deu", "fra", "spa", "ita", "jpn"} {
		if !slices.Contains(known, l) {
			example = l
			break
		}
	}
	return say.Text("app.another-language", messages.Args{"example": example, "command": strings.ReplaceAll(m.more, "LANG", example)})
}

// Tesseract tells which languages the installed one knows, none if it isn't there, and what to do for more.
func Tesseract(ctx context.Context, say messages.Messages) (languages []string, hint string) {
	if t := ingest.FindTesseract(ctx); t != nil {
		return t.Languages, here().howToAdd(say, t.Languages)
	}
	if _, err := exec.LookPath("tesseract"); err == nil {
		return []string{}, say.Text("app.knows-no-language", messages.Args{"how": here().howToAdd(say, nil)})
	}
	return []string{}, here().howToInstall(say)
}
