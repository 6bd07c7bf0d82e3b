package table

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"lectern/backend/store"
	"lectern/backend/text"
)

// unitWords are words that say what figures are counted in. The longest of those that fit counts.
var unitWords = map[string]store.Units{
	"thousand": {Scale: 3}, "thousands": {Scale: 3}, "'000": {Scale: 3}, "’000": {Scale: 3}, "000s": {Scale: 3}, "000": {Scale: 3}, "'000s": {Scale: 3}, "tausend": {Scale: 3}, "tsd": {Scale: 3}, "k": {Scale: 3}, "milliers": {Scale: 3}, "miles": {Scale: 3},
	"million": {Scale: 6}, "millions": {Scale: 6}, "mio": {Scale: 6}, "millionen": {Scale: 6}, "mn": {Scale: 6}, "mm": {Scale: 6}, "m": {Scale: 6}, "mln": {Scale: 6}, "millones": {Scale: 6},
	"billion": {Scale: 9}, "billions": {Scale: 9}, "mrd": {Scale: 9}, "milliarden": {Scale: 9}, "bn": {Scale: 9}, "milliards": {Scale: 9}, "trillion": {Scale: 12}, "trillions": {Scale: 12},
	"lac": {Scale: 5}, "lacs": {Scale: 5}, "lakh": {Scale: 5}, "lakhs": {Scale: 5}, "crore": {Scale: 7}, "crores": {Scale: 7}, "cr": {Scale: 7},
	"teur": {Scale: 3, Currency: "EUR"}, "t€": {Scale: 3, Currency: "EUR"}, "keur": {Scale: 3, Currency: "EUR"}, "k€": {Scale: 3, Currency: "EUR"}, "m€": {Scale: 6, Currency: "EUR"}, "mchf": {Scale: 6, Currency: "CHF"}, "tchf": {Scale: 3, Currency: "CHF"}, "tusd": {Scale: 3, Currency: "USD"}, "musd": {Scale: 6, Currency: "USD"}, "mdkk": {Scale: 6, Currency: "DKK"}, "msek": {Scale: 6, Currency: "SEK"},
	"$m": {Scale: 6, Currency: "USD"}, "$mm": {Scale: 6, Currency: "USD"}, "$k": {Scale: 3, Currency: "USD"}, "$bn": {Scale: 9, Currency: "USD"}, "$000": {Scale: 3, Currency: "USD"}, "$000s": {Scale: 3, Currency: "USD"}, "$'000": {Scale: 3, Currency: "USD"}, "us$m": {Scale: 6, Currency: "USD"}, "£m": {Scale: 6, Currency: "GBP"}, "£'000": {Scale: 3, Currency: "GBP"}, "£000": {Scale: 3, Currency: "GBP"}, "€m": {Scale: 6, Currency: "EUR"}, "€k": {Scale: 3, Currency: "EUR"}, "€bn": {Scale: 9, Currency: "EUR"}, "€'000": {Scale: 3, Currency: "EUR"}, "€000": {Scale: 3, Currency: "EUR"}, "¥m": {Scale: 6, Currency: "JPY"}, "eurm": {Scale: 6, Currency: "EUR"},
	"%": {Percent: true}, "percent": {Percent: true}, "percentage": {Percent: true}, "prozent": {Percent: true}, "percentages": {Percent: true}, "pct": {Percent: true}, "per cent": {Percent: true}, "pourcentage": {Percent: true},
}

// fillers are words that may stand beside them.
var fillers = strings.Fields(`in of and all amounts amount figures are is stated expressed shown presented reported the values numbers data tabular unaudited audited currency
	einheit angaben beträge werte alle je en et montants cifras importes as at`)

// exceptions begin what is counted otherwise.
var exceptions = regexp.MustCompile(`(?i)[,;]?\s*\b(except|unless|other than|excluding|where|ausgenommen|außer|wenn nicht|sofern|soweit|sauf|excepto|ratios|par values?|shares in|number of shares|per share)\b.*|(但し|ただし|除|特に).*`)

