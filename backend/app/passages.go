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

// absent are sentences on what of a search stands nowhere.
func (c *Core) absent(ctx context.Context, q store.Query, found store.SearchResult) ([]string, error) {
	out := []string{}
	in := "this file"
	if found.Documents != 1 {
		in = messages.Text("app.these-files", messages.Args{"number": found.Documents})
	}
	for _, phrase := range found.Absent {
		out = append(out, messages.Text("app.phrase-nowhere", messages.Args{"words": phrase, "in": in}))
	}
	facts, err := c.Workspace.Passages.Facts(ctx, operators.ReplaceAllString(q.Text, " "), q.Documents)
	if err != nil || found.Documents == 0 {
		return out, err
	}
	for _, word := range facts.Nowhere {
		if !slices.ContainsFunc(found.Absent, func(p string) bool { return strings.Contains(p, word) }) {
			out = append(out, messages.Text("app.occurs-nowhere", messages.Args{"words": word, "in": in}))
		}
	}
	return out, nil
}
