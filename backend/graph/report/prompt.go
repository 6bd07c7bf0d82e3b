package report

import (
	"embed"
	"fmt"
	"strings"
	"text/template"

	"lectern/backend/graph/rag"
)

//go:embed prompts/*.md templates/*.md
var files embed.FS

// words are what prompts and templates are written with beside their data.
var words = template.FuncMap{
	"inert": rag.EscapePrompt, "escape": escapeLine, "mark": mark, "marks": markList, "percent": func(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) },
}

// attribute is a text as it stands between quotation marks.
func attribute(s string) string { return rag.Attribute(shorten(s, summaryChars)) }

// escapeLine writes text from a document so that Markdown shows it as it stands, in one line. Addresses in it become
// code, as what shows Markdown would make links of them.
func escapeLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	var b strings.Builder
	from := 0
	for _, at := range bare.FindAllStringIndex(s, -1) {
		b.WriteString(rag.Escape(s[from:at[0]]))
		b.WriteString("`" + strings.NewReplacer("`", "%60", "|", "%7C").Replace(s[at[0]:at[1]]) + "`")
		from = at[1]
	}
	b.WriteString(rag.Escape(s[from:]))
	return b.String()
}

func markList(numbers []int) string {
	out := make([]string, len(numbers))
	for i, n := range numbers {
		out[i] = mark(n)
	}
	return strings.Join(out, ", ")
}

// brief is what the prompts are filled with.
type brief struct {
	Language string // to write in
	Question string
	Sources  string   // as blocks
	Failed   []string // claims of an earlier draft
	Part     string   // the question that the section answers; "": the draft answers the whole one
	Others   []string // what the other sections answer
	Most     int      // parts
	Sections string   // for the opening: as they are written
	Claims   string   // as blocks
}

// block writes a source for a prompt: its best snippets and facts as bullets.
func (w *Workflow) block(number int, x Extract, r Result) string {
	var b strings.Builder
	where := ""
	switch {
	case r.Address != "":
		where = fmt.Sprintf(" host=%q", attribute(hostOf(r.Address)))
	case r.Label != "":
		where = fmt.Sprintf(" page=%q", attribute(r.Label))
	}
	fmt.Fprintf(&b, "<source id=%q title=%q%s>\n", mark(number), attribute(r.Title), where)
	said := map[string]bool{}
	bullet := func(s string) {
		if !said[s] {
			said[s] = true
			fmt.Fprintf(&b, "- %s\n", rag.EscapePrompt(s))
		}
	}
	for _, s := range x.Snippets[:min(givenSnippets, len(x.Snippets))] {
		bullet(s)
	}
	given := 0
	for _, f := range x.Facts {
		if given < w.Config.GivenFacts && !strings.Contains(b.String(), rag.EscapePrompt(f)) {
			bullet(f)
			given++
		}
	}
	if len(x.Tables) > 0 && w.Config.GivenFacts > 0 {
		fmt.Fprintf(&b, "%s\n", rag.EscapePrompt(x.Tables[0]))
	}
	b.WriteString("</source>\n")
	return b.String()
}
