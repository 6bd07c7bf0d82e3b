package checked

import (
	"encoding/json"
	"fmt"
	"math"
)

// score is a number from 0 to 1 as models write it: above 1 it is read as percent.
type score struct {
	value float64
	given bool
}

// UnmarshalJSON implements json.Unmarshaler.
func (s *score) UnmarshalJSON(raw []byte) error {
	if err := json.Unmarshal(raw, &s.value); err != nil {
		return fmt.Errorf("a score must be a number: %w", err)
	}
	const percent = 100
	if s.value > 1 {
		s.value /= percent
	}
	if s.value < 0 || s.value > 1 || math.IsNaN(s.value) {
		return fmt.Errorf("a score must be from 0 to 1, not %s", raw)
	}
	s.given = string(raw) != "null"
	return nil
}

type critiqueReply struct {
	Hallucination bool            `json:"hallucination"`
	Unsupported   []string        `json:"unsupported_claims"`
	Gaps          []string        `json:"logical_gaps"`
	Conflicts     []conflictReply `json:"conflicting_evidence"`
	Confidence    score           `json:"confidence"`
}

type conflictReply struct {
	About    string `json:"about"`
	Passages []int  `json:"passages"`
}

// Validate implements the check of llm.Structured.
func (r *critiqueReply) Validate() error {
	if !r.Confidence.given {
		return fmt.Errorf("confidence is missing")
	}
	return nil
}

var critiqueSchema = json.RawMessage(`{"type":"object","properties":{
"hallucination":{"type":"boolean"},
"unsupported_claims":{"type":"array","maxItems":6,"items":{"type":"string","maxLength":240}},
"logical_gaps":{"type":"array","maxItems":6,"items":{"type":"string","maxLength":240}},
"conflicting_evidence":{"type":"array","maxItems":4,"items":{"type":"object","properties":{"about":{"type":"string","maxLength":240},"passages":{"type":"array","maxItems":6,"items":{"type":"integer"}}},"required":["about","passages"]}},
"confidence":{"type":"number","minimum":0,"maximum":1}},
"required":["hallucination","unsupported_claims","logical_gaps","conflicting_evidence","confidence"]}`)

type evaluationReply struct {
	Faithfulness score `json:"faithfulness"`
	Relevance    score `json:"relevance"`
	Completeness score `json:"completeness"`
	Citations    score `json:"citation_quality"`
	Overall      score `json:"overall"` // asked for, as models score better with it, but computed here
}

// Validate implements the check of llm.Structured.
func (r *evaluationReply) Validate() error {
	for name, s := range map[string]score{
		"faithfulness": r.Faithfulness, "relevance": r.Relevance, "completeness": r.Completeness, "citation_quality": r.Citations,
	} {
		if !s.given {
			return fmt.Errorf("%s is missing", name)
		}
	}
	return nil
}

var evaluationSchema = json.RawMessage(`{"type":"object","properties":{
"faithfulness":{"type":"number","minimum":0,"maximum":1},"relevance":{"type":"number","minimum":0,"maximum":1},
"completeness":{"type":"number","minimum":0,"maximum":1},"citation_quality":{"type":"number","minimum":0,"maximum":1},
"overall":{"type":"number","minimum":0,"maximum":1}},
"required":["faithfulness","relevance","completeness","citation_quality","overall"]}`)
