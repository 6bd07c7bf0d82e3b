package research

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/text"
)

// readable is a section as it is written, for those who sum it up.
type readable struct {
	Heading  string
	Findings []string // what its tasks came to
	Text     string   // with marks that count the passages of all sections through
}

// opening has the model answer the question in front of the sections, from all of them. It is written last, as what
// decides may stand in any of them.
func (w *Workflow) opening(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "research.writing-opening")
	sections, passages, err := w.readable(s)
	if err != nil {
		return s, err
	}
	system, err := rag.Render(w.prompts, "opening.md", map[string]any{"Language": s.Anchor.Language, "Words": w.Config.length().opening})
	if err != nil {
		return s, err
	}
	data := map[string]any{"Anchor": s.Anchor, "Context": s.Brief.Context, "Focus": s.Decision.Focus, "Sections": []readable{}}
	bare, err := rag.Render(w.prompts, "sections.md", data)
	if err != nil {
		return s, err
	}
	room, err := w.room(ctx, system+bare, w.Config.AnswerTokens)
	if err != nil {
		return s, err
	}
	data["Sections"] = w.shortened(ctx, sections, room)
	user, err := rag.Render(w.prompts, "sections.md", data)
	if err != nil {
		return s, err
	}
	ps, err := w.Passages(passages)
	if err != nil {
		return s, err
	}
	reply, err := w.Draft(ctx, llm.Request{
		Purpose: "opening", Model: w.Model, Temperature: w.Config.Temperature, MaxTokens: w.Config.AnswerTokens,
		Messages: []llm.Message{{Role: "system", Content: system}, {Role: "user", Content: user}},
		Given:    w.Given(ctx, ps),
	}, "sections", false, func(string) {})
	if err != nil {
		return s, judged(err)
	}
	return w.opened(ctx, s, body(link.ReplaceAllString(reply.Text, "$1")), passages)
}

// firstOfEach lists what each section says first, where the model doesn't open the document.
func (w *Workflow) firstOfEach(ctx context.Context, s State, err error) (State, error) {
	if err := without(ctx, err, "research.not-opened"); err != nil {
		return s, err
	}
	sections, passages, err := w.readable(s)
	if err != nil {
		return s, err
	}
	var lines []string
	for _, sec := range sections {
		if first := firstCited(sec.Text); first != "" {
			lines = append(lines, fmt.Sprintf("- **%s**: %s", sec.Heading, first))
		}
	}
	return w.opened(ctx, s, strings.Join(lines, "\n"), passages)
}

func (w *Workflow) opened(ctx context.Context, s State, opening string, passages []string) (State, error) {
	id, err := w.save(s.Run, fmt.Sprintf("draft %d opening", s.Draft.Number), opening)
	if err != nil {
		return s, err
	}
	rag.StepDone(ctx, "research.opened", messages.Args{"words": messages.Count("count.words", len(strings.Fields(opening)))})
	s.Draft.Opening = Part{Passages: passages, Text: id}
	return s, nil
}

// readable are the sections of a draft as they are written, and the passages that they cite: those that their marks count.
func (w *Workflow) readable(s State) (out []readable, passages []string, err error) {
	citer := new(rag.Citer)
	from := 0
	for _, part := range s.Draft.Parts {
		if err := w.citePart(citer, part); err != nil {
			return nil, nil, err
		}
		said := strings.TrimSpace(citer.Answer.String()[from:])
		from = citer.Answer.Len()
		if part.More {
			out[len(out)-1].Text += "\n" + said
			continue
		}
		sections, err := w.sections(s, part.Tasks)
		if err != nil {
			return nil, nil, err
		}
		r := readable{Heading: part.Heading, Text: said}
		for _, sec := range sections {
			if sec.Finding != "" {
				r.Findings = append(r.Findings, sec.Finding)
			}
		}
		out = append(out, r)
	}
	number := map[int]int{} // of a passage, by that of its citation
	for _, c := range citer.Citations {
		i := slices.Index(passages, c.Passage)
		if i < 0 {
			i, passages = len(passages), append(passages, c.Passage)
		}
		number[c.N] = i + 1
	}
	for i := range out {
		out[i].Text = shownMarks.ReplaceAllStringFunc(out[i].Text, func(mark string) string {
			n, err := strconv.Atoi(mark[1 : len(mark)-1])
			if err != nil || number[n] == 0 {
				return mark
			}
			return fmt.Sprintf("[%d]", number[n])
		})
	}
	return out, passages, nil
}

// shortened gives each section its share of a room: those that need less leave it to the others, and of a longer one the
// sentences that cite something are kept, the first ones first.
func (w *Workflow) shortened(ctx context.Context, sections []readable, room int) []readable {
	out := slices.Clone(sections)
	cost := func(r readable) int {
		return w.tokens(ctx, r.Heading+"\n"+strings.Join(r.Findings, "\n")+"\n"+r.Text) + blockTokens/2
	}
	order := make([]int, len(out))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cost(out[a]) - cost(out[b]) })
	for done, i := range order {
		own := room / (len(order) - done)
		if cost(out[i]) > own {
			whole := out[i].Text
			out[i].Text = ""
			for _, sentence := range citing(whole) {
				longer := out[i]
				longer.Text = strings.TrimSpace(longer.Text + " " + sentence)
				if cost(longer) <= own {
					out[i] = longer
				}
			}
		}
		room -= cost(out[i])
	}
	return out
}

// citing are the sentences of a text that cite something, with their marks, be they before the full stop or behind it.
func citing(s string) (out []string) {
	for line := range strings.SplitSeq(s, "\n") {
		line = strings.TrimLeft(line, "#-*> ")
		for _, span := range text.Marked(line, text.Matches(shownMarks, line)) {
			if sentence := strings.TrimSpace(line[span.Start:span.End]); shownMarks.MatchString(sentence) {
				out = append(out, sentence)
			}
		}
	}
	return out
}

var shownMarks = regexp.MustCompile(`\[\d+\]`)

// firstCited is the first sentence of a text that cites something; "" if none does.
func firstCited(s string) string {
	for _, sentence := range citing(s) {
		return sentence
	}
	return ""
}
