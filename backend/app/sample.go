package app

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"time"

	"lectern/backend/pdfout"
)

// Sample is a document of our own to begin with, and what can be asked of it.
type Sample struct {
	Name      string   `json:"name"`
	Questions []string `json:"questions"`
}

var (
	//go:embed sample/sample.md
	sampleText string
	//go:embed sample/questions.json
	sampleQuestions []byte
)

// sampleName is what its file is called.
const sampleName = "Lindholm ferry (sample)"

// sampleDate is told in the file, so that it is the same each time, and known again.
var sampleDate = time.Date(2026, time.January, 15, 12, 0, 0, 0, time.UTC)

// Sample tells what the sample is called and what to ask of it.
func (c *Core) Sample() (s Sample, err error) {
	s.Name = sampleName
	return s, json.Unmarshal(sampleQuestions, &s.Questions)
}

// AddSample sets the sample as a PDF, and adds that.
func (c *Core) AddSample() error {
	var file bytes.Buffer
	if err := pdfout.Write(&file, sampleText, pdfout.Options{Title: sampleName, Language: "en", Created: sampleDate}); err != nil {
		return err
	}
	return c.Upload(sampleName+".pdf", "", &file)
}
