package messages

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

var (
	names    = regexp.MustCompile(`\{(\w+)\}`)
	inBraces = regexp.MustCompile(`\\\{(\w+)\\\}`) // the same, quoted
)

// Again says in this language what is kept in English, as far as it is made of messages of these rooms: how pages were read
// and why a file failed is stored in words, and a conversation may quote it. A text that isn't stays as it is.
func (m Messages) Again(said string, rooms ...string) string {
	if m.Language() == "en" || said == "" {
		return said
	}
	return again{m, englishOf(rooms), map[string]saidAgain{}}.said(strings.TrimSpace(said)).text
}

// again is one text that is said again.
type again struct {
	in    Messages
	known []english
	tried map[string]saidAgain
}

// saidAgain is what came of a text, or of a part of it, and how many of its bytes stayed as they were: the fewer, the better
// it was understood.
type saidAgain struct {
	text string
	left int
}

// said is a text as a message, as several behind each other, or as it stands.
func (a again) said(text string) saidAgain {
	if best, tried := a.tried[text]; tried {
		return best
	}
	best := a.message(text)
	for i := 1; i < len(text); i++ {
		if text[i] != ' ' || !strings.ContainsRune(".?!,", rune(text[i-1])) {
			continue
		}
		list := text[i-1] == ','
		head, tail := a.message(strings.TrimSuffix(text[:i], ",")), a.said(text[i+1:])
		switch left := head.left + tail.left; {
		case left > best.left: // several are preferred to one that is filled with the others
		case list:
			best = saidAgain{head.text + a.in.Text("count.next") + tail.text, left}
		default:
			best = saidAgain{a.in.Sentences(head.text, tail.text), left}
		}
	}
	a.tried[text] = best
	return best
}

// message is a text as the one message that says most of it, or as it stands.
func (a again) message(text string) saidAgain {
	best := saidAgain{text, len(text)}
	for _, k := range a.known {
		if !strings.Contains(text, k.literal) {
			continue
		}
		found := k.text.FindStringSubmatch(text)
		if found == nil {
			continue
		}
		left, args := 0, Args{}
		if k.n > 0 {
			args["n"] = k.n
		}
		for i, name := range k.names {
			if n, err := strconv.Atoi(found[i+1]); name == "n" && err == nil {
				args[name] = n
				continue
			}
			part := a.said(found[i+1])
			args[name], left = part.text, left+part.left
		}
		if left < best.left {
			best = saidAgain{alike(a.in.Text(k.key, args), text), left}
		}
	}
	return best
}

// alike begins with a capital if the other text does.
func alike(text, other string) string {
	first, _ := utf8.DecodeRuneInString(other)
	begins, size := utf8.DecodeRuneInString(text)
	if unicode.IsUpper(first) && unicode.IsLower(begins) {
		return string(unicode.ToUpper(begins)) + text[size:]
	}
	return text
}

// english is a form of a message as it stands in an English text: what is written, and the names that were filled.
type english struct {
	key     string
	names   []string
	n       int    // what it counts, where the form doesn't write that; else 0
	literal string // the longest of what is written, as it is
	text    *regexp.Regexp
}

// englishRooms are []english by their rooms, read once: a conversation asks for every citation.
var englishRooms sync.Map

func englishOf(rooms []string) []english {
	name := strings.Join(rooms, " ")
	known, ok := englishRooms.Load(name)
	if !ok {
		known, _ = englishRooms.LoadOrStore(name, readEnglish(rooms))
	}
	return known.([]english)
}

// readEnglish makes them, in one order: of two that say as much the first is taken.
func readEnglish(rooms []string) (all []english) {
	for _, room := range rooms {
		for key, forms := range read("en", room) {
			for category, form := range forms {
				if e := englishForm(key, category, form); e.literal != "" { // else it says nothing of its own
					all = append(all, e)
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b english) int {
		return cmp.Or(cmp.Compare(len(a.names), len(b.names)), cmp.Compare(a.key, b.key), cmp.Compare(a.n, b.n))
	})
	return all
}

func englishForm(key, category, form string) english {
	e := english{key: key}
	if category == "one" {
		e.n = 1
	} else if n, err := strconv.Atoi(strings.TrimPrefix(category, "=")); err == nil {
		e.n = n
	}
	pattern := inBraces.ReplaceAllStringFunc(regexp.QuoteMeta(form), func(name string) string {
		filled := inBraces.FindStringSubmatch(name)[1]
		e.names = append(e.names, filled)
		if filled == "n" || filled == "number" {
			return `(\d*)`
		}
		return "(.*?)"
	})
	first, size := utf8.DecodeRuneInString(pattern)
	if unicode.IsLetter(first) { // an error that is told by itself begins with a capital
		pattern = "(?i:" + pattern[:size] + ")" + pattern[size:]
	}
	e.text = regexp.MustCompile("(?s)^" + pattern + "$")
	for i, part := range names.Split(form, -1) {
		if i == 0 && part != "" {
			_, size := utf8.DecodeRuneInString(part)
			part = part[size:]
		}
		if len(part) > len(e.literal) {
			e.literal = part
		}
	}
	return e
}
