package export

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/runs"
	"lectern/backend/store"
)

// entry is a turn as it is written, everything on one line but the answer.
type entry struct {
	Question string
	Note     string // what is to be known before the answer is read; "" for nothing
	Answer   string // Markdown as the turn has it
	Sources  []source
	Proof    string // in a line
	Left     []open
}

// source is a passage that is cited.
type source struct {
	N         int
	Document  string
	Where     string // the page
	Section   string // "" if none is known
	Quote     string
	Doubt     string // of the page's text
	Verdict   string // "" if it wasn't held against a sentence
	Said, Why string // of the verdict
}

var ending = regexp.MustCompile(`(?i)\.pdf$`)

func entryOf(t runs.Turn) entry {
	e := entry{Question: line(t.Question), Note: note(t), Answer: strings.TrimSpace(t.Answer), Proof: proofLine(t), Left: left(t)}
	for _, c := range t.Citations {
		s := source{
			N: c.N, Document: ending.ReplaceAllString(line(c.Doc), ""), Quote: line(c.Quote), Section: line(section(t.Sources, c.Passage)),
			Where: messages.Text("export.page", messages.Args{"page": line(cmp.Or(c.Label, strconv.Itoa(c.Page)))}),
		}
		if c.Verdict == "doubtful" || c.Verdict == "unreadable" {
			s.Doubt = cmp.Or(line(c.Doubt), messages.Text("export.doubtful-page"))
		}
		s.Verdict, s.Said, s.Why = verdictOn(t, c.N)
		e.Sources = append(e.Sources, s)
	}
	return e
}

func section(sources []store.Source, passage string) string {
	for _, s := range sources {
		if s.Passage == passage {
			return s.Heading
		}
	}
	return ""
}

// note says what the answer is, where it isn't a whole one that a model wrote.
func note(t runs.Turn) string {
	var parts []string
	switch {
	case t.Told.Told == "no":
		parts = append(parts, messages.Text("export.not-told"))
	case t.Answer == "":
	case t.AnswerMode == "chosen":
		parts = append(parts, messages.Text("export.chosen"))
	case t.AnswerMode == "passages":
		parts = append(parts, messages.Text("export.passages"))
	}
	switch t.Status {
	case store.Answered:
	case store.Running:
		parts = append(parts, messages.Text("export.running"))
	default:
		parts = append(parts, cmp.Or(line(t.Message), messages.Text("export.unfinished")))
	}
	return strings.Join(parts, " ")
}
