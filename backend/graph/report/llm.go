package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
)

// llm writes the next section of a draft, or all of it where the question has no parts, which streams as the answer. Where
// the sources don't fit the model it is given fewer, and then the same again with the English prompt.
func (w *Workflow) llm(ctx context.Context, s State) (State, error) {
	all := w.usable(s)
	if len(all) == 0 {
		rag.StepStarted(ctx, "rag.writing-short")
		rag.StepDone(ctx, "report.nothing-to-write-from")
		s.Sections = nil
		return s, nil
	}
	if len(s.Parts) > 1 {
		return w.section(ctx, s, all)
	}
	d := w.desk(s)
	p, err := w.write(ctx, s, d, all, piece{number: s.Round.Number + 1})
	if err != nil {
		return s, err
	}
	s.Cost = s.Cost.plus(p.cost)
	return w.drafted(ctx, s, d, p.text, p.given, p.plain)
}

// drafted ends the writing of a round's draft.
func (w *Workflow) drafted(ctx context.Context, s State, d *workspace, text string, given []int, plain bool) (State, error) {
	text, cited, dropped := marked(text, given)
	if dropped > 0 {
		rag.Note(ctx, "report.citations-dropped", messages.Args{"citations": messages.Count("count.citations", dropped)})
	}
	round := Round{Number: s.Round.Number + 1, Given: given, Plain: plain}
	var err error
	if round.Draft, err = d.keep(fmt.Sprintf("report draft %d", round.Number), []byte(text)); err != nil {
		return s, err
	}
	d.save("draft.md", []byte(w.draftFile(s, text, given)))
	rag.StepDone(ctx, "report.wrote-from", messages.Args{"words": messages.Count("count.words", len(strings.Fields(text))), "sources": messages.Count("count.sources", len(given)), "cited": len(cited)})
	s.Round, s.Errors = round, d.all()
	return s, nil
}

// piece is what one call writes: a draft as a whole, a section of it, or its opening.
type piece struct {
	number int    // of the draft, from 1
	part   string // the question that it answers; "": the whole one
	others []string
	at     int // the part, from 1

	text  string
	given []int
	plain bool
	cost  Cost
}

// write has the model write a piece. Where it can't, the sources' own sentences stand in its place.
func (w *Workflow) write(ctx context.Context, s State, d *workspace, all map[int]source, p piece) (piece, error) {
	numbers := w.choose(s, all, p)
	rag.StepStarted(ctx, "report.writing-from", messages.Args{"sources": messages.Count("count.sources", len(numbers))})
	text, given, cost, err := w.draft(ctx, s, all, numbers, p)
	p.cost = cost
	if errors.Is(err, llm.ErrContext) || errors.Is(err, llm.ErrFormat) || errors.Is(err, llm.ErrSmall) {
		d.wrong("report.no-draft", messages.Args{"model": w.Model, "error": err})
		rag.Note(ctx, "report.sentences-instead", messages.Args{"error": err})
		given, p.plain = numbers[:min(len(numbers), extractedSources)], true
		slices.Sort(given)
		text = extracted(all, given)
		if p.part == "" {
			if p.number > 1 {
				graph.Emit(ctx, rag.Report{Kind: rag.KindRestart, Text: messages.From(ctx).Text("report.extracts")})
			}
			c := w.citer(ctx, s, given, true)
			c.write(text)
			c.finish()
		}
	} else if err != nil {
		return p, err
	}
	p.text, p.given = clean(text), given
	return p, nil
}

// extractedSources speak for themselves where no model writes: more of them nobody reads.
const extractedSources = 8

// source is what a draft may be written from.
type source struct {
	Extract
	result Result
}

// usable are the sources by number: what was processed or, if nothing was, the raw results.
func (w *Workflow) usable(s State) map[int]source {
	out := map[int]source{}
	for number, x := range w.extracts(s) {
		if r, err := w.result(s, number); err == nil {
			out[number] = source{x, r}
		}
	}
	if len(out) > 0 {
		return out
	}
	for i := range s.Results {
		r, err := w.result(s, i+1)
		text := normalise(cmp.Or(r.Content, r.Summary), textChars)
		if err == nil && text != "" && r.Kind != "html" {
			out[i+1] = source{Extract{Title: r.Title, Text: text, Snippets: pieces(text, w.Config.SnippetChars)}, r}
		}
	}
	return out
}

