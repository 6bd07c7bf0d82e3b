package whole

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/proof"
	"lectern/backend/store"
)

// mostLevels is how often points are condensed at most; each time at least half of them go.
const mostLevels = 12

// summaryTokens is the room for a summary, at most a quarter of the context.
const summaryTokens = 1500

// Fits tells whether a summary can be made of the passages themselves, in one call: then nothing has to be noted first.
func (r *Reader) Fits(ctx context.Context) (bool, error) {
	if r.Question.Kind != Summary {
		return false, nil
	}
	_, size, err := r.answerTokens(ctx)
	if err != nil || r.Corpus.Passages()*blockTokens > size {
		return false, err
	}
	room := r.summaryRoom(ctx, size, "")
	passages, err := r.passages(ctx)
	return err == nil && len(passages) > 0 && r.cost(ctx, passages) <= room, err
}

// summaryRoom is how many tokens of points, or passages, the call that writes the summary has room for.
func (r *Reader) summaryRoom(ctx context.Context, size int, language string) int {
	return size - min(summaryTokens, size/4) - r.Client.Tokens(r.ModelAt(ctx), r.system(language)+r.Asked) - size/20
}

func (r *Reader) system(language string) string {
	text, err := rag.Render(r.prompts, "summary.md", map[string]any{
		"Language": language, "Several": len(r.Corpus.Documents) > 1, "Of": rag.EscapePrompt(r.Question.Of),
	})
	if err != nil {
		panic(err) // a fault of the template
	}
	return text
}

// passages are all passages as if each were a point.
func (r *Reader) passages(ctx context.Context) (out []note, err error) {
	err = r.Corpus.each(ctx, func(_ store.Document, passages []store.Text) error {
		for _, p := range passages {
			out = append(out, note{p.Text, p})
		}
		return nil
	})
	return out, err
}

// Summary has the model sum up the points that it found, or with fits the passages themselves. Where they are too many for one call they are condensed first, in as
// many levels as it takes; what was condensed lies with the run. ok is false if nothing was found.
func (r *Reader) Summary(ctx context.Context, run, language string, fits bool, say messages.Messages) (out rag.Answer, ok bool, err error) {
	var points []note
	missed := 0
	if fits {
		points, err = r.passages(ctx)
	} else {
		points, missed, err = r.notes(ctx)
	}
	if err != nil || len(points) == 0 {
		return out, false, err
	}
	_, size, err := r.answerTokens(ctx)
	if err != nil {
		return out, false, err
	}
	room := r.summaryRoom(ctx, size, language)
	for level := 1; r.cost(ctx, points) > room; level++ {
		if level > mostLevels {
			points = points[:len(points)/2]
			continue
		}
		rag.StepStarted(ctx, "whole.condensing", messages.Args{"points": len(points), "level": level})
		if points, err = r.condensed(ctx, run, points, room); err != nil {
			return out, false, err
		}
	}
	out, err = r.write(ctx, points, r.system(language), min(summaryTokens, size/4))
	if err != nil {
		return out, false, err
	}
	covered, err := r.Coverage(missed)
	if err != nil {
		return out, false, err
	}
	end := "\n\n" + covered.Said(say)
	rag.EmitToken(ctx, end)
	out.Own = append(out.Own, proof.Stretch{Start: len(out.Text), End: len(out.Text) + len(end)})
	out.Text += end
	return out, true, nil
}

// Coverage is what was read, when so many passages weren't.
func (r *Reader) Coverage(missed int) (Coverage, error) {
	c, err := r.Corpus.Coverage()
	c.Missed = missed
	return c, err
}

// cost is what points take in a prompt, in tokens.
func (r *Reader) cost(ctx context.Context, points []note) (tokens int) {
	for _, p := range points {
		tokens += r.Client.Tokens(r.ModelAt(ctx), p.text) + blockTokens
	}
	return tokens
}

// blocks are points as passages to be cited: each tells the point, and is cited by the passage that it stands in.
func blocks(points []note) (shown, cited []rag.Passage) {
	for _, p := range points {
		point := p.passage
		point.Text = p.text
		shown, cited = append(shown, rag.Passage{Text: point, Role: "hit"}), append(cited, rag.Passage{Text: p.passage, Role: "hit"})
	}
	return shown, cited
}

