package text

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Counted is what a line, a head or a caption says that figures are counted in.
type Counted struct {
	Unit
	Percent bool   // they are shares of a hundred
	Text    string // the words that say so, without the brackets around them
}

// percentWords say that figures are shares of a hundred.
var percentWords = strings.Fields("% percent percentage percentages prozent pct pourcentage")

// CountedWord reads one word, in small letters.
func CountedWord(word string) (c Counted, ok bool) {
	if slices.Contains(percentWords, word) {
		return Counted{Percent: true}, true
	}
	c.Unit = UnitOf(word)
	return c, c.Unit != Unit{}
}

// fillers are words that may stand beside those that say what figures are counted in.
var fillers = strings.Fields(`in of and all amounts amount figures are is stated expressed shown presented reported the values numbers data tabular unaudited audited currency
	einheit angaben beträge werte alle je en et montants cifras importes as at`)

// exceptions begin what is counted otherwise.
var exceptions = regexp.MustCompile(`(?i)[,;]?\s*\b(except|unless|other than|excluding|where|ausgenommen|außer|wenn nicht|sofern|soweit|sauf|excepto|ratios|par values?|shares in|number of shares|per share)\b.*|(但し|ただし|除|特に).*`)

// InBrackets finds the brackets of a line that may hold such words.
var InBrackets = regexp.MustCompile(`[(（\[［]([^()（）\[\]［］]{1,160})[)）\]］]`)

// CountedIn finds in a text what figures are counted in: in its brackets, or if it says nothing else. The second value
// tells whether it says nothing else.
func CountedIn(text string) (c Counted, only, ok bool) {
	const short = 6 // words
	text = strings.TrimSpace(text)
	inner := strings.Trim(text, "()（）[]［］ :：")
	if c, ok := countedPhrase(inner); ok {
		c.Text = inner
		return c, true, true
	}
	if shares.MatchString(inner) {
		return Counted{Text: inner, Percent: true}, true, true
	}
	if at := max(strings.LastIndex(inner, " in "), strings.LastIndex(inner, " en ")); at > 0 && len(strings.Fields(inner)) <= short { // "Prices in CHF"
		if c, ok := countedPhrase(inner[at:]); ok && c.Unit != (Unit{}) {
			c.Text = inner
			return c, true, true
		}
	}
	if strings.ContainsFunc(inner, Unspaced) {
		for part := range strings.FieldsFuncSeq(inner, func(r rune) bool { return strings.ContainsRune("、，;；", r) }) {
			if c, ok := countedPhrase(part); ok && strings.ContainsAny(part, "単单單") {
				c.Text = inner
				return c, true, true
			}
		}
	}
	if !strings.ContainsAny(text, "(（[［") {
		return Counted{}, false, false
	}
	for _, m := range InBrackets.FindAllStringSubmatch(text, -1) {
		if c, ok := countedPhrase(m[1]); ok {
			c.Text = strings.TrimSpace(m[1])
			return c, false, true
		}
	}
	return Counted{}, false, false
}

// CountedInHead finds what the figures under a head are counted in: in its brackets, in a part that says nothing else, or
// behind a comma.
func CountedInHead(head string) (c Counted, ok bool) {
	parts := []string{head}
	if at := strings.LastIndexAny(head, ",/"); at >= 0 {
		parts = append(parts, head[at+1:])
	}
	if at := strings.LastIndex(head, " in "); at >= 0 {
		parts = append(parts, head[at:])
	}
	if f := strings.Fields(head); len(f) > 1 { // "Change %", "Sales $m"
		parts = append(parts, f[len(f)-1])
	}
	for _, part := range parts {
		if c, _, ok := CountedIn(part); ok {
			return c, true
		}
	}
	return Counted{}, false
}

// shares begins a line that says of what a table's figures are shares.
var shares = regexp.MustCompile(`(?i)^(in )?(%|percent|percentage|prozent|anteil in %) (of|der|des|von) \S.{0,60}$`)

// countedPhrase reads a text that holds nothing but words for what is counted.
func countedPhrase(text string) (c Counted, ok bool) {
	const longest = 160
	if len(text) > longest {
		return c, false
	}
	if !mayCount(text) {
		return c, false
	}
	head := exceptions.ReplaceAllString(text, "")
	if head == "" {
		return c, false
	}
	if strings.ContainsFunc(head, wide) {
		return widePhrase(head)
	}
	several, strong := false, false
	for token := range strings.FieldsFuncSeq(strings.ToLower(head), betweenCounted) {
		if token = countedToken(token); token == "" {
			continue
		}
		found, known := CountedWord(token)
		switch {
		case known:
			c.Exponent = max(c.Exponent, found.Exponent)
			c.Percent = c.Percent || found.Percent
			if found.Currency != "" {
				several = several || c.Currency != "" && !SameMoney(c.Currency, found.Currency)
				if c.Currency == "" || found.Currency != Dollars { // "US $"
					c.Currency = found.Currency
				}
			}
			ok = true
			strong = strong || !weak[token]
		case slices.Contains(fillers, token):
		default:
			return Counted{}, false
		}
	}
	if c.Unit != (Unit{}) {
		c.Percent = false
	}
	if several {
		c.Currency = ""
	}
	return c, ok && strong && c != Counted{}
}

// mayCount tells by a phrase's first word whether it may hold nothing but words for what is counted: nearly every line of a
// page doesn't, and looking for exceptions in each takes long.
func mayCount(text string) bool {
	if strings.ContainsFunc(text, wide) {
		return true
	}
	for token := range strings.FieldsFuncSeq(text, betweenCounted) {
		if token = countedToken(strings.ToLower(token)); token != "" {
			_, known := CountedWord(token)
			return known || slices.Contains(fillers, token)
		}
	}
	return false
}

func wide(r rune) bool { return r >= 0x2E80 && unicode.In(r, unicode.Han, unicode.Katakana) }

func betweenCounted(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:/()", r) }

// countedToken is a word without what stands at its ends; empty for a dash.
func countedToken(token string) string {
	token = strings.TrimRight(token, ".")
	if token == "-" || token == "–" {
		return ""
	}
	return strings.TrimPrefix(strings.TrimPrefix(token, "d'"), "d’")
}

// weak words say how many only beside a currency: alone they are measures, or nothing.
var weak = map[string]bool{"b": true, "tn": true, "m": true, "mm": true, "k": true, "cr": true, "000": true, "us": true, "miles": true}

func widePhrase(rest string) (c Counted, ok bool) {
	for _, filler := range []string{"単位", "单位", "單位", "币种", "幣種", "货币", "金額", "金额", "：", ":", "、", "，", "/", "･", "・", "で表示", " ", "　"} {
		rest = strings.ReplaceAll(rest, filler, "")
	}
	for rest != "" {
		found, n := WideUnit(rest)
		if n == 0 {
			after := strings.TrimLeft(rest, "%％")
			if after == rest {
				return Counted{}, false
			}
			c.Percent, ok, rest = true, true, after
			continue
		}
		c.Exponent, ok, rest = max(c.Exponent, found.Exponent), true, rest[n:]
		if found.Currency != "" {
			c.Currency = found.Currency
		}
	}
	if c.Unit != (Unit{}) {
		c.Percent = false
	}
	return c, ok
}
