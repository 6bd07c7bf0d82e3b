package report

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/pdfout"
	"lectern/backend/store"
)

// report writes the report as Markdown and as a PDF, and gives the summary as the answer. What can't be written is said
// in the report itself.
func (w *Workflow) report(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "report.writing-report")
	d := w.desk(s)
	r := shown(s)
	s.Round, s.Best = r, r
	draft := ""
	if r.Draft.Name != "" {
		raw, err := w.Workspace.Outputs.Get(r.Draft.Run, r.Draft.Name)
		if err != nil {
			return s, messages.Error("report.draft-of-round-failed", messages.Args{"round": r.Number, "error": err})
		}
		draft = string(raw)
	}
	draft, said, err := w.proved(ctx, s, d, draft)
	if err != nil {
		return s, err
	}
	var checked store.Audit
	if said.Proof != nil {
		checked = said.Proof.Audit
	}
	if r.Draft.Name != "" {
		if s.Round.Draft, err = d.keep("report draft shown", []byte(draft)); err != nil {
			return s, err
		}
		s.Best = s.Round
	}
	s.Paths = Paths{Folder: d.folder()}
	if s.Paths.Folder != "" {
		w.again(d, s, draft)
	}
	s.Errors = d.all()
	text := written{draft: draft, doubts: rag.ReportDoubts(said.Citations, s.Code), checked: checked}
	if said.Proof != nil {
		text.figures = said.Proof.FigureChecks
	}
	if text.reading, err = w.reading(s); err != nil {
		return s, err
	}
	// The PDF comes first, so that the Markdown can say what became of it.
	if s.Paths.Folder != "" {
		file, err := w.paper(ctx, s, text, said)
		if err == nil {
			s.Paths.PDF = d.save("report.pdf", file)
		} else if ctx.Err() != nil {
			return s, err
		} else {
			d.wrong("report.no-pdf", messages.Args{"error": err})
		}
		s.Errors = d.all()
	}
	markdown, err := w.markdown(s, text)
	if err != nil {
		return s, err
	}
	if s.Paths.Folder != "" {
		s.Paths.Markdown = d.save("report.md", []byte(markdown))
		s.Errors = d.all()
	}
	kept, err := d.keep("report", []byte(markdown))
	if err != nil {
		return s, err
	}
	a := w.answer(s, draft, said)
	graph.Emit(ctx, rag.Report{Kind: rag.KindSources, Sources: w.sourcesOf(s, r.Given)})
	graph.Emit(ctx, rag.Report{Kind: rag.KindRestart, Text: messages.From(ctx).Text("report.the-summary")})
	for _, c := range a.Citations {
		graph.Emit(ctx, rag.Report{Kind: rag.KindCitation, Citation: c})
	}
	rag.EmitToken(ctx, a.Text)
	rag.StepDone(ctx, "messages.text", messages.Args{"text": place(messages.From(ctx), s.Paths)})
	s.Report, s.Answer = kept, a
	s.Answered(a.Text)
	return s, nil
}

// paper is the report as a PDF, with what it cites.
func (w *Workflow) paper(ctx context.Context, s State, text written, said rag.Answer) ([]byte, error) {
	var err error
	if text.evidence, err = w.shownEvidence(ctx, s, said); err != nil {
		return nil, err
	}
	markdown, err := w.markdown(s, text)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = w.PDF(&b, markdown, pdfout.Options{Title: s.Question, Language: s.Code, Created: w.Now(), Evidence: [][]pdfout.Evidence{text.evidence}})
	return b.Bytes(), err
}

func place(say messages.Messages, p Paths) string {
	switch {
	case p.Markdown != "" && p.PDF != "":
		return say.Text("report.in-folder", messages.Args{"folder": p.Folder})
	case p.Markdown != "":
		return say.Text("report.in-folder-markdown", messages.Args{"folder": p.Folder})
	case p.PDF != "":
		return say.Text("report.in-folder-pdf", messages.Args{"folder": p.Folder})
	}
	return say.Text("report.in-conversation")
}

// again writes what the folder lacks: all of it, if the run goes on from another one's step.
func (w *Workflow) again(d *workspace, s State, draft string) {
	d.save("results.json", w.resultsFile(s))
	d.save("processed.json", w.processedFile(s))
	if r := s.Round; r.Number > 0 {
		d.save("draft.md", []byte(w.draftFile(s, draft, r.Given)))
		d.save(fmt.Sprintf("verification-%d.json", r.Number), r.Verification)
	}
}

// written is what a report is written from beside the state.
type written struct {
	draft, doubts string
	checked       store.Audit
	figures       []store.FigureCheck
	reading       []string          // what was read, and what not, in Markdown
	evidence      []pdfout.Evidence // that the PDF shows; none in Markdown
}

// page is what the templates are filled with.
type page struct {
	Question      string
	Summary       string
	Doubts        string // what of the pages cited can't be relied on
	Documents     bool   // the library was searched
	DocumentCount int
	WebHosts      string
	Queries       []Query
	Sources       []listed // the cited first, then the rest
	Read, Given   int
	Plain         bool
	Check         Check
	Unproved      []string // the sentences of it that aren't proved, and why
	Computed      []string // its figures that were worked out, and how
	Reading       []string // what was read, and what not
	Evidence      string   // stands for the sources that the PDF shows; "" in Markdown
	Checked       string   // what the sentences of the summary come to, as the conversation tells it; "" if none claims anything
	Metadata      Metadata
	Errors        []string
	Date          string
}

