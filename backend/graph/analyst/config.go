package analyst

import (
	"fmt"

	"lectern/backend/graph/rag"
)

// Config is every number of the financial analyst, as shown in Settings. The zero value is invalid; begin with Defaults.
type Config struct {
	TopK       int `json:"topK"`       // passages that a retrieval gives
	PerPage    int `json:"perPage"`    // of them from one page at most
	Keep       int `json:"keep"`       // that are kept after reranking
	Retrievals int `json:"retrievals"` // in all
	Named      int `json:"named"`      // entities, periods, types, keywords, of each at most
	Gaps       int `json:"gaps"`       // that a validation may name

	MemoryTurns int     `json:"memoryTurns"` // past turns that are looked back to
	MemoryNear  float64 `json:"memoryNear"`  // cosine that a past turn needs if it shares no word with the question
	LongTalk    int     `json:"longTalk"`    // remembered turns of a conversation, before the oldest are put together
	RecentTurns int     `json:"recentTurns"` // that then stay as they are
	MemoryChars int     `json:"memoryChars"` // of what is remembered of a turn

	Metrics      int `json:"metrics"`
	Calculations int `json:"calculations"`
	Charts       int `json:"charts"`
	Points       int `json:"points"` // of a chart
	Places       int `json:"places"` // behind the point, of what was calculated

	Heals       int     `json:"heals"`       // at most
	Failures    int     `json:"failures"`    // that are listed
	Temperature float64 `json:"temperature"` // of the text

	QueryTokens    int `json:"queryTokens"`    // room for what is made of the question,
	CheckTokens    int `json:"checkTokens"`    // for what is missing, and for keywords,
	AnalysisTokens int `json:"analysisTokens"` // for metrics and calculations,
	AnswerTokens   int `json:"answerTokens"`   // for the text,
	HealTokens     int `json:"healTokens"`     // for what mends it,
	MemoryTokens   int `json:"memoryTokens"`   // and for what is remembered of several turns

	StepLimit int `json:"-"` // of each graph
}

// Defaults are the numbers of the specification.
func Defaults() Config {
	return Config{
		TopK: 30, PerPage: 3, Keep: 12, Retrievals: 3, Named: 8, Gaps: 6,
		MemoryTurns: 5, MemoryNear: .6, LongTalk: 8, RecentTurns: 4, MemoryChars: 600,
		Metrics: 24, Calculations: 12, Charts: 3, Points: 24, Places: 2,
		Heals: 2, Failures: 12, Temperature: .3,
		QueryTokens: 300, CheckTokens: 400, AnalysisTokens: 2000, AnswerTokens: 1024, HealTokens: 1024, MemoryTokens: 300,
		StepLimit: 15,
	}
}

// mostRetrievals and mostHeals are what the step limit allows: 1 + 2n + (n − 1) steps, and 3 + 3n + 1.
const (
	mostRetrievals = 5
	mostHeals      = 3
)

// steps is the longest way through any of the graphs.
func (c Config) steps() int {
	return max(1+2*c.Retrievals+c.Retrievals-1, 3+3*c.Heals+1)
}

// Fields lists the numbers that Settings shows.
func (c *Config) Fields() []rag.Field {
	room := func(v *int, key, title string) rag.Field {
		return rag.Whole(v, key, title, "Tokens kept free for it.", 64, 16384)
	}
	return []rag.Field{
		rag.Whole(&c.TopK, "topK", "Passages found", "That a search gives before they are reranked.", 1, 200),
		rag.Whole(&c.Keep, "keep", "Passages kept", "The best, that the model reads.", 1, 60),
		rag.Whole(&c.PerPage, "perPage", "Passages of one page", "At most.", 1, 20),
		rag.Whole(&c.Retrievals, "retrievals", "Searches", "In all; each after the first looks for what is still missing.", 1, mostRetrievals),
		rag.Whole(&c.Named, "named", "Names and keywords", "Of each kind, that a question is searched with.", 1, 40),
		rag.Whole(&c.Gaps, "gaps", "Gaps", "That are named as missing.", 1, 20),
		rag.Whole(&c.MemoryTurns, "memoryTurns", "Past turns", "That are looked back to.", 0, 20),
		rag.Real(&c.MemoryNear, "memoryNear", "Nearness of a past turn", "Cosine from which one counts without a word in common.", 0, 1, .05),
		rag.Whole(&c.LongTalk, "longTalk", "Long conversation", "Remembered turns, before the oldest are put together.", 2, 100),
		rag.Whole(&c.RecentTurns, "recentTurns", "Recent turns", "That are then left as they are.", 1, 50),
		rag.Whole(&c.MemoryChars, "memoryChars", "Length of a memory", "In characters, of a turn.", 100, 4000),
		rag.Whole(&c.Metrics, "metrics", "Metrics", "At most.", 1, 60),
		rag.Whole(&c.Calculations, "calculations", "Calculations", "At most.", 0, 40),
		rag.Whole(&c.Charts, "charts", "Charts", "At most.", 0, 8),
		rag.Whole(&c.Points, "points", "Points of a chart", "At most.", 2, 60),
		rag.Whole(&c.Places, "places", "Decimal places", "Shown of what was calculated.", 0, 8),
		rag.Whole(&c.Heals, "heals", "Corrections", "Of an answer that fails a check.", 0, mostHeals),
		rag.Whole(&c.Failures, "failures", "Failed checks", "That are listed.", 1, 40),
		rag.Real(&c.Temperature, "temperature", "Temperature", "0 is sober, 1 is free.", 0, 2, .1),
		room(&c.QueryTokens, "queryTokens", "Room for reading the question"),
		room(&c.CheckTokens, "checkTokens", "Room for what is missing"),
		room(&c.AnalysisTokens, "analysisTokens", "Room for the metrics"),
		room(&c.AnswerTokens, "answerTokens", "Room for the answer"),
		room(&c.HealTokens, "healTokens", "Room for corrections"),
		room(&c.MemoryTokens, "memoryTokens", "Room for what is remembered"),
	}
}

// Validate tells the first thing that is wrong, for the person.
func (c Config) Validate() error {
	for _, f := range c.Fields() {
		if v := f.Value(); v < f.Min || v > f.Max {
			return fmt.Errorf("%s must be between %v and %v, not %v", f.Title, f.Min, f.Max, v)
		}
	}
	switch {
	case c.Keep > c.TopK:
		return fmt.Errorf("no more passages can be kept (%d) than are found (%d)", c.Keep, c.TopK)
	case c.RecentTurns >= c.LongTalk:
		return fmt.Errorf("a conversation of %d turns is put together only if fewer than that stay as they are, not %d", c.LongTalk, c.RecentTurns)
	case c.steps() > c.StepLimit:
		return fmt.Errorf("%d searches and %d corrections take more than the %d steps that a run has", c.Retrievals, c.Heals, c.StepLimit)
	}
	return nil
}
