package analyst

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/proof/figures"
	"lectern/backend/text"
)

var (
	idOrDash = regexp.MustCompile(`\d{1,3}|[-–]`)
	marks    = regexp.MustCompile(`\[[^\]\n]{0,30}\d[^\]\n]{0,20}\]`)
)

// sentences cuts a draft into pieces that stand in it just so.
func sentences(draft string) (out []string) {
	for line := range strings.Lines(draft) {
		line = line[len(listMark.FindString(line)):]
		for _, s := range text.Marked(line, text.Matches(marks, line)) {
			out = append(out, line[s.Start:s.End])
		}
	}
	return out
}

var (
	listMark = regexp.MustCompile(`^(?:(?:[-*+•>]|#{1,6}|\(?\d{1,2}[.)])\s+)+`)
	pureMark = regexp.MustCompile(`^\[[\d,; –-]+\]$`)
	formula  = regexp.MustCompile(`\$([^$\n]*\\[^$\n]*)\$`)
	command  = regexp.MustCompile(`\\[a-zA-Z]+`)
)

// audited is a sentence with all its figures in plain sight: none hides in code, in a formula or in brackets.
func audited(sentence string) string {
	text := strings.NewReplacer("$$", " ", "`", "", `\(`, " ", `\)`, " ", `\[`, " ", `\]`, " ").Replace(placeholder.ReplaceAllString(sentence, "it"))
	text = formula.ReplaceAllString(text, " $1 ")
	text = strings.NewReplacer("{,}", ",", "{", " ", "}", " ", `\%`, "%").Replace(command.ReplaceAllString(text, " "))
	return marks.ReplaceAllStringFunc(text, func(m string) string {
		if pureMark.MatchString(m) {
			return m
		}
		return "(" + m[1:len(m)-1] + ")"
	})
}

// audit finds the figures of a draft that are neither quoted nor recorded, the marks that stand for no passage, and the
// ids that stand for no figure.
func (w *Workflow) audit(s State, draft string, offered []rag.Passage) (out []Failure) {
	say := say(s)
	recorded, asked, all := w.recordedText(s), figures.Read(figures.Page{Text: s.Question}), idsIn(draft)
	pages := map[int]*figures.Source{}
	page := func(id int) *figures.Source {
		if pages[id] == nil {
			body := ""
			if id >= 1 && id <= len(offered) {
				body, _ = w.reader().PageOf(offered[id-1].Text)
			}
			pages[id] = figures.Read(figures.Page{Text: body})
		}
		return pages[id]
	}
	for _, sentence := range sentences(draft) {
		for _, id := range placeholder.FindAllStringSubmatch(sentence, -1) {
			if body, _ := w.recordedFigure(s, id[1], "en"); body == unproved {
				out = append(out, Failure{Check: checkID, Where: sentence, Why: say.Text("analyst.id-no-value", messages.Args{"id": id[1]})})
			}
		}
		if strings.Contains(placeholder.ReplaceAllString(sentence, ""), "{{") {
			out = append(out, Failure{Check: checkID, Where: sentence, Why: say.Text("analyst.id-open")})
		}
		body := audited(sentence)
		ids := idsIn(body)
		for _, id := range ids {
			if id < 1 || id > len(offered) {
				out = append(out, Failure{Check: checkCitation, Where: sentence, Why: say.Text("analyst.no-passage", messages.Args{"number": id})})
			}
		}
		if len(ids) == 0 { // it may rest on any that the draft cites
			ids = all
		}
		for _, f := range text.Figures(body, "") {
			if !asked.Holds(f) && !recorded.Holds(f) && !slices.ContainsFunc(ids, func(id int) bool { return page(id).Holds(f) }) {
				out = append(out, Failure{Check: checkFigure, Where: sentence, Figure: f.Text, Why: say.Text("analyst.figure-unproved", messages.Args{"figure": f.Text})})
			}
		}
	}
	return out
}

// idsIn are the numbers of a text's marks, with those between the ends of a range.
func idsIn(text string) (out []int) {
	for _, mark := range marks.FindAllString(text, -1) {
		through := false
		for _, part := range idOrDash.FindAllString(mark, -1) {
			n, err := strconv.Atoi(part)
			if err != nil {
				through = true
				continue
			}
			const widest = 10
			if last := len(out) - 1; through && last >= 0 && n-out[last] < widest {
				for k := out[last] + 1; k < n; k++ {
					out = append(out, k)
				}
			}
			out, through = append(out, n), false
		}
	}
	return out
}

// recordedText holds every recorded figure that can be relied on, as it is shown.
func (w *Workflow) recordedText(s State) *figures.Source {
	var b strings.Builder
	for _, m := range s.Analysis.Metrics {
		if len(m.Flags) == 0 {
			b.WriteString(m.Shown("en") + "\n")
		}
	}
	for _, c := range s.Analysis.Calculations {
		b.WriteString(c.Shown(shownPlaces, "en") + "\n")
	}
	return figures.Read(figures.Page{Text: b.String()})
}