// wide are the same in scripts without spaces, the longest first.
var wide = []struct {
	word string
	store.Units
}{
	{"百万円", store.Units{Scale: 6, Currency: "JPY"}}, {"十億円", store.Units{Scale: 9, Currency: "JPY"}}, {"億円", store.Units{Scale: 8, Currency: "JPY"}}, {"千円", store.Units{Scale: 3, Currency: "JPY"}}, {"万円", store.Units{Scale: 4, Currency: "JPY"}},
	{"百万元", store.Units{Scale: 6, Currency: "CNY"}}, {"亿元", store.Units{Scale: 8, Currency: "CNY"}}, {"億元", store.Units{Scale: 8, Currency: "CNY"}}, {"万元", store.Units{Scale: 4, Currency: "CNY"}}, {"千元", store.Units{Scale: 3, Currency: "CNY"}},
	{"百万美元", store.Units{Scale: 6, Currency: "USD"}}, {"万美元", store.Units{Scale: 4, Currency: "USD"}}, {"亿美元", store.Units{Scale: 8, Currency: "USD"}}, {"千美元", store.Units{Scale: 3, Currency: "USD"}}, {"百万ドル", store.Units{Scale: 6, Currency: "USD"}}, {"千ドル", store.Units{Scale: 3, Currency: "USD"}},
	{"人民币", store.Units{Currency: "CNY"}}, {"人民幣", store.Units{Currency: "CNY"}}, {"美元", store.Units{Currency: "USD"}}, {"米ドル", store.Units{Currency: "USD"}}, {"欧元", store.Units{Currency: "EUR"}}, {"ユーロ", store.Units{Currency: "EUR"}},
	{"百万", store.Units{Scale: 6}}, {"十億", store.Units{Scale: 9}}, {"億", store.Units{Scale: 8}}, {"亿", store.Units{Scale: 8}}, {"千", store.Units{Scale: 3}}, {"万", store.Units{Scale: 4}}, {"円", store.Units{Currency: "JPY"}}, {"元", store.Units{Currency: "CNY"}}, {"％", store.Units{Percent: true}},
}

var bracketed = regexp.MustCompile(`[(（\[［]([^()（）\[\]［］]{1,160})[)）\]］]`)

// unitsOf finds in a text what figures are counted in: in its brackets, or if it says nothing else. The second value
// tells whether it says nothing else.
func unitsOf(text string) (u store.Units, only, ok bool) {
	const short = 6 // words
	text = strings.TrimSpace(text)
	inner := strings.Trim(text, "()（）[]［］ :：")
	if u, ok := unitPhrase(inner); ok {
		u.Text = inner
		return u, true, true
	}
	if shares.MatchString(inner) {
		return store.Units{Text: inner, Percent: true}, true, true
	}
	if at := max(strings.LastIndex(inner, " in "), strings.LastIndex(inner, " en ")); at > 0 && len(strings.Fields(inner)) <= short { // "Prices in CHF"
		if u, ok := unitPhrase(inner[at:]); ok && u.Scale+len(u.Currency) > 0 {
			u.Text = inner
			return u, true, true
		}
	}
	if wideLetters(inner) > 0 {
		for part := range strings.FieldsFuncSeq(inner, func(r rune) bool { return strings.ContainsRune("、，;；", r) }) {
			if u, ok := unitPhrase(part); ok && strings.ContainsAny(part, "単单單") {
				u.Text = inner
				return u, true, true
			}
		}
	}
	for _, m := range bracketed.FindAllStringSubmatch(text, -1) {
		if u, ok := unitPhrase(m[1]); ok {
			u.Text = strings.TrimSpace(m[1])
			return u, false, true
		}
	}
	return store.Units{}, false, false
}

// shares begins a line that says of what a table's figures are shares.
var shares = regexp.MustCompile(`(?i)^(in )?(%|percent|percentage|prozent|anteil in %) (of|der|des|von) \S.{0,60}$`)

// unitPhrase reads a text that holds nothing but words for units.
func unitPhrase(text string) (u store.Units, ok bool) {
	const longest = 160
	if len(text) > longest {
		return u, false
	}
	head := exceptions.ReplaceAllString(text, "")
	if head == "" {
		return u, false
	}
	if strings.ContainsFunc(head, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Katakana) }) {
		return widePhrase(head)
	}
	several, strong := false, false
	for token := range strings.FieldsFuncSeq(strings.ToLower(head), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:/()", r) }) {
		token = strings.TrimRight(token, ".")
		if token == "" || token == "-" || token == "–" {
			continue
		}
		token = strings.TrimPrefix(strings.TrimPrefix(token, "d'"), "d’")
		found, known := unitWords[token]
		if !known {
			found, known = moneyWord(token)
		}
		switch {
		case known:
			u.Scale = max(u.Scale, found.Scale)
			u.Percent = u.Percent || found.Percent
			if found.Currency != "" {
				several = several || u.Currency != "" && u.Currency != found.Currency
				u.Currency = found.Currency
			}
			ok = true
			strong = strong || !weak[token]
		case slices.Contains(fillers, token):
		default:
			return store.Units{}, false
		}
	}
	if u.Scale > 0 || u.Currency != "" {
		u.Percent = false
	}
	if several {
		u.Currency = ""
	}
	return u, ok && strong && u != store.Units{}
}

// weak words say how many only beside a currency: alone they are measures, or nothing.
var weak = map[string]bool{"m": true, "mm": true, "k": true, "cr": true, "000": true, "us": true, "miles": true}

