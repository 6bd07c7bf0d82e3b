package proof

import (
	"embed"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"lectern/backend/text"
)

// listing says what a word is to others: it stands on one side of opposites, or in a class of words of which only one can
// be meant.
type listing struct {
	form     string
	opposite int // index; -1: none
	side     int
	class    int // index; -1: none
}

//go:embed words/*.txt
var wordFiles embed.FS

// wordLists are the words of words/*.txt, a file a language. What they are in one they are in all but for forms of verbs.
type wordLists struct {
	exact          map[string][]listing // by form
	open, unspaced []listing            // forms with any ending, without *; of scripts without blanks
	beside         []bool               // of each opposite: what stands beside its words has to be the same
	light          map[string]bool
	same           map[string]map[string]string // of a language, forms of verbs → the first
	scope          map[string]string            // words that tell how far a sentence goes: only, all
	classes        int
}

var lists = func() *wordLists {
	l := &wordLists{exact: map[string][]listing{}, light: map[string]bool{}, same: map[string]map[string]string{}, scope: map[string]string{}}
	files, _ := wordFiles.ReadDir("words") // it is part of the program
	for _, f := range files {
		l.file(strings.TrimSuffix(f.Name(), ".txt"))
	}
	return l
}()

func (l *wordLists) file(language string) {
	file, _ := wordFiles.ReadFile("words/" + language + ".txt")
	l.same[language] = map[string]string{}
	for line := range strings.Lines(string(file)) {
		kind, words, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch left, right, _ := strings.Cut(words, "|"); kind {
		case "opposite", "beside":
			l.add(left, listing{opposite: len(l.beside), class: -1})
			l.add(right, listing{opposite: len(l.beside), side: 1, class: -1})
			l.beside = append(l.beside, kind == "beside")
		case "one":
			l.add(words, listing{opposite: -1, class: l.classes})
			l.classes++
		case "same":
			forms := strings.Fields(words)
			for _, w := range forms {
				l.same[language][w] = forms[0]
			}
		case "scope":
			group, words, _ := strings.Cut(words, ":")
			for _, w := range strings.Fields(words) {
				l.scope[w] = group
			}
		case "light":
			for _, w := range strings.Fields(words) {
				l.light[w] = true
			}
		}
	}
}

func (l *wordLists) add(words string, of listing) {
	for _, of.form = range strings.Fields(words) {
		if stem, open := strings.CutSuffix(of.form, "*"); open {
			l.open = append(l.open, listing{stem, of.opposite, of.side, of.class})
		} else if strings.ContainsFunc(of.form, text.Unspaced) {
			l.unspaced = append(l.unspaced, of)
		} else {
			l.exact[of.form] = append(l.exact[of.form], of)
		}
	}
}

// listingsOf are the listings of a word in small letters.
func listingsOf(word string) []listing {
	out := lists.exact[word]
	for _, l := range lists.open {
		if strings.HasPrefix(word, l.form) {
			out = append(out[:len(out):len(out)], l)
		}
	}
	return out
}

// kanjiNumbers are what numbers are made of.
const kanjiNumbers = "一二三四五六七八九十百千万億"

// bareFigure tells whether a word is a number and no code.
func bareFigure(s string) bool { return strings.Trim(s, "0123456789.,'’ ") == "" }

// unitName are words in katakana that name units.
var unitName = map[string]bool{"パーセント": true, "ポイント": true, "メートル": true, "キロ": true, "ユーロ": true, "ドル": true, "トン": true, "ページ": true}

// amount is a number of something named: three months.
type amount struct {
	value, of, raw string
}

func (a amount) same(b amount) bool { return a.value == b.value && a.of == b.of }

var (
	counted   = regexp.MustCompile(`(?i)(\p{L}+|\d+(?:[.,]\d+)*)(?:[\s\x{a0}-]+)(\p{L}{3,})`)
	countedJa = regexp.MustCompile(`(\d+(?:[.,]\d+)*|[一二三四五六七八九十百千]+)\s?(か月|ヶ月|カ月|箇月|年間|週間|日間|時間|分間|営業日|名|人|社|件|回|台|個|本|冊|頁|ページ|階|部屋|店舗|か国|カ国|年|月|日|歳|割)`)
)

// numberWord is the number that a word names, in digits; "" if it names none.
func numberWord(w string) string {
	if n := text.NumberWord(w); n > 0 {
		return strconv.FormatInt(n, 10)
	}
	return ""
}

// measures are units and scales, by their stems: figures in these are the number audit's.
var measures = map[string]bool{
	"percent": true, "prozent": true, "percentag": true, "prozentpunkt": true, "point": true, "basi": true, "cent": true, "dollar": true, "euro": true, "pound": true, "franc": true,
	"frank": true, "yen": true, "usd": true, "eur": true, "gbp": true, "chf": true, "jpy": true, "thousand": true, "million": true, "billion": true, "trillion": true,
	"tausend": true, "millio": true, "milliard": true, "billio": true, "mio": true, "mrd": true, "tsd": true, "lakh": true, "cror": true, "tim": true, "mal": true,
}

// amountsIn finds the numbers of a text that count something named, the small ones also in words.
func amountsIn(s string) (out []amount) {
	for from := 0; from < len(s); {
		m := counted.FindStringSubmatchIndex(s[from:])
		if m == nil {
			break
		}
		number, of := s[from+m[2]:from+m[3]], s[from+m[4]:from+m[5]]
		value := numberWord(number)
		if bareFigure(number) && len(text.YearNames(number)) == 0 {
			value = strings.NewReplacer(",", "", ".", "").Replace(number)
		}
		if value != "" && numberWord(of) == "" && !measures[stem(of)] {
			out = append(out, amount{value, stem(of), s[from+m[0] : from+m[1]]})
		}
		from += m[3]
	}
	for _, m := range countedJa.FindAllStringSubmatch(s, -1) {
		value := strings.ReplaceAll(m[1], ",", "")
		if r, _ := utf8.DecodeRuneInString(value); r > utf8.RuneSelf {
			value = fmt.Sprint(text.Kanji(value))
		} else if m[2] == "年" && len(text.YearNames(m[0])) > 0 {
			continue
		}
		of := strings.NewReplacer("ヶ", "か", "カ", "か", "箇", "か").Replace(m[2])
		out = append(out, amount{value, of, m[0]})
	}
	return out
}

// numbersIn are the numbers of a text, whatever they count.
func numbersIn(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range tokens.FindAllString(s, -1) {
		if bareFigure(w) {
			out[strings.NewReplacer(",", "", ".", "").Replace(w)] = true
		} else if n := numberWord(w); n != "" {
			out[n] = true
		}
	}
	for _, a := range amountsIn(s) {
		out[a.value] = true
	}
	return out
}

// stem cuts the endings of plurals and cases off a noun.
func stem(w string) string {
	w = strings.ToLower(w)
	for _, end := range []string{"ies", "en", "es", "s", "n", "e"} {
		if cut, ok := strings.CutSuffix(w, end); ok && len(cut) >= 3 {
			return cut
		}
	}
	return w
}
