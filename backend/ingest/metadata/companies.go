package metadata

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/store"
	"lectern/backend/text"
)

// Company is one that documents are of, under whatever spellings.
type Company struct {
	Name      string   // as people call it: Best Buy
	Spellings []string // as the documents have it, each once
	Documents []string // ids, in the order of the library

	keys    []string // what it is called by, written together in lower case: bestbuy
	symbols []string // that its shares are traded under
	begins  string   // the first word of its name; "" if another one's begins so
}

// Mention is a company in a text.
type Mention struct {
	Company
	At [][2]int // where it is named, in bytes
}

// Companies are those that documents (ids; none: all) are of, in the order of the library. A document of no known company stands
// for itself, under its own name.
func (s *Facets) Companies(ids []string) []Company {
	if len(ids) == 0 || len(s.Scope(ids, nil)) == len(s.documents) {
		return s.companies()
	}
	return s.companiesOf(ids)
}

// ofCompany are the documents of the company that has a name.
func (s *Facets) ofCompany(name string) map[string]bool {
	out := map[string]bool{}
	for _, c := range s.companies() {
		if c.isCalled(name) {
			for _, id := range c.Documents {
				out[id] = true
			}
		}
	}
	return out
}

func (c Company) isCalled(name string) bool {
	for _, key := range keysOf(name) {
		if slices.Contains(c.keys, key) {
			return true
		}
	}
	return slices.Contains(c.Spellings, name)
}

func (s *Facets) companiesOf(ids []string) []Company {
	var out []Company
	at := map[string]int{}
	among := map[string]bool{}
	for _, id := range ids {
		among[id] = true
	}
	for _, d := range s.documents {
		if len(ids) > 0 && !among[d.ID] {
			continue
		}
		key, name := ownerOf(d.Name, s.about[d.ID].Company)
		i, known := at[key]
		if !known {
			i = len(out)
			at[key] = i
			out = append(out, Company{Name: name, keys: []string{key}})
		}
		c := &out[i]
		if len(c.Name) < len(name) && squeeze(name) != strings.ToLower(name) {
			c.Name = name
		}
		c.Documents = append(c.Documents, d.ID)
		if full := s.about[d.ID].Company; full != "" && !slices.Contains(c.Spellings, full) {
			c.Spellings = append(c.Spellings, full)
			c.call(full)
		}
		for _, a := range s.aliases[d.ID] {
			if a.Kind == store.TradedAs {
				if !slices.Contains(c.symbols, a.Text) {
					c.symbols = append(c.symbols, a.Text)
				}
			} else {
				c.call(a.Text)
			}
		}
	}
	for i := range out {
		c := &out[i]
		c.call(c.Name)
		symbols, others := Listed(append([]string{c.Name}, c.Spellings...)...)
		for _, symbol := range symbols {
			if !slices.Contains(c.symbols, symbol) {
				c.symbols = append(c.symbols, symbol)
			}
		}
		for _, other := range others {
			c.call(other)
		}
	}
	readBeginnings(out)
	return out
}

// call adds a name.
func (c *Company) call(name string) {
	for _, key := range keysOf(name) {
		if !slices.Contains(c.keys, key) {
			c.keys = append(c.keys, key)
		}
	}
}

// keysOf are a name's words without its legal form, written together in lower case.
func keysOf(name string) (out []string) {
	for _, key := range []string{squeeze(Called(name)), strings.Join(calledBy(name), "")} {
		if len([]rune(key)) > 1 && !slices.Contains(out, key) {
			out = append(out, key)
		}
	}
	return out
}

// readBeginnings finds the first words of names that tell a company from the others.
func readBeginnings(all []Company) {
	of := map[string]int{}
	for i := range all {
		for _, name := range append(slices.Clone(all[i].Spellings), all[i].Name) {
			keys := calledBy(name)
			if len(keys) == 0 {
				continue
			}
			if other, known := of[keys[0]]; known && other != i {
				all[other].begins = ""
				continue
			}
			of[keys[0]] = i
			if all[i].begins = keys[0]; common[keys[0]] || !strings.ContainsFunc(keys[0], unicode.IsLetter) || len([]rune(keys[0])) < shortest && !spelled(keys[0]) {
				all[i].begins = ""
			}
		}
	}
}

// shortest is how long the first word of a name must be to stand for the whole, unless it can only be spelled.
const shortest = 5

// spelled tells whether a word can't be spoken: MGM.
func spelled(word string) bool { return len(word) > 1 && !strings.ContainsAny(word, "aeiouy") }

