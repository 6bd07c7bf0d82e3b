package tabletest

import (
	"regexp"
	"strings"
)

// A table is written down in the cases as lines of cells, divided by "|": heads, a line of "---", rows. The first cell
// of a line is the stub's. Under it:
//
//	<            the cell to the left goes on
//	^            the cell above goes on
//	-1577.0      a figure, printed as its country writes it; with a sign before it or a measure behind it
//	--           nothing, as its country writes that
//	'…           a text, whatever it looks like
//	!…=-1577.0   a figure that is printed in a way of its own
//	#2018        a year or the like, which may be taken for a figure or not; #…=12.3 if it isn't printed so
//	…{1} …{(1)}  a mark of a footnote: raised, in brackets
//	\            a line's end
//
// Two spaces before a label are one indentation; a line without "|" is a heading; "=" before a label makes a total,
// "@USD e6" behind it says what the row is counted in.
type matrix struct {
	heads [][]string // by level; the stub's first
	rows  []entry
}

type entry struct {
	label   string
	notes   []string
	indent  int
	heading bool
	total   bool
	own     *Units
	cells   []string
}

func notation(body string) (m matrix) {
	head := true
	for line := range strings.SplitSeq(strings.Trim(body, "\n"), "\n") {
		if strings.HasPrefix(line, "---") {
			head = false
			continue
		}
		parts := strings.Split(line, "|")
		for i := range parts[1:] {
			parts[i+1] = strings.TrimSpace(parts[i+1])
		}
		if head {
			parts[0] = strings.TrimSpace(parts[0])
			m.heads = append(m.heads, parts)
			continue
		}
		e := entry{heading: len(parts) == 1, cells: parts[1:]}
		label := strings.TrimRight(parts[0], " ")
		e.indent = (len(label) - len(strings.TrimLeft(label, " "))) / 2
		label, e.total = strings.CutPrefix(strings.TrimSpace(label), "=")
		label, own, counted := strings.Cut(label, "@")
		if counted {
			u := units(own)
			e.own = &u
		}
		e.label, e.notes = marked(strings.TrimSpace(label))
		m.rows = append(m.rows, e)
	}
	return m
}

var mark = regexp.MustCompile(`\{([^}]*)\}`)

// marked takes the marks of footnotes from a text.
func marked(s string) (bare string, notes []string) {
	for _, m := range mark.FindAllStringSubmatch(s, -1) {
		notes = append(notes, m[1])
	}
	return mark.ReplaceAllString(s, ""), notes
}

var (
	figure  = regexp.MustCompile(`^(US\$|R\$|[$€£₹¥]|CHF |EUR )?(-?\d+(?:\.\d+)?)(%| ?[^\d.%].*)?$`)
	measure = map[string]Units{
		"%": {Percent: true}, "億": {Scale: 8}, "億円": {Scale: 8, Currency: "JPY"}, "万円": {Scale: 4, Currency: "JPY"}, "万元": {Scale: 4, Currency: "CNY"}, "亿元": {Scale: 8, Currency: "CNY"},
		" Mio. €": {Scale: 6, Currency: "EUR"}, " Mrd. €": {Scale: 9, Currency: "EUR"}, " €": {Currency: "EUR"}, " million": {Scale: 6}, " billion": {Scale: 9}, "x": {}, "bn": {Scale: 9}, "m": {Scale: 6},
		" crore": {Scale: 7}, " Cr": {Scale: 7},
	}
	currency = map[string]string{"US$": "USD", "$": "USD", "€": "EUR", "£": "GBP", "₹": "INR", "¥": "JPY", "CHF ": "CHF", "EUR ": "EUR", "R$": "BRL"}
	measured = regexp.MustCompile(`^[±~<>≤≥+]? ?\d[\d.,]*\s*[^\s\d:.,–-]+$`)
)

// printed is a cell as it stands on paper, and what is true of it.
type printed struct {
	sign string // of the currency, which may stand apart
	text string // without it
	Cell
}

// print makes a cell of how it is written down.
func (f figures) print(s string, base Units) (p printed) {
	s, p.Notes = marked(s)
	switch {
	case strings.HasSuffix(s, "--"):
		p.sign, p.text, p.None = strings.TrimSuffix(s, "--"), f.none, true
	case strings.HasPrefix(s, "'"):
		p.text, p.Free = s[1:], measured.MatchString(s[1:])
	case strings.HasPrefix(s, "!"):
		p.text, p.Value, _ = strings.Cut(s[1:], "=")
		p.Units = base
	case strings.HasPrefix(s, "#") && strings.Contains(s, "="):
		p.text, p.Value, _ = strings.Cut(s[1:], "=")
		p.Free = true
	case strings.HasPrefix(s, "#"):
		p.text, p.Value, p.Free = s[1:], s[1:], true
	default:
		p.text = s
		m := figure.FindStringSubmatch(s)
		own, known := Units{}, false
		if m != nil {
			own, known = measure[m[3]]
		}
		if m == nil || m[3] != "" && !known {
			p.Free = measured.MatchString(s)
			break
		}
		percent := m[3]
		if percent == "%" {
			percent = f.percent
		}
		p.sign, p.text, p.Value = m[1], f.write(m[2], percent), m[2]
		p.Units, p.Own = counted(base, own, currency[m[1]]), own.Scale
	}
	p.text = strings.ReplaceAll(p.text, `\`, "\n")
	p.Text = strings.ReplaceAll(p.sign+p.text, "\n", " ")
	return p
}

// counted is what a figure is counted in that has a measure or a sign beside it.
func counted(base, own Units, sign string) Units {
	if own.Percent {
		return own
	}
	if own.Scale > 0 {
		base.Scale = own.Scale
	}
	if own.Currency != "" {
		sign = own.Currency
	}
	if sign != "" {
		base.Currency, base.Perhaps = sign, ""
	}
	return base
}
