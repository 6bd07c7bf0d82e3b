package chat

import (
	"fmt"
	"time"

	"lectern/backend/graph/rag"
)

// Config is every number of document chat, as shown in Settings. The zero value is invalid; begin with Defaults.
type Config struct {
	ProbeDistance float64 `json:"probeDistance"` // cosine distance past which nothing in the library is near
	FollowUpChars int     `json:"followUpChars"` // a shorter question right after an answer from documents follows up on it
	FewDocuments  int     `json:"fewDocuments"`  // a library of at most so many is read whole for a summary
	PerDocument   int     `json:"perDocument"`   // hits of one search in a mentioned file
	PerLibrary    int     `json:"perLibrary"`    // hits of one search in the library
	FirstPassages int     `json:"firstPassages"` // of each mentioned file, that always come along
	Keep          int     `json:"keep"`          // best passages kept from one file or the library
	KeepMost      int     `json:"keepMost"`      // and at most from several
	Neighbours    int     `json:"neighbours"`    // passages before and after each hit
	CacheSize     int     `json:"cacheSize"`     // embeddings of questions remembered
	Temperature   float64 `json:"temperature"`   // of prose
	AnswerTokens  int     `json:"answerTokens"`  // room kept for the answer
	HistoryShare  float64 `json:"historyShare"`  // of the room that the passages leave, at most, for earlier messages
	Attempts      int     `json:"attempts"`      // at a step, when the connection to Ollama or an answer breaks off
	Wait          float64 `json:"wait"`          // seconds before the second attempt, doubled before each further one
	StepLimit     int     `json:"-"`             // of the graph: router, rewriter, retriever, generator
	ContextTokens int     `json:"contextTokens"` // num_ctx at most
	Rerank        int     `json:"rerank"`        // who orders the candidates anew: see below
	RerankSeconds float64 `json:"rerankSeconds"` // that a model has for it; one that takes longer isn't asked
	Sufficiency   int     `json:"sufficiency"`   // when the model is first asked whether the passages answer the question: see below
}

// When a model judges the passages before it answers, which is one more call.
const (
	SufficiencyNever = iota
	SufficiencyDoubt // the documents may not be about what is asked
	SufficiencyAlways
)

// Who orders the candidates anew, before the best are kept.
const (
	RerankNobody = iota
	RerankWords
	RerankModel
)

// Defaults are the numbers of the specification.
func Defaults() Config {
	return Config{
		ProbeDistance: .8, FollowUpChars: 20, FewDocuments: 3,
		PerDocument: 20, PerLibrary: 7, FirstPassages: 3, Keep: 5, KeepMost: 15, Neighbours: 1, CacheSize: 1000,
		Temperature: .3, AnswerTokens: 1024, HistoryShare: .5, Attempts: 3, Wait: .5, StepLimit: 4, ContextTokens: 8192,
		RerankSeconds: 2, Sufficiency: SufficiencyDoubt,
	}
}

// Fields lists the numbers that Settings shows.
func (c *Config) Fields() []rag.Field {
	return []rag.Field{
		rag.Whole(&c.ContextTokens, "contextTokens", "Context window", "Tokens that the model reads at once. More needs more memory.", 512, 262144),
		rag.Whole(&c.AnswerTokens, "answerTokens", "Room for the answer", "Tokens kept free for the answer.", 64, 16384),
		rag.Real(&c.Temperature, "temperature", "Temperature", "0 is sober, 1 is free.", 0, 2, .1),
		rag.Real(&c.HistoryShare, "historyShare", "Share of earlier messages", "Of the room that is left beside the question, how much earlier messages may take.", 0, .9, .05),
		rag.Whole(&c.Keep, "keep", "Passages kept", "Best passages given to the model, from one file or the library.", 1, 50),
		rag.Whole(&c.KeepMost, "keepMost", "Passages kept, several files", "At most, when several files are named.", 1, 100),
		rag.Whole(&c.PerDocument, "perDocument", "Candidates in a named file", "Hits of one search.", 1, 200),
		rag.Whole(&c.PerLibrary, "perLibrary", "Candidates in the library", "Hits of one search.", 1, 200),
		rag.Whole(&c.FirstPassages, "firstPassages", "First passages", "Of each named file, that always come along.", 0, 20),
		rag.Whole(&c.Neighbours, "neighbours", "Neighbours", "Passages before and after each hit that come along.", 0, 5),
		rag.Real(&c.ProbeDistance, "probeDistance", "Far from everything", "Cosine distance from which a question is not about the documents. Adjusted to the embedding model.", .1, 2, .05),
		rag.Choice(&c.Rerank, "rerank", "Order the passages once more", "Before the best are kept. A small model may order them worse than they were found: “lectern eval --rerank model” measures it on your questions.",
			"no", "by words", "by the model"),
		rag.Real(&c.RerankSeconds, "rerankSeconds", "Time for ordering", "Seconds that the model has for it. One that takes longer isn't asked.", .5, 60, .5),
		rag.Choice(&c.Sufficiency, "sufficiency", "Check the passages first", "Whether the model is asked, before it answers, if the passages answer the question. That takes one more call.", "never", "in doubt", "always"),
		rag.Whole(&c.FollowUpChars, "followUpChars", "Short follow-up", "A question of fewer characters, right after an answer, follows up on it.", 0, 200),
		rag.Whole(&c.FewDocuments, "fewDocuments", "Few documents", "A library of at most so many is read whole for a summary.", 1, 50),
		rag.Whole(&c.Attempts, "attempts", "Attempts when the connection to Ollama drops", "At each step, the first included. 1: none is tried again by itself.", 1, 10),
		rag.Real(&c.Wait, "wait", "Wait before another attempt", "Seconds; doubled before each further one.", 0, 30, .5),
		rag.Whole(&c.CacheSize, "cacheSize", "Remembered embeddings", "Of questions.", 0, 100000),
	}
}

// Pause is the wait before a second attempt.
func (c Config) Pause() time.Duration { return time.Duration(c.Wait * float64(time.Second)) }

func (c Config) rerankTime() time.Duration {
	return time.Duration(c.RerankSeconds * float64(time.Second))
}

// Validate checks what single bounds can't.
func (c Config) Validate() error {
	switch {
	case c.KeepMost < c.Keep:
		return fmt.Errorf("passages kept of several files (%d) can't be fewer than of one (%d)", c.KeepMost, c.Keep)
	case c.AnswerTokens > c.ContextTokens/2:
		return fmt.Errorf("the room for the answer (%d) can't be more than half of the context window (%d)", c.AnswerTokens, c.ContextTokens)
	}
	return nil
}
