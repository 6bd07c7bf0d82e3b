package whole

import (
	"fmt"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/store"
)

// Coverage is what was read of a corpus, and what could not be.
type Coverage struct {
	Files    int        `json:"files"`
	Passages int        `json:"passages"`
	Missed   int        `json:"missed,omitempty"` // of the passages, those that a model made nothing usable of
	Pages    []LostPage `json:"pages,omitempty"`
}

// LostPage is a page that gave no text, though there is something on it.
type LostPage struct {
	Doc   string `json:"doc"`   // name
	Label string `json:"label"` // of the page, as it is printed
}

// Coverage tells what reading the whole corpus covers.
func (c Corpus) Coverage() (out Coverage, err error) {
	out.Files, out.Passages = len(c.Documents), c.Passages()
	for _, d := range c.Documents {
		report, err := c.Workspace.Readings.Of(d.ID)
		if err != nil {
			return out, err
		}
		for _, v := range report.Pages {
			if v.Verdict == store.Unreadable {
				out.Pages = append(out.Pages, LostPage{d.Name, v.Label})
			}
		}
		if len(report.Pages) == 0 { // it was added before there were verdicts
			for _, n := range d.Unread {
				out.Pages = append(out.Pages, LostPage{d.Name, fmt.Sprint(n)})
			}
		}
	}
	return out, nil
}

// lostNamed is how many pages without text are named; of more the number is told.
const lostNamed = 8

// Said ends an answer with what was read.
func (c Coverage) Said(say messages.Messages) string {
	out := []string{say.Text("whole.read", messages.Args{"passages": messages.Count("count.passages", c.Passages), "files": messages.Count("count.files", c.Files)})}
	if c.Missed > 0 {
		out = append(out, say.Text("whole.missed", messages.Args{"n": c.Missed}))
	}
	if lost := c.Lost(say); lost != "" {
		out = append(out, lost)
	}
	return "*" + say.Sentences(out...) + "*"
}

// Lost names the pages that gave no text; "" if all did.
func (c Coverage) Lost(say messages.Messages) string {
	n := len(c.Pages)
	if n == 0 {
		return ""
	}
	var named []string
	for _, p := range c.Pages[:min(n, lostNamed)] {
		named = append(named, escape(say.Text("doubts.page", messages.Args{"document": p.Doc, "label": p.Label})))
	}
	pages := strings.Join(named, say.Text("list.next"))
	if n > lostNamed {
		pages = say.Text("doubts.more", messages.Args{"pages": pages, "n": n - lostNamed})
	}
	return say.Text("whole.lost", messages.Args{"n": n, "pages": pages})
}
