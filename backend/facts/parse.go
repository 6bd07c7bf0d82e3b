package facts

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/decimal"
)

// token of a formula that a question or a list writes.
type token struct {
	kind  rune // an operator or a bracket; 'n' a number, 'w' words, 'a' average, 'c' change, 's' sum, 'p' the last balance, 'o' optional, '&' and
	text  string
	times []when
}

var wordOperators = []struct {
	pattern *regexp.Regexp
	sign    string
}{
	{regexp.MustCompile(`(?i)\bdivided by\b|÷`), " / "},
	{regexp.MustCompile(`(?i)\b(?:times|multiplied by)\b|×`), " * "},
	{regexp.MustCompile(`(?i)\bplus\b`), " + "},
	{regexp.MustCompile(`(?i)\b(?:minus|less)\b| [−–—] `), " - "},
	{regexp.MustCompile(`(?i)\bover\b( the)?`), " / "},
}

var (
	plainNumber = regexp.MustCompile(`^\d+(?:\.\d+)?%?`)
	formulaWord = map[string]rune{"average": 'a', "avg": 'a', "mean": 'a', "change": 'c', "increase": 'c', "difference": 'c', "sum": 's', "prev": 'p', "opt": 'o', "and": '&', "between": '&'}
	formulaFill = map[string]bool{"the": true, "of": true, "in": true, "a": true, "an": true, "for": true, "from": true, "to": true, "its": true, "their": true, "by": true, "at": true, "as": true, "company": true}
)

// lex reads a formula's tokens. Words that name one thing stay together: "cost of goods sold".
func (q *question) lex(s string) (out []token) {
	for _, o := range wordOperators {
		s = o.pattern.ReplaceAllString(s, o.sign)
	}
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		number := plainNumber.FindString(s[i:])
		switch {
		case r == '[' || r == '(' || r == '{':
			out = append(out, token{kind: '('})
		case r == ']' || r == ')' || r == '}':
			out = append(out, token{kind: ')'})
		case r == '+' || r == '*' || r == '/' || r == '-' || r == '−':
			if r == '−' {
				r = '-'
			}
			out = append(out, token{kind: r})
		case len(q.timesIn(string(r))) > 0:
			out = append(out, token{kind: 't', times: q.timesIn(string(r))})
		case number != "":
			n = len(number)
			out = append(out, token{kind: 'n', text: number})
		case unicode.IsLetter(r):
			end := i
			for end < len(s) {
				c, size := utf8.DecodeRuneInString(s[end:])
				next, _ := utf8.DecodeRuneInString(s[min(len(s), end+size):])
				if !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' && c != '&' && c != '\'' && c != '’' && (c != '-' || !unicode.IsLetter(next)) {
					break
				}
				end += size
			}
			n = end - i
			out = append(out, wordToken(s[i:end]))
		}
		i += n
	}
	return merged(out)
}

func wordToken(w string) token {
	lower := strings.ToLower(w)
	if kind := formulaWord[lower]; kind != 0 {
		return token{kind: kind, text: w}
	}
	return token{kind: 'w', text: w}
}

// merged joins words that stand side by side, with the times among them. "and" parts them only in a list.
func merged(all []token) (out []token) {
	list := slices.ContainsFunc(all, func(t token) bool { return t.kind == 's' || t.kind == 'a' || t.kind == 'c' })
	for i, t := range all {
		last := len(out) - 1
		switch {
		case t.kind == 't' && last >= 0 && out[last].kind == 'w':
			out[last].times = append(out[last].times, t.times...)
		case t.kind == 't' || t.kind == 'w' && last >= 0 && out[last].kind == 't':
			if t.kind == 'w' {
				out[last].kind, out[last].text = 'w', t.text
			} else {
				out = append(out, t)
			}
		case t.kind == 'w' && last >= 0 && out[last].kind == 'w':
			out[last].text += " " + t.text
		case t.kind == '&' && last >= 0 && out[last].kind == 'w' && i+1 < len(all) && all[i+1].kind == 't':
		case t.kind == '&' && last >= 0 && out[last].kind == 'w' && i+1 < len(all) && all[i+1].kind == 'w' && (!list || len(out[last].times) == 0):
			out[last].text += " and"
		case t.kind == '&':
		case t.kind == 'w' && formulaFill[strings.ToLower(t.text)] && (last < 0 || out[last].kind != 'w'):
		default:
			out = append(out, t)
		}
	}
	return out
}

// parser reads a formula with the figures of its words.
type parser struct {
	tokens []token
	at     int
	figure func(words string, times []when, way rune) (*node, error) // way: 'a', 'c', 'p', 'o' or 0
}

func (p *parser) peek() rune {
	if p.at < len(p.tokens) {
		return p.tokens[p.at].kind
	}
	return 0
}

// formula reads all of it; what is left over makes it unreadable.
func (p *parser) formula() (*node, error) {
	n, err := p.sum()
	if err == nil && p.at < len(p.tokens) {
		err = errUnreadable
	}
	return n, err
}

func (p *parser) sum() (*node, error) { return p.chain("+-", p.product) }

func (p *parser) product() (*node, error) { return p.chain("*/", p.factor) }

func (p *parser) chain(signs string, next func() (*node, error)) (*node, error) {
	n, err := next()
	for err == nil && p.peek() != 0 && strings.ContainsRune(signs, p.peek()) {
		sign := string(p.peek())
		p.at++
		var right *node
		if right, err = next(); err == nil {
			n = join(sign, n, right)
		}
	}
	return n, err
}

func (p *parser) factor() (*node, error) {
	if p.at >= len(p.tokens) {
		return nil, errUnreadable
	}
	t := p.tokens[p.at]
	p.at++
	switch t.kind {
	case '(':
		n, err := p.sum()
		if err == nil && p.peek() == 't' {
			p.at++
		}
		if err != nil || p.peek() != ')' {
			return n, cmpErr(err, errUnreadable)
		}
		p.at++
		return n, nil
	case 'n':
		d, err := decimal.Parse(strings.TrimSuffix(t.text, "%"))
		if strings.HasSuffix(t.text, "%") {
			d = d.Shift(-2)
		}
		return &node{fixed: true, number: d}, err
	case '-':
		n, err := p.factor()
		return join("*", constant(-1), n), err
	case 'a', 'c', 'p', 'o':
		return p.way(t.kind)
	case 's':
		return p.factor()
	case 't': // before brackets: of all in them
		return p.factor()
	case 'w':
		return p.figure(t.text, t.times, 0)
	}
	return nil, errUnreadable
}

// way reads the figure that an average or a change is of.
func (p *parser) way(kind rune) (*node, error) {
	open := false
	var times []when
	for p.peek() == '(' || p.peek() == 't' {
		open = open || p.peek() == '('
		times = append(times, p.tokens[p.at].times...)
		p.at++
	}
	if p.peek() != 'w' {
		return nil, errUnreadable
	}
	t := p.tokens[p.at]
	p.at++
	if times = append(t.times, times...); len(times) == 0 {
		for p.peek() == 't' {
			times = append(times, p.tokens[p.at].times...)
			p.at++
		}
	}
	if open {
		if p.peek() != ')' {
			return nil, errUnreadable
		}
		p.at++
	}
	return p.figure(t.text, times, kind)
}

func cmpErr(a, b error) error {
	if a != nil {
		return a
	}
	return b
}
