package rag

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"

	"lectern/backend/messages"
	"lectern/backend/store"
)

// NonNil makes an empty list of one that is nil: lists that leave Go are never null.
func NonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// MustJSON encodes plain data, which can't fail.
func MustJSON(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return raw
}

// Keeper keeps small things by key until long after the program has ended; store.Settings does.
type Keeper interface {
	Get(key string, v any) error
	Save(key string, v any) error
}

var opening = regexp.MustCompile("<([\\pL/|!])")

// EscapePrompt keeps a text that comes from a document, a person or a model from closing the block of a prompt that it stands
// in, from opening another, and from opening a turn of the conversation.
func EscapePrompt(s string) string {
	s = strings.NewReplacer("|>", "| >", "knowledge_base", "knowledge base", "```", "'''").Replace(opening.ReplaceAllString(s, "< $1"))
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' {
			return ' '
		}
		return r
	}, s))
}

// Within are the documents that a question may be answered from: those it names, else those of its scope, else all.
func Within(scope []string, library, named []store.Document) []store.Document {
	if len(named) > 0 {
		scope = IDs(named)
	}
	return slices.DeleteFunc(slices.Clone(library), func(d store.Document) bool {
		return len(scope) > 0 && !slices.Contains(scope, d.ID)
	})
}

// IDs are the ids of documents, in their order.
func IDs(ds []store.Document) []string {
	out := make([]string, len(ds))
	for i, d := range ds {
		out[i] = d.ID
	}
	return out
}

// slowAfter is when the person is told why nothing comes yet.
const slowAfter = 4 * time.Second

// Waiting tells the person, unless it is stopped before, why a model writes nothing yet. what is what it reads.
func (t Tools) Waiting(ctx context.Context, what string) *time.Timer {
	return time.AfterFunc(slowAfter, func() {
		Note(ctx, "rag.waiting", messages.Args{"model": t.Model, "what": what})
	})
}
