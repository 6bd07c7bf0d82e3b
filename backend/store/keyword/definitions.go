package keyword

import "strings"

// definition says what a measure is worked out from.
type definition struct {
	names [][]string // in forms
	parts string
}

// definitions are read from the embedded list: names, a colon, parts.
var definitions = func() (out []definition) {
	raw, err := wordFiles.ReadFile("words/definitions.txt")
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(raw)) {
		names, parts, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		d := definition{parts: strings.TrimSpace(parts)}
		for name := range strings.SplitSeq(names, ",") {
			d.names = append(d.names, formsOf(readings(name)))
		}
		out = append(out, d)
	}
	return out
}()

func formsOf(rs []reading) (forms []string) {
	for _, r := range rs {
		if !r.part {
			forms = append(forms, r.forms[0])
		}
	}
	return forms
}

// defined are the parts of the measures that a question names, in singular or plural.
func defined(question []reading) (parts []string) {
	forms := formsOf(question)
	for _, d := range definitions {
		for _, name := range d.names {
			if named(forms, name) {
				parts = append(parts, d.parts)
				break
			}
		}
	}
	return parts
}

func named(forms, name []string) bool {
	for i := 0; i+len(name) <= len(forms); i++ {
		k := 0
		for k < len(name) && (forms[i+k] == name[k] || forms[i+k] == name[k]+"s") {
			k++
		}
		if k == len(name) {
			return true
		}
	}
	return false
}

// Parts are what the measures that a question names are worked out from, as words under which statements have them: of
// "quick ratio" among others "receivables".
func Parts(question string) []string { return defined(readings(question)) }
