// Package formula reads the LaTeX that calculations are written in, the program's own and a model's, and writes it for
// places that know none: a line of text for terminals and PDFs, MathML for pages without scripts. It knows the part of the
// language that figures are worked out in; what it doesn't know it refuses, and the source is shown as it stands.
package formula

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Formula is one that was read.
type Formula struct{ row node }

// node is a part of a formula: one of the kinds below.
type node struct {
	kind  kind
	text  string // of numbers, names, signs and words
	parts []node // of a row; numerator and denominator; what a root is of, and its degree; base, index and power
}

type kind int

const (
	row kind = iota
	number
	name     // a variable, set in italics
	sign     // an operator or a bracket
	words    // text, or the name of a function
	space    //
	fraction // two parts
	root     // one part, or two
	script   // three parts, of which the index or the power may be an empty row
)

// deepest is how far parts may stand within each other: formulas come from models, too.
const deepest = 40

// signs are commands that stand for a character.
var signs = map[string]string{
	"times": "×", "cdot": "·", "div": "÷", "pm": "±", "mp": "∓", "approx": "≈", "neq": "≠", "ne": "≠", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥",
	"lt": "<", "gt": ">", "equiv": "≡", "sim": "∼", "propto": "∝", "to": "→", "rightarrow": "→", "Rightarrow": "⇒", "implies": "⇒", "sum": "∑", "prod": "∏",
	"infty": "∞", "dots": "…", "ldots": "…", "cdots": "⋯", "vert": "|", "mid": "|", "%": "%", "$": "$", "&": "&", "#": "#", "_": "_", "{": "{", "}": "}",
	"lbrace": "{", "rbrace": "}", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "in": "∈", "colon": ":",
}

// letters are commands that stand for a letter.
var letters = map[string]string{
	"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ", "kappa": "κ",
	"lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ",
	"omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "ell": "ℓ",
}

// functions are commands that stand for their own name.
var functions = map[string]bool{"min": true, "max": true, "log": true, "ln": true, "exp": true, "lim": true, "sin": true, "cos": true, "tan": true}

// wordings hold text; what they say of its letters is left out.
var wordings = map[string]bool{"text": true, "textbf": true, "textit": true, "textrm": true, "mathrm": true, "operatorname": true, "mbox": true}

// looks change how their argument looks and not what it says.
var looks = map[string]bool{"mathbf": true, "mathit": true, "boldsymbol": true, "displaystyle": false, "textstyle": false, "left": false, "right": false, "big": false, "Big": false, "bigl": false, "bigr": false}

// Read reads LaTeX without the signs around it; false for what isn't known here or isn't well formed.
func Read(tex string) (f Formula, ok bool) {
	r := reader{rest: tex}
	all, ok := r.row("")
	return Formula{all}, ok && len(all.parts) > 0 && utf8.ValidString(tex)
}

type reader struct {
	rest  string
	depth int
}

// row reads parts until end: "}", "]" or the end of everything.
func (r *reader) row(end string) (node, bool) {
	if r.depth++; r.depth > deepest {
		return node{}, false
	}
	defer func() { r.depth-- }()
	out := node{kind: row}
	for {
		if r.rest == "" || end != "" && strings.HasPrefix(r.rest, end) {
			if (r.rest == "") != (end == "") {
				return node{}, false
			}
			r.rest = strings.TrimPrefix(r.rest, end)
			return out, true
		}
		if c := r.rest[0]; c == '^' || c == '_' {
			if len(out.parts) == 0 {
				return node{}, false
			}
			part, ok := r.script(out.parts[len(out.parts)-1], c)
			if !ok {
				return node{}, ok
			}
			out.parts[len(out.parts)-1] = part
			continue
		}
		part, ok := r.part()
		if !ok {
			return node{}, ok
		}
		if part.kind != row || len(part.parts) > 0 {
			out.parts = append(out.parts, part)
		}
	}
}

// script reads an index or a power behind its base, which may have the other already.
func (r *reader) script(base node, c byte) (node, bool) {
	at := map[byte]int{'_': 1, '^': 2}[c]
	r.rest = r.rest[1:]
	of, ok := r.argument()
	if !ok {
		return node{}, ok
	}
	if base.kind == script && len(base.parts[at].parts) == 0 {
		base.parts[at] = node{kind: row, parts: []node{of}}
		return base, true
	}
	out := node{kind: script, parts: []node{base, {kind: row}, {kind: row}}}
	out.parts[at].parts = []node{of}
	return out, true
}

// argument is what a command takes: a group, or one part.
func (r *reader) argument() (node, bool) {
	r.rest = strings.TrimLeftFunc(r.rest, unicode.IsSpace)
	if r.rest == "" || strings.ContainsRune("}^_&", rune(r.rest[0])) {
		return node{}, false
	}
	if r.rest[0] >= '0' && r.rest[0] <= '9' { // "\frac12"
		digit := r.rest[:1]
		r.rest = r.rest[1:]
		return node{kind: number, text: digit}, true
	}
	return r.part()
}

