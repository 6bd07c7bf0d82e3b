package app

import (
	"maps"
	"slices"
	"testing"

	"lectern/backend/llm/llmtest"
	"lectern/backend/models"
)

func TestRealChatModelsAreLoadedWhileSomebodyTypesAndNotBefore(t *testing.T) {
	host := llmtest.Private(t).Host
	core, err := Open(Config{Home: t.TempDir(), Workspace: "Library"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := core.Close(); err != nil {
			t.Error(err)
		}
	}()
	core.Shell = &listening{}
	if err := core.Models.Save(t.Context(), models.Settings{OllamaHost: host, ChatModel: llmtest.RealChatModel, EmbedModel: llmtest.RealEmbedModel}); err != nil {
		t.Fatal(err)
	}
	if err := core.Start(); err != nil {
		t.Fatal(err)
	}
	loaded := func(want ...string) {
		t.Helper()
		got, err := core.Models.State().Client.Loaded(t.Context())
		delete(got, llmtest.RealEmbedModel) // which is measured when it is seen for the first time
		if names := slices.Sorted(maps.Keys(got)); err != nil || !slices.Equal(names, want) {
			t.Errorf("%q are loaded, not %q: %v", names, want, err)
		}
	}
	loaded()
	for _, model := range []string{"", llmtest.RealThinkModel} {
		if err := core.Warm(t.Context(), model); err != nil {
			t.Error(err)
		}
	}
	loaded(llmtest.RealChatModel, llmtest.RealThinkModel)
}
