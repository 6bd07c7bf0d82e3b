package checked

import (
	"lectern/backend/messages"
	"lectern/backend/tuning"
)

// Config is every number of the checked answer. The zero value is invalid; begin with Defaults.
type Config struct {
	Retries         int     `json:"retries" default:"2" range:"0 5" once:"yes" title:"settings.checked.retries" help:"settings.checked.retries-help"`
	FinalConfidence float64 `json:"finalConfidence" default:".65" range:"0 1" step:".01" title:"settings.checked.final-confidence" help:"settings.checked.final-confidence-help"`
	Threshold       float64 `json:"threshold" default:".60" range:"0 1" step:".01" title:"settings.checked.threshold" help:"settings.checked.threshold-help"`
	RetryThreshold  float64 `json:"retryThreshold" default:".55" range:"0 1" step:".01" title:"settings.checked.retry-threshold" help:"settings.checked.retry-threshold-help"`

	Candidates      int `json:"candidates" default:"10" range:"1 100" help:"settings.checked.candidates-help"`
	RetryCandidates int `json:"retryCandidates" default:"20" range:"1 200" help:"settings.checked.retry-candidates-help"`
	PerPage         int `json:"perPage" default:"3" range:"1 100" help:"settings.checked.per-page-help"`
	Questions       int `json:"questions" default:"5" range:"0 20" help:"settings.checked.questions-help"`

	ContextChars int     `json:"contextChars" default:"9000" range:"100 200000" help:"settings.checked.context-chars-help"`
	WholeBest    int     `json:"wholeBest" default:"3" range:"0 20" help:"settings.checked.whole-best-help"`
	Temperature  float64 `json:"temperature" default:".3" range:"0 2" step:".1" help:"settings.checked.temperature-help"`
	AnswerTokens int     `json:"answerTokens" default:"1024" range:"64 16384" help:"settings.checked.answer-tokens-help"`

	UncitedPenalty float64 `json:"uncitedPenalty" default:".03" range:"0 1" help:"settings.checked.uncited-penalty-help"`
	UncitedMost    float64 `json:"uncitedMost" default:".40" range:"0 1" help:"settings.checked.uncited-most-help"`
	InvalidFactor  float64 `json:"invalidFactor" default:".5" range:"0 1" help:"settings.checked.invalid-factor-help"`

	InventedClamp float64 `json:"inventedClamp" default:".40" range:"0 1" help:"settings.checked.invented-clamp-help"`
	SomeUncited   int     `json:"someUncited" default:"5" range:"1 100" help:"settings.checked.some-uncited-help"`
	SomeClamp     float64 `json:"someClamp" default:".50" range:"0 1" help:"settings.checked.some-clamp-help"`
	ManyUncited   int     `json:"manyUncited" default:"10" range:"1 200" help:"settings.checked.many-uncited-help"`
	ManyClamp     float64 `json:"manyClamp" default:".30" range:"0 1" help:"settings.checked.many-clamp-help"`

	FaithfulnessShare float64 `json:"faithfulnessShare" default:".35" range:"0 1" help:"settings.checked.faithfulness-share-help"`
	RelevanceShare    float64 `json:"relevanceShare" default:".25" range:"0 1" help:"settings.checked.relevance-share-help"`
	CompletenessShare float64 `json:"completenessShare" default:".25" range:"0 1" help:"settings.checked.completeness-share-help"`
	CitationsShare    float64 `json:"citationsShare" default:".15" range:"0 1" help:"settings.checked.citations-share-help"`

	StepLimit int `json:"-" default:"18"` // of the graph with the default retries; more of them need more, see steps
}

// The scale of scores: each embedding model is fitted to it, and the thresholds are numbers on it. They would have to move
// with it, so nobody sets it.
const (
	unrelatedScore = .35 // of a passage that has nothing to do with a question,
	answeringScore = .85 // and of one that answers it
)

// Faint is the best score below which nothing was found: a fifth of the way from unrelated to answering. From here on it was
// too weak.
const Faint = .45

const (
	// findingsTokens is the room for what the critic and the evaluator say: findings times their length, and the scores.
	findingsTokens = 800
	// mostFindings of each kind are kept of the critic's: nobody reads, and no draft mends, more.
	mostFindings = 6
	// findingChars is a long sentence.
	findingChars = 240
)

// Words for scores: halves and quarters, for the eye alone. Nothing is decided by them.
const (
	strongScore  = .75
	partialScore = .50
)

// Defaults are the numbers of the specification.
func Defaults() Config { return tuning.Defaults[Config]() }

// steps is the longest way of one run from a question of the person's, or an answer, to the next: the person's node,
// the supervisor, five steps a round, and the person's node again.
func (c Config) steps() int {
	const person, supervisor, round = 1, 1, 5
	return max(c.StepLimit, person+supervisor+round*(c.Retries+1)+person)
}

// Validate tells the first thing that is wrong, for the person.
func (c Config) Validate() error {
	if err := tuning.Check(&c); err != nil {
		return err
	}
	sum := c.FaithfulnessShare + c.RelevanceShare + c.CompletenessShare + c.CitationsShare
	const off = 1e-6
	switch {
	case c.RetryThreshold > c.Threshold:
		return messages.Error("checked.retry-threshold", messages.Args{"retry": c.RetryThreshold, "first": c.Threshold})
	case c.RetryCandidates < c.Candidates:
		return messages.Error("checked.retry-candidates", messages.Args{"retry": c.RetryCandidates, "first": c.Candidates})
	case sum < 1-off || sum > 1+off:
		return messages.Error("checked.weights", messages.Args{"sum": sum})
	case c.ManyUncited < c.SomeUncited:
		return messages.Error("checked.many-and-some", messages.Args{"many": c.ManyUncited, "some": c.SomeUncited})
	case c.ManyClamp > c.SomeClamp:
		return messages.Error("checked.clamps", messages.Args{"many": c.ManyClamp, "some": c.SomeClamp})
	}
	return nil
}

// word is the message that names a score.
func word(score float64) string {
	switch {
	case score >= strongScore:
		return "checked.strong"
	case score >= partialScore:
		return "checked.partial"
	}
	return "checked.weak"
}
