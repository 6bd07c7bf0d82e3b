package app

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
)

// FoundPassage is a passage that was found, as a person reads it.
type FoundPassage struct {
	Passage  string    `json:"passage"` // id
	Document string    `json:"document"`
	Doc      string    `json:"doc"` // name
	Page     int       `json:"page"`
	Label    string    `json:"label"`
	Heading  string    `json:"heading"`
	Section  string    `json:"section"`
	Text     string    `json:"text"`
	Pieces   []Piece   `json:"pieces"` // the text, with what of the question stands in it
	Score    float64   `json:"score"`
	Why      store.Why `json:"why"`
}

// Piece is a part of a text.
type Piece struct {
	Text   string `json:"text"`
	Marked bool   `json:"marked"`
}

// passages are what was found, with its texts.
func (c *Core) passages(text string, found []store.Hit) ([]FoundPassage, error) {
	refs, by := make([]store.Ref, len(found)), map[store.Ref]store.Hit{}
	for i, h := range found {
		refs[i], by[h.Ref] = h.Ref, h
	}
	texts, err := c.Workspace.Passages.Texts(refs)
	marker, out := keyword.NewMarker(text), []FoundPassage{}
	for _, t := range texts {
		h := by[t.Ref]
		out = append(out, FoundPassage{
			Passage: t.Ref.String(), Document: t.Ref.Document, Doc: t.Name, Page: t.Page, Label: t.Label, Heading: t.Heading, Section: t.Section,
			Text: t.Text, Pieces: pieces(marker, t.Text), Score: h.Score, Why: *h.Why,
		})
	}
	return out, err
}

// pieces cuts a text where words of a question begin and end.
func pieces(m *keyword.Marker, text string) []Piece {
	out, at := []Piece{}, 0
	for _, mark := range m.In(text) {
		if mark.From > at {
			out = append(out, Piece{text[at:mark.From], false})
		}
		out, at = append(out, Piece{text[mark.From:mark.To], true}), mark.To
	}
	if at < len(text) {
		out = append(out, Piece{text[at:], false})
	}
	return out
}

// operators are the words of a search that aren't looked for as they stand.
var operators = regexp.MustCompile(`(?:^|\s)-(?:"[^"]*"|\S+)|\S+\*`)

// absent is what of a search stands nowhere, in at most one line; none if there is nothing to say.
func (c *Core) absent(ctx context.Context, q store.Query, found store.SearchResult) ([]string, error) {
	say := c.Say()
	facts, err := c.Workspace.Passages.Facts(ctx, operators.ReplaceAllString(q.Text, " "), q.Documents)
	if err != nil || found.Documents == 0 {
		return []string{}, err
	}
	words := slices.DeleteFunc(facts.Missing, func(word string) bool {
		return slices.ContainsFunc(found.Absent, func(p string) bool { return strings.Contains(p, word) })
	})
	var out []string
	for _, said := range []struct {
		key   string
		words []string
	}{{"app.phrase-nowhere", found.Absent}, {"app.occurs-nowhere", words}} {
		if n := len(said.words); n > 0 {
			var quoted []string
			for _, word := range said.words[:min(n, mostAbsent)] {
				quoted = append(quoted, say.Text("app.quoted", messages.Args{"word": word}))
			}
			out = append(out, say.Text(said.key, messages.Args{"n": n, "words": strings.Join(quoted, say.Text("count.next")), "in": messages.Count("app.these-files", found.Documents)}))
		}
	}
	if len(out) == 0 {
		return []string{}, nil
	}
	return []string{say.Sentences(out...)}, nil
}

// mostAbsent is how many words that stand nowhere are told.
const mostAbsent = 3
