package research

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store"
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

// Reading is what a passage was found to say when the model read it, on every task that there was. It lies beside the run: a
// passage is read once, whatever asks for it.
type Reading struct {
	Relevance float64   `json:"relevance"`
	Lines     []OnTasks `json:"lines"`
}

// OnTasks is a line with the tasks that it bears on.
type OnTasks struct {
	Line
	Tasks []string `json:"tasks"` // ids
}

// on is what a reading says on one task.
func (r Reading) on(task string) (out []Line) {
	for _, l := range r.Lines {
		if slices.Contains(l.Tasks, task) {
			out = append(out, l.Line)
		}
	}
	return out
}

// extract reads the passages that it is given of those waiting, as many as one call of the model has room for: what bears on
// the task, or on another of the plan, is condensed, and it is said how relevant each is. What has no room, or what the model
// left out, is still to be read.
func (w *Workflow) extract(ctx context.Context, s TaskState) (TaskState, error) {
	ps, s, err := w.reading(ctx, s)
	if err != nil || len(ps) == 0 {
		return s, err
	}
	tasks := s.toRead()
	data := map[string]any{"Anchor": s.Anchor, "Tasks": tasks, "Gaps": s.Gaps, "Passages": ""}
	bare, err := rag.Render(w.prompts, "extract.md", data)
	if err != nil {
		return s, err
	}
	reply := w.Config.ReplyTokens * (1 + len(ps)) / 2
	room, err := w.room(ctx, bare, reply)
	if err != nil {
		return s, err
	}
	for i := range ps {
		ps[i].Text.Text = numbered(ps[i].Sentences)
	}
	shown, _ := w.fit(ctx, ps, room)
	if len(shown) == 0 {
		shown = ps[:1]
	}
	data["Passages"] = rag.KnowledgeBase(shown)
	out := extractReply{given: shown, tasks: len(tasks), most: mostLines}
	if err := w.callFor(ctx, "extract.md", data, reply, &out, nil, shown); err != nil {
		return s, err
	}
	for _, x := range out.Passages {
		p := shown[x.Passage-1]
		lead := s.leadTo(p)
		r := Reading{Relevance: x.Relevance, Lines: []OnTasks{}}
		for _, l := range out.Lines {
			if l.Passage != x.Passage {
				continue
			}
			on := OnTasks{Line: Line{l.Text, l.Sentences}}
			for _, n := range l.Tasks {
				on.Tasks = append(on.Tasks, tasks[n-1].ID)
			}
			r.Lines = append(r.Lines, on)
		}
		if _, err = w.save(s.Run, readingName(lead.Passage), r); err != nil {
			return s, err
		}
		read, found := Read{Lead: lead, Relevance: r.Relevance}, r.on(s.Task.ID)
		for _, t := range tasks[1:] {
			if len(r.on(t.ID)) > 0 {
				read.Others = append(read.Others, t.ID)
			}
		}
		rag.Note(ctx, "research.extracted", messages.Args{"where": where(messages.From(ctx), p.Text), "lines": messages.Count("count.lines", len(found))})
		if s, err = w.extracted(s, read, found); err != nil {
			return s, err
		}
	}
	rag.StepDone(ctx, "research.read-passages", messages.Args{"passages": messages.Count("count.passages", len(out.Passages))})
	return s, nil
}

// leadTo is the lead by which a passage is read.
func (s TaskState) leadTo(p rag.Passage) Lead {
	return s.Unread[slices.IndexFunc(s.Unread, func(l Lead) bool { return l.Passage == p.Ref.String() })]
}

// toRead are the tasks that a passage is read for: the one that found it, and those that are still to be done.
func (s TaskState) toRead() []rag.Item {
	out := []rag.Item{s.Task}
	for _, t := range s.Plan {
		if !t.Done && t.ID != s.Task.ID {
			out = append(out, t.Item)
		}
	}
	return out
}

