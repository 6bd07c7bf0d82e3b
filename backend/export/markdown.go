package export

import (
	"fmt"
	"strings"
	"time"

	"lectern/backend/messages"
	"lectern/backend/pdfout"
	"lectern/backend/runs"
)

// Markdown writes a document as Markdown.
func Markdown(d Document) string { return writer{formula: dollars}.markdown(d) }

// Copied writes an answer as it is of use in another program: without its question, which is known there.
func Copied(t runs.Turn) string {
	var b strings.Builder
	writer{formula: dollars}.entry(&b, entryOf(t), 1, 0)
	return strings.TrimSpace(b.String())
}

// writer writes Markdown for a reader of it.
type writer struct {
	formula    func(tex string) string
	chart      func(pdfout.Figure) string // nil: charts aren't written
	evidence   func(turn int) string      // what stands for what a turn cites; nil: it is written
	proofFirst bool                       // what is proved stands in front, too
}

func (w writer) markdown(d Document) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", heading(d.Title))
	if made := madeLine(d); made != "" {
		fmt.Fprintf(&b, "\n*%s*\n", escape(made))
	}
	for i, t := range d.Turns {
		e, level := entryOf(t), 1
		if !d.single() {
			level = 2
			fmt.Fprintf(&b, "\n## %s\n", heading(e.Question))
		}
		w.entry(&b, e, level, i)
	}
	return b.String()
}

// single tells whether it is an answer by itself.
func (d Document) single() bool { return len(d.Turns) == 1 && line(d.Turns[0].Question) == d.Title }

// say is the language of what is said of the whole: that of its first turn.
func (d Document) say() messages.Messages {
	if len(d.Turns) == 0 {
		return messages.In("en")
	}
	return speaks(d.Turns[0])
}

func madeLine(d Document) string {
	if d.Made.IsZero() {
		return ""
	}
	return d.say().Text("export.made", messages.Args{"date": d.Made.Format(time.DateOnly)})
}

// heading is a text as a heading, which a row of "#" would end.
func heading(s string) string { return strings.ReplaceAll(escape(line(s)), "#", `\#`) }

// entry writes a turn under a heading of a level.
func (w writer) entry(b *strings.Builder, e entry, level, turn int) {
	part := func(text string) {
		if text != "" {
			fmt.Fprintf(b, "\n%s\n", text)
		}
	}
	if e.Note != "" {
		part("*" + escape(e.Note) + "*")
	}
	if w.proofFirst && e.Proof != "" {
		part("**" + escape(line(e.Proof)) + "**")
	}
	part(clean(e.Answer, level+1, w.formula)) // none of its headings passes for one of the file's
	if w.chart != nil {
		for _, f := range e.Charts {
			part(w.chart(f))
		}
	}
	below := strings.Repeat("#", level+1) + " "
	if len(e.Sources) > 0 {
		part(below + e.SourcesTitle())
	}
	if w.evidence != nil {
		part(w.evidence(turn))
	} else {
		for _, s := range e.Sources {
			part(sourceText(s))
		}
	}
	if len(e.Left) == 0 && (e.Proof == "" || w.proofFirst) { // it is said already
		return
	}
	part(below + e.say.Text("export.proof"))
	part(plain(e.Proof))
	var rows []string
	for _, o := range e.Left {
		rows = append(rows, "- "+plain(strings.TrimSpace(e.say.Text("export.open", messages.Args{"verdict": o.Said, "text": o.Text, "why": o.Why}))))
	}
	part(strings.Join(rows, "\n"))
}

func sourceText(s source) string {
	place := fmt.Sprintf("[%d] **%s**, %s", s.N, escape(s.Document), escape(s.Where))
	if s.Section != "" {
		place += " · " + escape(s.Section)
	}
	if s.Doubt != "" {
		place += " (" + escape(s.Doubt) + ")"
	}
	rows := []string{place}
	if s.Quote != "" {
		rows = append(rows, "", "> “"+escape(s.Quote)+"”")
	}
	if s.Said != "" {
		rows = append(rows, "", strings.TrimSpace("**"+s.Said+".** "+escape(s.Why)))
	}
	return strings.Join(rows, "\n")
}
