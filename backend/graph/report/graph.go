// Package report is the research report: it searches the person's documents and, where they have switched it on, the
// web; writes a draft from numbered sources; checks the draft's claims against them, searching again where they don't
// hold; and sets what stands as Markdown and as a PDF.
//
//	input → parts → search → processing → llm, once a section → verification → (search | report)
//
// A question that has parts is searched by each, written in a section for each, and opened last with the answer; sections
// whose claims hold aren't written again. A source keeps its number [S1], [S2], … through all rounds: its place in
// the state's results. Everything that a run makes lies beside it and, for people, in a folder of its own.
//
// This file holds the state and the arrows; each node has a file under its own name.
package report

import (
	"context"
	"io"
	"text/template"
	"time"

	"lectern/backend/evidence"
	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/pdfout"
	"lectern/backend/web"
)

// SearchResult is a result of a search. Its place in the list, from 1, is its number.
type SearchResult struct {
	Passage string          `json:"passage"` // id, of the library's; "" for one from the web
	Kept    rag.ArtifactRef `json:"kept"`    // a Result, of the web's
	Key     string          `json:"key"`     // what tells duplicates: the passage's id, or a hash of the address
	Time    string          `json:"time"`    // RFC 3339
	Part    int             `json:"part"`    // the part of the question that it was found for, from 1; 0: for all of it
}

// Query is something that was asked.
type Query struct {
	Where string `json:"where"` // "library", or the host of the search server
	Text  string `json:"text"`
	Found int    `json:"found"`
}

// Section is what a draft says on a part of the question.
type Section struct {
	Draft rag.ArtifactRef `json:"draft"` // with [S#]; without a name until it is written
	Given []int           `json:"given"` // numbers of the sources that it was written from
	Plain bool            `json:"plain"` // no model wrote it
}

// Round is a draft and what was found out about it.
type Round struct {
	Number       int             `json:"number"` // counts from 1; 0 for none
	Draft        rag.ArtifactRef `json:"draft"`  // with [S#]
	Given        []int           `json:"given"`  // numbers of the sources that it was written from
	Plain        bool            `json:"plain"`  // no model wrote it: extracts
	Verification Verification    `json:"verification"`
}

// Cost is what the drafts took.
type Cost struct {
	Tokens int `json:"tokens"` // read and written
	Tries  int `json:"tries"`  // calls, with those that were too long
}

func (c Cost) plus(o Cost) Cost { return Cost{c.Tokens + o.Tokens, c.Tries + o.Tries} }

// Paths are where the report lies; "" for what could not be written.
type Paths struct {
	Folder   string `json:"folder"`
	Markdown string `json:"markdown"`
	PDF      string `json:"pdf"`
}

// State is what a run knows. It holds ids, never texts of documents, pages or drafts.
type State struct {
	rag.Conversation
	Query      string            `json:"reportQuery"`    // the question as it is searched
	Code       string            `json:"reportLanguage"` // of the report: en, de or ja
	Model      string            `json:"reportModel"`
	Queries    []Query           `json:"reportQueries"`
	Parts      []string          `json:"reportParts"` // questions that the whole one is searched and written by; fewer than two: as it stands
	Results    []SearchResult    `json:"reportResults"`
	Processed  []rag.ArtifactRef `json:"reportProcessed"` // an Extract for each result; without a name if it could not be read
	Opened     bool              `json:"reportOpened"`    // its opening is written, too, which comes last
	Sections   []Section         `json:"reportSections"`  // of the draft that is being written, or was last; one for each part
	Round      Round             `json:"reportRound"`     // the latest
	Best       Round             `json:"reportBest"`      // of all, by what failed and by confidence
	Loops      int               `json:"reportLoops"`     // searches after the first
	Again      bool              `json:"reportAgain"`     // another one follows
	Retrievals int               `json:"reportRetrievals"`
	WebCalls   int               `json:"reportWebCalls"` // questions to the search server, and pages fetched
	Cost       Cost              `json:"reportCost"`
	Report     rag.ArtifactRef   `json:"reportText"` // in Markdown
	Paths      Paths             `json:"reportPaths"`
	Errors     []string          `json:"reportErrors"` // that didn't end the run
	Answer     rag.Answer        `json:"answer"`
}