type listed struct {
	Source
	Line string
	Date string // of what was retrieved from the web

	Shown bool // it stands among the Evidence
}

const dateForm = "2006-01-02 15:04"

func (w *Workflow) markdown(s State, text written) (string, error) {
	m := w.made(s)
	p := page{
		Question: s.Question, Summary: deeper(text.draft), Doubts: text.doubts, Queries: m.Queries, Given: len(shown(s).Given), Plain: m.Metadata.Plain,
		Check: m.Verification, Checked: rag.Proved(say(s), text.checked), Unproved: rag.Unproved(say(s), text.checked), Computed: rag.Computed(say(s), text.figures), Reading: text.reading, Metadata: m.Metadata, Errors: m.Errors, Date: w.Now().Format(dateForm),
	}
	if len(text.evidence) > 0 {
		p.Evidence = "```evidence 0\n```\n\n"
	}
	if text.draft == "" {
		p.Summary = nothing(s)
	}
	hosts := []string{}
	for _, q := range m.Queries {
		if q.Where == "library" {
			p.Documents = true
		} else if !slices.Contains(hosts, q.Where) {
			hosts = append(hosts, q.Where)
		}
	}
	p.WebHosts = strings.Join(hosts, ", ")
	if library, err := w.Library(s.Asked); err == nil {
		p.DocumentCount = len(library)
	}
	for _, k := range s.Processed {
		if k.Name != "" {
			p.Read++
		}
	}
	for _, x := range m.Sources {
		l := listed{Source: x, Line: x.line(s.Code)}
		l.Shown = slices.ContainsFunc(text.evidence, func(e pdfout.Evidence) bool { return e.Key == x.S })
		if x.Address != "" {
			l.Date = x.Time[:min(len(x.Time), len("2006-01-02"))]
		}
		p.Sources = append(p.Sources, l)
	}
	slices.SortStableFunc(p.Sources, func(a, b listed) int {
		switch {
		case a.Cited == b.Cited:
			return 0
		case a.Cited:
			return -1
		}
		return 1
	})
	out, err := rag.Render(w.templates, "report."+s.Code+".md", p)
	if err != nil {
		return "", messages.Error("report.template-failed", messages.Args{"error": err})
	}
	const blank = "\n\n\n"
	for strings.Contains(out, blank) {
		out = strings.ReplaceAll(out, blank, "\n\n")
	}
	return out + "\n", nil
}

var heading = regexp.MustCompile(`(?m)^(#{1,6})(\s)`)

// deeper sets a draft's headings below those of the report.
func deeper(draft string) string {
	highest := 6
	for _, h := range heading.FindAllStringSubmatch(draft, -1) {
		highest = min(highest, len(h[1]))
	}
	const below = 3
	return heading.ReplaceAllStringFunc(draft, func(h string) string {
		level := len(strings.TrimSpace(h)) - highest + below
		return strings.Repeat("#", min(level, 6)) + h[len(strings.TrimSpace(h)):]
	})
}

// nothing is what stands in the place of a summary, with what was searched.
func nothing(s State) string { return messages.In(s.Code).Text("report.nothing") }

// answer is the report's summary as the conversation says it, with what is missing.
func (w *Workflow) answer(s State, draft string, said rag.Answer) rag.Answer {
	a := rag.Answer{Mode: "model", Model: s.Model, Citations: []store.Citation{}}
	if draft == "" {
		a.Mode = "passages"
		var b strings.Builder
		b.WriteString(nothing(s) + "\n")
		for _, q := range s.Queries {
			fmt.Fprintf(&b, "\n- %s", escapeLine(q.Text))
		}
		a.Text = b.String()
	} else {
		a.Proof, a.Question = said.Proof, said.Question
		if a.Text, a.Citations, a.Invented, a.Own = said.Text, said.Citations, said.Invented, said.Own; a.Text == "" {
			a.Text = nothing(s)
		}
	}
	if shown(s).Plain {
		a.Mode = "passages"
	}
	say := say(s)
	var notes []string
	v := shown(s).Verification
	if n := len(v.Claims); n > 0 && v.NeedsMore {
		notes = append(notes, say.Text("report.advised", messages.Args{"passed": v.Passed, "claims": messages.Count("count.claims", n), "loops": further(say, s.Loops)}))
	}
	if n := len(s.Errors); n > 0 {
		notes = append(notes, say.Text("report.problems", messages.Args{"count": messages.Count("count.problems", n), "problems": say.Sentences(slices.Clone(s.Errors[:min(n, 3)])...)}))
	}
	notes = append(notes, say.Text("report.sentence", messages.Args{"text": place(say, s.Paths)}))
	a.Message = say.Sentences(notes...)
	return a
}

func further(say messages.Messages, loops int) string {
	if loops == 1 {
		return say.Text("report.one-further-search")
	}
	return say.Text("report.further-searches", messages.Args{"loops": loops})
}
