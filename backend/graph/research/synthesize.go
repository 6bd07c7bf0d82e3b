package research

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
)

// synthesize has the model write the next part of the document: a section, or all of it where there is one group of findings
// that fits the model's context. It isn't streamed, as it may have to be written again.
func (w *Workflow) synthesize(ctx context.Context, s State) (State, error) {
	s, draft, err := w.drafting(ctx, s)
	if err != nil {
		return s, err
	}
	part := &draft.Parts[draft.Written]
	rag.StepStarted(ctx, "research.writing", messages.Args{"part": ofParts(messages.From(ctx), draft)})
	text, err := w.writePart(ctx, s, draft, part)
	if err != nil {
		return s, err
	}
	return w.writtenPart(ctx, s, draft, text, "research.written")
}

// findingsByTask puts the extracts together, task by task, where the model doesn't write.
func (w *Workflow) findingsByTask(ctx context.Context, s State, err error) (State, error) {
	if err := without(ctx, err, "research.not-written"); err != nil {
		return s, err
	}
	s, draft, err := w.drafting(ctx, s)
	if err != nil {
		return s, err
	}
	part := &draft.Parts[draft.Written]
	sections, err := w.sections(s, part.Tasks)
	if err != nil {
		return s, err
	}
	var b strings.Builder
	for _, sec := range only(sections, part.Passages) {
		if part.Heading == "" {
			fmt.Fprintf(&b, "## %s\n\n", rag.Escape(sec.Task))
		}
		for _, p := range sec.ps {
			n := slices.Index(part.Passages, p.Ref.String()) + 1
			for line := range strings.SplitSeq(p.Text.Text, "\n") {
				fmt.Fprintf(&b, "- %s [%d]\n", rag.Escape(line), n)
			}
		}
		b.WriteString("\n")
	}
	figures, err := w.figures(ctx, s, part)
	if err != nil {
		return s, err
	}
	return w.writtenPart(ctx, s, draft, strings.TrimSpace(b.String()+figureTable(say(s), figures, part)), "research.listed")
}

// drafting is the draft to go on with: the present one, or another along the same outline if that one is written.
func (w *Workflow) drafting(ctx context.Context, s State) (State, Draft, error) {
	if len(s.Draft.Parts) == 0 { // a run that was begun when nothing was outlined
		var err error
		if s, err = w.outlined(ctx, s, grouped(s.Plan), nil); err != nil {
			return s, s.Draft, err
		}
	}
	d := s.Draft
	switch {
	case d.Number == 0:
		d.Number = 1
	case d.Written == len(d.Parts):
		s.Earlier = d
		d = Draft{Number: d.Number + 1, Parts: slices.Clone(d.Parts)}
		for i := range d.Parts {
			d.Parts[i].Text = ""
		}
	}
	return s, d, nil
}

// instructions are the system prompt, in which nothing from a document stands, and the room that it leaves for extracts.
func (w *Workflow) instructions(ctx context.Context, s State, d Draft) (system string, room int, err error) {
	part := d.Parts[d.Written]
	words := w.Config.length().section
	if part.Heading == "" {
		words = w.Config.length().whole
	}
	system, err = rag.Render(w.prompts, "synthesize.md", map[string]any{
		"Language": s.Anchor.Language, "Heading": part.Heading, "More": part.More, "Follows": d.Written > 0, "Words": words, "Focus": s.Decision.Focus != "",
	})
	if err != nil {
		return "", 0, err
	}
	bare, err := w.material(s, d, nil, "")
	if err != nil {
		return "", 0, err
	}
	room, err = w.room(ctx, system+bare, w.Config.AnswerTokens)
	return system, room, err
}

// writePart makes the call. A prompt that the server finds too long is tried again with fewer extracts.
func (w *Workflow) writePart(ctx context.Context, s State, d Draft, part *Part) (string, error) {
	sections, err := w.sections(s, part.Tasks)
	if err != nil {
		return "", err
	}
	sections = only(sections, part.Passages)
	figures, err := w.figures(ctx, s, part)
	if err != nil {
		return "", err
	}
	system, room, err := w.instructions(ctx, s, d)
	if err != nil {
		return "", err
	}
	for try := 1; ; try++ {
		shown, left := w.share(ctx, sections, room)
		if left > 0 {
			rag.Note(ctx, "research.extracts-left-out", messages.Args{"extracts": messages.Count("count.extracts", left)})
		}
		part.Passages = offered(shown)
		table := figureTable(say(s), figures, part)
		user, err := w.material(s, d, shown, table)
		if err != nil {
			return "", err
		}
		reply, err := w.Draft(ctx, llm.Request{
			Purpose: "synthesize", Model: w.Model, Temperature: w.Config.Temperature, MaxTokens: w.Config.AnswerTokens,
			Messages: []llm.Message{{Role: "system", Content: system}, {Role: "user", Content: user}},
			Given:    w.Given(ctx, extractsOf(shown), rag.Without(extractsOf(sections), extractsOf(shown), rag.NoRoom())...),
		}, "extracts", false, func(string) {})
		if errors.Is(err, llm.ErrContext) && try < 3 {
			room = room * 2 / 3
			continue
		}
		return strings.TrimSpace(reply.Text + "\n\n" + table), judged(err)
	}
}

func (w *Workflow) writtenPart(ctx context.Context, s State, d Draft, text, key string) (State, error) {
	var err error
	part := &d.Parts[d.Written]
	text = link.ReplaceAllString(text, "$1")
	if part.Heading != "" {
		text = body(text)
	}
	if part.Text, err = w.save(s.Run, fmt.Sprintf("draft %d part %d", d.Number, d.Written+1), text); err != nil {
		return s, err
	}
	rag.StepDone(ctx, key, messages.Args{"words": messages.Count("count.words", len(strings.Fields(text))), "passages": messages.Count("count.passages", len(part.Passages)), "part": ofParts(messages.From(ctx), d)})
	d.Written++
	s.Draft = d
	return s, nil
}

// link is a Markdown link or picture: an address from a document never becomes one.
var link = regexp.MustCompile(`!?\[([^\[\]\n]*)\]\([^()\n]*\)`)

var (
	firstHeading = regexp.MustCompile(`^\s*#{1,6} [^\n]*\n`)
	highHeadings = regexp.MustCompile(`(?m)^##? `)
)

// body is the text of a section below its heading: a model that writes one all the same repeats what Go sets, and the ones
// within stand below it.
func body(text string) string {
	return highHeadings.ReplaceAllString(strings.TrimSpace(firstHeading.ReplaceAllString(text, "")), "### ")
}

func ofParts(say messages.Messages, d Draft) string {
	again := ""
	if d.Number > 1 {
		again = say.Text("research.once-more")
	}
	if len(d.Parts) == 1 {
		return again
	}
	return say.Text("research.part-of", messages.Args{"part": d.Written + 1, "parts": len(d.Parts), "again": again})
}
