package research

import (
	"cmp"
	"context"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// Anchor is what the question was understood to be. It never changes once it is set.
type Anchor struct {
	Question       string   `json:"question"` // as it was put
	Language       string   `json:"language"` // of all that is written; "": the question's
	Entities       []string `json:"entities"`
	Scope          string   `json:"scope"`
	Clarifications []string `json:"clarifications"` // in the person's words
}

// begun is what the first node of a run makes of the question.
type begun struct {
	question string   // with mentions as plain names
	scope    []string // the files that it mentions, or else those that it was given
	language string   // as set for the run, or recognised
}

var errEmpty = messages.Error("research.no-document")

// begin reads the question. It fails where nothing can be done.
func (w *Workflow) begin(ctx context.Context, t rag.Turn) (b begun, err error) {
	if w.Model == "" {
		return b, w.NoModel()
	}
	library, err := w.Library(nil)
	if err != nil {
		return b, err
	}
	rag.TellWhole(ctx, t)
	m := rag.FindMentions(t.Asks(), library)
	for _, name := range m.Unknown {
		rag.Note(ctx, "rag.no-document-called", messages.Args{"name": name})
	}
	b = begun{question: cmp.Or(m.Rest, t.Question), scope: t.Scope, language: t.WrittenIn()}
	if len(m.Documents) > 0 {
		b.scope = nil
		for _, d := range m.Documents {
			b.scope = append(b.scope, d.ID)
		}
	}
	if library, err = w.Library(b.scope); err == nil && len(library) == 0 {
		err = errEmpty
	}
	return b, err
}

// searching names what is searched.
func searching(say messages.Messages, scope []string) string {
	if len(scope) == 0 {
		return say.Text("research.the-library")
	}
	return say.Say(messages.Count("count.documents", len(scope)))
}

// clip cuts a text to so many characters.
func clip(s string, most int) string {
	s = strings.TrimSpace(s)
	if r := []rune(s); len(r) > most {
		return strings.TrimSpace(string(r[:most])) + "…"
	}
	return s
}

// The greatest lengths, in characters, of what a model writes about and of what a person adds.
const (
	lineLength = 300
	textLength = 2000
)

// lines makes a clean list of what a model wrote: no empty line, none twice, none that is too long, not too many.
func lines(list []string, most int) []string {
	out := []string{}
	seen := map[string]bool{}
	for _, s := range list {
		s = clip(strings.Join(strings.Fields(s), " "), lineLength)
		if key := strings.ToLower(s); s != "" && !seen[key] && len(out) < most {
			seen[key] = true
			out = append(out, s)
		}
	}
	return out
}

// where names a passage for a person.
func where(say messages.Messages, t store.Text) string {
	return say.Text("doubts.page", messages.Args{"document": t.Name, "label": t.Label})
}
