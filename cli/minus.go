package cli

import (
	"regexp"
	"slices"
	"strings"
)

var (
	negative = regexp.MustCompile(`^-\d+$`)
	unwanted = regexp.MustCompile(`^-(?:\p{L}{2}|["“„«])`)
)

// kept stands before a word of a search that begins with a minus, so that the parser doesn't take it for a flag.
const kept = "\x00"

// readable puts arguments so that the parser takes them as they are meant: the -3 of "-k -3" is a number, and is told to be
// too small; in a search -word is none of the flags but a word that may not stand there, also behind "--".
func readable(args []string) (out []string) {
	end := slices.Index(args, "--")
	if end < 0 {
		end = len(args)
	}
	searching := slices.Contains(args[:end], "search")
	for i, arg := range args[:end] {
		switch {
		case i > 0 && negative.MatchString(arg) && (args[i-1] == "-k" || args[i-1] == "--k"):
			out[len(out)-1] = "--k=" + arg
		case searching && unwanted.MatchString(arg):
			out = append(out, kept+arg)
		default:
			out = append(out, arg)
		}
	}
	if !searching {
		return append(out, args[end:]...)
	}
	for _, arg := range args[min(end+1, len(args)):] {
		out = append(out, kept+arg)
	}
	return out
}

// asTyped are words of a search without what readable put before them.
func asTyped(words []string) string { return strings.ReplaceAll(joined(words), kept, "") }
