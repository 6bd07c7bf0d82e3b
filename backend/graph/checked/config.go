package checked

import (
	"fmt"

	"lectern/backend/graph/rag"
)

// Config is every number of the checked answer, as shown in Settings. The zero value is invalid; begin with Defaults.
type Config struct {
	Candidates      int     `json:"candidates"`      // passages looked at in a first round
	RetryCandidates int     `json:"retryCandidates"` // and in a retry
	Threshold       float64 `json:"threshold"`       // score that a passage needs in a first round
	RetryThreshold  float64 `json:"retryThreshold"`  // and in a retry
	Unrelated       float64 `json:"unrelated"`       // score of a passage that has nothing to do with a question,
	Answering       float64 `json:"answering"`       // and of one that answers it: what the thresholds are meant for
	Faint           float64 `json:"faint"`           // best score below which nothing was found; from here on it was too weak
	PerPage         int     `json:"perPage"`         // candidates from one page at most

	ContextChars int     `json:"contextChars"` // of the passages that are given to the model
	WholeBest    int     `json:"wholeBest"`    // so many of the best stay whole above that
	Temperature  float64 `json:"temperature"`  // of the draft
	AnswerTokens int     `json:"answerTokens"` // room kept for the draft
	CheckTokens  int     `json:"checkTokens"`  // room kept for the critic's and the evaluator's findings
	Findings     int     `json:"findings"`     // of each kind that are kept of the critic's
	FindingChars int     `json:"findingChars"` // of each finding

	FinalConfidence float64 `json:"finalConfidence"` // from here on an answer without flags is final
	Retries         int     `json:"retries"`         // at most, before the person is asked
	Questions       int     `json:"questions"`       // to the person, at most
	UncitedPenalty  float64 `json:"uncitedPenalty"`  // of the confidence, for each uncited sentence,
	UncitedMost     float64 `json:"uncitedMost"`     // and at most
	InvalidFactor   float64 `json:"invalidFactor"`   // of the confidence, if a citation was invented

	InventedClamp float64 `json:"inventedClamp"` // faithfulness at most, with an invented citation or claim,
	SomeUncited   int     `json:"someUncited"`   // with so many uncited sentences
	SomeClamp     float64 `json:"someClamp"`     //
	ManyUncited   int     `json:"manyUncited"`   // or with so many
	ManyClamp     float64 `json:"manyClamp"`     //

	FaithfulnessShare float64 `json:"faithfulnessShare"` // of each score in the overall one
	RelevanceShare    float64 `json:"relevanceShare"`
	CompletenessShare float64 `json:"completenessShare"`
	CitationsShare    float64 `json:"citationsShare"`
	Strong            float64 `json:"strong"`  // scores from here on are called strong,
	Partial           float64 `json:"partial"` // from here on partial, below weak

	StepLimit int `json:"-"` // of the graph with the default retries; more of them need more, see steps
}

// Defaults are the numbers of the specification.
func Defaults() Config {
	return Config{
		Candidates: 10, RetryCandidates: 20, Threshold: .60, RetryThreshold: .55, Unrelated: .35, Answering: .85, Faint: .45, PerPage: 3,
		ContextChars: 9000, WholeBest: 3, Temperature: .3, AnswerTokens: 1024, CheckTokens: 800, Findings: 6, FindingChars: 240,
		FinalConfidence: .65, Retries: 2, Questions: 5, UncitedPenalty: .03, UncitedMost: .40, InvalidFactor: .5,
		InventedClamp: .40, SomeUncited: 5, SomeClamp: .50, ManyUncited: 10, ManyClamp: .30,
		FaithfulnessShare: .35, RelevanceShare: .25, CompletenessShare: .25, CitationsShare: .15, Strong: .75, Partial: .50,
		StepLimit: 18,
	}
}

// mostRetries and mostQuestions bound what a person may set.
const (
	mostRetries   = 5
	mostQuestions = 20
)

// steps is the longest way of one run from a question of the person's, or an answer, to the next: the person's node,
// the supervisor, five steps a round, and the person's node again.
func (c Config) steps() int {
	const person, supervisor, round = 1, 1, 5
	return max(c.StepLimit, person+supervisor+round*(c.Retries+1)+person)
}

const together = " Score and confidence thresholds move together."

