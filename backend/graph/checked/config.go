package checked

import (
	"lectern/backend/messages"
	"lectern/backend/tuning"
)

// Config is every number of the checked answer. The zero value is invalid; begin with Defaults.
type Config struct {
	Retries         int     `json:"retries" default:"2" range:"0 5" once:"yes" title:"Retries" help:"Rounds after the first, before you are asked."`
	FinalConfidence float64 `json:"finalConfidence" default:".65" range:"0 1" step:".01" title:"Confidence of a final answer" help:"From here on, an answer without flags is final. Score and confidence thresholds move together."`
	Threshold       float64 `json:"threshold" default:".60" range:"0 1" step:".01" title:"Score threshold" help:"Passages that score less are dropped. Adjusted to the embedding model. Score and confidence thresholds move together."`
	RetryThreshold  float64 `json:"retryThreshold" default:".55" range:"0 1" step:".01" title:"Score threshold, retry" help:"At most the one of the first round. Score and confidence thresholds move together."`

	Candidates      int `json:"candidates" default:"10" range:"1 100" help:"Passages looked at in the first round."`
	RetryCandidates int `json:"retryCandidates" default:"20" range:"1 200" help:"Passages looked at in a retry; at least as many as in the first round."`
	PerPage         int `json:"perPage" default:"3" range:"1 100" help:"Candidates from one page at most."`
	Questions       int `json:"questions" default:"5" range:"0 20" help:"To the person; after so many the best draft is shown as it is."`

	ContextChars int     `json:"contextChars" default:"9000" range:"100 200000" help:"Characters of evidence. Above that, passages are shortened to their best sentences."`
	WholeBest    int     `json:"wholeBest" default:"3" range:"0 20" help:"So many of the best passages are not shortened."`
	Temperature  float64 `json:"temperature" default:".3" range:"0 2" step:".1" help:"Of the draft."`
	AnswerTokens int     `json:"answerTokens" default:"1024" range:"64 16384" help:"Tokens kept free for the draft."`

	UncitedPenalty float64 `json:"uncitedPenalty" default:".03" range:"0 1" help:"Share of the confidence that an uncited sentence costs."`
	UncitedMost    float64 `json:"uncitedMost" default:".40" range:"0 1" help:"Share of the confidence that all uncited sentences cost at most."`
	InvalidFactor  float64 `json:"invalidFactor" default:".5" range:"0 1" help:"What an invented citation leaves of the confidence."`

	InventedClamp float64 `json:"inventedClamp" default:".40" range:"0 1" help:"Faithfulness at most, with an invented citation or claim."`
	SomeUncited   int     `json:"someUncited" default:"5" range:"1 100" help:"From so many uncited sentences on, faithfulness is bounded."`
	SomeClamp     float64 `json:"someClamp" default:".50" range:"0 1" help:"Faithfulness at most, with some uncited sentences."`
	ManyUncited   int     `json:"manyUncited" default:"10" range:"1 200" help:"From so many uncited sentences on, faithfulness is bounded further."`
	ManyClamp     float64 `json:"manyClamp" default:".30" range:"0 1" help:"Faithfulness at most, with many uncited sentences."`

	FaithfulnessShare float64 `json:"faithfulnessShare" default:".35" range:"0 1" help:"Weight of faithfulness in the overall score."`
	RelevanceShare    float64 `json:"relevanceShare" default:".25" range:"0 1" help:"Weight of relevance in the overall score."`
	CompletenessShare float64 `json:"completenessShare" default:".25" range:"0 1" help:"Weight of completeness in the overall score."`
	CitationsShare    float64 `json:"citationsShare" default:".15" range:"0 1" help:"Weight of citation quality in the overall score."`

	StepLimit int `json:"-" default:"18"` // of the graph with the default retries; more of them need more, see steps
}

// The scale of scores: each embedding model is fitted to it, and the thresholds are numbers on it. They would have to move
// with it, so nobody sets it.
const (
	unrelatedScore = .35 // of a passage that has nothing to do with a question,
	answeringScore = .85 // and of one that answers it
	faintScore     = .45 // best score below which nothing was found: a fifth of the way; from here on it was too weak
)

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