func (r *reader) part() (node, bool) {
	c, size := utf8.DecodeRuneInString(r.rest)
	switch {
	case unicode.IsSpace(c):
		r.rest = strings.TrimLeftFunc(r.rest, unicode.IsSpace)
		return node{kind: row}, true
	case c == '{':
		r.rest = r.rest[1:]
		return r.row("}")
	case c == '\\':
		return r.command()
	case c == '~':
		r.rest = r.rest[1:]
		return node{kind: space}, true
	case unicode.IsDigit(c):
		return r.number(), true
	case unicode.IsLetter(c):
		r.rest = r.rest[size:]
		return node{kind: name, text: string(c)}, true
	case c == '}' || c == '&' || c == '#' || c == '$' || c == '%' || !unicode.IsGraphic(c):
		return node{}, false
	}
	r.rest = r.rest[size:]
	if c == '-' {
		c = '−'
	}
	return node{kind: sign, text: string(c)}, true
}

// number reads digits with their points, and with commas, which LaTeX has in braces within a number.
func (r *reader) number() node {
	var b strings.Builder
	for r.rest != "" {
		switch {
		case r.rest[0] >= '0' && r.rest[0] <= '9':
			b.WriteByte(r.rest[0])
			r.rest = r.rest[1:]
			continue
		case strings.HasPrefix(r.rest, "{,}") && digitAt(r.rest, 3):
			b.WriteByte(',')
			r.rest = r.rest[3:]
			continue
		case (r.rest[0] == '.' || r.rest[0] == ',') && digitAt(r.rest, 1):
			b.WriteByte(r.rest[0])
			r.rest = r.rest[1:]
			continue
		}
		break
	}
	if b.Len() == 0 { // digits of another script
		c, size := utf8.DecodeRuneInString(r.rest)
		b.WriteRune(c)
		r.rest = r.rest[size:]
	}
	return node{kind: number, text: b.String()}
}

func digitAt(s string, at int) bool { return len(s) > at && s[at] >= '0' && s[at] <= '9' }

func (r *reader) command() (node, bool) {
	r.rest = r.rest[1:]
	called := r.rest[:len(r.rest)-len(strings.TrimLeftFunc(r.rest, func(c rune) bool { return c < utf8.RuneSelf && unicode.IsLetter(c) }))]
	if called == "" {
		_, size := utf8.DecodeRuneInString(r.rest)
		called = r.rest[:size]
	}
	r.rest = r.rest[len(called):]
	switch called {
	case "frac", "dfrac", "tfrac":
		return r.both(fraction)
	case "sqrt":
		return r.root()
	case ",", ";", ":", "!", " ", "quad", "qquad":
		return node{kind: space}, true
	}
	if s, known := signs[called]; known {
		return node{kind: sign, text: s}, true
	}
	if s, ok := letters[called]; ok {
		return node{kind: name, text: s}, true
	}
	if functions[called] {
		return node{kind: words, text: called}, true
	}
	if wordings[called] {
		return r.words()
	}
	if takes, ok := looks[called]; ok {
		if takes {
			return r.argument()
		}
		if strings.HasPrefix(r.rest, ".") && (called == "left" || called == "right") { // no bracket on this side
			r.rest = r.rest[1:]
		}
		return node{kind: row}, true
	}
	return node{}, false
}

func (r *reader) both(kind kind) (node, bool) {
	a, ok := r.argument()
	if !ok {
		return node{}, ok
	}
	b, ok := r.argument()
	return node{kind: kind, parts: []node{a, b}}, ok
}

func (r *reader) root() (node, bool) {
	out := node{kind: root}
	var degree []node
	if r.rest = strings.TrimLeftFunc(r.rest, unicode.IsSpace); strings.HasPrefix(r.rest, "[") {
		r.rest = r.rest[1:]
		n, ok := r.row("]")
		if !ok {
			return node{}, ok
		}
		degree = []node{n}
	}
	of, ok := r.argument()
	out.parts = append([]node{of}, degree...)
	return out, ok
}

// words reads text in braces, in which a backslash stands before signs that mean something.
func (r *reader) words() (node, bool) {
	r.rest = strings.TrimLeftFunc(r.rest, unicode.IsSpace)
	if !strings.HasPrefix(r.rest, "{") {
		return node{}, false
	}
	var b strings.Builder
	for i := 1; i < len(r.rest); i++ {
		switch c := r.rest[i]; {
		case c == '}':
			r.rest = r.rest[i+1:]
			return node{kind: words, text: b.String()}, true
		case c == '{':
			return node{}, false
		case c == '\\':
			if i++; i == len(r.rest) || !strings.ContainsRune(`%$&#_{} `, rune(r.rest[i])) {
				return node{}, false
			}
			b.WriteByte(r.rest[i])
		default:
			b.WriteByte(c)
		}
	}
	return node{}, false
}
