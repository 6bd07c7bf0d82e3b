package report

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
)

// parts has the model say which questions answer the whole one together. Each is searched by itself and has a section.
func (w *Workflow) parts(ctx context.Context, s State) (State, error) {
	s.Parts = []string{}
	if w.Config.Parts < 2 {
		return s, nil
	}
	rag.StepStarted(ctx, "report.dividing")
	prompt, err := rag.Render(w.prompts, "parts.md", brief{Question: s.Query, Language: answerLanguage(s), Most: w.Config.Parts})
	if err != nil {
		return s, err
	}
	var reply partsReply
	if err := w.Structured(ctx, "parts", prompt, partsTokens, &reply); err != nil {
		return s, err
	}
	return w.divided(ctx, s, reply.Questions), nil
}

// partsByRule takes the several things that the question itself asks for, where no model divides it.
func (w *Workflow) partsByRule(ctx context.Context, s State, err error) (State, error) {
	if !rag.GivenUp(ctx, err) {
		return s, err
	}
	rag.Note(ctx, "report.divided-by-rule", messages.Args{"error": err})
	in, err := w.within(ctx, s)
	if err != nil {
		return s, err
	}
	parts, err := rag.Parts(ctx, w.Workspace, in.query, rag.IDs(in.targets))
	if err != nil {
		return s, err
	}
	var questions []string
	for _, p := range parts {
		questions = append(questions, p.Text)
	}
	return w.divided(ctx, s, questions), nil
}

// divided keeps the questions that differ; one alone is none.
func (w *Workflow) divided(ctx context.Context, s State, questions []string) State {
	s.Parts = []string{}
	for _, q := range questions {
		q = shorten(strings.Join(strings.Fields(q), " "), claimRunes)
		same := func(o string) bool { return strings.EqualFold(o, q) }
		if q != "" && len(s.Parts) < w.Config.Parts && !slices.ContainsFunc(s.Parts, same) {
			s.Parts = append(s.Parts, q)
		}
	}
	if len(s.Parts) < 2 {
		s.Parts = []string{}
	}
	rag.StepDone(ctx, "report.divided", messages.Args{"questions": messages.Count("count.questions", max(1, len(s.Parts)))})
	return s
}

// partsTokens is the room for the questions.
const partsTokens = 400

type partsReply struct {
	Questions []string `json:"questions" schema:"maxItems=8 each.maxLength=250"`
}

// Validate implements the check of llm.Structured: any list will do.
func (r *partsReply) Validate() error { return nil }

// writing tells whether a draft is being written of which something is missing yet.
func (s State) writing() bool { return len(s.Sections) > 0 && !s.Opened }

// section writes the next section of a draft that has none yet, and once all are there, the opening in front of them.
func (w *Workflow) section(ctx context.Context, s State, all map[int]source) (State, error) {
	var err error
	if !s.writing() {
		if s, err = w.begun(s); err != nil {
			return s, err
		}
	}
	next := slices.IndexFunc(s.Sections, func(x Section) bool { return x.Draft.Name == "" })
	if next < 0 {
		return w.opening(ctx, s)
	}
	d := w.desk(s)
	rag.Note(ctx, "report.section", messages.Args{"number": next + 1, "sections": messages.Count("count.sections", len(s.Sections)), "question": s.Parts[next]})
	p := piece{number: s.Round.Number + 1, part: s.Parts[next], at: next + 1}
	for i, o := range s.Parts {
		if i != next {
			p.others = append(p.others, o)
		}
	}
	if p, err = w.write(ctx, s, d, all, p); err != nil {
		return s, err
	}
	x := Section{Given: p.given, Plain: p.plain}
	if x.Draft, err = d.keep(fmt.Sprintf("report draft %d section %d", p.number, next+1), []byte(p.text)); err != nil {
		return s, err
	}
	rag.StepDone(ctx, "report.wrote-section", messages.Args{"words": messages.Count("count.words", len(strings.Fields(p.text))), "sources": messages.Count("count.sources", len(p.given))})
	s.Sections = slices.Clone(s.Sections)
	s.Sections[next], s.Cost, s.Errors = x, s.Cost.plus(p.cost), d.all()
	return s, nil
}

