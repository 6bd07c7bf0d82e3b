package llm_test

import (
	"maps"
	"testing"

	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
)

func TestRealModelsThatWereWarmedAreThoseThatAnswer(t *testing.T) {
	c := client(t, llm.Config{Host: llmtest.Private(t).Host})
	if err := c.Warm(t.Context(), llmtest.RealChatModel, llmtest.RealEmbedModel); err != nil {
		t.Fatal(err)
	}
	warm, err := c.Loaded(t.Context())
	if err != nil || warm[llmtest.RealChatModel] == 0 || warm[llmtest.RealEmbedModel] == 0 {
		t.Fatalf("%v, %v", warm, err)
	}
	r := ask(llmtest.RealChatModel, "Hello")
	r.MaxTokens = 8
	if _, err := c.Chat(t.Context(), r, nil); err != nil {
		t.Error(err)
	}
	if _, _, err := c.Embed(t.Context(), llmtest.RealEmbedModel, llm.Query, []string{"hello"}, nil); err != nil {
		t.Error(err)
	}
	if after, err := c.Loaded(t.Context()); err != nil || !maps.Equal(after, warm) { // with another context it would take other room
		t.Errorf("%v, before they were asked %v, %v", after, warm, err)
	}
}
