package cli

import (
	"fmt"
	"regexp"
	"testing"

	"lectern/backend/app"
	"lectern/backend/ingest/pdftest"
)

func TestDoctorTellsTheThresholdsInUse(t *testing.T) {
	b := newBench(t)
	tells := func(want string) {
		t.Helper()
		for _, l := range lines[app.Diagnosis](t, b.must("--json", "doctor")) {
			if l.Check == "Score thresholds" {
				if !l.OK || !regexp.MustCompile(want).MatchString(l.Message) {
					t.Errorf("%+v", l)
				}
				return
			}
		}
		t.Error("no word of them")
	}
	const lie = `^0\.60 and 0\.55 lie at 0\.\d\d and 0\.\d\d (of a question's words|cosine for \S+)\. `
	tells(lie + `The library was not measured yet`)
	var pages []string
	for i := range 60 {
		c := i / 6
		pages = append(pages, fmt.Sprintf("The harbour%d and crane%d need pilot%d at tide%d. Anchor%d and mooring%d follow harbour%d or crane%d.", c, 10*c+i%2, 10*c+i%3, c, 10*c+i%2, c, c, 10*c+i%3))
	}
	b.must("add", write(t, t.TempDir(), "Book.pdf", pdftest.Text(pages...)))
	tells(lie + `Measured on \d{4}-\d\d-\d\d from 60 passages\.$`)
}
