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
	Missed   int        `json:"missed,omitempty"`   // of the passages, those that a model made nothing usable of
	Pages    []LostPage `json:"pages,omitempty"`    // that gave no text, though there is something on them
	Pictures []LostPage `json:"pictures,omitempty"` // that gave some, but not what is in a picture on them
}

// LostPage is a page that wasn't read, or not all of it.
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
			switch v.Verdict {
			case store.Unreadable:
				out.Pages = append(out.Pages, LostPage{d.Name, v.Label})
			case store.Picture:
				out.Pictures = append(out.Pictures, LostPage{d.Name, v.Label})
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

// Lost names the pages that gave no text, and those with a picture that was not read; "" if all was.
func (c Coverage) Lost(say messages.Messages) string {
	var out []string
	for _, kind := range []struct {
		key   string
		pages []LostPage
	}{{"whole.lost", c.Pages}, {"whole.pictures", c.Pictures}} {
		n := len(kind.pages)
		if n == 0 {
			continue
		}
		var named []string
		for _, p := range kind.pages[:min(n, lostNamed)] {
			named = append(named, escape(say.Text("doubts.page", messages.Args{"document": p.Doc, "label": p.Label})))
		}
		pages := strings.Join(named, say.Text("list.next"))
		if n > lostNamed {
			pages = say.Text("doubts.more", messages.Args{"pages": pages, "n": n - lostNamed})
		}
		out = append(out, say.Text(kind.key, messages.Args{"n": n, "pages": pages}))
	}
	return say.Sentences(out...)
}
