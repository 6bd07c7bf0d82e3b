package keyword

import (
	"slices"
	"strings"

	"lectern/backend/text"
)

// Asked is a question without the sentences beside it that say what the answer is to be like: "Answer in USD millions.", "Write
// it in the list format, e.g. ['a', 'b']." Where no sentence asks, all stays.
func Asked(question string) string {
	sentences := text.Sentences(question)
	asks := func(s text.Span) bool { return strings.ContainsAny(question[s.Start:s.End], "?？") }
	if len(sentences) < 2 || !slices.ContainsFunc(sentences, asks) {
		return question
	}
	var out []string
	for _, s := range sentences {
		if asks(s) || !instructs(question[s.Start:s.End]) {
			out = append(out, question[s.Start:s.End])
		}
	}
	return strings.Join(out, " ")
}

// instructs tells whether a sentence has a word that tells what to do with the answer.
func instructs(sentence string) bool {
	return slices.ContainsFunc(readings(sentence), func(r reading) bool { return instructionWords[r.forms[0]] && r.ordinary })
}
