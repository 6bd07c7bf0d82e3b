package models

import (
	_ "embed"
	"encoding/json"
	"sync"

	"lectern/backend/messages"
)

// Suggestion is a model to begin with.
type Suggestion struct {
	Name    string
	Size    string // of the download
	Command string // that installs it
	Why     messages.Message
}

// suggestionFile holds models to begin with, as Ollama's library told them on its date: for chats by the memory that they want,
// in GB, the largest first. It is the one place to bring up to date.
//
//go:embed suggestions.json
var suggestionFile []byte

type suggested struct {
	Memory int    `json:"memory"`
	Name   string `json:"name"`
	Size   string `json:"size"`
}

var suggestions = sync.OnceValue(func() (s struct {
	Date  string      `json:"date"`
	Chat  []suggested `json:"chat"`
	Embed suggested   `json:"embed"`
}) {
	if err := json.Unmarshal(suggestionFile, &s); err != nil {
		panic(err) // built in and tested
	}
	return s
})

func (s suggested) suggestion(why messages.Message) Suggestion {
	return Suggestion{s.Name, s.Size, "ollama pull " + s.Name, why}
}

// SuggestChat names a chat model that fits a memory, in GB; 0 if that isn't known.
func SuggestChat(memory int) Suggestion {
	if memory == 0 {
		memory = 8
	}
	for _, c := range suggestions().Chat {
		if memory >= c.Memory {
			return c.suggestion(messages.New("models.for-memory", messages.Args{"gigabytes": memory}))
		}
	}
	return Suggestion{}
}

// SuggestEmbed names an embedding model.
func SuggestEmbed() Suggestion {
	return suggestions().Embed.suggestion(messages.New("models.finds-by-meaning"))
}
