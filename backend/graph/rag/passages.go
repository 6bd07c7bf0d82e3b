package rag

import (
	"fmt"
	"strings"

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
			i+1, Attribute(p.Name), Attribute(p.Label), Inert(p.Text.Text))
	}
	return b.String()
}

// Attribute is a text as it stands between the quotation marks of a block's attribute.
func Attribute(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '"' || r == '<' || r == '>' || r < ' ' {
			return -1
		}
		return r
	}, s)
}