// begun is a state at the beginning of a draft: of the one before, the sections stay whose claims held.
func (w *Workflow) begun(s State) (State, error) {
	before := s.Sections
	s.Sections, s.Opened = make([]Section, len(s.Parts)), false
	if len(before) != len(s.Parts) {
		return s, nil
	}
	failed := failedClaims(s.Round)
	for i, x := range before {
		text, err := w.Workspace.Outputs.Get(x.Draft.Run, x.Draft.Name)
		if err != nil {
			return s, err
		}
		claims := claimsIn(string(text), mostClaims)
		if !slices.ContainsFunc(claims, func(c Claim) bool { return slices.Contains(failed, c.Text) }) {
			s.Sections[i] = x
		}
	}
	return s, nil
}

// mostClaims of a section are looked through.
const mostClaims = 200

// opening has the model answer the whole question from the sections, and ends the draft.
func (w *Workflow) opening(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "report.opening")
	d := w.desk(s)
	given, plain := []int{}, true
	var texts, headed []string
	for i, x := range s.Sections {
		text, err := w.Workspace.Outputs.Get(x.Draft.Run, x.Draft.Name)
		if err != nil {
			return s, err
		}
		texts = append(texts, string(text))
		headed = append(headed, "### "+escapeLine(s.Parts[i])+"\n\n"+lower(string(text)))
		for _, n := range x.Given {
			if !slices.Contains(given, n) {
				given = append(given, n)
			}
		}
		plain = plain && x.Plain
	}
	slices.Sort(given)
	opening := ""
	if !plain {
		reply, err := w.open(ctx, s, texts)
		if err != nil && !errors.Is(err, llm.ErrContext) && !errors.Is(err, llm.ErrFormat) && !errors.Is(err, llm.ErrSmall) {
			return s, err
		}
		if err != nil {
			d.wrong("report.no-opening", messages.Args{"model": w.Model, "error": err})
		}
		opening = clean(reply.Text)
		s.Cost = s.Cost.plus(Cost{reply.PromptTokens + reply.AnswerTokens, 1})
	}
	s.Opened = true
	return w.drafted(ctx, s, d, strings.TrimSpace(opening+"\n\n"+strings.Join(headed, "\n\n")), given, plain)
}

// open makes the call. Of each section as many of its first sentences are given as its share of the room takes.
func (w *Workflow) open(ctx context.Context, s State, sections []string) (llm.Reply, error) {
	size, err := w.Client.ContextOf(ctx, w.Model)
	if err != nil {
		return llm.Reply{}, err
	}
	tokens := min(w.Config.AnswerTokens, size/2)
	b := brief{Question: s.Asks(), Language: answerLanguage(s)}
	bare, err := rag.Render(w.prompts, "opening.md", b)
	if err != nil {
		return llm.Reply{}, err
	}
	room := (size - tokens - w.Client.Tokens(w.Model, bare)) / len(sections)
	for i, text := range sections {
		said := ""
		for _, sentence := range sentencesIn(text) {
			if w.Client.Tokens(w.Model, s.Parts[i]+said+sentence) > room {
				break
			}
			said += sentence + " "
		}
		b.Sections += "## " + s.Parts[i] + "\n" + said + "\n\n"
	}
	prompt, err := rag.Render(w.prompts, "opening.md", b)
	if err != nil {
		return llm.Reply{}, err
	}
	return w.Draft(ctx, llm.Request{Purpose: "opening", Model: w.Model, Messages: []llm.Message{{Role: "user", Content: prompt}}, Temperature: w.Config.Temperature, MaxTokens: tokens}, "sections", false, func(string) {})
}

// lower sets the headings of a section below its own.
func lower(text string) string {
	return heading.ReplaceAllStringFunc(text, func(h string) string { return "####" + strings.TrimLeft(h, "#") })
}
