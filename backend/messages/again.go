package messages

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
)

var inBraces = regexp.MustCompile(`\\\{(\w+)\\\}`)

// Again says in this language what is kept in English, as far as it is made of a room's messages: a page's verdict is
// stored in words, and a conversation may quote it. A text that isn't stays as it is.
func (m Messages) Again(room, said string) string {
	if m.Language() == "en" || said == "" {
		return said
	}
	all := englishOf(room)
	var out []string
	for rest := strings.TrimSpace(said); rest != ""; {
		i := slices.IndexFunc(all, func(k english) bool { return k.text.MatchString(rest) })
		if i < 0 {
			return said
		}
		found, args := all[i].text.FindStringSubmatch(rest), Args{}
		for n, name := range all[i].names {
			args[name] = found[n+1]
		}
		out, rest = append(out, m.Text(all[i].key, args)), strings.TrimSpace(rest[len(found[0]):])
	}
	return m.Sentences(out...)
}

// english is a message as it stands in an English text: what is written, and the names that were filled.
type english struct {
	key   string
	names []string
	text  *regexp.Regexp
}

// englishRooms are []english by their room, read once: a conversation asks for every citation.
var englishRooms sync.Map

func englishOf(room string) []english {
	known, ok := englishRooms.Load(room)
	if !ok {
		known, _ = englishRooms.LoadOrStore(room, readEnglish(room))
	}
	return known.([]english)
}

// readEnglish makes them, those first that say most of their own.
func readEnglish(room string) (all []english) {
	for key, f := range read("en", room) {
		k := english{key: key}
		pattern := inBraces.ReplaceAllStringFunc(regexp.QuoteMeta(f["other"]), func(name string) string {
			k.names = append(k.names, inBraces.FindStringSubmatch(name)[1])
			return "(.+?)"
		})
		const most = 2 // what fills more is made of sentences itself
		if len(k.names) > most {
			continue
		}
		k.text = regexp.MustCompile("^" + pattern + `(?:\s|$)`)
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b english) int {
		return cmp.Or(cmp.Compare(len(a.names), len(b.names)), cmp.Compare(len(b.text.String()), len(a.text.String())), cmp.Compare(a.key, b.key))
	})
	return all
}
