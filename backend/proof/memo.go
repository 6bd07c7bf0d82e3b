package proof

import (
	"slices"
	"strconv"
	"strings"

	"lectern/backend/proof/figures"
	"lectern/backend/store/keyword"
	"lectern/backend/text"
)

// memo keeps what was made of texts that many sentences are held against: each is taken apart once. It is for one text and
// one goroutine; nil keeps nothing.
type memo struct {
	parts map[string]*parts
	years map[string][]string
	dates map[string][]text.Date
	terms map[string]*termed // by language
	money map[string][]amount
	count map[string]map[string]bool // numbersIn
}

// parts are what a sentence consists of, whoever asks.
type parts struct {
	words    []string
	lower    []string
	listings [][]listing
	denied   []string // for each word by which other it is denied
	denials  int
	excepts  bool
	beside   bool
	roles    []string // what stands before each word that says which part it plays
	content  []int    // how many content words each is; none of what tells little by itself
	scopes   map[string]bool
	forms    [2][]string // as other languages and as German have them; nil: not asked for yet
	command  int         // 0: not known yet, 1: it is one, -1: it isn't
}

func (m *memo) of(s string) *parts {
	if m != nil {
		if p := m.parts[s]; p != nil {
			return p
		}
	}
	var of heard
	p := &parts{words: tokens.FindAllString(s, -1)}
	p.denied = deniedIn(p.words, &of)
	p.denials, p.excepts, p.beside = of.denials, of.excepts, of.beside
	p.lower, p.listings = make([]string, len(p.words)), make([][]listing, len(p.words))
	p.roles, p.content = make([]string, len(p.words)), make([]int, len(p.words))
	for i, w := range p.words {
		p.lower[i] = strings.ToLower(w)
		p.listings[i] = listingsOf(p.lower[i])
		p.roles[i] = roleOf(p.lower[:i])
		if !bareFigure(w) && numberWord(w) == "" && !lists.light[p.lower[i]] {
			p.content[i] = len(keyword.ContentWords(w))
		}
	}
	p.scopes = scopesIn(s)
	if m != nil {
		if m.parts == nil {
			m.parts = map[string]*parts{}
		}
		m.parts[s] = p
	}
	return p
}

// formed are the forms of its words.
func (p *parts) formed(german bool) []string {
	at := 0
	if german {
		at = 1
	}
	if p.forms[at] == nil {
		p.forms[at] = formsOf(p.words, german)
	}
	return p.forms[at]
}

// commands tells whether a sentence tells a program what to write.
func (m *memo) commands(s string) bool {
	p := m.of(s)
	if p.command == 0 {
		if p.command = -1; commands.MatchString(s) {
			p.command = 1
		}
	}
	return p.command > 0
}

func (m *memo) yearsIn(s string) []string {
	if m == nil {
		return text.YearNames(s)
	}
	years, known := m.years[s]
	if !known {
		if years = text.YearNames(s); m.years == nil {
			m.years = map[string][]string{}
		}
		m.years[s] = years
	}
	return years
}

// yearsToldIn are the years that a text names, and those before them where it speaks of the year before.
func (m *memo) yearsToldIn(s string) []string {
	named := m.yearsIn(s)
	if !figures.TellsYearBefore(s) {
		return named
	}
	out := slices.Clone(named)
	for _, y := range named {
		if n, err := strconv.Atoi(y); err == nil {
			out = append(out, strconv.Itoa(n-1))
		}
	}
	return out
}

func (m *memo) datesIn(s string) []text.Date {
	if m == nil {
		return text.DatesIn(s)
	}
	dates, known := m.dates[s]
	if !known {
		if dates = text.DatesIn(s); m.dates == nil {
			m.dates = map[string][]text.Date{}
		}
		m.dates[s] = dates
	}
	return dates
}

func (m *memo) numbersIn(s string) map[string]bool {
	if m == nil {
		return numbersIn(s)
	}
	numbers, known := m.count[s]
	if !known {
		if numbers = numbersIn(s); m.count == nil {
			m.count = map[string]map[string]bool{}
		}
		m.count[s] = numbers
	}
	return numbers
}

func (m *memo) amountsIn(s string) []amount {
	if m == nil {
		return amountsIn(s)
	}
	amounts, known := m.money[s]
	if !known {
		if amounts = amountsIn(s); m.money == nil {
			m.money = map[string][]amount{}
		}
		m.money[s] = amounts
	}
	return amounts
}
