package text

import "strings"

// Prose cuts a paragraph into its sentences; line ends in it are spaces. It is for what a person or a model wrote, of which
// the caller knows where paragraphs, headings and lists are.
func Prose(paragraph string) []Span {
	return splitRun(nil, paragraph, Span{End: len(paragraph)}, vocabularies()[known(Language(paragraph))])
}

// Marked cuts a paragraph with marks of citations, which lie at marks, in order. They end no sentence; behind a full stop
// they belong to the one that it ends.
func Marked(paragraph string, marks []Span) []Span {
	if len(marks) == 0 {
		return Prose(paragraph)
	}
	blank := []byte(paragraph)
	for _, m := range marks {
		for i := m.Start; i < m.End; i++ {
			blank[i] = ' '
		}
	}
	out := Prose(string(blank))
	m := 0
	for i := range out {
		next := len(paragraph)
		if i+1 < len(out) {
			next = out[i+1].Start
		}
		for ; m < len(marks) && marks[m].Start < next; m++ {
			out[i].Start, out[i].End = min(out[i].Start, marks[m].Start), max(out[i].End, marks[m].End)
		}
	}
	if m == 0 && strings.TrimSpace(paragraph) != "" { // nothing but marks
		return []Span{{Start: marks[0].Start, End: marks[len(marks)-1].End}}
	}
	return out
}

// known is a language if sentences are cut by words of its own, else "".
func known(language string) string {
	if _, ok := vocabularies()[language]; ok {
		return language
	}
	return ""
}
