package app

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"lectern/backend/text"
)

// FoundMessage is a question with its answer that holds the words which are looked for.
type FoundMessage struct {
	Run          string  `json:"run"`
	Conversation string  `json:"conversation"`
	Question     []Piece `json:"question"`
	Answer       []Piece `json:"answer"` // around the first of the words; empty if none stands in it
	Asked        string  `json:"asked"`  // RFC 3339
}

// mostMessages is what fits under the other things that a palette finds.
const mostMessages = 8

// FindMessages finds questions and answers by their words, in any order; see store.Runs.Find.
func (c *Core) FindMessages(wanted string) ([]FoundMessage, error) {
	runs, err := c.Workspace.Runs.Find(wanted, mostMessages)
	words := strings.Fields(text.CaseFold(wanted))
	out := []FoundMessage{}
	for _, r := range runs {
		out = append(out, FoundMessage{
			r.ID, r.Conversation, excerpt(r.Question, words, true), excerpt(unmarked.ReplaceAllString(r.Answer, ""), words, false), r.Asked.Format(time.RFC3339),
		})
	}
	return out, err
}

// mostSearched is how many questions and answers with the words are looked at for their conversations.
const mostSearched = 500

// ConversationsWith are the ids of conversations in which words stand, in any order, each once.
func (c *Core) ConversationsWith(wanted string) ([]string, error) {
	runs, err := c.Workspace.Runs.Find(wanted, mostSearched)
	out := []string{}
	for _, r := range runs {
		if !slices.Contains(out, r.Conversation) {
			out = append(out, r.Conversation)
		}
	}
	return out, err
}

// unmarked is what an answer has for its look, and its citations.
var unmarked = regexp.MustCompile("\\s?\\[\\d+\\]|\\*+|`|(?m:^#+\\s)|:?-{3,}:?")

// What is shown of a text, in bytes.
const (
	excerptBefore = 48
	excerptLength = 220
)

// excerpt cuts out what stands around the first of the words; all begins at its beginning if none stands there, else there is nothing.
func excerpt(s string, words []string, all bool) []Piece {
	s = strings.Join(strings.Fields(s), " ")
	marks := text.Occurrences(s, words)
	out, at := []Piece{}, 0
	if len(marks) == 0 && !all {
		return out
	}
	end := len(s)
	if len(marks) > 0 && marks[0].Start > excerptBefore {
		at = marks[0].Start - excerptBefore
		if blank := strings.IndexByte(s[at:marks[0].Start], ' '); blank >= 0 {
			at += blank + 1
		}
		for !utf8.RuneStart(s[at]) {
			at++
		}
	}
	if end-at > excerptLength {
		for end = at + excerptLength; !utf8.RuneStart(s[end]); {
			end--
		}
	}
	head, tail := "", ""
	if at > 0 {
		head = "… "
	}
	if end < len(s) {
		tail = "…"
	}
	plain := func(to int, last string) {
		if s := head + s[at:to] + last; s != "" {
			out = append(out, Piece{s, false})
		}
		head = ""
	}
	for _, m := range marks {
		if m.End > end {
			break
		}
		plain(m.Start, "")
		out, at = append(out, Piece{s[m.Start:m.End], true}), m.End
	}
	plain(end, tail)
	if n := len(out); n > 0 && tail != "" && !out[n-1].Marked {
		out[n-1].Text = strings.TrimRightFunc(strings.TrimSuffix(out[n-1].Text, tail), unicode.IsSpace) + tail
	}
	return out
}