func readingName(passage string) string { return "reading " + passage }

// meet puts a passage among those to be read, or among those that were if the run has read it already.
func (w *Workflow) meet(s *TaskState, lead Lead) error {
	var r Reading
	switch err := w.load(s.Run+"/"+readingName(lead.Passage), &r); {
	case errors.Is(err, store.ErrNotFound):
		s.Unread = append(s.Unread, lead)
		return nil
	case err != nil:
		return err
	}
	read, found := Read{Lead: lead, Relevance: r.Relevance, Again: true}, r.on(s.Task.ID)
	if len(found) == 0 { // the model was asked about other tasks, or named none: the passage's own words on this one
		ps, err := w.Passages([]string{lead.Passage})
		if err != nil || len(ps) == 0 {
			return err
		}
		found, read.Relevance = w.best(*s, ps[0])
		read.Plain = true
	}
	var err error
	*s, err = w.extracted(*s, read, found)
	return err
}

// bestSentences keeps the sentences of passages that hold most of the task's words, where the model doesn't condense them.
func (w *Workflow) bestSentences(ctx context.Context, s TaskState, err error) (TaskState, error) {
	if err := without(ctx, err, "research.not-condensed"); err != nil {
		return s, err
	}
	ps, s, err := w.reading(ctx, s)
	if err != nil {
		return s, err
	}
	for _, p := range ps {
		found, relevance := w.best(s, p)
		lead := s.leadTo(p)
		rag.Note(ctx, "research.word-for-word", messages.Args{"where": where(messages.From(ctx), p.Text), "sentences": messages.Count("count.sentences", len(found))})
		if s, err = w.extracted(s, Read{Lead: lead, Relevance: relevance, Plain: true}, found); err != nil {
			return s, err
		}
	}
	rag.StepDone(ctx, "research.read-passages", messages.Args{"passages": messages.Count("count.passages", len(ps))})
	return s, nil
}

// best are the sentences of a passage that hold most of the task's words, and what share of these the passage has.
func (w *Workflow) best(s TaskState, p rag.Passage) (found []Line, relevance float64) {
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
	best = best[:min(len(best), mostBest)]
	slices.SortFunc(best, func(a, b scored) int { return a.at - b.at })
	for _, b := range best {
		found = append(found, Line{p.Sentences[b.at], []int{b.at + 1}})
	}
	return found, coverage.Of(p.Heading + "\n" + p.Text.Text)
}

// reading are the passages that are to be read. One whose document was removed meanwhile has nothing to say.
func (w *Workflow) reading(ctx context.Context, s TaskState) (ps []rag.Passage, _ TaskState, err error) {
	for _, l := range s.Unread {
		one, err := w.Passages([]string{l.Passage})
		if err != nil {
			return nil, s, err
		}
		if len(one) == 0 {
			s.Read = append(s.Read, Read{Lead: l})
		}
		ps = append(ps, one...)
	}
	if len(ps) == 0 {
		rag.StepStarted(ctx, "research.reading")
		rag.StepDone(ctx, "research.document-gone")
		return nil, s, nil
	}
	if first := where(messages.From(ctx), ps[0].Text); len(ps) == 1 {
		rag.StepStarted(ctx, "research.reading-passage", messages.Args{"where": first})
	} else {
		rag.StepStarted(ctx, "research.reading-passages", messages.Args{"where": first, "passages": messages.Count("count.passages", len(ps))})
	}
	return ps, s, nil
}

// extracted keeps what a passage says on the task. Without anything it has nothing to say.
func (w *Workflow) extracted(s TaskState, r Read, found []Line) (TaskState, error) {
	if len(found) > 0 {
		var err error
		if r.Extract, err = w.save(s.Run, "extract "+s.Task.ID+" "+r.Passage, Extract{r.Passage, found}); err != nil {
			return s, err
		}
	}
	s.Read = append(s.Read, r)
	return s, nil
}

