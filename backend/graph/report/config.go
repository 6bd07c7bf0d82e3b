package report

import (
	"fmt"
	"time"

	"lectern/backend/graph/rag"
	"lectern/backend/web"
)

// Where it is searched, if the web is switched on; else the documents alone are.
const (
	documentsAlone = iota
	documentsAndWeb
	webAlone
)

// Config is every number of the research report, as shown in Settings. The zero value is invalid; begin with Defaults.
type Config struct {
	Where           int `json:"where"`
	PerSearch       int `json:"perSearch"`       // hits of one search of the library
	LibraryResults  int `json:"libraryResults"`  // passages that a retrieval keeps
	WordQueries     int `json:"wordQueries"`     // single words that the library's second strategy looks for
	WebResults      int `json:"webResults"`      // of the first question to the web
	FollowUpResults int `json:"followUpResults"` // of each further one
	Enough          int `json:"enough"`          // results with a body; with fewer the second strategy follows
	Bodies          int `json:"bodies"`          // pages fetched in a search
	MostResults     int `json:"mostResults"`     // in all
	PageMB          int `json:"pageMB"`          // of a page that is fetched
	PageSeconds     int `json:"pageSeconds"`     // for each try

	WebTries int     `json:"webTries"` // of what may well succeed in a moment: 429, 5xx, too slow
	WebWait  float64 `json:"webWait"`  // seconds before the second, doubled before each further one

	TextChars    int `json:"textChars"`    // of a source that are looked at
	Snippets     int `json:"snippets"`     // of each source
	SnippetChars int `json:"snippetChars"` //
	Facts        int `json:"facts"`        // of each source
	Tables       int `json:"tables"`       // of each source

	Sources       int     `json:"sources"`       // given to the model
	FewerSources  int     `json:"fewerSources"`  // if they don't fit,
	FewestSources int     `json:"fewestSources"` // and if those don't
	GivenSnippets int     `json:"givenSnippets"` // of each
	GivenFacts    int     `json:"givenFacts"`    // of each
	Temperature   float64 `json:"temperature"`   // of the draft
	AnswerTokens  int     `json:"answerTokens"`  // room kept for the draft
	CheckTokens   int     `json:"checkTokens"`   // room kept for the verification

	Claims       int     `json:"claims"`       // checked in a round
	Passages     int     `json:"passages"`     // that each is checked against
	Pass         float64 `json:"pass"`         // confidence from which on a claim passes,
	Review       float64 `json:"review"`       // and from which on it is to be looked at; below it fails
	Contradicted float64 `json:"contradicted"` // confidence at most, where a source says otherwise,
	NoFigure     float64 `json:"noFigure"`     // and where no source has a figure of the claim
	PassRatio    float64 `json:"passRatio"`    // of the claims, below which it is searched again
	MeanLeast    float64 `json:"meanLeast"`    // mean confidence below which it is searched again
	Loops        int     `json:"loops"`        // searches after the first

	StepLimit int `json:"-"` // of the graph with the default loops; more of them need more, see steps
}

// Defaults are the numbers of the specification.
func Defaults() Config {
	return Config{
		Where: documentsAndWeb, PerSearch: 10, LibraryResults: 8, WordQueries: 8, WebResults: 5, FollowUpResults: 2, Enough: 5, Bodies: 3,
		MostResults: 24, PageMB: 8, PageSeconds: 20, WebTries: 3, WebWait: .5,
		TextChars: 20000, Snippets: 5, SnippetChars: 400, Facts: 12, Tables: 3,
		Sources: 6, FewerSources: 3, FewestSources: 1, GivenSnippets: 2, GivenFacts: 3, Temperature: .3, AnswerTokens: 1200, CheckTokens: 800,
		Claims: 5, Passages: 3, Pass: .65, Review: .40, Contradicted: .50, NoFigure: .30, PassRatio: .80, MeanLeast: .50, Loops: 2,
		StepLimit: 14,
	}
}

const mostLoops = 5

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
	const mb = 1 << 20
	return &web.Fetcher{Most: int64(c.PageMB) * mb, Timeout: time.Duration(c.PageSeconds) * time.Second, Tries: c.Tries()}
}

