package chat

import (
	"embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/store"
)

//go:embed words/*.txt prompts/*.md
var files embed.FS

// phrases is a list of words and phrases, one a line in its file; in scripts without spaces they match anywhere, else as
// whole words.
type phrases []string

func readPhrases(name string) (phrases, error) {
	raw, err := files.ReadFile("words/" + name + ".txt")
	if err != nil {
		return nil, err
	}
	var out phrases
	for line := range strings.Lines(string(raw)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out, nil
}

// wordsOfNames are the words that documents are called by, as far as they are long enough to tell something.
func wordsOfNames(library []store.Document) (ps phrases) {
	const letters = 4
	for _, d := range library {
		for _, word := range strings.FieldsFunc(strings.ToLower(d.Name), func(r rune) bool { return !unicode.IsLetter(r) }) {
			if utf8.RuneCountInString(word) >= letters {
				ps = append(ps, word)
			}
		}
	}
	return ps
}

// in finds the first phrase that occurs in a text, "" if none does.
func (ps phrases) in(text string) string {
	text = strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	for _, p := range ps {
		for from := 0; ; {
			i := strings.Index(text[from:], p)
			if i < 0 {
				break
			}
			start, end := from+i, from+i+len(p)
			before, _ := utf8.DecodeLastRuneInString(text[:start])
			after, _ := utf8.DecodeRuneInString(text[end:])
			first, _ := utf8.DecodeRuneInString(p)
			if first >= 0x2E80 || !joins(before) && !joins(after) {
				return p
			}
			from = end
		}
	}
	return ""
}

func joins(r rune) bool {
	return r < 0x2E80 && r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
