package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"text/template"
)

//go:embed page.md
var pageText string

// intros say what a section's table shows.
func intros() map[string]string {
	return map[string]string{
		"finding": "In what share of the questions a page that holds the answer is among the first 1, 5, 10 and 20 that are found: in the question's own document (@file), " +
			"and in the library of all. *Words* needs no model; *vectors* is the embedding model alone; *as it is* is the program, which adds the scores of both, and beside it stand other weights of meaning and reciprocal ranks, which most others use.",
		"thresholds": "What similarity lets pass: the best passage of a page that holds the answer, and a passage drawn from elsewhere in the same library. *Words or* a model is the program as it is: whichever finds a passage nearer. Where a threshold lies is measured for each model on the library itself.",
		"subjects":   "How well a question that was put to the wrong library is told from one put to its own: the area under the ROC curve, .5 by chance, 1 at best. *Words* and *both* are fitted on other questions than they are measured on; the program's score was fitted on these.",
		"sentences":  "In what share of the questions the answer, as the set writes it, stands in the sentence that is ranked first, in the first three and in the first five, out of the passages that were found by words alone. Each of the ranking's parts is left out once.",
		"answers":    "Each question was put to the program with its document named (`lectern ask \"@FILE …\"`), those about paragraphs without. A model of less than two billion parameters chooses sentences of the documents and writes none, so that a right answer of its is a sentence that holds what was wanted. *Verified* is the share of an answer's sentences that the program itself found proved by what they cite, among right answers and among wrong ones. Tokens are those of all calls that a question took; how many are written a second counts the reading too.",
		"recipe":     "The same model and the same vectors in the way in which many programs answer from documents: passages of 1,000 characters, the four nearest by cosine, pasted under *Use the following context to answer the question*. The difference is what Lectern adds; the same judge hears both.",
		"passages":   "The same questions and the same model, which is told by the settings to write or to choose sentences, and is given more or fewer of the passages that were found.",
		"workflows":  "Each workflow over a few questions: whether it came to its end, and how often a step had to go on without what it wanted of the model. A model of less than two billion parameters is asked for nothing but to choose sentences; all else goes by rules, and research and report are then made of the documents' own sentences without a call.",
	}
}

// shown is a section on the page.
type shown struct {
	section
	Intro string
}

// write writes the page from what was measured last.
func (r *report) write(page string, sets []set) error {
	machine, err := machineNow()
	if err != nil {
		return err
	}
	all := struct {
		Machine  string
		Models   []model
		Sections []shown
	}{Machine: machine}
	intro := intros()
	for _, s := range sections() {
		measured, there := r.Sections[s.name]
		if !there {
			continue
		}
		all.Sections = append(all.Sections, shown{measured, intro[s.name]})
		for _, m := range measured.Models {
			if !slices.ContainsFunc(all.Models, func(k model) bool { return k.Name == m.Name && k.Digest == m.Digest }) {
				all.Models = append(all.Models, m)
			}
		}
	}
	t, err := template.New("page").Funcs(template.FuncMap{
		"megabytes": func(n int64) string { return fmt.Sprintf("%d MB", n/1_000_000) },
		"sample":    sampled,
		"of": func(name string) string {
			for _, s := range sets {
				if s.name == name {
					return fmt.Sprint(len(s.questions))
				}
			}
			return "-"
		},
	}).Parse(pageText)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := t.Execute(&out, all); err != nil {
		return err
	}
	return os.WriteFile(page, out.Bytes(), 0o644)
}

// sampled says of what a section was measured, and when.
func sampled(s shown) string {
	of := s.Sample
	if of != (sample{}).String() {
		of += fmt.Sprintf(", drawn by seed %d", s.Seed)
	}
	return fmt.Sprintf("Measured on %s, %s.", s.When.Format("2 January 2006"), of)
}

// machineNow describes this machine.
func machineNow() (string, error) {
	processor, memory := runtime.GOARCH, ""
	if raw, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		processor = field(string(raw), "model name")
	}
	if raw, err := os.ReadFile("/proc/meminfo"); err == nil {
		var kilobytes int64
		if _, err := fmt.Sscan(field(string(raw), "MemTotal"), &kilobytes); err != nil {
			return "", err
		}
		memory = fmt.Sprintf(", %d GB of memory", (kilobytes+1<<19)>>20)
	}
	return fmt.Sprintf("%s, %d cores%s, no graphics processor used; %s.", processor, runtime.NumCPU(), memory, runtime.GOOS), nil
}

func field(text, name string) string {
	for line := range strings.Lines(text) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}
