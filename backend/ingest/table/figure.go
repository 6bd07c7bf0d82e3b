package table

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/text"
)

// figure is a number as it is written in a cell.
type figure struct {
	digits   string // with what separates them
	minus    bool
	percent  bool
	none     bool   // a sign that there is no number
	about    bool   // a bound, a range or the like: no number that could be told
	currency string // ISO 4217
	scale    int    // power of ten, of a word behind it
}

// none are the signs for a number that isn't there.
var none = map[string]bool{
	"—": true, "–": true, "-": true, "−": true, "--": true, "---": true, "―": true, "－": true, "ー": true, "‐": true, "…": true, "...": true, "./.": true, "/": true,
	"n/a": true, "na": true, "n.a.": true, "n/m": true, "nm": true, "n.m.": true, "nil": true, "k.a.": true, "*": true, "**": true, "✗": true, "✓": true, "×": true,
	"なし": true, "无": true, "無": true, "不适用": true,
}

// money reads the sign or code of a currency that a text begins with, and gives its length.
func money(t string) (code string, length int) {
	code, length = text.CurrencySign(t)
	return usual(code), length
}

// usual is the currency that is most usual for a sign of several.
func usual(code string) string {
	switch code {
	case text.Dollars:
		return "USD"
	case "¥":
		return "JPY"
	}
	return code
}

// scales are words behind a figure that say what it is counted in; those that begin with another come before it.
var scales = strings.Fields("billion million thousand trillion crores crore lakhs lakh lacs lac Mio. Mio Mrd. Mrd Tsd. bn mn MM M B K k m")

// measures are what else may stand behind a figure without making it another.
var measures = []string{"x", "×", "倍", "pts", "pt", "bps", "bp", "pp", "％", "%", "‰", "名", "人", "社", "年", "歳", "件", "°", "ms", "s", "h", "kg", "km", "mm", "cm", "GB", "MB", "KB", "TB", "Hz", "MHz", "GHz", "min", "sec", "hrs", "dB", "g", "mg", "µm", "°C", "°F", "TWh", "GWh", "MWh", "kWh", "MW", "GW", "t", "Mt"}

const minuses = "-–−‐△▲▵▴－" // a long dash is a cell of its own

// plain maps wide forms to narrow ones.
func plain(r rune) rune {
	switch {
	case r >= '０' && r <= '９':
		return r - '０' + '0'
	case r == '（':
		return '('
	case r == '）':
		return ')'
	case r == '，':
		return ','
	case r == '．':
		return '.'
	case r == '％':
		return '%'
	case r == '＋':
		return '+'
	case r == '\u00A0', r == '\u202F', r == '\u2009', r == ' ', r == '\u3000':
		return -1
	}
	return r
}

// readFigure reads a text as a figure, if it is one and nothing else.
func readFigure(text string) (f figure, ok bool) {
	const longest = 48 // bytes
	t := strings.Map(plain, text)
	if t == "" || len(t) > longest || parted(text) {
		return f, false
	}
	if none[strings.ToLower(strings.Trim(t, "()[]"))] && strings.Trim(t, "()[]") != "" {
		return figure{none: true}, true
	}
	t = f.before(t)
	if f.currency != "" && (none[t] || t == "" && f.minus && strings.ContainsAny(text, minuses)) { // "$ —", "$-"
		return figure{none: true, currency: f.currency}, true
	}
	n := 0
	for n < len(t) {
		r, size := utf8.DecodeRuneInString(t[n:])
		if !(r >= '0' && r <= '9') && !strings.ContainsRune(".,'’·", r) {
			break
		}
		n += size
	}
	f.digits = t[:n]
	if !strings.ContainsAny(f.digits, "0123456789") {
		return f, false
	}
	rest := f.behind(t[n:])
	if rest == "" {
		return f, f.shaped()
	}
	return f.doubled(rest)
}

// parted tells whether a space stands between digits that isn't one between groups of them.
func parted(text string) bool {
	for i := 1; i+1 < len(text); i++ {
		if text[i] != ' ' || !endsInDigit(text[:i]) && text[i-1] != ',' && text[i-1] != '.' || text[i+1] < '0' || text[i+1] > '9' {
			continue
		}
		next, _, _ := strings.Cut(text[i+1:], " ")
		if !endsInDigit(text[:i]) || !grouped(text[:i], next) {
			return true
		}
	}
	return false
}

// before takes off what may stand before the digits.
func (f *figure) before(t string) string {
	for t != "" {
		r, size := utf8.DecodeRuneInString(t)
		switch {
		case strings.ContainsRune(minuses, r):
			f.minus = true
		case r == '(' || r == '[':
			f.minus = f.minus || r == '('
		case r == '+' || r == '±':
		case strings.ContainsRune("<>≤≥~≈∼约約", r):
			f.about = true
		default:
			code, length := money(t)
			if length == 0 {
				return t
			}
			f.currency, size = code, length
		}
		t = t[size:]
	}
	return t
}

// behind takes off what may stand behind the digits.
func (f *figure) behind(t string) string {
	for t != "" {
		r, size := utf8.DecodeRuneInString(t)
		switch {
		case r == ')' || r == ']':
		case r == '%' || r == '‰':
			f.percent = true
		case strings.ContainsRune("-−", r) && size == len(t): // a minus behind the figure, as bookkeeping programs write it
			f.minus = true
		case r == '+' && size == len(t):
		case r == '.' && size == len(t):
		default:
			n := f.word(t)
			if n == 0 {
				return t
			}
			size = n
		}
		t = t[size:]
	}
	return ""
}

