package runs

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	leading = regexp.MustCompile(`^\s*(?:@(?:"[^"]*"|\S+)[\s,:;]*)+`)
	mention = regexp.MustCompile(`@(?:"([^"]*)"|(\S))`)
)

// Title makes a conversation's title of its first question: without the mentions that it begins with, the others as
// plain names. In Japanese what follows a name may lean on it ("の売上高は"): then that stays.
func Title(question string) string {
	t := strings.Join(strings.Fields(leading.ReplaceAllString(question, "")), " ")
	if first, _ := utf8.DecodeRuneInString(t); t == "" || unicode.Is(unicode.Hiragana, first) {
		t = strings.Join(strings.Fields(question), " ")
	}
	t = mention.ReplaceAllString(t, "$1$2")
	if r := []rune(t); len(r) > 60 {
		t = strings.TrimRight(string(r[:59]), " ,.;:") + "…"
	}
	return t
}
