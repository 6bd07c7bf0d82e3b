package research

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store/keyword"
)

// Extract is what a passage says on a task. It lies beside the run.
type Extract struct {
	Passage string `json:"passage"` // id
	Lines   []Line `json:"lines"`
}

// Line is one thing that a passage says, and the sentences that it stands in, counting from 1.
type Line struct {
	Text      string `json:"text" schema:"maxLength=500"`
	Sentences []int  `json:"sentences" schema:"minItems=1 maxItems=20 each.minimum=1"`
}

func (e Extract) text() string {
	var b strings.Builder
	for _, l := range e.Lines {
		b.WriteString(l.Text)
		b.WriteByte('\n')
	}
	return strings.TrimSpace(b.String())
}

// extract reads the one passage that it is given of those waiting: what bears on the task is condensed, and it is said how
// relevant that is.
func (w *Workflow) extract(ctx context.Context, s TaskState) (TaskState, error) {
	p, there, err := w.reading(ctx, s)
	if err != nil || !there {
		return s.read(Read{}), err
	}
	out := extractReply{sentences: p.Sentences, most: mostLines}
	shown := p
	shown.Text.Text = numbered(p.Sentences)
	err = w.callWith(ctx, "extract.md", map[string]any{
		"Anchor": s.Anchor, "Task": s.Task.Text, "Gaps": s.Gaps, "Passage": rag.KnowledgeBase([]rag.Passage{shown}),
	}, &out, nil, []rag.Passage{shown})
	if err != nil {
		return s, err
	}
	rag.StepDone(ctx, "research.extracted", messages.Args{"where": where(messages.From(ctx), p.Text), "lines": messages.Count("count.lines", len(out.Lines)), "relevance": fmt.Sprintf("%.1f", out.Relevance)})
	return w.extracted(s, out.Lines, out.Relevance, false)
}

// bestSentences keeps the sentences of the passage that hold most of the task's words, where the model doesn't condense it.
func (w *Workflow) bestSentences(ctx context.Context, s TaskState, err error) (TaskState, error) {
	if err := without(ctx, err, "research.not-condensed"); err != nil {
		return s, err
	}
	p, there, err := w.reading(ctx, s)
	if err != nil || !there {
		return s.read(Read{}), err
	}
	coverage := keyword.NewCoverage(keyword.ContentWords(s.Task.Text + " " + s.Anchor.Question))
	type scored struct {
		at    int
		score float64
	}
	var best []scored
	for i, sentence := range p.Sentences {
		if x := coverage.Of(sentence); x > 0 {
			best = append(best, scored{i, x})
		}
	}
	slices.SortStableFunc(best, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	best = best[:min(len(best), bestSentences)]
	slices.SortFunc(best, func(a, b scored) int { return a.at - b.at })
	var found []Line
	for _, b := range best {
		found = append(found, Line{p.Sentences[b.at], []int{b.at + 1}})
	}
	relevance := coverage.Of(p.Heading + "\n" + p.Text.Text)
	rag.StepDone(ctx, "research.word-for-word", messages.Args{"where": where(messages.From(ctx), p.Text), "sentences": messages.Count("count.sentences", len(found))})
	return w.extracted(s, found, relevance, true)
}

// reading is the passage that is read. One whose document was removed meanwhile isn't there.
func (w *Workflow) reading(ctx context.Context, s TaskState) (p rag.Passage, there bool, err error) {
	ps, err := w.Passages([]string{s.Unread[0].Passage})
	if err != nil || len(ps) == 0 {
		rag.StepStarted(ctx, "research.reading")
		rag.StepDone(ctx, "research.document-gone")
		return p, false, err
	}
	rag.StepStarted(ctx, "research.reading-passage", messages.Args{"where": where(messages.From(ctx), ps[0].Text)})
	return ps[0], true, nil
}

func (w *Workflow) extracted(s TaskState, found []Line, relevance float64, plain bool) (TaskState, error) {
	r := Read{Relevance: relevance, Plain: plain}
	if len(found) > 0 {
		passage := s.Unread[0].Passage
		var err error
		if r.Extract, err = w.save(s.Run, "extract "+s.Task.ID+" "+passage, Extract{passage, found}); err != nil {
			return s, err
		}
	}
	return s.read(r), nil
}

// read adds what came of the passage that was given. Without anything it has nothing to say.
func (s TaskState) read(r Read) TaskState {
	r.Lead = s.Unread[0]
	s.Read = append(s.Read, r)
	return s
}

// mostLines is how many lines one passage gives at most.
const mostLines = 12

var figure = regexp.MustCompile(`\d+(?:[.,]\d+)*`)

type extractReply struct {
	Relevance float64 `json:"relevance" schema:"minimum=0 maximum=1"`
	Lines     []Line  `json:"lines" schema:"maxItems=12"`

	sentences []string // of the passage
	most      int
}

// Validate implements the check of llm.Structured. A line that rests on no sentence of the passage isn't valid; one with a
// figure that its sentences don't have is put in their own words.
func (r *extractReply) Validate() error {
	if err := share("relevance", &r.Relevance); err != nil {
		return err
	}
	var kept []Line
	for _, l := range r.Lines {
		l.Text = clip(strings.Join(strings.Fields(l.Text), " "), 2*lineLength)
		l.Sentences = slices.Compact(slices.Sorted(slices.Values(l.Sentences)))
		if l.Text == "" || len(kept) == r.most {
			continue
		}
		if len(l.Sentences) == 0 {
			return messages.Error("research.line-no-sentence")
		}
		if n := l.Sentences[0]; n < 1 || l.Sentences[len(l.Sentences)-1] > len(r.sentences) {
			return messages.Error("research.only-sentences", messages.Args{"number": len(r.sentences)})
		}
		var own []string
		for _, n := range l.Sentences {
			own = append(own, r.sentences[n-1])
		}
		words := strings.Join(own, " ")
		have := figure.FindAllString(words, -1)
		if slices.ContainsFunc(figure.FindAllString(l.Text, -1), func(f string) bool { return !slices.Contains(have, f) }) {
			l.Text = strings.Join(strings.Fields(words), " ")
		}
		kept = append(kept, l)
	}
	r.Lines = kept
	return nil
}