// word takes off a word for a scale, a currency or a measure, and gives its length.
func (f *figure) word(t string) int {
	whole := func(n int) bool {
		next, _ := utf8.DecodeRuneInString(t[n:])
		return n == len(t) || !unicode.IsLetter(next) && !unicode.IsDigit(next)
	}
	if u, n := text.WideUnit(t); n > 0 && whole(n) {
		f.scale, f.currency = u.Exponent, cmp.Or(usual(u.Currency), f.currency)
		return n
	}
	for _, s := range scales {
		if strings.HasPrefix(t, s) && whole(len(s)) {
			f.scale = text.ScaleOf(s)
			return len(s)
		}
	}
	if code, n := money(t); n > 0 && whole(n) {
		f.currency = code
		return n
	}
	for _, m := range measures {
		if strings.HasPrefix(t, m) && whole(len(m)) {
			return len(m)
		}
	}
	return 0
}

// shaped tells whether the digits are those of one number: at most one mark for decimals, and groups of three, or of two
// before the last as they are written in India.
func (f figure) shaped() bool {
	d := strings.Trim(f.digits, "'’")
	point, comma := strings.Count(d, "."), strings.Count(d, ",")
	group := byte(0)
	switch {
	case point > 1 && comma > 1, strings.HasPrefix(d, ","), strings.HasSuffix(d, ","):
		return false
	case point > 1, point == 1 && comma == 1 && strings.IndexByte(d, '.') < strings.IndexByte(d, ','):
		group = '.'
	case comma > 1, point == 1 && comma == 1:
		group = ','
	default:
		return true
	}
	whole := d
	if point+comma > strings.Count(d, string(group)) { // the other is that of decimals, and comes last
		last := strings.LastIndexAny(d, ".,")
		if d[last] == group {
			return false
		}
		whole = d[:last]
	}
	parts := strings.Split(whole, string(group))
	for i, p := range parts {
		switch {
		case i == 0 && (len(p) == 0 || len(p) > 3), i == len(parts)-1 && len(p) != 3, i > 0 && len(p) != 3 && len(p) != 2:
			return false
		}
	}
	return true
}

// doubled reads what may follow a number in a cell of its own: a spread, another end of a range, a second number.
func (f figure) doubled(rest string) (figure, bool) {
	for _, mark := range []string{"±", "–", "-", "−", "—", "/", ":", "~", "～", "to", "("} {
		after, ok := strings.CutPrefix(rest, mark)
		if !ok {
			continue
		}
		second, ok := readFigure(strings.TrimSuffix(after, ")"))
		if !ok || second.none || !f.shaped() {
			return f, false
		}
		if mark != "±" && mark != "(" {
			f.about = true // it is the pair that is meant
		}
		f.percent = f.percent || second.percent
		return f, true
	}
	return f, false
}

// marks counts in votes how a document writes decimals: above zero with a point, below with a comma.
func (f figure) marks() int {
	d := f.digits
	point, comma := strings.Count(d, "."), strings.Count(d, ",")
	last := strings.LastIndexAny(d, ".,")
	if last < 0 {
		return 0
	}
	tail := len(d) - last - 1
	sign := 1
	if d[last] == ',' {
		sign = -1
	}
	switch {
	case point > 0 && comma > 0: // the last one is that of decimals
		return 2 * sign
	case point+comma > 1: // groups
		return -2 * sign
	case tail != 3: // decimals
		return sign
	case d[0] == '0' && last == 1:
		return sign
	}
	return 0
}

// decimal is the figure as a number with a point, in a document that writes decimals with a comma or not.
func (f figure) decimal(comma bool) string {
	if f.none || f.about {
		return ""
	}
	mark := byte('.')
	if comma {
		mark = ','
	}
	d := f.digits
	if f.marks() != 0 { // it tells by itself
		mark = '.'
		if f.marks() < 0 {
			mark = ','
		}
	}
	at := strings.LastIndexByte(d, mark)
	if strings.Count(d, string(mark)) > 1 {
		at = -1
	}
	var out strings.Builder
	if f.minus {
		out.WriteByte('-')
	}
	for i := range len(d) {
		switch {
		case i == at:
			if out.Len() == 0 || out.Len() == 1 && f.minus {
				out.WriteByte('0')
			}
			out.WriteByte('.')
		case d[i] >= '0' && d[i] <= '9':
			out.WriteByte(d[i])
		}
	}
	return strings.TrimSuffix(out.String(), ".")
}

const longestYear = 16 // bytes: "Fiscal 2023–2027"

// year tells whether a text is one, with or without what fiscal years carry, or several in a row: "2023–2027".
func year(t string) bool {
	if len(t) < 4 || len(t) > longestYear {
		return false
	}
	if at := strings.IndexAny(t, "-–"); at > 0 {
		from, to := strings.TrimRight(t[:at], " "), strings.TrimLeft(t[at:], "-– ")
		return len(from) == 4 && year(from) && (year(to) || len(to) == 2 && strings.Trim(to, "0123456789") == "")
	}
	t = strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(t, "Fiscal"), "FY"), " '’")
	t = strings.TrimRight(t, "AEFPe年度 ")
	return len(t) == 4 && (t[:2] == "19" || t[:2] == "20") && t[2] >= '0' && t[2] <= '9' && t[3] >= '0' && t[3] <= '9'
}
