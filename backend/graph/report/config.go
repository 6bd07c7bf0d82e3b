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
	Where int `json:"where" default:"1" options:"settings.report.where-options" once:"yes" title:"settings.report.where" help:"settings.report.where-help"`
	Parts int `json:"parts" default:"4" range:"0 8" help:"settings.report.parts-help"`
	Loops int `json:"loops" default:"2" range:"0 5" title:"settings.report.loops" help:"settings.report.loops-help"`

	LibraryResults int     `json:"libraryResults" default:"8" range:"1 50" help:"settings.report.library-results-help"`
	Enough         int     `json:"enough" default:"5" range:"0 20" help:"settings.report.enough-help"`
	Bodies         int     `json:"bodies" default:"3" range:"0 20" help:"settings.report.bodies-help"`
	MostResults    int     `json:"mostResults" default:"48" range:"1 200" help:"settings.report.most-results-help"`
	WebTries       int     `json:"webTries" default:"3" range:"1 10" help:"settings.report.web-tries-help"`
	WebWait        float64 `json:"webWait" default:".5" range:".1 30" step:".1" help:"settings.report.web-wait-help"`

	Snippets     int `json:"snippets" default:"5" range:"1 20" help:"settings.report.snippets-help"`
	SnippetChars int `json:"snippetChars" default:"400" range:"100 2000" help:"settings.report.snippet-chars-help"`

	Sources      int     `json:"sources" default:"24" range:"1 60" help:"settings.report.sources-help"`
	GivenFacts   int     `json:"givenFacts" default:"3" range:"0 20" help:"settings.report.given-facts-help"`
	Temperature  float64 `json:"temperature" default:".3" range:"0 2" step:".1" help:"settings.report.temperature-help"`
	AnswerTokens int     `json:"answerTokens" default:"1200" range:"64 16384" help:"settings.report.answer-tokens-help"`

	Claims    int     `json:"claims" default:"5" range:"1 20" help:"settings.report.claims-help"`
	Passages  int     `json:"passages" default:"3" range:"1 10" help:"settings.report.passages-help"`
	Pass      float64 `json:"pass" default:".65" range:"0 1" help:"settings.report.pass-help"`
	Review    float64 `json:"review" default:".40" range:"0 1" help:"settings.report.review-help"`
	PassRatio float64 `json:"passRatio" default:".80" range:"0 1" help:"settings.report.pass-ratio-help"`
	MeanLeast float64 `json:"meanLeast" default:".50" range:"0 1" help:"settings.report.mean-least-help"`
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
// to be reviewed by the person, the second fails. So are one that is only partly said, and one that isn't, if no model judged.
const (
	contradictedMost = .50
	noFigureMost     = .30
	partlyMost       = .60
	notFoundMost     = .30
)

// Defaults are the numbers of the specification.
func Defaults() Config { return tuning.Defaults[Config]() }

// steps is the longest way: input, the parts, four nodes a round and one more for each section of it, report.
func (c Config) steps() int {
	const input, parts, round, report = 1, 1, 4, 1
	return input + parts + (round+c.Parts)*(c.Loops+1) + report
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
	if c.Review > c.Pass {
		return messages.Error("report.review-above-pass", messages.Args{"review": c.Review, "pass": c.Pass})
	}
	return nil
}
