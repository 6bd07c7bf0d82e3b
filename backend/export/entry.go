package export

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/pdfout"
	"lectern/backend/runs"
	"lectern/backend/store"
)

// entry is a turn as it is written, everything on one line but the answer.
type entry struct {
	Language string // ISO 639-1
	Question string
	Note     string // what is to be known before the answer is read; "" for nothing
	Answer   string // Markdown as the turn has it
	Charts   []pdfout.Figure
	Sources  []source
	Proof    string // in a line
	Left     []open

	say messages.Messages
}

// SourcesTitle is the heading of what is cited.
func (e entry) SourcesTitle() string { return e.say.Text("export.sources") }

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
	say := speaks(t)
	e := entry{Language: say.Language(), Question: line(t.Question), Note: note(say, t), Answer: strings.TrimSpace(t.Answer), Charts: charts(t), Proof: proofLine(say, t), Left: left(say, t), say: say}
	if e.Answer == "" {
		e.Answer = found(say, t)
	}
	for _, c := range t.Citations {
		s := source{
			N: c.N, Document: ending.ReplaceAllString(line(c.Doc), ""), Quote: line(c.Quote), Section: line(section(t.Sources, c.Passage)),
			Where: say.Text("export.page", messages.Args{"page": line(cmp.Or(c.Label, strconv.Itoa(c.Page)))}),
		}
		if c.Verdict == "doubtful" || c.Verdict == "unreadable" {
			s.Doubt = cmp.Or(line(c.Doubt), say.Text("export.doubtful-page"))
		}
		s.Verdict, s.Said, s.Why = verdictOn(say, t, c.N)
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

// speaks is the language that a turn is told in: that of its question, unless another was set.
func speaks(t runs.Turn) messages.Messages {
	return messages.In(rag.LanguageOf(t.Language, t.Question))
}

// note says what the answer is, where it isn't a whole one that a model wrote.
func note(say messages.Messages, t runs.Turn) string {
	var parts []string
	switch {
	case t.Told.Told == "no":
		parts = append(parts, say.Text("export.not-told"))
	case t.Answer == "":
	case t.AnswerMode == "chosen":
		parts = append(parts, say.Text("export.chosen"))
	case t.AnswerMode == "passages":
		parts = append(parts, say.Text("export.passages"))
	}
	switch t.Status {
	case store.Answered:
	case store.Running:
		parts = append(parts, say.Text("export.running"))
	default:
		parts = append(parts, cmp.Or(line(t.Message), say.Text("export.unfinished")))
	}
	return strings.Join(parts, " ")
}