// ownerOf is whose a document is: the first word of a file's name that also tells a year is surer than what was read on the
// page. key is the same for all documents of one company.
func ownerOf(file, company string) (key, name string) {
	first, _, _ := strings.Cut(strings.NewReplacer("_", " ", "-", " ").Replace(file), " ")
	short := Called(company)
	if len(text.YearNames(file)) == 0 || len(first) < 2 || strings.ContainsAny(first, ".") || len(text.YearNames(first)) > 0 {
		return cmp.Or(squeeze(short), squeeze(file)), cmp.Or(short, file)
	}
	key = squeeze(first)
	if s := squeeze(short); s != "" && (strings.HasPrefix(s, key) || strings.HasPrefix(key, s) || strings.HasPrefix(squeeze(company), key)) {
		return key, short
	}
	return key, first
}

// squeeze is a name without what names of files leave out.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -.,'’&_・", r) {
			return -1
		}
		return r
	}, strings.ToLower(s))
}

// nameWords are the words of a text as names are written.
var nameWords = regexp.MustCompile(`[\p{Han}\p{Hiragana}]+|[\p{Katakana}ー]+|[\p{Latin}\p{Greek}\p{Cyrillic}\pN](?:[\p{Latin}\p{Greek}\p{Cyrillic}\pN.'’]*[\p{Latin}\p{Greek}\p{Cyrillic}\pN])?`)

// Named are the companies among some that a text names, in its order: by their name, what it begins with, a trading symbol, a
// former name, or, in katakana, by its sound.
func Named(in string, among []Company) []Mention {
	words := nameWords.FindAllStringIndex(in, -1)
	first, _ := utf8.DecodeRuneInString(in)
	hurried := !unicode.IsUpper(first) && !capitalised.MatchString(in)
	var out []Mention
	for _, c := range among {
		if at := c.in(in, words, hurried); at != nil {
			out = append(out, Mention{c, at})
		}
	}
	if len(out) == 0 {
		out = shortened(in, words, among)
	}
	slices.SortStableFunc(out, func(a, b Mention) int { return a.At[0][0] - b.At[0][0] })
	return out
}

// capitalised is a name within a text. Where there is none, and it doesn't begin with a capital, names may be written as
// everything else: "nike revenue 2021".
var capitalised = regexp.MustCompile(`[^.?!:\s]\s+\p{Lu}\p{Ll}`)

// mostWord is how many letters abbreviations of other things than names have: GDP, EPS.
const mostWord = 3

// shortened is the company whose name, and no other's, a word of a text abbreviates, or two words clip.
func shortened(in string, words [][]int, among []Company) (out []Mention) {
	for i, at := range words {
		w := in[at[0]:at[1]]
		var one []Mention
		for _, c := range among {
			switch {
			case len(c.Spellings) == 0:
			case i+1 < len(words) && Clips(w, in[words[i+1][0]:words[i+1][1]], c.Name):
				one = append(one, Mention{c, [][2]int{{at[0], words[i+1][1]}}})
			case len(w) > mostWord && !strings.ContainsAny(strings.ToLower(w), "aeiouy") && Abbreviates(w, c.Name):
				one = append(one, Mention{c, [][2]int{{at[0], at[1]}}})
			}
		}
		if len(one) == 1 {
			out = append(out, one[0])
		}
	}
	return out
}

// mostWords is how many words a name has in a text.
const mostWords = 6

// in finds where a text names the company.
func (c Company) in(s string, words [][]int, hurried bool) (out [][2]int) {
	for _, full := range c.Spellings {
		if short := withoutForm(full); unspaced(full) && len([]rune(short)) > 1 {
			if at := strings.Index(s, short); at >= 0 {
				out = append(out, [2]int{at, at + len(short)})
			}
		}
	}
	for i := 0; i < len(words); i++ {
		together, end := "", -1
		for j := i; j < len(words) && j < i+mostWords; j++ {
			word := s[words[j][0]:words[j][1]]
			own := strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "’s")
			together += squeeze(own)
			if c.calls(together, own, j > i, hurried) {
				end = j
			}
		}
		if end >= 0 {
			out = append(out, [2]int{words[i][0], words[end][1]})
			i = end
		}
	}
	return out
}

// calls tells whether words written together stand for the company. last is the last of them, several whether there are more.
func (c Company) calls(together, last string, several, hurried bool) bool {
	first, _ := utf8.DecodeRuneInString(last)
	asName := several || hurried || unicode.IsUpper(first) || strings.ContainsFunc(last, unicode.IsDigit)
	if strings.ContainsFunc(together, text.Katakana) {
		const least = 2
		sound := text.Sound(together, least)
		return sound != "" && slices.ContainsFunc(c.keys, func(key string) bool { return text.Sound(key, least) == sound })
	}
	const symbolRunes = 3 // written small; ordinary words are as short
	switch {
	case !asName:
		return false
	case slices.Contains(c.keys, together):
		return true
	case !several && slices.Contains(c.symbols, last), !several && hurried && len(last) >= symbolRunes && slices.Contains(c.symbols, strings.ToUpper(last)):
		return true
	case !several:
		return together == c.begins && together != ""
	}
	return len([]rune(together)) >= shortest && strings.HasPrefix(c.keys[0], together)
}
