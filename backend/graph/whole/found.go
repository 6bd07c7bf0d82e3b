package whole

import (
	"context"
	"encoding/json"
	"strings"
	"unicode"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
	"lectern/backend/text"
)

// note is what a model found in a passage: a thing of what is looked for, or a point.
type note struct {
	text    string
	passage store.Text
}

// notes are all that were found, in the order of documents and passages. missed is how many passages weren't read.
func (r *Reader) notes(ctx context.Context) (out []note, missed int, err error) {
	key := r.key(ctx)
	err = r.Corpus.each(ctx, func(d store.Document, passages []store.Text) error {
		known, err := r.Workspace.Extracts.Of(d.ID, key)
		if err != nil {
			return err
		}
		for _, p := range passages {
			raw := known[hashed(p.Text)]
			var texts []string
			if raw == nil || json.Unmarshal(raw, &texts) != nil {
				missed++
			}
			for _, t := range texts {
				out = append(out, note{t, p})
			}
		}
		return nil
	})
	return out, missed, err
}

// Items lists or counts what the model found. What has none of its words in the passage that it is said to stand in is left out.
func (r *Reader) Items(ctx context.Context, say messages.Messages) (rag.Answer, error) {
	notes, missed, err := r.notes(ctx)
	if err != nil {
		return rag.Answer{}, err
	}
	var items []item
	known, invented := map[string]int{}, 0
	for _, n := range notes {
		at, there := stands(n)
		if !there {
			invented++
			continue
		}
		items = merged(items, known, []thing{{same(n.text), n.text, quoted(n.passage, at)}})
	}
	if invented > 0 {
		rag.Note(ctx, "whole.invented", messages.Args{"n": invented})
	}
	a := newAnswer(say)
	a.items(r.Question, items, "whole.by-model")
	covered, err := r.Corpus.Coverage()
	covered.Missed = missed
	out := a.done(covered)
	out.Model = r.ModelAt(ctx)
	return out, err
}

// stands finds the sentence of its passage that a thing stands in: word for word, else the one with most of its words.
func stands(n note) (at int, ok bool) {
	lower := strings.ToLower(n.text)
	for i, s := range n.passage.Sentences {
		if strings.Contains(strings.ToLower(s), lower) {
			return i, true
		}
	}
	words := keyword.ContentWords(n.text)
	coverage, best := keyword.NewCoverage(words), 0.0
	for i, s := range n.passage.Sentences {
		if x := coverage.Of(s); x > best {
			at, best = i, x
		}
	}
	return at, best > 0
}

// same is what things have in common that are the same but for case, articles, number and punctuation.
func same(s string) string {
	language := text.Language(s)
	if language == "" {
		language = "en"
	}
	function := text.FunctionWords(language)
	var words []string
	for i, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }) {
		lower := strings.ToLower(w)
		if !function[lower] || i > 0 && w != lower { // "Class A" and "Class I" are two
			words = append(words, text.Stem(lower, language))
		}
	}
	if len(words) == 0 {
		return strings.ToLower(s)
	}
	return strings.Join(words, " ")
}
