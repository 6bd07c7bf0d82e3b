package runs

import (
	"regexp"
	"strings"
)

var (
	leading = regexp.MustCompile(`^\s*(?:@(?:"[^"]*"|\S+)[\s,:;]*)+`)
	mention = regexp.MustCompile(`@(?:"([^"]*)"|(\S))`)
)

// Title makes a conversation's title of its first question: without the mentions that it begins with, the others as
// plain names.
func Title(question string) string {
	t := strings.Join(strings.Fields(leading.ReplaceAllString(question, "")), " ")
	if t == "" {
		t = strings.Join(strings.Fields(question), " ")
	}
	t = mention.ReplaceAllString(t, "$1$2")
	if r := []rune(t); len(r) > 60 {
		t = strings.TrimRight(string(r[:59]), " ,.;:") + "…"
	}
	return t
}