// choose picks the sources of a piece, the best first: those that were found for its part before the others, and of these
// what says most on what did not hold before, else in the order in which they were found.
func (w *Workflow) choose(s State, all map[int]source, p piece) []int {
	failed := failedClaims(s.Round)
	coverage := keyword.NewCoverage(keyword.ContentWords(strings.Join(failed, " ")))
	var numbers []int
	score := map[int]float64{}
	for n, x := range all {
		numbers = append(numbers, n)
		if len(failed) > 0 {
			score[n] = coverage.Of(x.Title + "\n" + strings.Join(x.Snippets, "\n") + "\n" + strings.Join(x.Facts, "\n"))
		}
		if p.at > 0 && s.Results[n-1].Part == p.at {
			score[n]++
		}
	}
	slices.SortFunc(numbers, func(a, b int) int { return cmp.Or(cmp.Compare(score[b], score[a]), a-b) })
	return numbers[:min(len(numbers), w.Config.Sources)]
}

func failedClaims(r Round) (out []string) {
	for _, c := range r.Verification.Claims {
		if c.Status != passed {
			out = append(out, c.Text)
		}
	}
	return out
}

// draft has the model write. numbers are best first: of fewer sources the best stay.
func (w *Workflow) draft(ctx context.Context, s State, all map[int]source, numbers []int, p piece) (text string, given []int, cost Cost, err error) {
	size, err := w.Client.ContextOf(ctx, w.Model)
	if err != nil {
		return "", nil, cost, err
	}
	prompts := []string{s.Code}
	if s.Code != "en" {
		prompts = append(prompts, "en")
	}
	wait := w.Wait
	tokens := min(w.Config.AnswerTokens, size/2)
	err = &llm.Error{Kind: llm.ErrContext, Message: messages.New("report.sources-too-long", messages.Args{"model": w.Model})}
	for _, code := range prompts {
		fits, wrong := w.fitting(s, code, all, numbers, p, size-tokens)
		if wrong != nil {
			return "", nil, cost, wrong
		}
		if fits < len(numbers) {
			rag.Note(ctx, "report.sources-do-not-fit", messages.Args{"sources": messages.Count("count.sources", len(numbers)), "language": messages.In(code).Text("report.language"), "model": w.Model})
		}
		for most := fits; most > 0; most /= 2 {
			given = slices.Sorted(slices.Values(numbers[:most]))
			prompt, wrong := w.messages(s, code, all, given, p)
			if wrong != nil {
				return "", nil, cost, wrong
			}
			if cost.Tries++; cost.Tries > 1 {
				select {
				case <-time.After(wait):
				case <-ctx.Done():
					return "", nil, cost, context.Cause(ctx)
				}
				wait *= 2
			}
			reply, wrong := w.stream(ctx, s, prompt, given, numbers[most:], tokens, p)
			cost.Tokens += reply.PromptTokens + reply.AnswerTokens
			if !errors.Is(wrong, llm.ErrContext) || reply.Text != "" {
				return reply.Text, given, cost, wrong
			}
			rag.Note(ctx, "report.sources-too-long-again", messages.Args{"sources": messages.Count("count.sources", len(given)), "model": w.Model})
		}
	}
	return "", nil, cost, err
}

// fitting is how many of the sources, the best first, fit a room beside the prompt.
func (w *Workflow) fitting(s State, code string, all map[int]source, numbers []int, p piece, room int) (int, error) {
	prompt, err := w.messages(s, code, all, nil, p)
	if err != nil {
		return 0, err
	}
	room -= w.Client.Tokens(w.Model, prompt[0].Content+prompt[1].Content)
	for i, n := range numbers {
		if room -= w.Client.Tokens(w.Model, w.block(n, all[n].Extract, all[n].result)); room < 0 {
			return i, nil
		}
	}
	return len(numbers), nil
}

