package text

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	longestMark = 6 // bytes of a list's mark
	bullets     = "•⁃‣◦▪●○■□·"
	dashes      = "–—-*"
)

// bullet tells whether a line begins an entry of a list: "•", "–", "(a)", "1.", "2)", "iv.".
func bullet(line string) bool {
	mark, rest, ok := strings.Cut(line, " ")
	if !ok || rest == "" {
		return strings.HasPrefix(line, "•")
	}
	if r, n := utf8.DecodeRuneInString(mark); n == len(mark) && strings.ContainsRune(bullets+dashes, r) {
		return true
	}
	core := strings.TrimPrefix(mark, "(")
	end := strings.TrimRight(core, ").")
	if end == core || end == "" || len(end) > 4 {
		return strings.HasPrefix(line, "•")
	}
	digits := strings.Trim(end, "0123456789") == ""
	roman := strings.Trim(strings.ToLower(end), "ivx") == ""
	letter := len(end) == 1 && end[0]|0x20 >= 'a' && end[0]|0x20 <= 'z'
	if strings.HasSuffix(core, ")") {
		return digits || roman || letter
	}
	return (digits && len(end) <= 2 || roman && len(end) > 1) && capital(rest)
}

// mistaken tells whether line i only looks like a list's entry: "on page\n12. The", "am\n3. Oktober", a dash inside a
// sentence.
func mistaken(rows []row, i int, words vocabulary) bool {
	above, r := rows[i-1], rows[i]
	mark := firstField(r.text)
	rest := strings.TrimLeft(r.text[len(mark):], " ")
	first, _ := utf8.DecodeRuneInString(rest)
	word := lastField(above.text)
	switch {
	case r.after || ended(above.text) && !strings.HasSuffix(word, "."):
		return false
	case strings.Contains("–—-", mark):
		return unicode.IsLower(first) && !ended(above.text) && !among(rows, i, mark)
	case !strings.ContainsFunc(mark, wordly):
		return false
	}
	if short, ok := strings.CutSuffix(word, "."); ok {
		return words.of(short)&(roleNumber|roleInside) != 0
	}
	return words.of(word)&(roleDangling|roleLabel) != 0 && (!conjunctions[word] || words[nextField(rest)]&roleAfter != 0)
}

var conjunctions = map[string]bool{"and": true, "or": true, "und": true, "oder": true, "bis": true, "et": true, "ou": true, "y": true, "o": true}

// among tells whether another line near line i begins with the same mark.
func among(rows []row, i int, mark string) bool {
	const reach = 6
	for k := max(0, i-reach); k < min(len(rows), i+reach+1); k++ {
		if k != i && firstField(rows[k].text) == mark {
			return true
		}
	}
	return false
}

// numeral tells whether a word counts chapters or entries: "3", "4.2.1", "1A", "iv", "B".
func numeral(word string) bool {
	const longest = 4 // figures
	if r, n := utf8.DecodeRuneInString(word); n == len(word) {
		return wordly(r)
	}
	if strings.Trim(word, "ivx") == "" || roman(word) {
		return true
	}
	return !slices.ContainsFunc(strings.Split(word, "."), func(part string) bool {
		part = strings.TrimRightFunc(part, unicode.IsUpper)
		return !number(part) || len(part) > longest
	})
}

// listed tells whether s begins with a list's mark in brackets: "(b) the", "2)The".
func listed(s string) bool {
	at := strings.IndexByte(s[:min(len(s), longestMark)], ')')
	return at > 0 && successors(s[:at+1]) != nil
}

var romans = [...]string{"i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv"}

// successors are the marks that may follow a mark in a list: after "(i)" come "(ii)" and "(j)".
func successors(mark string) (out []string) {
	if mark == "•" {
		return []string{mark}
	}
	core := strings.TrimPrefix(mark, "(")
	count := strings.TrimRight(core, ".)")
	head, tail := mark[:len(mark)-len(core)], core[len(count):]
	if count == "" || tail != "." && tail != ")" && tail != ".)" {
		return nil
	}
	if n, err := strconv.Atoi(count); err == nil {
		return []string{head + strconv.Itoa(n+1) + tail}
	}
	low := strings.ToLower(count)
	next := func(s string) {
		if low != count {
			s = strings.ToUpper(s)
		}
		out = append(out, head+s+tail)
	}
	if len(low) == 1 && low >= "a" && low < "z" {
		next(string(rune(low[0] + 1)))
	}
	if at := slices.Index(romans[:], low); at >= 0 && at+1 < len(romans) {
		next(romans[at+1])
	}
	return out
}
