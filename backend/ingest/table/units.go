package table

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"lectern/backend/store"
	"lectern/backend/text"
)

// percentWords say that figures are shares of a hundred.
var percentWords = strings.Fields("% percent percentage percentages prozent pct pourcentage")

// unitOf reads one word of a line that says what figures are counted in.
func unitOf(token string) (u store.Units, ok bool) {
	if slices.Contains(percentWords, token) {
		return store.Units{Percent: true}, true
	}
	found := text.UnitOf(token)
	return store.Units{Exponent: found.Exponent, Currency: usual(found.Currency)}, found != text.Unit{}
}

// fillers are words that may stand beside them.
var fillers = strings.Fields(`in of and all amounts amount figures are is stated expressed shown presented reported the values numbers data tabular unaudited audited currency
	einheit angaben beträge werte alle je en et montants cifras importes as at`)

// exceptions begin what is counted otherwise.
var exceptions = regexp.MustCompile(`(?i)[,;]?\s*\b(except|unless|other than|excluding|where|ausgenommen|außer|wenn nicht|sofern|soweit|sauf|excepto|ratios|par values?|shares in|number of shares|per share)\b.*|(但し|ただし|除|特に).*`)

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
		if u, ok := unitPhrase(inner[at:]); ok && u.Exponent+len(u.Currency) > 0 {
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
		found, known := unitOf(token)
		switch {
		case known:
			u.Exponent = max(u.Exponent, found.Exponent)
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
	if u.Exponent > 0 || u.Currency != "" {
		u.Percent = false
	}
	if several {
		u.Currency = ""
	}
	return u, ok && strong && u != store.Units{}
}

// weak words say how many only beside a currency: alone they are measures, or nothing.
var weak = map[string]bool{"b": true, "tn": true, "m": true, "mm": true, "k": true, "cr": true, "000": true, "us": true, "miles": true}

func widePhrase(rest string) (u store.Units, ok bool) {
	for _, filler := range []string{"単位", "单位", "單位", "币种", "幣種", "货币", "金額", "金额", "：", ":", "、", "，", "/", "･", "・", "で表示", " ", "　"} {
		rest = strings.ReplaceAll(rest, filler, "")
	}
	for rest != "" {
		found, n := text.WideUnit(rest)
		if n == 0 {
			after := strings.TrimLeft(rest, "%％")
			if after == rest {
				return store.Units{}, false
			}
			u.Percent, ok, rest = true, true, after
			continue
		}
		u.Exponent, ok, rest = max(u.Exponent, found.Exponent), true, rest[n:]
		if found.Currency != "" {
			u.Currency = usual(found.Currency)
		}
	}
	if u.Exponent > 0 || u.Currency != "" {
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
func declared(line string) (store.Units, bool) {
	if !everywhere.MatchString(line) {
		return store.Units{}, false
	}
	var u store.Units
	for token := range strings.FieldsFuncSeq(strings.ToLower(line), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:/()", r) }) {
		found, known := unitOf(strings.TrimRight(token, "."))
		if known && !found.Percent {
			u.Exponent = max(u.Exponent, found.Exponent)
			if found.Currency != "" {
				u.Currency = found.Currency
			}
		}
	}
	for at := range line {
		if found, _ := text.WideUnit(line[at:]); u.Exponent == 0 && found.Exponent > 0 {
			u.Exponent, u.Currency = found.Exponent, usual(found.Currency)
		}
	}
	return u, u.Exponent > 0
}