// moneyWord reads a sign, a code or a name of a currency.
func moneyWord(token string) (store.Units, bool) {
	switch code := text.CurrencyOf(token); code {
	case "":
		return store.Units{}, false
	case text.Dollars:
		return store.Units{Currency: "USD"}, true
	case "¥":
		return store.Units{Currency: "JPY"}, true
	default:
		return store.Units{Currency: code}, true
	}
}

func widePhrase(text string) (u store.Units, ok bool) {
	for _, filler := range []string{"単位", "单位", "單位", "币种", "幣種", "货币", "金額", "金额", "：", ":", "、", "，", "/", "･", "・", "で表示", " ", "　"} {
		text = strings.ReplaceAll(text, filler, "")
	}
	for text != "" {
		at := slices.IndexFunc(wide, func(w struct {
			word string
			store.Units
		}) bool {
			return strings.HasPrefix(text, w.word)
		})
		if at < 0 {
			rest := strings.TrimPrefix(text, "%")
			if rest == text {
				return store.Units{}, false
			}
			u.Percent, ok, text = true, true, rest
			continue
		}
		w := wide[at]
		u.Scale, u.Percent, ok = max(u.Scale, w.Scale), u.Percent || w.Percent, true
		if w.Currency != "" {
			u.Currency = w.Currency
		}
		text = text[len(w.word):]
	}
	if u.Scale > 0 || u.Currency != "" {
		u.Percent = false
	}
	return u, ok
}

// headUnits finds what a column's figures are counted in, in its heads: in brackets, in a part that says nothing else, or
// behind a comma.
func headUnits(heads []string) store.Units {
	for i := len(heads) - 1; i >= 0; i-- {
		parts := []string{heads[i]}
		if at := strings.LastIndexAny(heads[i], ",/"); at >= 0 {
			parts = append(parts, heads[i][at+1:])
		}
		if at := strings.LastIndex(heads[i], " in "); at >= 0 {
			parts = append(parts, heads[i][at:])
		}
		if f := strings.Fields(heads[i]); len(f) > 1 { // "Change %", "Sales $m"
			parts = append(parts, f[len(f)-1])
		}
		for _, part := range parts {
			if u, _, ok := unitsOf(part); ok {
				u.From = store.UnitsColumn
				return u
			}
		}
		for _, m := range bracketed.FindAllStringSubmatch(heads[i], -1) {
			if money, _, each := strings.Cut(m[1], "/"); each { // "EUR/year"
				if u, _, ok := unitsOf(money); ok {
					u.Text, u.From = m[1], store.UnitsColumn
					return u
				}
				return store.Units{Text: m[1], From: store.UnitsColumn}
			}
			if measure(m[1]) {
				return store.Units{Text: m[1], From: store.UnitsColumn}
			}
		}
	}
	return store.Units{}
}

// measure tells whether a text names what is neither money nor a share: MW, kg, years.
func measure(t string) bool {
	switch strings.ToLower(t) {
	case "years", "hours", "days", "months", "employees", "units", "shares", "number", "jahre", "tage", "stück", "mitarbeiter", "人", "株", "件", "年", "日", "台", "个", "户":
		return true
	}
	first, _, _ := strings.Cut(t, "/")
	for _, m := range measures {
		if first == m && m != "x" {
			return true
		}
	}
	return first == "m" || first == "V" || first == "A" || first == "W" || first == "m²" || first == "m³" || first == "l" || first == "ha"
}

// everywhere finds a sentence that says once what all of a document's tables are counted in.
var everywhere = regexp.MustCompile(`(?i)\b(all|amounts|figures|alle|sämtliche|beträge|zahlen|angaben)\b.{0,80}\b(unless|otherwise|sofern|soweit|wenn nicht|thereafter)\b|\ball (figures|amounts|values)( are)?( stated| shown)? in\b|\balle (angaben|beträge|werte)( sind)? in\b|特に(記載|断り)|除特别|除非另有`)

// declared reads such a sentence.
func declared(text string) (store.Units, bool) {
	if !everywhere.MatchString(text) {
		return store.Units{}, false
	}
	var u store.Units
	for token := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:/()", r) }) {
		found, known := unitWords[strings.TrimRight(token, ".")]
		if !known {
			found, known = moneyWord(strings.TrimRight(token, "."))
		}
		if known && !found.Percent {
			u.Scale = max(u.Scale, found.Scale)
			if found.Currency != "" {
				u.Currency = found.Currency
			}
		}
	}
	if u.Scale == 0 {
		for _, w := range wide {
			if w.Scale > 0 && strings.Contains(text, w.word) {
				u.Scale, u.Currency = w.Scale, w.Currency
				break
			}
		}
	}
	return u, u.Scale > 0
}