// Fields lists the numbers that Settings shows.
func (c *Config) Fields() []rag.Field {
	share := func(v *float64, key, title, help string) rag.Field { return rag.Real(v, key, title, help, 0, 1, .01) }
	return []rag.Field{
		rag.Whole(&c.Retries, "retries", "Retries", "Rounds after the first, before you are asked.", 0, mostRetries),
		share(&c.FinalConfidence, "finalConfidence", "Confidence of a final answer", "From here on, an answer without flags is final."+together),
		share(&c.Threshold, "threshold", "Score threshold", "Passages that score less are dropped. Adjusted to the embedding model."+together),
		share(&c.RetryThreshold, "retryThreshold", "Score threshold, retry", "At most the one of the first round."+together),
		rag.Whole(&c.Candidates, "candidates", "Candidates", "Passages looked at in the first round.", 1, 100),
		rag.Whole(&c.RetryCandidates, "retryCandidates", "Candidates, retry", "At least as many as in the first round.", 1, 200),
		rag.Whole(&c.PerPage, "perPage", "Candidates of one page", "At most.", 1, 20),
		rag.Whole(&c.ContextChars, "contextChars", "Characters of evidence", "Above that, passages are shortened to their best sentences.", 500, 200000),
		rag.Whole(&c.WholeBest, "wholeBest", "Whole passages", "So many of the best are not shortened.", 0, 20),
		rag.Real(&c.Temperature, "temperature", "Temperature", "0 is sober, 1 is free.", 0, 2, .1),
		rag.Whole(&c.AnswerTokens, "answerTokens", "Room for the answer", "Tokens kept free for the answer.", 64, 16384),
		rag.Whole(&c.CheckTokens, "checkTokens", "Room for the findings", "Tokens kept free for what the critic and the evaluator say.", 64, 16384),
		rag.Whole(&c.Findings, "findings", "Findings", "Of each kind, that the critic may name.", 1, 20),
		rag.Whole(&c.FindingChars, "findingChars", "Length of a finding", "In characters.", 40, 1000),
		rag.Whole(&c.Questions, "questions", "Questions to you", "After so many, the best draft is shown as it is.", 0, mostQuestions),
		share(&c.UncitedPenalty, "uncitedPenalty", "Penalty for an uncited sentence", "Share of the confidence."),
		share(&c.UncitedMost, "uncitedMost", "Penalty for all uncited sentences", "At most."),
		share(&c.InvalidFactor, "invalidFactor", "Factor for an invented citation", "What is left of the confidence."),
		share(&c.InventedClamp, "inventedClamp", "Faithfulness with something invented", "At most."),
		rag.Whole(&c.SomeUncited, "someUncited", "Some uncited sentences", "From so many on, faithfulness is bounded.", 1, 100),
		share(&c.SomeClamp, "someClamp", "Faithfulness with some uncited sentences", "At most."),
		rag.Whole(&c.ManyUncited, "manyUncited", "Many uncited sentences", "From so many on, faithfulness is bounded further.", 1, 200),
		share(&c.ManyClamp, "manyClamp", "Faithfulness with many uncited sentences", "At most."),
		share(&c.FaithfulnessShare, "faithfulnessShare", "Weight of faithfulness", "In the overall score."),
		share(&c.RelevanceShare, "relevanceShare", "Weight of relevance", "In the overall score."),
		share(&c.CompletenessShare, "completenessShare", "Weight of completeness", "In the overall score."),
		share(&c.CitationsShare, "citationsShare", "Weight of citation quality", "In the overall score."),
		share(&c.Strong, "strong", "Strong", "Scores from here on are called strong."),
		share(&c.Partial, "partial", "Partial", "Scores from here on are called partial, below weak."),
		share(&c.Unrelated, "unrelated", "Scale: unrelated", "Score of a passage that has nothing to do with the question; each embedding model is fitted to it."),
		share(&c.Answering, "answering", "Scale: answering", "Score of a passage that answers the question; each embedding model is fitted to it."),
		share(&c.Faint, "faint", "Faint", "Best score below which nothing counts as found."),
	}
}

// Validate checks what single bounds can't.
func (c Config) Validate() error {
	sum := c.FaithfulnessShare + c.RelevanceShare + c.CompletenessShare + c.CitationsShare
	const off = 1e-6
	switch {
	case c.RetryThreshold > c.Threshold:
		return fmt.Errorf("the score threshold of a retry (%v) can't be above the first one (%v)", c.RetryThreshold, c.Threshold)
	case c.RetryCandidates < c.Candidates:
		return fmt.Errorf("the candidates of a retry (%d) can't be fewer than the first ones (%d)", c.RetryCandidates, c.Candidates)
	case c.Unrelated >= c.Answering:
		return fmt.Errorf("the score of an unrelated passage (%v) must be below that of an answering one (%v)", c.Unrelated, c.Answering)
	case sum < 1-off || sum > 1+off:
		return fmt.Errorf("the weights of the four scores must add up to 1, not %v", sum)
	case c.Partial > c.Strong:
		return fmt.Errorf("partial (%v) can't begin above strong (%v)", c.Partial, c.Strong)
	case c.ManyUncited < c.SomeUncited:
		return fmt.Errorf("many uncited sentences (%d) can't be fewer than some (%d)", c.ManyUncited, c.SomeUncited)
	case c.ManyClamp > c.SomeClamp:
		return fmt.Errorf("faithfulness with many uncited sentences (%v) can't be allowed above that with some (%v)", c.ManyClamp, c.SomeClamp)
	case c.Candidates < 1 || c.ContextChars < 1 || c.AnswerTokens < 1 || c.CheckTokens < 1:
		return fmt.Errorf("candidates, characters of evidence and the rooms for answers must be more than 0")
	}
	return nil
}

// word is what a score is called.
func (c Config) word(score float64) string {
	switch {
	case score >= c.Strong:
		return "Strong"
	case score >= c.Partial:
		return "Partial"
	}
	return "Weak"
}