// Fields lists the numbers that Settings shows.
func (c *Config) Fields() []rag.Field {
	share := func(v *float64, key, title, help string) rag.Field { return rag.Real(v, key, title, help, 0, 1, .05) }
	return []rag.Field{
		rag.Choice(&c.Where, "where", "Search", "The web only where it is switched on, and never for a question that is limited to files.", "documents", "documents and web", "web"),
		rag.Whole(&c.Loops, "loops", "Further searches", "After the first, where claims don't hold.", 0, mostLoops),
		rag.Whole(&c.LibraryResults, "libraryResults", "Passages", "Kept of each search of your documents.", 1, 50),
		rag.Whole(&c.PerSearch, "perSearch", "Hits of a search", "Of your documents, before they are ranked.", 1, 50),
		rag.Whole(&c.WordQueries, "wordQueries", "Single words", "Looked for where too little was found.", 0, 30),
		rag.Whole(&c.WebResults, "webResults", "Results from the web", "Of the first question.", 1, 10),
		rag.Whole(&c.FollowUpResults, "followUpResults", "Results of a further question", "To the web.", 1, 10),
		rag.Whole(&c.Enough, "enough", "Enough results", "With fewer that have a text, it is searched in a second way.", 0, 20),
		rag.Whole(&c.Bodies, "bodies", "Pages fetched", "In one search, of results that came without their text.", 0, 20),
		rag.Whole(&c.MostResults, "mostResults", "Sources in all", "At most.", 1, 60),
		rag.Whole(&c.PageMB, "pageMB", "Size of a page", "In megabytes, at most.", 1, 50),
		rag.Whole(&c.PageSeconds, "pageSeconds", "Time for a page", "In seconds, at most.", 1, 120),
		rag.Whole(&c.WebTries, "webTries", "Tries", "Of a question to the web or a page, where it may well succeed in a moment.", 1, 10),
		rag.Real(&c.WebWait, "webWait", "Wait before the second try", "In seconds, doubled before each further one.", .1, 30, .1),
		rag.Whole(&c.TextChars, "textChars", "Characters of a source", "That are looked at.", 1000, 200000),
		rag.Whole(&c.Snippets, "snippets", "Snippets", "Of each source.", 1, 20),
		rag.Whole(&c.SnippetChars, "snippetChars", "Length of a snippet", "In characters.", 100, 2000),
		rag.Whole(&c.Facts, "facts", "Key facts", "Of each source.", 0, 50),
		rag.Whole(&c.Tables, "tables", "Tables", "Of each source.", 0, 20),
		rag.Whole(&c.Sources, "sources", "Sources for the draft", "Given to the model.", 1, 20),
		rag.Whole(&c.FewerSources, "fewerSources", "Fewer sources", "If they don't fit.", 1, 20),
		rag.Whole(&c.FewestSources, "fewestSources", "Fewest sources", "If those don't fit.", 1, 20),
		rag.Whole(&c.GivenSnippets, "givenSnippets", "Snippets for the draft", "Of each source.", 0, 20),
		rag.Whole(&c.GivenFacts, "givenFacts", "Facts for the draft", "Of each source.", 0, 20),
		rag.Real(&c.Temperature, "temperature", "Temperature", "0 is sober, 1 is free.", 0, 2, .1),
		rag.Whole(&c.AnswerTokens, "answerTokens", "Room for the draft", "Tokens kept free for it.", 64, 16384),
		rag.Whole(&c.CheckTokens, "checkTokens", "Room for the verification", "Tokens kept free for it.", 64, 16384),
		rag.Whole(&c.Claims, "claims", "Claims", "Checked in a round, those with figures first.", 1, 20),
		rag.Whole(&c.Passages, "passages", "Passages of a claim", "That it is checked against.", 1, 10),
		share(&c.Pass, "pass", "A claim passes", "From this confidence on."),
		share(&c.Review, "review", "A claim is to be reviewed", "From this confidence on; below it fails."),
		share(&c.Contradicted, "contradicted", "A claim that a source contradicts", "Has at most this confidence."),
		share(&c.NoFigure, "noFigure", "A figure that no source has", "Leaves the claim at most this confidence."),
		share(&c.PassRatio, "passRatio", "Share of claims that pass", "With fewer, it is searched again."),
		share(&c.MeanLeast, "meanLeast", "Mean confidence", "Below this, it is searched again."),
	}
}

// Validate checks what single bounds can't.
func (c Config) Validate() error {
	switch {
	case c.Review > c.Pass:
		return fmt.Errorf("a claim can't be up for review at a higher confidence (%v) than it passes at (%v)", c.Review, c.Pass)
	case c.FewerSources > c.Sources || c.FewestSources > c.FewerSources:
		return fmt.Errorf("the sources for the draft must become fewer, not %d, %d, %d", c.Sources, c.FewerSources, c.FewestSources)
	case c.Loops < 0 || c.Loops > mostLoops:
		return fmt.Errorf("further searches must be from 0 to %d", mostLoops)
	case c.Claims < 1 || c.Passages < 1 || c.FewestSources < 1 || c.LibraryResults < 1 || c.SnippetChars < 1 || c.AnswerTokens < 1 || c.CheckTokens < 1 || c.MostResults < 1:
		return fmt.Errorf("claims, passages, sources, snippets and the rooms for answers must be more than 0")
	}
	return nil
}
