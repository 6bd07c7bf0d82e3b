package keyword

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

var unspaced = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai}

func isUnspaced(r rune) bool { return r >= 0x0E00 && unicode.In(r, unspaced...) }

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// presented tells whether a character is an Arabic letter, or two, in the form that it has within a word: some files have no
// others.
func presented(r rune) bool { return r >= 0xFB50 && r <= 0xFDFF || r >= 0xFE70 && r <= 0xFEFC }

func isMark(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

func isFigure(b byte) bool { return b >= '0' && b <= '9' }

// decode reads a character; the wide forms of Latin letters and figures are folded.
func decode(s string) (r rune, n int) {
	if s == "" {
		return utf8.RuneError, 0
	}
	if s[0] < utf8.RuneSelf {
		return rune(s[0]), 1
	}
	if r, n = utf8.DecodeRuneInString(s); r >= 0xFF01 && r <= 0xFF5E {
		r -= 0xFEE0
	}
	return r, n
}

// scanner cuts text into words. It is not for concurrent use.
type scanner struct {
	comma bool // a comma comes before decimals, as in German
	gaps  bool // a blank may part thousands, as in French
	word  []byte
	from  int    // where the word that is given out begins in the text,
	to    int    // and where it ends, with a tail that is passed over
	marks []mark // of the number that is being read

	joining bool // what is given out is a number with blanks between its thousands
}

// mark is a point, a comma or a gap inside a number.
type mark struct {
	kind byte // '.', ',' or ' '
	at   int  // in the scanner's word, where the figures after it begin
}

// emit takes a word, lower-cased. A part follows the word that it is of: a piece of one that mixes letters and figures (mx450,
// mx, 450), the year of a date, the last character of a run of unspaced script. A number whose thousands blanks part follows
// its first group, since the groups may as well be numbers beside each other.
type emit func(word []byte, part bool)

func (s *scanner) scan(text string, out emit) {
	joined := 0 // where a number with blanks ends
	for i := 0; i < len(text); {
		r, n := decode(text[i:])
		switch {
		case isUnspaced(r):
			i = s.pairs(text, i, out)
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			s.from = i
			i = s.read(text, i)
			s.to = i
			if len(s.word) > 0 {
				out(s.word, false)
				s.parts(out)
			}
			if s.gaps && s.from >= joined && isFigure(text[s.from]) {
				joined = s.join(text, i, out)
			}
		default:
			i += n
		}
	}
}

// pairs gives the overlapping pairs of a run of unspaced script, and its last character as a part; a single character
// stands for itself.
func (s *scanner) pairs(text string, i int, out emit) int {
	start, last := i, -1
	for i < len(text) {
		r, n := decode(text[i:])
		if !isUnspaced(r) {
			break
		}
		if last >= 0 {
			s.from, s.to = last, i+n
			out([]byte(text[last:i+n]), false)
		}
		last = i
		i += n
	}
	s.from, s.to = last, i
	out([]byte(text[last:i]), last > start)
	return i
}

// read reads the word that begins at byte i and says where to go on. A possessive tail ('s, ’s) is passed over.
func (s *scanner) read(text string, i int) int {
	s.word = s.word[:0]
	for i < len(text) {
		r, n := decode(text[i:])
		next, _ := decode(text[i+n:])
		switch {
		case r >= '0' && r <= '9':
			i = s.number(text, i)
		case r < utf8.RuneSelf && (r >= 'a' && r <= 'z'):
			s.word = append(s.word, byte(r))
			i++
		case isUnspaced(r):
			return i
		case presented(r):
			s.word = append(s.word, norm.NFKC.String(text[i:i+n])...)
			i += n
		case isWordRune(r):
			s.word = utf8.AppendRune(s.word, unicode.ToLower(r))
			i += n
		case r == '&' && len(s.word) <= 3 && unicode.IsLetter(next):
			s.word = append(s.word, '&')
			i += n
		case (r == '\'' || r == '’') && len(s.word) <= 2 && !possessive(text[i+n:]): // l'entreprise, d'eau, but 3M's
			return i + n
		case (r == '\'' || r == '’') && unicode.IsLetter(next):
			for i += n; i < len(text); i += n {
				if r, n = decode(text[i:]); !unicode.IsLetter(r) {
					break
				}
			}
			return i
		default:
			return i
		}
	}
	return i
}

// possessive tells whether a text begins with an s alone.
func possessive(text string) bool {
	r, n := decode(text)
	after, _ := decode(text[n:])
	return (r == 's' || r == 'S') && !isWordRune(after)
}

// number reads figures with the marks between them and says where to go on. What is written differently in different
// languages becomes the same: 1,577.0 and 1.577,0 and 1 577,0 are 1577.0.
func (s *scanner) number(text string, i int) int {
	start := len(s.word)
	s.marks = s.marks[:0]
	for i < len(text) {
		r, n := decode(text[i:])
		if r >= '0' && r <= '9' {
			s.word = append(s.word, byte(r))
			i += n
			continue
		}
		kind := markKind(r)
		if r == ' ' && s.joining && s.gap(start) {
			kind = ' '
		}
		if next, _ := decode(text[i+n:]); kind == 0 || next < '0' || next > '9' || kind == ' ' && !three(text[i+n:]) {
			break
		}
		s.marks = append(s.marks, mark{kind, len(s.word)})
		i += n
	}
	if len(s.marks) > 0 {
		s.point(start)
	}
	return i
}

func markKind(r rune) byte {
	switch r {
	case '.', ',':
		return byte(r)
	case '\'', '’', '\u00A0', '\u2009', '\u202F':
		return ' '
	}
	return 0
}

// three tells whether a text begins with three figures and no more.
func three(text string) bool {
	n := 0
	for n < len(text) && isFigure(text[n]) {
		n++
	}
	return n == 3
}

// join gives the number that begins with a word as it is with the groups behind blanks, and says where it ends; to is where the
// word does.
func (s *scanner) join(text string, to int, out emit) int {
	s.joining, s.word = true, s.word[:0]
	if end := s.number(text, s.from); end > to {
		s.to = end
		out(s.word, true)
		to = end
	}
	s.joining = false
	return to
}

// gap tells whether a blank behind the figures that were read can part thousands.
func (s *scanner) gap(start int) bool {
	if n := len(s.marks); n > 0 {
		return s.marks[n-1].kind == ' '
	}
	return start == 0 && len(s.word) <= 3 && s.word[0] != '0'
}

// point writes the number that begins at start with a point before its decimals and no other marks. What is no number
// (a date, a version) keeps a point for every mark.
func (s *scanner) point(start int) {
	first, last := s.marks[0], s.marks[len(s.marks)-1]
	marks := s.marks
	decimals := false
	switch same := s.alike(len(s.marks)); {
	case same && first.kind != ' ' && len(s.marks) == 1:
		thousands := ','
		if s.comma {
			thousands = '.'
		}
		decimals = rune(first.kind) != thousands || !s.grouped(start, len(s.marks))
	case !same && last.kind != ' ' && s.alike(len(s.marks)-1):
		decimals = true
	}
	if decimals {
		marks = marks[:len(marks)-1]
	}
	if !s.grouped(start, len(marks)) { // of no thousands
		s.keep(start, s.marks)
	} else if decimals {
		s.keep(start, s.marks[len(s.marks)-1:])
	}
}

// alike tells whether the first n marks are the same.
func (s *scanner) alike(n int) bool {
	for _, m := range s.marks[:n] {
		if m.kind != s.marks[0].kind {
			return false
		}
	}
	return true
}

// grouped tells whether the first n marks part thousands, or two figures at a time before the last three, as in India.
func (s *scanner) grouped(start, n int) bool {
	if n == 0 {
		return true
	}
	if size := s.marks[0].at - start; size < 1 || size > 3 || s.word[start] == '0' {
		return false
	}
	for i := range n {
		end := len(s.word)
		if i+1 < len(s.marks) {
			end = s.marks[i+1].at
		}
		size := end - s.marks[i].at
		if size != 3 && (size != 2 || i+1 == n || s.marks[i].kind != ',') {
			return false
		}
	}
	return true
}

// keep puts points back at marks.
func (s *scanner) keep(start int, marks []mark) {
	figures := append([]byte(nil), s.word[start:]...)
	s.word = s.word[:start]
	at := 0
	for _, m := range marks {
		s.word = append(append(s.word, figures[at:m.at-start]...), '.')
		at = m.at - start
	}
	s.word = append(s.word, figures[at:]...)
}

// parts gives the pieces of a word that mixes letters and figures, and the year of a date.
func (s *scanner) parts(out emit) {
	w := s.word
	if n := len(w); n > 8 && w[n-5] == '.' && isYear(string(w[n-4:])) {
		out(w[n-4:], true)
		return
	}
	if len(w) < 3 || fiscal(string(w)) != "" {
		return
	}
	from := 0
	for i := 1; i < len(w); i++ {
		if a, b := numeric(w[i-1]), numeric(w[i]); a != b && (a && run(w, i-1, -1) > 1 || b && run(w, i, 1) > 1) {
			out(w[from:i], true)
			from = i
		}
	}
	if from > 0 {
		out(w[from:], true)
	}
}

func numeric(b byte) bool { return isFigure(b) || b == '.' }

func run(w []byte, i, step int) (n int) {
	for ; i >= 0 && i < len(w) && numeric(w[i]); i += step {
		n++
	}
	return n
}

func isYear(s string) bool {
	return len(s) == 4 && allDigits(s) && (s[:2] == "19" || s[:2] == "20")
}

// fiscal is the year that fy2018 or fy18 means; "" for any other word.
func fiscal(word string) string {
	switch {
	case !strings.HasPrefix(word, "fy") || !allDigits(word[2:]):
	case len(word) == 6:
		return word[2:]
	case len(word) == 4:
		return "20" + word[2:]
	}
	return ""
}

func allDigits(s string) bool {
	for i := range len(s) {
		if !isFigure(s[i]) {
			return false
		}
	}
	return s != ""
}

// isNumber tells a figure from a word and from a year (1900–2099).
func isNumber(term string) bool {
	return isFigure(term[0]) && allDigits(strings.ReplaceAll(term, ".", "")) && !isYear(term)
}

// splitYears puts a space between letters and a run of four or more digits: "2023Q2" → "2023 Q2", "FY2018" → "FY 2018".
func splitYears(s string) string {
	var b strings.Builder
	rs := []rune(s)
	run := func(i, step int) (n int) {
		for ; i >= 0 && i < len(rs) && unicode.IsDigit(rs[i]); i += step {
			n++
		}
		return n
	}
	for i, r := range rs {
		if i > 0 && (unicode.IsLetter(r) && run(i-1, -1) >= 4 || unicode.IsLetter(rs[i-1]) && run(i, 1) >= 4) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}
