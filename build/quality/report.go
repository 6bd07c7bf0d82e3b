package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"
)

// sections are what is measured, in the order of the report.
func sections() []measuring {
	return []measuring{
		{"finding", finding}, {"thresholds", thresholds}, {"subjects", subjects}, {"sentences", sentences},
		{"answers", answers}, {"recipe", plainly}, {"passages", passagesGiven}, {"workflows", workflows},
	}
}

// table is one for people.
type table struct {
	Title string     `json:"title"`
	Head  []string   `json:"head"`
	Rows  [][]string `json:"rows"`
}

// section is what was measured of one thing.
type section struct {
	Title  string  `json:"title"`
	Text   string  `json:"text"` // what the figures mean and don't
	Tables []table `json:"tables"`
	Data   any     `json:"data"` // the same as numbers

	When   time.Time `json:"when"`
	Sample string    `json:"sample"` // how many questions of which set
	Seed   uint64    `json:"seed"`
	Models []model   `json:"models"`
}

// report holds the last measurement of each section.
type report struct {
	path     string
	Sections map[string]section `json:"sections"`
}

func openReport(path string) (*report, error) {
	r := &report{path: path, Sections: map[string]section{}}
	raw, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return r, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, r)
	}
	return r, err
}

func (r *report) put(name string, s section, o options, models []model) error {
	s.When, s.Sample, s.Seed, s.Models = time.Now().UTC().Truncate(time.Minute), cmp.Or(s.Sample, o.sample.String()), o.seed, models
	r.Sections[name] = s
	return r.save()
}

func (r *report) save() error {
	raw, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(r.path, append(raw, '\n'), 0o600)
}

// section is one of them as Markdown.
func (r *report) section(name string) string {
	s := r.Sections[name]
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n%s\n", s.Title, s.Text)
	for _, t := range s.Tables {
		b.WriteString("\n" + t.String())
	}
	return b.String()
}

// String is the table in Markdown.
func (t table) String() string {
	var b strings.Builder
	if t.Title != "" {
		fmt.Fprintf(&b, "%s\n\n", t.Title)
	}
	line := func(cells []string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
	line(t.Head)
	rule := make([]string, len(t.Head))
	for i := range rule {
		rule[i] = "---"
	}
	line(rule)
	for _, row := range t.Rows {
		line(row)
	}
	return b.String()
}

func share(x float64) string { return strings.TrimPrefix(fmt.Sprintf("%.3f", x), "0") }

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
