package analyst

import (
	"regexp"
	"slices"
	"strings"

	"lectern/backend/messages"
)

// idInText is an id of a metric or a calculation in a sentence of the program's, one that was never given, or a
// placeholder.
var idInText = regexp.MustCompile(`\{\{\s*([^{}\n]{1,20}?)\s*\}\}|\?\S{1,8}|\b[mc]\d{1,3}\b`)

// named puts names for a person in the place of ids.
func (a Analysis) named(say messages.Messages, text string) string {
	return idInText.ReplaceAllStringFunc(text, func(id string) string {
		if p := placeholder.FindStringSubmatch(id); p != nil {
			id = p[1]
		}
		for _, m := range a.Metrics {
			if m.ID == id {
				return say.Text("words.quote", messages.Args{"text": titled(m.Label, m.Company, m.Period)})
			}
		}
		for _, c := range a.Calculations {
			if c.ID == id {
				return say.Text("words.quote", messages.Args{"text": titled(c.Label, c.Company, c.Period)})
			}
		}
		return say.Text("analyst.a-figure-not-found")
	})
}

// titled is a label with whose and of when it is, as far as that is known.
func titled(parts ...string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(parts), func(p string) bool { return p == "" }), ", ")
}
