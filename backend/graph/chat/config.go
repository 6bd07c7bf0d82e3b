package chat

import (
	"time"

	"lectern/backend/messages"
	"lectern/backend/tuning"
)

// Config is every number of document chat, and those of calls that all workflows share. The zero value is invalid; begin
// with Defaults.
type Config struct {
	ContextTokens int     `json:"contextTokens" default:"8192" range:"512 262144" group:"settings.group-models" title:"settings.chat.context-tokens" help:"settings.chat.context-tokens-help"`
	Attempts      int     `json:"attempts" default:"3" range:"1 10" group:"settings.group-models" help:"settings.chat.attempts-help"`
	Wait          float64 `json:"wait" default:".5" range:"0 30" group:"settings.group-models" help:"settings.chat.wait-help"`
	CacheSize     int     `json:"cacheSize" default:"1000" range:"0 100000" group:"settings.group-models" help:"settings.chat.cache-size-help"`

	Keep          int     `json:"keep" default:"5" range:"1 50" title:"settings.chat.keep" help:"settings.chat.keep-help"`
	AnswerTokens  int     `json:"answerTokens" default:"1024" range:"64 16384" title:"settings.chat.answer-tokens" help:"settings.chat.answer-tokens-help"`
	Temperature   float64 `json:"temperature" default:".3" range:"0 2" step:".1" title:"settings.chat.temperature" help:"settings.chat.temperature-help"`
	Sufficiency   int     `json:"sufficiency" default:"1" options:"settings.chat.sufficiency-options" title:"settings.chat.sufficiency" help:"settings.chat.sufficiency-help"`
	Rerank        int     `json:"rerankByModel" default:"0" options:"settings.chat.rerank-options" title:"settings.chat.rerank" help:"settings.chat.rerank-help"`
	ProbeDistance float64 `json:"probeDistance" default:".8" range:".1 2" help:"settings.chat.probe-distance-help"`
	FollowUpChars int     `json:"followUpChars" default:"20" range:"0 200" help:"settings.chat.follow-up-chars-help"`
	PerDocument   int     `json:"perDocument" default:"20" range:"1 200" help:"settings.chat.per-document-help"`
	PerLibrary    int     `json:"perLibrary" default:"7" range:"1 200" help:"settings.chat.per-library-help"`
	FirstPassages int     `json:"firstPassages" default:"3" range:"0 20" help:"settings.chat.first-passages-help"`
	KeepMost      int     `json:"keepMost" default:"15" range:"1 100" help:"settings.chat.keep-most-help"`
	Neighbours    int     `json:"neighbours" default:"1" range:"0 5" help:"settings.chat.neighbours-help"`
	AskAfter      int     `json:"askAfter" default:"30" range:"0 86400" help:"settings.chat.ask-after-help"`
	Readers       int     `json:"readers" default:"2" range:"1 16" help:"settings.chat.readers-help"`

	StepLimit int `json:"-" default:"7"` // of the graph: router, survey, consent, reader, rewriter, retriever, generator
}

const (
	// fewDocuments are read whole for whatever is asked of the whole, without a look whether it is about them: what a person has
	// in mind who says "list all of these".
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
