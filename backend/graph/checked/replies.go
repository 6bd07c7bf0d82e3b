package checked

import (
	"encoding/json"
	"math"

	"lectern/backend/messages"
)

// score is a number from 0 to 1 as models write it: above 1 it is read as percent.
type score struct {
	value float64
	given bool
}

// UnmarshalJSON implements json.Unmarshaler.
func (s *score) UnmarshalJSON(raw []byte) error {
	if err := json.Unmarshal(raw, &s.value); err != nil {
		return messages.Error("checked.score-no-number", messages.Args{"error": err})
	}
	const percent = 100
	if s.value > 1 {
		s.value /= percent
	}
	if s.value < 0 || s.value > 1 || math.IsNaN(s.value) {
		return messages.Error("checked.score-out-of-bounds", messages.Args{"score": raw})
	}
	s.given = string(raw) != "null"
	return nil
}

type critiqueReply struct {
	Hallucination bool            `json:"hallucination"`
	Unsupported   []string        `json:"unsupported_claims" schema:"maxItems=6 each.maxLength=240"`
	Gaps          []string        `json:"logical_gaps" schema:"maxItems=6 each.maxLength=240"`
	Conflicts     []conflictReply `json:"conflicting_evidence" schema:"maxItems=4"`
	Confidence    score           `json:"confidence" schema:"type=number minimum=0 maximum=1"`
}

type conflictReply struct {
	About    string `json:"about" schema:"maxLength=240"`
	Passages []int  `json:"passages" schema:"maxItems=6"`
}

// Validate implements the check of llm.Structured.
func (r *critiqueReply) Validate() error {
	if !r.Confidence.given {
		return messages.Error("checked.confidence-missing")
	}
	return nil
}

type evaluationReply struct {
	Faithfulness score `json:"faithfulness" schema:"type=number minimum=0 maximum=1"`
	Relevance    score `json:"relevance" schema:"type=number minimum=0 maximum=1"`
	Completeness score `json:"completeness" schema:"type=number minimum=0 maximum=1"`
	Citations    score `json:"citation_quality" schema:"type=number minimum=0 maximum=1"`
	Overall      score `json:"overall" schema:"type=number minimum=0 maximum=1"` // asked for, as models score better with it, but computed here
}

// Validate implements the check of llm.Structured.
func (r *evaluationReply) Validate() error {
	for name, s := range map[string]score{
		"faithfulness": r.Faithfulness, "relevance": r.Relevance, "completeness": r.Completeness, "citation_quality": r.Citations,
	} {
		if !s.given {
			return messages.Error("checked.missing", messages.Args{"name": name})
		}
	}
	return nil
}
