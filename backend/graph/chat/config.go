package chat

import (
	"time"

	"lectern/backend/messages"
	"lectern/backend/tuning"
)

// Config is every number of document chat, and those of calls that all workflows share. The zero value is invalid; begin
// with Defaults.
type Config struct {
	ContextTokens int     `json:"contextTokens" default:"8192" range:"512 262144" group:"Models" title:"Context window" help:"Tokens that a model reads at once, in every workflow. More needs more memory."`
	Attempts      int     `json:"attempts" default:"3" range:"1 10" group:"Models" help:"At a step when the connection to Ollama or an answer breaks off, the first included, in every workflow."`
	Wait          float64 `json:"wait" default:".5" range:"0 30" group:"Models" help:"Seconds before the second attempt, doubled before each further one."`
	CacheSize     int     `json:"cacheSize" default:"1000" range:"0 100000" group:"Models" help:"Embeddings of questions that are remembered."`

	Keep          int     `json:"keep" default:"5" range:"1 50" title:"Passages kept" help:"The best of a search, that the model answers from."`
	AnswerTokens  int     `json:"answerTokens" default:"1024" range:"64 16384" title:"Room for the answer" help:"Tokens that an answer may have. The passages and what was said before get the rest of the context window."`
	Temperature   float64 `json:"temperature" default:".3" range:"0 2" step:".1" title:"Temperature" help:"How freely the model writes: 0 is sober, 1 is free."`
	Sufficiency   int     `json:"sufficiency" default:"1" options:"never|in doubt|always" title:"Check the passages first" help:"Whether the model is asked, before it answers, if the passages answer the question. That takes one more call."`
	Rerank        int     `json:"rerank" default:"0" options:"no|by words|by the model" title:"Order the passages once more" help:"Before the best are kept. A small model may order them worse than they were found: “lectern eval --rerank model” measures it on your questions."`
	ProbeDistance float64 `json:"probeDistance" default:".8" range:".1 2" help:"Cosine distance past which nothing in the library is near, on the scale of the embedding model."`
	FollowUpChars int     `json:"followUpChars" default:"20" range:"0 200" help:"A shorter question right after an answer from documents follows up on it."`
	PerDocument   int     `json:"perDocument" default:"20" range:"1 200" help:"Hits of one search in a mentioned file."`
	PerLibrary    int     `json:"perLibrary" default:"7" range:"1 200" help:"Hits of one search in the library."`
	FirstPassages int     `json:"firstPassages" default:"3" range:"0 20" help:"Of each mentioned file, that always come along."`
	KeepMost      int     `json:"keepMost" default:"15" range:"1 100" help:"Passages kept of several files, at most; never fewer than of one."`
	Neighbours    int     `json:"neighbours" default:"1" range:"0 5" help:"Passages before and after each hit that come along."`

	StepLimit int `json:"-" default:"4"` // of the graph: router, rewriter, retriever, generator
}

const (
	// fewDocuments are read whole for a summary: what a person has in mind who says "summarise these".
	fewDocuments = 3
	// historyShare is how much of the room beside the question and its best passages earlier messages get at most: the other
	// half stays for the passages around the hits, which tell what the hits mean.
	historyShare = .5
	// rerankTime is what a model has for ordering passages: nobody waits longer before the first word. One that takes longer
	// isn't asked.
	rerankTime = 2 * time.Second
)

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
func Defaults() Config { return tuning.Defaults[Config]() }

// Pause is the wait before a second attempt.
func (c Config) Pause() time.Duration { return time.Duration(c.Wait * float64(time.Second)) }

// Validate tells the first thing that is wrong, for the person.
func (c Config) Validate() error {
	if err := tuning.Check(&c); err != nil {
		return err
	}
	if c.AnswerTokens > c.ContextTokens/2 {
		return messages.Error("chat.answer-takes-too-much", messages.Args{"tokens": c.AnswerTokens, "context": c.ContextTokens})
	}
	return nil
}