// write has the model write the summary of points, as it streams.
func (r *Reader) write(ctx context.Context, points []note, system string, most int) (a rag.Answer, err error) {
	a = rag.Answer{Mode: "model", Model: r.ModelAt(ctx)}
	shown, cited := blocks(points)
	graph.Emit(ctx, rag.Report{Kind: rag.KindSources, Sources: rag.SourcesOf(distinct(cited))})
	rag.StepStarted(ctx, "whole.writing", messages.Args{"points": len(points)})
	citer := rag.StreamCiter(ctx, cited)
	reply, err := r.Draft(ctx, llm.Request{
		Purpose: "summary", Model: r.ModelAt(ctx), MaxTokens: most, Given: r.Given(ctx, shown), Messages: []llm.Message{
			{Role: "system", Content: system}, {Role: "user", Content: rag.KnowledgeBase(shown) + "\nQuestion: " + rag.EscapePrompt(r.Asked)},
		},
	}, "points", false, citer.Write)
	citer.Close()
	a.Text, a.Invented = citer.Text("")
	a.Citations = rag.NonNil(citer.Citations)
	if reply.Text != "" && !reply.Stopped.Empty() {
		a.Text = llm.WithoutRepeats(a.Text)
	}
	return a, err
}

func distinct(ps []rag.Passage) (out []rag.Passage) {
	seen := map[store.Ref]bool{}
	for _, p := range ps {
		if !seen[p.Ref] {
			out = append(out, p)
		}
		seen[p.Ref] = true
	}
	return out
}

// condensing is a shorter list of points.
type condensing struct {
	Points []struct {
		Text string `json:"text" schema:"maxLength=600"`
		From []int  `json:"from" schema:"minItems=1 maxItems=40 each.minimum=1"`
	} `json:"points" schema:"maxItems=200"`

	most int // of the numbers
}

// Validate implements the check of llm.Structured.
func (c *condensing) Validate() error {
	for _, p := range c.Points {
		if slices.ContainsFunc(p.From, func(n int) bool { return n < 1 || n > c.most }) || len(p.From) == 0 {
			return messages.Error("whole.no-such-point", messages.Args{"most": c.most})
		}
	}
	if len(c.Points) == 0 {
		return messages.Error("whole.no-points")
	}
	return nil
}

// condensed makes half as many points of points at most, in pieces that a call has room for. A piece of which the model makes
// nothing usable keeps every second one.
func (r *Reader) condensed(ctx context.Context, run string, points []note, room int) (out []note, err error) {
	for len(points) > 0 {
		n, left := 0, room
		for n < len(points) && (n == 0 || left > 0) {
			left -= r.cost(ctx, points[n:n+1])
			n++
		}
		some, err := r.condense(ctx, run, points[:n])
		if err != nil {
			return nil, err
		}
		out, points = append(out, some...), points[n:]
	}
	return out, nil
}

// kept is a point as it lies with the run.
type kept struct {
	Text string `json:"text"`
	From int    `json:"from"` // index of the point whose passage it is cited by
}

func (r *Reader) condense(ctx context.Context, run string, points []note) ([]note, error) {
	type line struct {
		N    int
		Text string
	}
	lines, texts, most := make([]line, len(points)), make([]string, len(points)), max(1, len(points)/2)
	for i, p := range points {
		lines[i], texts[i] = line{i + 1, rag.EscapePrompt(p.text)}, p.text
	}
	name := "condensed " + hashed(append(texts, r.ModelAt(ctx))...)
	var shorter []kept
	if raw, err := r.Workspace.Outputs.Get(run, name); err != nil || json.Unmarshal(raw, &shorter) != nil {
		prompt, err := rag.Render(r.prompts, "condense.md", map[string]any{"Points": lines, "Most": most})
		if err != nil {
			return nil, err
		}
		answer, _, err := r.answerTokens(ctx)
		if err != nil {
			return nil, err
		}
		out := condensing{most: len(points)}
		err = r.Structured(ctx, "condense", prompt, answer, &out)
		switch {
		case err != nil && !errors.Is(err, llm.ErrFormat) && !errors.Is(err, llm.ErrContext):
			return nil, err
		case err != nil:
			for i := 0; i < len(points); i += 2 {
				shorter = append(shorter, kept{points[i].text, i})
			}
		}
		for _, p := range out.Points[:min(len(out.Points), most)] {
			if err == nil {
				shorter = append(shorter, kept{strings.Join(strings.Fields(p.Text), " "), p.From[0] - 1})
			}
		}
		raw, err := json.Marshal(shorter)
		if err == nil {
			err = r.Workspace.Outputs.Save(run, name, raw)
		}
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
	}
	out := make([]note, 0, len(shorter))
	for _, s := range shorter {
		if s.From < len(points) {
			out = append(out, note{s.Text, points[s.From].passage})
		}
	}
	return out, nil
}
