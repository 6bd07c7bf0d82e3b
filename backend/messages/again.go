package messages

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

var inBraces = regexp.MustCompile(`\\\{(\w+)\\\}`)

// Again says in this language what is kept in English, as far as it is made of a room's messages: a page's verdict is
// stored in words, and a conversation may quote it. A text that isn't stays as it is.
func (m Messages) Again(room, said string) string {
	if m.Language() == "en" || said == "" {
		return said
	}
	type known struct {
		key   string
		names []string
		text  *regexp.Regexp
	}
	var all []known
	for key, f := range read("en", room) {
		k := known{key: key}
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
	slices.SortFunc(all, func(a, b known) int { // what says most of its own first
		return cmp.Or(cmp.Compare(len(a.names), len(b.names)), cmp.Compare(len(b.text.String()), len(a.text.String())))
	})
	var out []string
	for rest := strings.TrimSpace(said); rest != ""; {
		i := slices.IndexFunc(all, func(k known) bool { return k.text.MatchString(rest) })
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
