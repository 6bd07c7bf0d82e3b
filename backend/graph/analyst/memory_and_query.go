package analyst

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"lectern/backend/facts"
	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// Remembered is a past turn that may bear on the question.
type Remembered struct {
	Run  string `json:"run"`
	Text string `json:"text"` // its question and what came of it, shortened
}

type queryReply struct {
	Entities []string `json:"entities" schema:"maxItems=8 each.maxLength=80"`
	Periods  []string `json:"periods" schema:"maxItems=8 each.maxLength=40"`
	Types    []string `json:"document_types" schema:"maxItems=4 each.maxLength=40"`
	Keywords []string `json:"keywords" schema:"maxItems=8 each.maxLength=80"`
}

// memoryAndQuery looks back to past turns and, meanwhile, reads the question: what it compares is read by rules, and a model
// is asked only where these don't understand all of it.
func (w *Workflow) memoryAndQuery(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "analyst.reading-question")
	rag.TellWhole(ctx, s.Turn)
	asked, err := w.comparedIn(ctx, s)
	if err != nil {
		return s, err
	}
	var reply queryReply
	var memory []string
	var forgot error
	g, both := errgroup.WithContext(ctx)
	g.Go(func() error {
		memory, forgot = w.recall(both, s)
		return nil
	})
	byRules := asked.Clear() || !w.writes(graph.Running(ctx))
	if !byRules {
		g.Go(func() error {
			b := w.brief(s)
			if h := s.History(); len(h) > 1 {
				b.History = rag.EscapePrompt(short(h[len(h)-2].Text+"\n"+rag.WithoutMarks(h[len(h)-1].Text), memoryChars))
			}
			prompt, err := rag.Render(w.prompts, "query.md", b)
			if err != nil {
				return err
			}
			return w.Structured(both, "query", prompt, queryTokens, &reply)
		})
	}
	if err := g.Wait(); err != nil {
		return s, err
	}
	q := w.rules(s.Asks())
	if !byRules {
		q = Processed{
			Entities: listed(reply.Entities, mostNamed, entryChars), Periods: listed(reply.Periods, mostNamed, entryChars),
			Types: listed(reply.Types, mostNamed, entryChars), Keywords: listed(reply.Keywords, mostNamed, entryChars),
		}
	}
	q.Compare = asked
	return w.processed(ctx, s, memory, forgot, q), nil
}

// comparedIn is what the question asks to be compared, as far as rules can read it. It may add to the answer before.
func (w *Workflow) comparedIn(ctx context.Context, s State) (facts.Asked, error) {
	if w.Facts == nil {
		return facts.Asked{}, nil
	}
	in, m, err := w.within(s)
	if err != nil || len(in) == 0 {
		return facts.Asked{}, err
	}
	before, question := w.comparedBefore(s), m.Rest
	if before != nil && s.Whole != "" { // it adds to a comparison as it stands
		question = s.Question
	}
	a, err := w.Facts.ReadComparison(ctx, question, limits(s, m), before)
	if err != nil || len(a.Measures)*len(a.Companies)*len(a.Periods) > mostEntries {
		return facts.Asked{}, err
	}
	return a, nil
}

// limits are the ids of the documents that figures are looked up in: those that the person named.
func limits(s State, m rag.Mentions) []string {
	ids := append([]string{}, s.Scope...)
	for _, d := range m.Documents {
		if !slices.Contains(ids, d.ID) {
			ids = append(ids, d.ID)
		}
	}
	return ids
}

// comparedBefore is what the answer before compared; nil if it compared nothing, or isn't there any more.
func (w *Workflow) comparedBefore(s State) *facts.Comparison {
	h := s.History()
	if len(h) == 0 {
		return nil
	}
	id, _, _ := strings.Cut(h[len(h)-1].ID, "/")
	run, err := w.Workspace.Runs.Get(id)
	if err != nil {
		return nil
	}
	var made Output
	if json.Unmarshal(run.Output, &made) != nil || made.Comparison == nil {
		return nil
	}
	return &made.Comparison.Asked
}

// byRules reads the question without the model, which could not be asked.
func (w *Workflow) byRules(ctx context.Context, s State, err error) (State, error) {
	rag.Note(ctx, "analyst.read-by-rules", messages.Args{"error": err})
	asked, err := w.comparedIn(ctx, s)
	if err != nil {
		return s, err
	}
	memory, forgot := w.recall(ctx, s)
	q := w.rules(s.Asks())
	q.Compare = asked
	return w.processed(ctx, s, memory, forgot, q), nil
}

func (w *Workflow) processed(ctx context.Context, s State, memory []string, forgot error, q Processed) State {
	if forgot != nil {
		rag.Note(ctx, "analyst.could-not-look-back", messages.Args{"error": forgot})
	}
	rag.StepDone(ctx, "analyst.found", messages.Args{"names": messages.Count("count.names", len(q.Entities)), "periods": messages.Count("count.periods", len(q.Periods)), "keywords": messages.Count("count.keywords", len(q.Keywords)), "turns": messages.Count("count.past-turns", len(memory))})
	s.Retrieval = Retrieval{Query: q, Memory: rag.NonNil(memory)}
	return s
}

// recall finds the past turns of the workspace that may bear on the question. Without vectors, words have to do.
func (w *Workflow) recall(ctx context.Context, s State) ([]string, error) {
	q := store.MemoryQuery{Text: s.Asks(), Near: memoryNear, Limit: w.Config.MemoryTurns, Except: s.Run}
	if w.Embedder.Ready() && q.Limit > 0 {
		if vectors, space, err := w.Embedder.Embed(ctx, []string{s.Asks()}); err == nil {
			q.Vector, q.Space = vectors[0], space
		}
	}
	found, err := w.Workspace.Memories.Find(q)
	var out []string
	for _, m := range found {
		out = append(out, m.Run)
	}
	return out, err
}

// remembered reads what is remembered of runs; what was forgotten meanwhile is left out.
func (w *Workflow) remembered(runs []string) []Remembered {
	out := []Remembered{}
	if len(runs) == 0 {
		return out
	}
	all, err := w.Workspace.Memories.List()
	if err != nil { // it changes nothing else
		return out
	}
	for _, run := range runs {
		for _, m := range all {
			if slices.Contains(m.Runs, run) {
				out = append(out, Remembered{m.Run, short(fmt.Sprintf("%s — %s", m.Question, m.Summary), memoryChars)})
			}
		}
	}
	return out
}
