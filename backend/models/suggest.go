package models

import "lectern/backend/messages"

// Suggestion is a model to begin with.
type Suggestion struct {
	Name    string `json:"name"`
	Size    string `json:"size"`    // of the download
	Command string `json:"command"` // that installs it
	Why     string `json:"why"`
}

// chatSizes are models to begin with by the memory that they want, in GB, the largest first; sizes as Ollama's library
// tells them.
var chatSizes = []struct {
	memory     int
	name, size string
}{
	{32, "qwen3:14b", "9.3 GB"},
	{14, "qwen3:8b", "5.2 GB"},
	{7, "qwen3:4b", "2.5 GB"},
	{0, "qwen3:1.7b", "1.4 GB"},
}

// SuggestChat names a chat model that fits a memory, in GB; 0 if that isn't known.
func SuggestChat(memory int) Suggestion {
	if memory == 0 {
		memory = 8
	}
	for _, c := range chatSizes {
		if memory >= c.memory {
			return Suggestion{c.name, c.size, "ollama pull " + c.name, messages.Text("models.for-memory", messages.Args{"gigabytes": memory})}
		}
	}
	return Suggestion{}
}

// SuggestEmbed names an embedding model.
func SuggestEmbed() Suggestion {
	return Suggestion{"nomic-embed-text", "274 MB", "ollama pull nomic-embed-text", messages.Text("models.finds-by-meaning")}
}