// mostLines is how many lines one passage gives at most.
const mostLines = 12

var figure = regexp.MustCompile(`\d+(?:[.,]\d+)*`)

type extractReply struct {
	Passages []passageReply `json:"passages" schema:"minItems=1 maxItems=16"`
	Lines    []lineReply    `json:"lines" schema:"maxItems=100"`

	given []rag.Passage
	tasks int
	most  int // lines of a passage
}

type passageReply struct {
	Passage   int     `json:"passage" schema:"minimum=1"`
	Relevance float64 `json:"relevance" schema:"minimum=0 maximum=1"`
}

type lineReply struct {
	Passage   int    `json:"passage" schema:"minimum=1"`
	Text      string `json:"text" schema:"maxLength=500"`
	Sentences []int  `json:"sentences" schema:"minItems=1 maxItems=20 each.minimum=1"`
	Tasks     []int  `json:"tasks" schema:"maxItems=50 each.minimum=1"`
}

// Validate implements the check of llm.Structured. A line that rests on no sentence of its passage isn't valid; one with a
// figure that its sentences don't have is put in their own words; one that names no task bears on the first.
func (r *extractReply) Validate() error {
	var read []passageReply
	for _, x := range r.Passages {
		if len(r.given) == 1 {
			x.Passage = 1
		}
		if x.Passage < 1 || x.Passage > len(r.given) {
			return messages.Error("research.only-passages", messages.Args{"number": len(r.given)})
		}
		if slices.ContainsFunc(read, func(o passageReply) bool { return o.Passage == x.Passage }) {
			continue
		}
		if err := share("relevance", &x.Relevance); err != nil {
			return err
		}
		read = append(read, x)
	}
	if r.Passages = read; len(read) == 0 {
		return messages.Error("research.only-passages", messages.Args{"number": len(r.given)})
	}
	var kept []lineReply
	for _, l := range r.Lines {
		if len(read) == 1 {
			l.Passage = read[0].Passage
		}
		if !slices.ContainsFunc(read, func(x passageReply) bool { return x.Passage == l.Passage }) {
			return messages.Error("research.only-passages", messages.Args{"number": len(r.given)})
		}
		full := len(slices.DeleteFunc(slices.Clone(kept), func(k lineReply) bool { return k.Passage != l.Passage })) == r.most
		if l.Text = clip(strings.Join(strings.Fields(l.Text), " "), 2*lineLength); l.Text == "" || full {
			continue
		}
		if err := l.rest(r.given[l.Passage-1].Sentences, r.tasks); err != nil {
			return err
		}
		kept = append(kept, l)
	}
	r.Lines = kept
	return nil
}

// rest holds a line against the sentences of its passage, and its tasks against how many there are.
func (l *lineReply) rest(sentences []string, tasks int) error {
	l.Sentences = slices.Compact(slices.Sorted(slices.Values(l.Sentences)))
	if len(l.Sentences) == 0 {
		return messages.Error("research.line-no-sentence")
	}
	if n := l.Sentences[0]; n < 1 || l.Sentences[len(l.Sentences)-1] > len(sentences) {
		return messages.Error("research.only-sentences", messages.Args{"number": len(sentences)})
	}
	var own []string
	for _, n := range l.Sentences {
		own = append(own, sentences[n-1])
	}
	words := strings.Join(own, " ")
	have := figure.FindAllString(words, -1)
	if slices.ContainsFunc(figure.FindAllString(l.Text, -1), func(f string) bool { return !slices.Contains(have, f) }) {
		l.Text = strings.Join(strings.Fields(words), " ")
	}
	l.Tasks = slices.DeleteFunc(slices.Compact(slices.Sorted(slices.Values(l.Tasks))), func(n int) bool { return n < 1 || n > tasks })
	if len(l.Tasks) == 0 {
		l.Tasks = []int{1}
	}
	return nil
}
