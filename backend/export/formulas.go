package export

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	formulas "lectern/backend/formula"
)

// A formula is taken out of the text before Markdown reads it, whose signs mean something else in LaTeX, and a mark of two
// characters for private use stands for it.
const opens, closes = "\uf8f0", "\uf8f1"

var (
	formula     = regexp.MustCompile(`(?s)\$\$[^$]+?\$\$|\\\(.+?\\\)|\\\[.+?\\\]|\$[^$\n]+\$`)
	kept        = regexp.MustCompile(opens + `(\d+)` + closes)
	mathematics = regexp.MustCompile(`[\\^_={}+<>]`)
	amount      = regexp.MustCompile(`^[\d.,]+\s`)
)

// takeFormulas gives the text with marks, and the formulas as they stood. "$5 million and $6" is money.
func takeFormulas(s string) (text string, formulas []string) {
	s = strings.NewReplacer(opens, "", closes, "").Replace(s)
	var b strings.Builder
	for s != "" {
		at := formula.FindStringIndex(s)
		if at == nil {
			break
		}
		found, after := s[at[0]:at[1]], s[at[1]:]
		if !isFormula(found, after) {
			b.WriteString(s[:at[0]+1])
			s = s[at[0]+1:]
			continue
		}
		b.WriteString(s[:at[0]] + opens + strconv.Itoa(len(formulas)) + closes)
		formulas, s = append(formulas, found), after
	}
	return b.String() + s, formulas
}

func isFormula(found, after string) bool {
	tex, display := inner(found)
	switch {
	case strings.Contains(found, "\n\n") || strings.TrimSpace(tex) == "":
		return false
	case strings.HasPrefix(found, `\[`):
		return mathematics.MatchString(tex) // "\[3\]" is an escaped bracket
	case display || found[0] == '\\':
		return true
	}
	money := strings.TrimSpace(tex) != tex || after != "" && unicode.IsDigit(rune(after[0]))
	return !money && (!amount.MatchString(tex) || mathematics.MatchString(tex))
}

// inner is a formula without its signs, and whether it stands by itself.
func inner(found string) (tex string, display bool) {
	if strings.HasPrefix(found, "$") && !strings.HasPrefix(found, "$$") {
		return found[1 : len(found)-1], false
	}
	return found[2 : len(found)-2], found[:2] != `\(`
}

var harmless = strings.NewReplacer("<", `\lt `, ">", `\gt `, "|", `\vert `, "](", "] (", "`", "'")

// dollars writes a formula so that a reader of Markdown who doesn't know formulas makes nothing of it but text.
func dollars(tex string) string { return "$" + harmless.Replace(tex) + "$" }

// onLine writes a formula as text, for files whose readers draw none.
func onLine(tex string) string {
	f, ok := formulas.Read(tex)
	if !ok {
		return codeSpan(tex)
	}
	return escape(f.String())
}
