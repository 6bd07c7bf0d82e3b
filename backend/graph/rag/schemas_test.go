package rag

import (
	"testing"

	"lectern/backend/llm/llmtest"
)

func TestModelsAreHeldToTheseForms(t *testing.T) {
	llmtest.Forms(t, map[string]any{
		"choice":      &choice{},
		"opinions":    &judgements{},
		"Sufficiency": &Sufficiency{},
	})
}
