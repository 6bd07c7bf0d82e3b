package rag

import (
	"fmt"
	"slices"
	"strings"

	"lectern/backend/store"
	"lectern/backend/store/keyword"
)

// SourcesOf describes passages for the screen.
func SourcesOf(ps []Passage) []store.Source {
	out := make([]store.Source, len(ps))
	for i, p := range ps {
		out[i] = store.Source{
			Passage: p.Ref.String(), Document: p.Ref.Document, Doc: p.Name, Page: p.Page, Label: p.Label,
			Heading: p.Heading, Text: p.Text.Text,
		}
	}
	return out
}

// quotedAtMost is how many sentences an answer without a model quotes from one passage.
const quotedAtMost = 3

// Extract answers without a model: of each passage the sentences that hold most of the question's words, as a quoted
// block with its citation. It is not an answer and doesn't pretend to be one.
func Extract(question string, ps []Passage) (text string, citations []store.Citation) {
	coverage := keyword.NewCoverage(keyword.ContentWords(question))
	var b strings.Builder
	for _, p := range ps {
		if p.Role != "hit" || len(p.Sentences) == 0 {
			continue
		}
		type scored struct {
			at    int
			score float64
		}
		ranked := make([]scored, len(p.Sentences))
		for i, s := range p.Sentences {
			ranked[i] = scored{i, coverage.Of(s)}
		}
		slices.SortStableFunc(ranked, func(a, b scored) int {
			switch {
			case a.score > b.score:
				return -1
			case a.score < b.score:
				return 1
			}
			return 0
		})
		best := ranked[0]
		chosen := []int{best.at}
		for _, r := range ranked[1:] {
			if len(chosen) < quotedAtMost && r.score > 0 && r.score >= best.score/2 {
				chosen = append(chosen, r.at)
			}
		}
		slices.Sort(chosen)
		c := Quote(p.Text, best.at)
		c.N = len(citations) + 1
		citations = append(citations, c)
		fmt.Fprintf(&b, "**%s**, p. %s\n\n", Escape(p.Name), Escape(p.Label))
		for i, at := range chosen {
			if i > 0 && chosen[i-1] != at-1 {
				b.WriteString("> …\n")
			}
			fmt.Fprintf(&b, "> %s", Escape(strings.Join(strings.Fields(p.Sentences[at]), " ")))
			if at == best.at {
				fmt.Fprintf(&b, " [%d]", c.N)
			}
			b.WriteString("\n")
			if i < len(chosen)-1 {
				b.WriteString(">\n")
			}
		}
		b.WriteString("\n")
	}
	return strings.TrimSpace(b.String()), citations
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
