package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"lectern/backend/app"
	"lectern/backend/ingest/pdftest"
	"lectern/backend/llm/llmtest"
	"lectern/backend/models"
	"lectern/backend/store"
)

// scan has a page of text and a page that is a picture.
func scan() []byte {
	return pdftest.Text("The notice period is three months.\nThe rent is due on the first of the month.", "---")
}

// choose keeps settings.
func (b *bench) choose(s models.Settings) {
	b.t.Helper()
	all, err := store.Open(b.home)
	if err != nil {
		b.t.Fatal(err)
	}
	defer all.Close()
	m, err := models.Open(all)
	if err == nil {
		err = m.Save(b.t.Context(), s)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

func TestEveryPageIsAccountedFor(t *testing.T) {
	b := newBench(t)
	b.choose(models.Settings{Scans: models.Nobody})
	b.must("add", write(t, t.TempDir(), "Lease.pdf", scan()))
	shown := b.must("show", "Lease")
	if !strings.HasPrefix(shown, "Lease\n2 pages: 1 read and confirmed by a second reader, 1 could not be read (p. 2).\n  p. 2: unreadable. It is a picture only") ||
		strings.Contains(shown, "p. 1:") {
		t.Error(shown)
	}
	line := lines[certificateLine](t, b.must("--json", "show", "Lease"))[0]
	if !line.Compared || len(line.Pages) != 2 || line.Pages[1].Verdict != store.Unreadable || line.Name != "Lease" {
		t.Errorf("%+v", line)
	}
}

func TestADocumentIsReadAgainByAModelThatReadsPictures(t *testing.T) {
	server := llmtest.New(t)
	server.Models(llmtest.ChatModel, llmtest.VisionModel, llmtest.EmbedModel)
	b := newBench(t)
	b.host = server.URL
	b.choose(models.Settings{OllamaHost: server.URL, Scans: models.Nobody})
	b.must("add", write(t, t.TempDir(), "Lease.pdf", scan()))
	b.choose(models.Settings{OllamaHost: server.URL, Scans: llmtest.VisionModel})
	server.Script(llmtest.Reply{Text: "The deposit is two rents."})
	shown := b.must("show", "Lease", "--again")
	if !strings.Contains(shown, "1 read and confirmed by a second reader, 1 by OCR.\n  p. 2: ocr. Its letters were recognised in a picture.") {
		t.Error(shown)
	}
	if page := lines[pageLine](t, b.must("--json", "show", "Lease", "--page", "2"))[0]; page.Text != "The deposit is two rents." || page.Reader != llmtest.VisionModel {
		t.Errorf("%+v", page)
	}
	if hits := lines[hitLine](t, b.must("--json", "search", "deposit")); len(hits) == 0 || hits[0].Page != 2 {
		t.Errorf("%+v", hits)
	}
	if out := b.must("list"); strings.Contains(out, "keyword search only") {
		t.Error(out)
	}
}

func TestDoctorTellsWhoReadsScans(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for tesseract is a script")
	}
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	b := newBench(t)
	tesseract := func() app.Diagnosis {
		t.Helper()
		for _, l := range lines[app.Diagnosis](t, b.must("--json", "doctor")) {
			if l.Check == "Tesseract" {
				return l
			}
		}
		t.Fatal("there is no line on tesseract")
		return app.Diagnosis{}
	}
	if l := tesseract(); l.OK || !strings.Contains(l.Message, "not ready") || !strings.Contains(l.Hint, "Install it") || !strings.Contains(l.Hint, "choose a model") {
		t.Errorf("%+v", l)
	}
	script := func(name, body string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+body), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	script("tesseract", "echo 'List of available languages in \"/x\" (3):'\necho deu\necho eng\necho osd\n")
	if l := tesseract(); !l.OK || l.Message != "reads pages that are pictures, in eng, deu" || l.Hint == "" {
		t.Errorf("%+v", l)
	}
	if runtime.GOOS == "linux" {
		script("apt", "")
		if l := tesseract(); l.Hint != "Another language, for instance fra: sudo apt install tesseract-ocr-fra" {
			t.Errorf("%+v", l)
		}
	}
	script("tesseract", "exit 1\n")
	if l := tesseract(); l.OK || !strings.Contains(l.Hint, "knows no language") {
		t.Errorf("%+v", l)
	}
	server := llmtest.New(t)
	server.Models(llmtest.VisionModel)
	b.host = server.URL
	b.choose(models.Settings{OllamaHost: server.URL, Scans: llmtest.VisionModel})
	if l := tesseract(); !l.OK || !strings.Contains(l.Message, "vision:latest reads pages that are pictures") || l.Hint != "" {
		t.Errorf("%+v", l)
	}
	b.choose(models.Settings{OllamaHost: server.URL, Scans: "gone:7b"})
	if l := tesseract(); l.OK || !strings.Contains(l.Hint, "gone:7b is not installed") {
		t.Errorf("%+v", l)
	}
	b.choose(models.Settings{OllamaHost: server.URL, Scans: models.Nobody})
	if l := tesseract(); !l.OK || !strings.Contains(l.Message, "nobody reads") {
		t.Errorf("%+v", l)
	}
}
