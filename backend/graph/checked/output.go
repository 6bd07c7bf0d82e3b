package checked

import (
	"context"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/proof"
)

// Score is a number with the word that it is shown by: Strong, Partial or Weak; "" if there is no score.
type Score struct {
	Value float64 `json:"value"` // 0 to 1
	Word  string  `json:"word"`
}

// Scores are what the evaluator gave, the overall one computed from the others.
type Scores struct {
	Faithfulness Score `json:"faithfulness"`
	Relevance    Score `json:"relevance"`
	Completeness Score `json:"completeness"`
	Citations    Score `json:"citations"`
	Overall      Score `json:"overall"`
}

// Output is what the workflow makes beside the answer. It speaks of the draft that is shown: the one that passed, else
// the best so far.
type Output struct {
	Scores            Scores      `json:"scores"`
	Scored            bool        `json:"scored"` // else Scores is empty: "not scored"
	Confidence        Score       `json:"confidence"`
	ConfidenceHistory []float64   `json:"confidenceHistory"` // of every round
	Audited           bool        `json:"audited"`           // by a model; else "not audited by a model"
	Hallucination     bool        `json:"hallucination"`
	Audit             proof.Audit `json:"audit"`
	UnsupportedClaims []string    `json:"unsupportedClaims"`
	Gaps              []string    `json:"gaps"`
	Conflicts         []Conflict  `json:"conflicts"` // in the documents
	Attempts          int         `json:"attempts"`  // drafts written
	Shown             int         `json:"shown"`     // the draft that this is about, from 1; 0 for none
	Retries           []Retry     `json:"retries"`
	Search            Search      `json:"search"`   // the last one
	Evidence          []Evidence  `json:"evidence"` // of the last one
	Said              []string    `json:"said"`     // what the person added to the question
	Amber             bool        `json:"amber"`    // it did not pass and is shown all the same
	Notes             []string    `json:"notes"`    // what is to be said beside the answer
}

// made tells what there is so far.
func (w *Workflow) made(s State) Output {
	r, passed := s.Best, s.Decision == finalize
	if passed {
		r = s.Round
	}
	m := Output{
		Confidence: w.score(say(s), r.Confidence, r.Number > 0), ConfidenceHistory: rag.NonNil(s.Metrics.Confidence),
		Audited: r.Critique.Audited, Hallucination: r.Critique.Hallucination, Audit: r.Audit,
		UnsupportedClaims: rag.NonNil(r.Critique.Unsupported), Gaps: rag.NonNil(r.Critique.Gaps), Conflicts: rag.NonNil(r.Critique.Conflicts),
		Attempts: s.Rounds, Shown: r.Number, Retries: rag.NonNil(s.Metrics.Retries), Search: s.Search, Evidence: rag.NonNil(s.Evidence),
		Said: rag.NonNil(s.Said), Scored: r.Evaluation.Scored, Notes: []string{},
	}
	m.Audit.Missing, m.Audit.Invalid, m.Audit.Unsupported = rag.NonNil(m.Audit.Missing), rag.NonNil(m.Audit.Invalid), rag.NonNil(m.Audit.Unsupported)
	m.Audit.Wrong, m.Audit.Doubtful = rag.NonNil(m.Audit.Wrong), rag.NonNil(m.Audit.Doubtful)
	e := r.Evaluation
	m.Scores = Scores{
		w.score(say(s), e.Faithfulness, e.Scored), w.score(say(s), e.Relevance, e.Scored), w.score(say(s), e.Completeness, e.Scored),
		w.score(say(s), e.Citations, e.Scored), w.score(say(s), e.Overall, e.Scored),
	}
	m.Amber = r.Number > 0 && !passed && (s.Decision == ask || s.Decision == giveUp)
	if s.Answer.Message != "" {
		m.Notes = append(m.Notes, s.Answer.Message)
	}
	if passed && len(r.Critique.Gaps) > 0 {
		m.Notes = append(m.Notes, say(s).Text("checked.critic-misses", messages.Args{"gap": r.Critique.Gaps[0]}))
	}
	return m
}

// showMade tells what there is so far, as if the supervisor had seen the round already.
func (w *Workflow) showMade(ctx context.Context, s State) {
	s.Best = better(s.Best, s.Round)
	graph.Emit(ctx, rag.Report{Kind: rag.KindOutput, Made: rag.MustJSON(w.made(s))})
}

func (w *Workflow) score(say messages.Messages, value float64, there bool) Score {
	if !there {
		return Score{}
	}
	return Score{value, say.Text(word(value))}
}
