package app

import (
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/graph/analyst"
	"lectern/backend/store"
)

// compared records a run with a comparison of one figure and a gap.
func compared(t *testing.T, a *Core, run string) {
	t.Helper()
	cell := store.Operand{Document: "annual", Doc: "Annual report", Page: 2, Row: "Purchases of PP&E", Column: "2018", Text: "(1,577)", Value: "1577000000", Unit: "USD"}
	raw, err := json.Marshal(analyst.Output{Comparison: &analyst.Comparison{
		Periods: []string{"2018", "2019"},
		Measures: []analyst.Measure{{Label: "Capital expenditure", Rows: []analyst.Row{{Company: "3M", Entries: []analyst.Entry{
			{ID: "m1", Shown: "1,577", Whole: "$1,577 million", Value: "1577000000", Flags: []string{"read by OCR"}, Cells: []store.Operand{cell}}, {Gap: "no filing"},
		}}}}},
	}})
	if err == nil {
		err = a.Workspace.Runs.Save(store.Run{ID: run, Conversation: "c-" + run, Workflow: "analyst", Question: "Compare: 2018/2019?", Status: store.Answered, Output: raw, Asked: time.Now()}, "Compare")
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestAComparisonIsSavedWhereThePersonWants(t *testing.T) {
	a, d := tabled(t)
	compared(t, a, "one")
	d.path = filepath.Join(t.TempDir(), "kept.csv")
	if saved, err := a.SaveComparison("one", "csv"); err != nil || saved != (SavedFile{Path: d.path}) {
		t.Fatalf("%+v %v", saved, err)
	}
	raw, err := os.ReadFile(d.path)
	text, marked := strings.CutPrefix(string(raw), "\ufeff")
	rows, readErr := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || readErr != nil || !marked || len(rows) != 3 || !slices.Equal(rows[1], []string{
		"Capital expenditure", "3M", "2018", "1577000000", "$1,577 million", "USD", "", "read by OCR", "c1", "Annual report", "2", "Purchases of PP&E", "2018", "(1,577)", "1577000000",
	}) || rows[2][7] != "no filing" {
		t.Errorf("%q %v %v", rows, err, readErr)
	}
	d.path = filepath.Join(t.TempDir(), "kept.xlsx")
	if _, err := a.SaveComparison("one", "xlsx"); err != nil {
		t.Fatal(err)
	}
	if raw, err := os.ReadFile(d.path); err != nil || !strings.HasPrefix(string(raw), "PK") {
		t.Errorf("%.4q %v", raw, err)
	}
	if want := []string{"Compare- 2018-2019.csv", "Compare- 2018-2019.xlsx"}; !slices.Equal(d.asked, want) {
		t.Errorf("%q", d.asked)
	}
	if err := a.Workspace.Runs.Save(store.Run{ID: "words", Conversation: "c-words", Workflow: "chat", Status: store.Answered, Asked: time.Now()}, "Words"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ run, format string }{{"nothing", "csv"}, {"words", "csv"}, {"one", "exe"}} {
		if saved, err := a.SaveComparison(c.run, c.format); err == nil {
			t.Errorf("%+v: %+v", c, saved)
		}
	}
	a.Shell = &screen{browser: true}
	if saved, err := a.SaveComparison("one", "csv"); err != nil || saved != (SavedFile{Address: "/comparison/one/comparison.csv"}) {
		t.Errorf("%+v %v", saved, err)
	}
}

func TestAPictureIsSavedIfItIsOne(t *testing.T) {
	a, d := tabled(t)
	d.path = filepath.Join(t.TempDir(), "chart.png")
	const picture = "\x89PNG\r\n\x1a\nthe rest"
	if saved, err := a.SavePicture("Sales: 2018", base64.StdEncoding.EncodeToString([]byte(picture))); err != nil || saved.Path != d.path || d.asked[0] != "Sales- 2018.png" {
		t.Fatalf("%+v %v %q", saved, err, d.asked)
	}
	if raw, err := os.ReadFile(d.path); err != nil || string(raw) != picture {
		t.Errorf("%q %v", raw, err)
	}
	for _, wrong := range []string{"", "???", base64.StdEncoding.EncodeToString([]byte("<svg onload=''>"))} {
		if _, err := a.SavePicture("x", wrong); err == nil || len(d.asked) != 1 {
			t.Errorf("%q was taken: %v", wrong, err)
		}
	}
}
