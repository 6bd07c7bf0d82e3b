package research

import (
	"testing"

	"lectern/backend/llm/llmtest"
)

func TestModelsAreHeldToTheseForms(t *testing.T) {
	llmtest.Forms(t, map[string]any{
		"understood":      &understood{},
		"finalReply":      &finalReply{},
		"qualityReply":    &qualityReply{},
		"decideReply":     &decideReply{},
		"extractReply":    &extractReply{},
		"reevaluation":    &reevaluation{},
		"questionsReply":  &questionsReply{},
		"gateReply":       &gateReply{},
		"referencesReply": &referencesReply{},
		"planReply":       &planReply{},
		"analysisReply":   &analysisReply{},
		"queriesReply":    &queriesReply{},
	})
}
