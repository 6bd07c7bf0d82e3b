package report

import (
	"time"

	"lectern/backend/messages"
	"lectern/backend/tuning"
	"lectern/backend/web"
)

// Where it is searched, if the web is switched on; else the documents alone are.
const (
	documentsAlone = iota
	documentsAndWeb
	webAlone
)

// Config is every number of the research report. The zero value is invalid; begin with Defaults.
type Config struct {
	Where int `json:"where" default:"1" options:"documents|documents and web|web" once:"yes" title:"Search" help:"The web only where it is switched on, and never for a question that is limited to files."`
	Loops int `json:"loops" default:"2" range:"0 5" title:"Further searches" help:"After the first, where claims don't hold."`

	LibraryResults int     `json:"libraryResults" default:"8" range:"1 50" help:"Passages kept of each search of the documents."`
	Enough         int     `json:"enough" default:"5" range:"0 20" help:"Results with a text; with fewer it is searched in a second way."`
	Bodies         int     `json:"bodies" default:"3" range:"0 20" help:"Pages fetched in one search, of results that came without their text."`
	MostResults    int     `json:"mostResults" default:"24" range:"1 60" help:"Sources in all, at most."`
	WebTries       int     `json:"webTries" default:"3" range:"1 10" help:"Of a question to the web or a page, where it may well succeed in a moment."`
	WebWait        float64 `json:"webWait" default:".5" range:".1 30" step:".1" help:"Seconds before the second try, doubled before each further one."`

	Snippets     int `json:"snippets" default:"5" range:"1 20" help:"Of each source."`
	SnippetChars int `json:"snippetChars" default:"400" range:"100 2000" help:"Length of a snippet."`

	Sources       int     `json:"sources" default:"6" range:"1 20" help:"Given to the model."`
	FewerSources  int     `json:"fewerSources" default:"3" range:"1 20" help:"Given if those don't fit."`
	FewestSources int     `json:"fewestSources" default:"1" range:"1 20" help:"Given if those don't fit either."`
	GivenFacts    int     `json:"givenFacts" default:"3" range:"0 20" help:"Facts of each source for the draft."`
	Temperature   float64 `json:"temperature" default:".3" range:"0 2" step:".1" help:"Of the draft."`
	AnswerTokens  int     `json:"answerTokens" default:"1200" range:"64 16384" help:"Tokens kept free for the draft."`

	Claims    int     `json:"claims" default:"5" range:"1 20" help:"Checked in a round, those with figures first."`
	Passages  int     `json:"passages" default:"3" range:"1 10" help:"That a claim is checked against."`
	Pass      float64 `json:"pass" default:".65" range:"0 1" help:"Confidence from which on a claim passes."`
	Review    float64 `json:"review" default:".40" range:"0 1" help:"Confidence from which on a claim is to be reviewed; below it fails."`
	PassRatio float64 `json:"passRatio" default:".80" range:"0 1" help:"Share of claims that pass, below which it is searched again."`
	MeanLeast float64 `json:"meanLeast" default:".50" range:"0 1" help:"Mean confidence below which it is searched again."`

	StepLimit int `json:"-" default:"14"` // of the graph with the default loops; more of them need more, see steps
}

const (
	// perSearch hits of the library are ranked for LibraryResults to be kept.
	perSearch = 10
	// wordQueries are single words of the question that the library's second strategy looks for: a long question has as many.
	wordQueries = 8
	// webResults of the first question to the web, and of each further one: what a first page of results begins with.
	webResults      = 5
	followUpResults = 2
	// A page of the web is read for a paragraph or two: what is larger or slower than this isn't worth the wait.
	pageBytes   = 8 << 20
	pageTimeout = 20 * time.Second
	// textChars of a source are looked at: some ten pages.
	textChars = 20000
	// Key facts and tables kept of each source, of which the draft gets GivenFacts; the report's folder has them all.
	mostFacts  = 12
	mostTables = 3
	// givenSnippets of each source are given to the model: with three facts each, six sources then fit the smallest usual context.
	givenSnippets = 2
	// checkTokens is the room for the verification's confidence and contradictions of all claims.
	checkTokens = 800
)

// A claim's confidence at most, where a source says otherwise, and where no source has one of its figures: the first is
// to be reviewed by the person, the second fails.
const (
	contradictedMost = .50
	noFigureMost     = .30
)

// Defaults are the numbers of the specification.
func Defaults() Config { return tuning.Defaults[Config]() }

// steps is the longest way: input, four nodes a round, report.
func (c Config) steps() int {
	const input, round, report = 1, 4, 1
	return max(c.StepLimit, input+round*(c.Loops+1)+report)
}

// Tries are for whoever makes the Workflow's web.Client.
func (c Config) Tries() web.Tries {
	return web.Tries{Attempts: c.WebTries, Wait: time.Duration(c.WebWait * float64(time.Second))}
}

func (c Config) fetcher() Pages {
	return &web.Fetcher{Most: pageBytes, Timeout: pageTimeout, Tries: c.Tries()}
}

// Validate tells the first thing that is wrong, for the person.
func (c Config) Validate() error {
	if err := tuning.Check(&c); err != nil {
		return err
	}
	switch {
	case c.Review > c.Pass:
		return messages.Error("report.review-above-pass", messages.Args{"review": c.Review, "pass": c.Pass})
	case c.FewerSources > c.Sources || c.FewestSources > c.FewerSources:
		return messages.Error("report.sources-must-become-fewer", messages.Args{"first": c.Sources, "second": c.FewerSources, "third": c.FewestSources})
	}
	return nil
}
