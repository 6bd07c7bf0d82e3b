package chat

import (
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
)

func TestNumbersHoldTogether(t *testing.T) {
	c := Defaults()
	if c.AnswerTokens = c.ContextTokens; c.Validate() == nil {
		t.Error("an answer as large as the context window")
	}
}

func TestItsNumbersDrawingFormsAndPromptsAreThoseThatWereReviewed(t *testing.T) {
	w := &Workflow{Config: Defaults()}
	prompts, err := rag.Prompts(files, nil)
	if err != nil {
		t.Fatal(err)
	}
	ragtest.Shape{
		About: About(), Drawings: []ragtest.Drawing{{Mermaid: w.graph().Mermaid()}}, Prompts: prompts,
		Forms: map[string]any{
			"rewriteReply": &rewriteReply{},
			"intentReply":  &intentReply{},
		},
		Filled: map[string]ragtest.Filled{
			"documents-auto": {Prompt: "documents.md", Data: map[string]any{"Only": false, "Language": ""}},
			"documents-only": {Prompt: "documents.md", Data: map[string]any{"Only": true, "Language": "Deutsch"}},
			"plain":          {Prompt: "plain.md", Data: map[string]any{"Language": ""}},
			"intent":         {Prompt: "intent.md", Data: map[string]any{"Names": []string{"Lease", "Policy"}, "Question": "Do floods matter?"}},
			"rewrite": {Prompt: "rewrite.md", Data: map[string]any{
				"Names": []string{"Lease"}, "Question": "Why?",
				"History": []promptTurn{{"user", "What is the rent?"}, {"assistant", "900 euros."}},
			}},
		},
	}.Test(t)
}
