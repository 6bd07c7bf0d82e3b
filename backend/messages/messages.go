// Package messages holds the sentences that a person reads, by key, in the languages that the program speaks. A language
// is a folder, with a file for each room: en is the whole, and another one has the same keys in each file that it has.
//
// A message is a text with names in braces, which the caller fills:
//
//	{"report.unread": "{source} could not be read: {error}"}
//
// One that counts has a form for each plural category of its language (CLDR), chosen by the number called n, and may
// have one for a number alone, such as "=1":
//
//	{"doubts.pages": {"one": "One page is doubtful.", "other": "{n} pages are doubtful."}}
//
// What fills a name may be a Message of its own, or an error, each of which is said in the same language. A Message is
// said once it is known in which language: of the conversation (In), or of the window and the terminal (Text).
//
// To add a language, copy the folder of another one and translate it: the tests say which keys are missing, and where a
// name in braces was lost.
package messages

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

//go:embed */*.json
var files embed.FS

// Args fill the names in a message's braces.
type Args map[string]any

// Messages are those of one language. The zero value speaks English; see In.
type Messages struct {
	tag   language.Tag
	forms map[string]forms
}

// forms of a message by plural category: zero, one, two, few, many, other. One that doesn't count has other alone.
type forms map[string]string

// UnmarshalJSON reads a text, or an object of texts.
func (f *forms) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) == nil {
		*f = forms{"other": text}
		return nil
	}
	m := map[string]string{}
	err := json.Unmarshal(b, &m)
	*f = m
	return err
}

// all are part of the program, so that one that can't be read is a fault of it.
var all = sync.OnceValue(func() map[string]Messages {
	out := map[string]Messages{}
	folders, err := files.ReadDir(".")
	if err != nil {
		panic(err)
	}
	for _, f := range folders {
		code := f.Name()
		out[code] = Messages{language.MustParse(code), map[string]forms{}}
		for _, room := range rooms(code) {
			for key, forms := range read(code, room) {
				out[code].forms[key] = forms
			}
		}
	}
	return out
})

// rooms are the names of a language's files.
func rooms(code string) (names []string) {
	entries, err := files.ReadDir(code)
	if err != nil {
		panic(err)
	}
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".json"))
	}
	return names
}

// read gives the messages of one file.
func read(code, room string) (out map[string]forms) {
	raw, err := files.ReadFile(path.Join(code, room+".json"))
	if err == nil {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil {
		panic(fmt.Errorf("%s/%s.json: %w", code, room, err))
	}
	return out
}

// Languages are those that the program speaks (ISO 639-1), sorted.
func Languages() (codes []string) {
	for code := range all() {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	return codes
}

// In gives the messages of a language (ISO 639-1); English for one that the program doesn't speak.
func In(code string) Messages {
	if m, ok := all()[code]; ok {
		return m
	}
	return all()["en"]
}

// Text is a message in the language of the window and the terminal, which is English.
func Text(key string, args ...Args) string { return In("en").Text(key, args...) }

// Named is the language that somebody names by its code ("de", "de-AT") or by one of its names ("German", "Deutsch"), which
// stand in its message "messages.names"; "" for one that the program doesn't speak.
func Named(name string) (code string) {
	name = strings.ToLower(strings.TrimSpace(name))
	for _, code := range Languages() {
		if name == code || strings.HasPrefix(name, code+"-") {
			return code
		}
		for known := range strings.SplitSeq(strings.ToLower(In(code).Text("messages.names")), ", ") {
			if strings.Contains(name, known) {
				return code
			}
		}
	}
	return ""
}

// Language is the language that they are in (ISO 639-1).
func (m Messages) Language() string {
	if m.forms == nil {
		return "en"
	}
	return m.tag.String()
}

// Text is a message with its names filled. A key that the language lacks is taken from English; one that there isn't is
// the text itself, so that a person at least reads what was meant.
func (m Messages) Text(key string, args ...Args) string {
	if m.forms == nil {
		m = all()["en"]
	}
	f, ok := m.forms[key]
	if !ok {
		if f, ok = all()["en"].forms[key]; !ok {
			return key
		}
	}
	var pairs []string
	text := f["other"]
	for _, a := range args {
		if n, counts := a["n"].(int); counts {
			for _, category := range []string{m.category(n), fmt.Sprint("=", n)} {
				if form, has := f[category]; has {
					text = form
				}
			}
		}
		for name, value := range a {
			pairs = append(pairs, "{"+name+"}", m.value(value))
		}
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Sentences puts texts behind each other; empty ones are left out.
func (m Messages) Sentences(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(t string) bool { return t == "" }), m.Text("sentence.next"))
}

// value is what fills a name.
func (m Messages) value(value any) string {
	switch v := value.(type) {
	case Message:
		return m.Say(v)
	case List:
		return strings.Join(v.Of, m.Text(v.Between))
	case Percent:
		return strings.Replace(fmt.Sprintf("%.1f %%", 100*float64(v)), ".", m.Text("count.decimal"), 1)
	case error:
		return m.Error(v)
	}
	return fmt.Sprint(value)
}

// category is the plural category of a number.
func (m Messages) category(n int) string {
	if n < 0 {
		n = -n
	}
	return [...]string{plural.Other: "other", plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many"}[plural.Cardinal.MatchPlural(m.tag, n, 0, 0, 0, 0)]
}
