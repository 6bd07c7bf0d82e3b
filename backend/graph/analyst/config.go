package analyst

import (
	"lectern/backend/messages"
	"lectern/backend/tuning"
)

// Config is every number of the financial analyst. The zero value is invalid; begin with Defaults.
type Config struct {
	Charts int `json:"charts" default:"3" range:"0 3" title:"settings.analyst.charts" help:"settings.analyst.charts-help"`

	TopK        int     `json:"topK" default:"30" range:"1 200" help:"settings.analyst.top-k-help"`
	Keep        int     `json:"keep" default:"12" range:"1 60" help:"settings.analyst.keep-help"`
	Retrievals  int     `json:"retrievals" default:"3" range:"1 5" help:"settings.analyst.retrievals-help"`
	MemoryTurns int     `json:"memoryTurns" default:"5" range:"0 20" help:"settings.analyst.memory-turns-help"`
	LongTalk    int     `json:"longTalk" default:"8" range:"2 100" help:"settings.analyst.long-talk-help"`
	RecentTurns int     `json:"recentTurns" default:"4" range:"1 50" help:"settings.analyst.recent-turns-help"`
	Heals       int     `json:"heals" default:"2" range:"0 3" help:"settings.analyst.heals-help"`
	Temperature float64 `json:"temperature" default:".3" range:"0 2" step:".1" help:"settings.analyst.temperature-help"`

	AnswerTokens int `json:"answerTokens" default:"1024" range:"64 16384" help:"settings.analyst.answer-tokens-help"`

	StepLimit int `json:"-" default:"15"` // of each graph
}

const (
	// mostOfPage passages come from one page: a table that was cut into three is whole with them.
	mostOfPage = 3
	// mostNamed entities, periods, types and keywords, of each, are searched with: each is a search of its own.
	mostNamed = 8
	// mostGaps are named by a validation: a refinement has keywords for each of them.
	mostGaps = 6
	// memoryNear is the cosine that a past turn needs if it shares no word with the question; it is the checked answer's
	// score threshold.
	memoryNear = .6
	// memoryChars of a turn are remembered: a short answer whole, of a long one its first words.
	memoryChars = 600
	// mostEntries has a comparison: more is no table that a person reads.
	mostEntries = 400
	// What a model may list: no page of figures has more that an answer could still explain.
	mostMetrics      = 24
	mostCalculations = 12
	mostMeasures     = 12
	rowsOfDocument   = 12 // of tables, that a model may point at
	mostRows         = 30
	mostInSentences  = 30 // figures of sentences, that it may point at
	mostPoints       = 60 // of a chart: five years by months
	mostFailures     = 12 // failed checks
	// shownPlaces stand behind the point of what was calculated: more than a reader takes in is false precision.
	shownPlaces = 2
)

// Rooms for what a model says, in tokens: what the longest lists that it may give come to.
const (
	queryTokens    = 300
	checkTokens    = 400
	analysisTokens = 2000
	healTokens     = 1024
	memoryTokens   = 300
)

// Defaults are the numbers of the specification.
func Defaults() Config { return tuning.Defaults[Config]() }

// steps is the longest way through any of the graphs: 1 + 2n + (n − 1) steps for n retrievals, 3 + 3n + 1 for n heals. The
// step limit allows 5 retrievals and 3 heals.
func (c Config) steps() int {
	return max(1+2*c.Retrievals+c.Retrievals-1, 3+3*c.Heals+1)
}

// Validate tells the first thing that is wrong, for the person.
func (c Config) Validate() error {
	if err := tuning.Check(&c); err != nil {
		return err
	}
	switch {
	case c.Keep > c.TopK:
		return messages.Error("analyst.keeps-too-many", messages.Args{"kept": c.Keep, "found": c.TopK})
	case c.RecentTurns >= c.LongTalk:
		return messages.Error("analyst.talk-too-short", messages.Args{"long": c.LongTalk, "recent": c.RecentTurns})
	case c.steps() > c.StepLimit:
		return messages.Error("analyst.too-many-steps", messages.Args{"searches": c.Retrievals, "corrections": c.Heals, "steps": c.StepLimit})
	}
	return nil
}
