package text

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// currency is how one is written.
type currency struct {
	code  string // ISO 4217; "$" or "¥" if nothing tells which, "" for one of the crowns
	signs string // signs and codes, as they stand beside an amount
	words string // behind an amount and in lines that say what figures are counted in, in small letters; _ is a blank
	lines string // in such lines alone
}

// currencies in the order in which a text is searched for them: a dollar of no country comes after those of some.
var currencies = []currency{
	{"USD", "US$ USD", "us-dollar us-dollars us_dollar us_dollars u.s._dollar u.s._dollars dollars_américains dólares_estadounidenses 米ドル 美元", "u.s us"},
	{"HKD", "HK$ HKD", "", ""}, {"TWD", "NT$ TWD", "", ""}, {"CAD", "CA$ C$ CAD", "", ""}, {"AUD", "AU$ A$ AUD", "", ""},
	{"SGD", "S$ SGD", "", ""}, {"BRL", "R$ BRL", "", ""},
	{Dollars, "$ ＄", "dollar dollars dólar dólares ドル", ""},
	{"EUR", "€ EUR", "euro euros ユーロ 欧元", ""},
	{"GBP", "£ GBP", "pounds_sterling pound_sterling livres_sterling libras_esterlinas ポンド 英镑", "pounds pound sterling"},
	{"JPY", "JPY", "yen yens yenes 円 日元", ""},
	{"CNY", "CNY RMB", "yuan yuans yuanes renminbi 人民币 人民幣 元", ""},
	{"¥", "¥ ￥", "", ""},
	{"INR", "₹ INR Rs. Rs", "rupee rupees roupies rupias", ""},
	{"CHF", "CHF Fr.", "franken francs francs_suisses francos_suizos", ""},
	{"KRW", "₩ KRW", "", ""}, {"RUB", "₽ RUB", "", ""}, {"TRY", "₺", "", ""}, {"THB", "฿ THB", "", ""}, {"ILS", "₪ ILS", "", ""}, {"VND", "₫ VND", "", ""},
	{"SEK", "SEK", "", ""}, {"NOK", "NOK", "", ""}, {"DKK", "DKK", "", ""}, {"", "kr", "", ""},
}

// sign is one of a currency's.
type sign struct{ written, code string }

// signs are all of them, the longest first.
var signs = sync.OnceValue(func() (out []sign) {
	for _, c := range currencies {
		for s := range strings.FieldsSeq(c.signs) {
			out = append(out, sign{s, c.code})
		}
	}
	slices.SortStableFunc(out, func(a, b sign) int { return len(b.written) - len(a.written) })
	return out
})

// signsAt are those that begin with a byte.
var signsAt = sync.OnceValue(func() *[256][]sign {
	var at [256][]sign
	for _, s := range signs() {
		at[s.written[0]] = append(at[s.written[0]], s)
	}
	return &at
})

// CurrencySign reads the sign or the code of a currency that a text begins with, and gives its length in bytes; 0 if it
// begins with none. The code is of ISO 4217, "$" or "¥" if the sign is of several, and "" for one of the crowns.
func CurrencySign(s string) (code string, length int) {
	if s == "" {
		return "", 0
	}
	for _, sign := range signsAt()[s[0]] {
		if strings.HasPrefix(s, sign.written) {
			return sign.code, len(sign.written)
		}
	}
	return "", 0
}

// CurrencyOf is the currency that a word, a sign or a code names, in any case, as they stand in lines that say what figures
// are counted in; "" if it names none.
func CurrencyOf(word string) string { return byWord()[strings.ToLower(strings.TrimRight(word, "."))] }

var byWord = sync.OnceValue(func() map[string]string {
	codes := map[string]string{}
	for _, c := range currencies {
		for w := range strings.FieldsSeq(c.signs + " " + c.words + " " + c.lines) {
			w = strings.ToLower(strings.TrimRight(w, "."))
			if _, known := codes[w]; !known { // the first one is meant
				codes[w] = c.code
			}
		}
	}
	return codes
})

// namings find a currency anywhere in a line.
var namings = sync.OnceValue(func() (out []*regexp.Regexp) {
	for _, c := range currencies {
		out = append(out, regexp.MustCompile(strings.Join(append(alternatives(c.signs, false), alternatives(c.words+" "+c.lines, true)...), "|")))
	}
	return out
})

// CurrencyIn is the currency that a line names: one whose country is said before "$"; "" if it names none.
func CurrencyIn(line string) string {
	for i, c := range currencies {
		if c.code != "" && namings()[i].MatchString(line) {
			return c.code
		}
	}
	return ""
}

// alternatives are the words of a list as expressions: Latin ones stand alone, and in any case if they are no codes.
func alternatives(list string, anyCase bool) (out []string) {
	words := strings.Fields(list)
	slices.SortStableFunc(words, func(a, b string) int { return len(b) - len(a) })
	for _, w := range words {
		e := regexp.QuoteMeta(strings.ReplaceAll(w, "_", " "))
		first, _ := utf8.DecodeRuneInString(w)
		last, _ := utf8.DecodeLastRuneInString(w)
		if ascii(first) {
			e = `\b` + e
		}
		if ascii(last) {
			e += `\b`
		}
		if anyCase {
			e = "(?i:" + e + ")"
		}
		out = append(out, e)
	}
	return out
}

func ascii(r rune) bool { return r < utf8.RuneSelf && wordly(r) }

// behind finds a currency at the beginning of what stands behind a number.
func (c currency) behind() *regexp.Regexp {
	all := append(alternatives(c.signs, false), alternatives(c.words, true)...)
	return regexp.MustCompile(`^ ?(?:(?i:de |d')?(?:` + strings.Join(all, "|") + "))") // millions de dollars
}

// currencyBefore finds the sign or the code that stands before a number.
var currencyBefore = sync.OnceValue(func() *regexp.Regexp {
	var all []string
	for _, s := range signs() {
		if s.code != "" {
			first, _ := utf8.DecodeRuneInString(s.written)
			e := regexp.QuoteMeta(s.written)
			if ascii(first) && !strings.ContainsAny(s.written, "$") {
				e = `\b` + e
			}
			all = append(all, e)
		}
	}
	return regexp.MustCompile(`(` + strings.Join(all, "|") + `) {0,2}[(-]{0,2} ?$`)
})
