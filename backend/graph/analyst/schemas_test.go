package analyst

import (
	"testing"

	"lectern/backend/llm/llmtest"
)

func TestModelsAreHeldToTheseForms(t *testing.T) {
	llmtest.Forms(t, map[string]any{
		"memoryReply":     &memoryReply{},
		"queryReply":      &queryReply{},
		"analysisReply":   &analysisReply{},
		"refinementReply": &refinementReply{},
		"validationReply": &validationReply{},
		"healReply":       &healReply{},
	})
}
