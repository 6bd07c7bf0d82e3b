package app

import (
	"bytes"
	"embed"
	"encoding/json"
	"io/fs"
	"time"

	"lectern/backend/pdfout"
)

// Sample is a document of our own to begin with, in the language of the page, and what can be asked of it.
type Sample struct {
	Name      string   `json:"name"`
	Questions []string `json:"questions"`
}

//go:embed sample/*
var samples embed.FS

// sampleDate is told in the file, so that it is the same each time, and known again.
var sampleDate = time.Date(2026, time.January, 15, 12, 0, 0, 0, time.UTC)

// Sample tells what the sample is called and what to ask of it.
func (c *Core) Sample() (s Sample, err error) {
	about, err := fs.ReadFile(samples, "sample/"+c.sampleLanguage()+".json")
	if err == nil {
		err = json.Unmarshal(about, &s)
	}
	return s, err
}

// sampleLanguage is that of the sample: English where there is none in the page's.
func (c *Core) sampleLanguage() string {
	if code := c.Say().Language(); hasSample(code) {
		return code
	}
	return "en"
}

func hasSample(code string) bool {
	_, err := fs.Stat(samples, "sample/"+code+".md")
	return err == nil
}

// AddSample sets the sample as a PDF, and adds that.
func (c *Core) AddSample() error {
	about, err := c.Sample()
	if err != nil {
		return err
	}
	text, err := fs.ReadFile(samples, "sample/"+c.sampleLanguage()+".md")
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if err := pdfout.Write(&file, string(text), pdfout.Options{Title: about.Name, Language: c.sampleLanguage(), Created: sampleDate}); err != nil {
		return err
	}
	return c.Upload(about.Name+".pdf", "", &file)
}
