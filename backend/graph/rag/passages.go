package rag

import (
	"fmt"
	"strings"
	"unicode"

	"lectern/backend/store"
)

// SourcesOf describes passages for the screen.
func SourcesOf(ps []Passage) []store.Source {
	out := make([]store.Source, len(ps))
	for i, p := range ps {
		out[i] = store.Source{
			Passage: p.Ref.String(), Document: p.Ref.Document, Doc: p.Name, Page: p.Page, Label: p.Label,
			Heading: p.Heading, Text: p.Text.Text, Places: p.Places,
		}
	}
	return out
}

var markdownMarks = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`,
	">", `\>`, "#", `\#`, "|", `\|`, "$", `\$`, "~", `\~`)

// Escape writes text from a document so that Markdown shows it as it stands.
func Escape(s string) string { return markdownMarks.Replace(s) }

// KnowledgeBase writes passages as blocks for a prompt, numbered from 1. What could end a block early is defused.
func KnowledgeBase(ps []Passage) string {
	var b strings.Builder
	for i, p := range ps {
		fmt.Fprintf(&b, "<knowledge_base id=\"%d\" document=%q page=%q>\n%s\n</knowledge_base>\n",
			i+1, Attribute(p.Name), Attribute(p.Label), EscapePrompt(p.Text.Text))
	}
	return b.String()
}

// Attribute is a text as it stands between the quotation marks of a block's attribute: on one line, and no longer than a
// name is. Whoever named a document must not have a say in what a model does.
func Attribute(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '"' || r == '<' || r == '>' || unicode.Is(unicode.Cf, r):
			return -1
		case unicode.IsControl(r) || r == '\u2028' || r == '\u2029':
			return ' '
		}
		return r
	}, EscapePrompt(s))
	return clipped(strings.Join(strings.Fields(s), " "), longestName)
}

// longestName is how much of a document's name a model is shown, in characters.
const longestName = 160

func clipped(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return strings.TrimSpace(string(r[:most-1])) + "…"
	}
	return s
}

// Attributes does the same to many.
func Attributes(all []string) []string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = Attribute(s)
	}
	return out
}
