package formula

import "strings"

// Text writes LaTeX on one line as String does. What isn't understood stays as it is.
func Text(tex string) string {
	f, ok := Read(tex)
	if !ok {
		return tex
	}
	return f.String()
}

// String is the formula on one line, with brackets where a fraction or a root had none: "5,349 / ((9,796 + 11,563) / 2)".
func (f Formula) String() string { return strings.Join(strings.Fields(f.row.line()), " ") }

func (n node) line() string {
	switch n.kind {
	case space:
		return " "
	case fraction:
		return n.parts[0].grouped() + " / " + n.parts[1].grouped()
	case root:
		if len(n.parts) == 2 {
			if d, ok := small(n.parts[1].line(), powers); ok {
				return d + "√" + n.parts[0].closed()
			}
			return n.parts[0].closed() + "^(1/" + n.parts[1].line() + ")"
		}
		return "√" + n.parts[0].closed()
	case script:
		return n.parts[0].grouped() + written(n.parts[1], "_", indices) + written(n.parts[2], "^", powers)
	case row:
		var b strings.Builder
		for i, p := range n.parts {
			text := p.line()
			if p.kind == sign && strings.Contains(spaced, p.text) && i > 0 && !n.unary(i) {
				text = " " + text + " "
			}
			if p.kind == sign && p.text == "," {
				text = ", "
			}
			if i > 0 && p.kind == words && n.parts[i-1].kind != sign && n.parts[i-1].kind != space {
				text = " " + text
			}
			b.WriteString(text)
		}
		return b.String()
	}
	return n.text
}

// spaced are the signs that stand apart from what they join.
const spaced = "/=+−×·÷±∓≈≠≤≥<>≡∼∝→⇒∈"

// unary tells whether the sign at i stands before its only part: "(−3)", "= −3".
func (n node) unary(i int) bool {
	if n.parts[i].text != "−" && n.parts[i].text != "+" {
		return false
	}
	before := n.parts[i-1]
	return before.kind == sign && strings.Contains(spaced+"([{,", before.text)
}

// grouped is a part in brackets where it would fall apart beside a "/" or a power.
func (n node) grouped() string {
	if n.kind == row && len(n.parts) == 1 {
		return n.parts[0].grouped()
	}
	if n.kind == row && len(n.parts) > 1 && !n.bracketed() || n.kind == fraction {
		return "(" + n.line() + ")"
	}
	return n.line()
}

// closed is a part in brackets, if it is more than a number or a name.
func (n node) closed() string {
	text := n.grouped()
	if strings.HasPrefix(text, "(") || !strings.ContainsAny(text, " ") && len([]rune(text)) > 0 {
		return text
	}
	return "(" + text + ")"
}

// bracketed tells whether a row stands in one pair of brackets.
func (n node) bracketed() bool {
	last := len(n.parts) - 1
	if n.parts[0].text != "(" || n.parts[last].text != ")" {
		return false
	}
	depth := 0
	for i, p := range n.parts {
		switch p.text {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth == 0 && i < last {
			return false
		}
	}
	return true
}

var (
	powers  = strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹", "−", "⁻", "n", "ⁿ")
	indices = strings.NewReplacer("0", "₀", "1", "₁", "2", "₂", "3", "₃", "4", "₄", "5", "₅", "6", "₆", "7", "₇", "8", "₈", "9", "₉")
)

// small writes digits as those of a power or an index.
func small(s string, by *strings.Replacer) (string, bool) {
	out := by.Replace(s)
	for _, c := range out {
		if strings.ContainsRune(s, c) {
			return "", false
		}
	}
	return out, s != ""
}

func written(n node, mark string, by *strings.Replacer) string {
	if len(n.parts) == 0 {
		return ""
	}
	text := n.line()
	if s, ok := small(text, by); ok {
		return s
	}
	if len([]rune(text)) == 1 {
		return mark + text
	}
	return mark + "(" + text + ")"
}