// Reader reads a PDF that came from the web, in the isolated worker.
type Reader func(ctx context.Context, path string) (text string, err error)

// Pages fetches pages of the web; web.Fetcher does.
type Pages interface {
	Fetch(ctx context.Context, address string) (web.Page, error)
}

// Workflow is the research report over one workspace.
type Workflow struct {
	rag.Tools
	Config Config
	Folder string      // where each run's folder is made; "": the report stands in the conversation alone
	Web    web.Client  // nil: the person has not switched the web on
	On     func() bool // asked before anything leaves the machine, as the web may be switched off meanwhile; nil: it is on
	Pages  Pages       // nil: a web.Fetcher with the bounds of the Config
	Reader Reader      // nil: PDFs of the web can't be read

	Drawer evidence.Drawer // of pages that the PDF shows passages of; nil: it has their words alone

	Now func() time.Time                                           // nil: time.Now
	PDF func(w io.Writer, markdown string, o pdfout.Options) error // nil: pdfout.Write

	prompts, templates *template.Template
}

// Compile makes the workflow's graph runnable.
func (w *Workflow) Compile(checkpoints graph.Store) (*graph.Workflow[State], error) {
	err := w.Config.Validate()
	if err == nil {
		err = w.parse()
	}
	if err != nil {
		return nil, err
	}
	if w.Now == nil {
		w.Now = time.Now
	}
	if w.PDF == nil {
		w.PDF = pdfout.Write
	}
	if w.Pages == nil {
		w.Pages = w.Config.fetcher()
	}
	return w.graph().Compile(graph.Config{Store: checkpoints, StepLimit: w.Config.steps()})
}

func (w *Workflow) parse() (err error) {
	if w.prompts, err = rag.Prompts(files, words); err != nil {
		return err
	}
	if w.templates, err = template.New("").Funcs(words).ParseFS(files, "templates/*.md"); err != nil {
		return messages.Error("report.templates", messages.Args{"error": err})
	}
	return nil
}

// Runner makes the workflow runnable for whoever knows nothing of its state.
func (w *Workflow) Runner(checkpoints graph.Store) (rag.Runner, error) {
	g, err := w.Compile(checkpoints)
	return rag.Adapt(g, func(s State) rag.Result { return rag.Result{Answer: s.Answer, Made: rag.MustJSON(w.made(s))} }), err
}

func (w *Workflow) graph() *graph.Graph[State] {
	p := w.Policy()
	return graph.New[State]("report").
		Node("input", w.input, p).
		Node("parts", w.parts, p).
		Node("search", w.search).
		Node("processing", w.processing).
		Node("llm", w.llm, p).
		Node("verification", w.verification, p).
		Node("report", w.report).
		Rescue("parts", w.partsByRule).
		Rescue("verification", w.byRule).
		Edge(graph.Start, "input").
		Edge("input", "parts").
		Edge("parts", "search").
		Edge("search", "processing").
		Edge("processing", "llm").
		Branch("llm", afterSection, graph.When(anotherSection, "llm"), graph.When(draftDone, "verification")).
		Branch("verification", afterVerification, graph.When(searchAgain, "search"), graph.When(goodEnough, "report")).
		Edge("report", graph.End)
}

// The ways that have names of their own.
const (
	anotherSection = "another section, or the opening"
	draftDone      = "the draft is written"
	searchAgain    = "more is needed"
	goodEnough     = "verified, or searched often enough"
)

func afterSection(s State) string {
	if s.writing() {
		return anotherSection
	}
	return draftDone
}

func afterVerification(s State) string {
	if s.Again {
		return searchAgain
	}
	return goodEnough
}