func (w *Workflow) messages(s State, code string, all map[int]source, given []int, p piece) ([]llm.Message, error) {
	b := brief{Language: answerLanguage(s), Question: s.Asks(), Failed: failedClaims(s.Round), Part: p.part, Others: p.others}
	for _, n := range given {
		b.Sources += w.block(n, all[n].Extract, all[n].result)
	}
	system, err := rag.Render(w.prompts, "draft."+code+".md", b)
	if err != nil {
		return nil, err
	}
	task, err := rag.Render(w.prompts, "task."+code+".md", b)
	return []llm.Message{{Role: "system", Content: system}, {Role: "user", Content: task}}, err
}

// stream has the model write a piece. A draft as a whole is shown as it comes; of sections only the end is told, since each
// may be written again.
func (w *Workflow) stream(ctx context.Context, s State, prompt []llm.Message, given, left []int, tokens int, p piece) (llm.Reply, error) {
	write := func(string) {}
	if p.part == "" {
		c := w.citer(ctx, s, given, true)
		defer c.finish()
		write = c.write
	}
	return w.Draft(ctx, llm.Request{Purpose: "draft", Model: w.Model, Messages: prompt, Temperature: w.Config.Temperature, MaxTokens: tokens, Given: w.given(ctx, s, given, left)}, "sources", p.part == "" && p.number > 1, write)
}

// given says of a draft's prompt which sources it holds, and which of those chosen it doesn't.
func (w *Workflow) given(ctx context.Context, s State, given, left []int) llm.Given {
	ps, at := w.passagesOf(s, given)
	g := w.Given(ctx, ps)
	extracts := w.extracts(s)
	for n, i := range at {
		text := extracts[n].Text + strings.Join(append(extracts[n].Snippets, extracts[n].Facts...), "\n")
		g.Passages[i-1].Tokens = w.Client.Estimate(w.Model, text)
	}
	for _, n := range given {
		if r, err := w.result(s, n); err == nil && at[n] == 0 {
			g.Passages = append(g.Passages, llm.GivenPassage{Doc: cmp.Or(r.Title, mark(n)), Tokens: w.Client.Estimate(w.Model, extracts[n].Text)})
		}
	}
	for _, n := range left {
		if r, err := w.result(s, n); err == nil {
			g.LeftOut = append(g.LeftOut, llm.LeftOut{What: cmp.Or(r.Title, mark(n)), Why: messages.From(ctx).Say(rag.NoRoom())})
		}
	}
	return g
}

// sourcesOf are the passages among the sources, for the screen.
func (w *Workflow) sourcesOf(s State, given []int) []store.Source {
	ps, _ := w.passagesOf(s, given)
	return rag.SourcesOf(ps)
}

// passagesOf reads the passages among the sources, and tells which number each has.
func (w *Workflow) passagesOf(s State, given []int) (ps []rag.Passage, at map[int]int) {
	at = map[int]int{}
	for _, n := range given {
		id := s.Results[n-1].Passage
		if id == "" {
			continue
		}
		if found, err := w.Passages([]string{id}); err == nil && len(found) == 1 {
			ps = append(ps, found[0])
			at[n] = len(ps)
		}
	}
	return ps, at
}

// extracted is what stands in the place of a draft: what each source says itself.
func extracted(all map[int]source, numbers []int) string {
	var b strings.Builder
	sorted := slices.Clone(numbers)
	slices.Sort(sorted)
	for _, n := range sorted {
		x := all[n]
		if said := append(slices.Clone(x.Facts), x.Snippets...); len(said) > 0 {
			fmt.Fprintf(&b, "- %s [%s]\n", escapeLine(said[0]), mark(n))
		}
	}
	return b.String()
}

// draftFile is what the folder keeps of a draft: its text, and what it was written from.
func (w *Workflow) draftFile(s State, text string, given []int) string {
	var b strings.Builder
	b.WriteString(text + "\n\n---\n\n")
	for _, n := range given {
		if r, err := w.result(s, n); err == nil {
			fmt.Fprintf(&b, "- [%s] %s\n", mark(n), w.cited(s, n, r).line(s.Code))
		}
	}
	return b.String()
}
