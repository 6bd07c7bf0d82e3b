package formula

import (
	"html"
	"strings"
)

// MathML writes LaTeX for a browser, which draws it by itself; "" for what isn't understood. Nothing in it but elements of
// MathML Core without attributes, but for display, which says that it stands by itself.
func MathML(tex string, display bool) string {
	f, ok := Read(tex)
	if !ok {
		return ""
	}
	start := "<math>"
	if display {
		start = `<math display="block">`
	}
	return start + f.row.markup() + "</math>"
}

var elements = map[kind]string{row: "mrow", number: "mn", name: "mi", sign: "mo", words: "mtext", fraction: "mfrac"}

func (n node) markup() string {
	element := elements[n.kind]
	switch n.kind {
	case space:
		return "<mtext>\u00a0</mtext>"
	case row, fraction:
		return within(element, n.parts...)
	case root:
		if len(n.parts) == 2 {
			return within("mroot", n.parts...)
		}
		return within("msqrt", n.parts...)
	case script:
		switch base, index, power := n.parts[0], n.parts[1], n.parts[2]; {
		case len(index.parts) == 0:
			return within("msup", base, power)
		case len(power.parts) == 0:
			return within("msub", base, index)
		default:
			return within("msubsup", base, index, power)
		}
	}
	text := n.text
	if n.kind == words { // blanks at its ends would be lost
		text = strings.ReplaceAll(text, " ", "\u00a0")
	}
	return "<" + element + ">" + html.EscapeString(text) + "</" + element + ">"
}

func within(element string, parts ...node) string {
	var b strings.Builder
	b.WriteString("<" + element + ">")
	for _, p := range parts {
		b.WriteString(p.markup())
	}
	b.WriteString("</" + element + ">")
	return b.String()
}
