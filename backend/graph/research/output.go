package research

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// save keeps something beside a run and gives its id.
func (w *Workflow) save(run, name string, v any) (id string, err error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	return run + "/" + name, w.Workspace.Outputs.Save(run, name, raw)
}

// load reads what was kept under an id.
func (w *Workflow) load(id string, v any) error {
	run, name, ok := strings.Cut(id, "/")
	if !ok {
		return messages.Error("research.no-id", messages.Args{"id": fmt.Sprintf("%q", id)})
	}
	raw, err := w.Workspace.Outputs.Get(run, name)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return json.Unmarshal(raw, v)
}

// PlanEditsName is what lies beside a run when the person wants its plan to be otherwise: []rag.Item.
const PlanEditsName = "wishes"

// Record is what one task came to; it lies beside the run.
type Record struct {
	Task           rag.Item        `json:"task"`
	Findings       string          `json:"findings"`
	Kept           []Read          `json:"kept"` // passages, best first
	Read           []string        `json:"read"` // ids of all that were read, in order
	Contradictions []Contradiction `json:"contradictions"`
	References     []Reference     `json:"references"`
	Open           string          `json:"open"`  // a gap that stays; "" if none does
	Ended          string          `json:"ended"` // why the following of references ended early; "" if it didn't
	Rounds         int             `json:"rounds"`
}

// Contradiction is a matter on which passages say different things.
type Contradiction struct {
	About    string   `json:"about"`    // what it is about, and what each says
	Passages []string `json:"passages"` // ids, two or more
}

// Output is what a run has made beside its answer: Result.Output.
type Output struct {
	Plan       []rag.Item  `json:"plan"`
	Anchor     Anchor      `json:"anchor"`
	Queries    []string    `json:"queries"`   // what the asking back found worth researching
	EndReason  string      `json:"endReason"` // user_end, max_iterations, convergence, no_questions; "" if nothing was asked back
	Rounds     int         `json:"rounds"`
	Findings   []Finding   `json:"findings"` // by task
	Scores     Scores      `json:"scores"`
	Threshold  int         `json:"threshold"`
	Drafts     int         `json:"drafts"`
	References []Reference `json:"references"` // followed or not, with the reasons
	Open       []string    `json:"open"`       // questions that stay open
	Cost       rag.Cost    `json:"cost"`       // so far
	Estimate   rag.Cost    `json:"estimate"`   // of the plan as it was shown
}

// Finding is what a task came to.
type Finding struct {
	Task           string          `json:"task"`   // id of the item
	Record         string          `json:"record"` // id of the whole record
	Text           string          `json:"text"`
	Passages       []string        `json:"passages"`
	Weak           []string        `json:"weak"` // those of them that are below the relevance
	Contradictions []Contradiction `json:"contradictions"`
	Open           string          `json:"open"`
	Ended          string          `json:"ended"`
}

// result reads a state for those who know nothing of research.
func (w *Workflow) result(s State) rag.Result {
	m := Output{
		Plan: items(s.Plan), Anchor: s.Anchor, Queries: s.Brief.Queries, EndReason: s.Brief.Reason, Rounds: s.Brief.Rounds,
		Scores: s.Draft.Scores, Threshold: w.Config.Quality, Drafts: s.Draft.Number, Cost: w.cost(s), Estimate: s.Estimate,
		Open: append([]string{}, s.Open...),
	}
	filled(&m.Queries, &m.Anchor.Entities, &m.Anchor.Clarifications, &m.Scores.Faults)
	m.Findings, m.References = w.findings(s.Plan)
	raw, err := json.Marshal(m)
	if err != nil { // it can't: nothing in it is beyond JSON
		raw = json.RawMessage("null")
	}
	return rag.Result{Answer: s.Answer, Made: raw}
}

// findings are what the tasks of a plan came to so far, and the references that were found on the way.
func (w *Workflow) findings(plan []Task) (found []Finding, references []Reference) {
	found, references = []Finding{}, []Reference{}
	for _, t := range plan {
		var rec Record
		if t.Record == "" || w.load(t.Record, &rec) != nil { // deleted meanwhile
			continue
		}
		f := Finding{t.ID, t.Record, rag.WithoutMarks(rec.Findings), []string{}, []string{}, append([]Contradiction{}, rec.Contradictions...), rec.Open, rec.Ended}
		for _, k := range rec.Kept {
			f.Passages = append(f.Passages, k.Passage)
			if k.Weak {
				f.Weak = append(f.Weak, k.Passage)
			}
		}
		for i := range rec.References {
			filled(&rec.References[i].Led)
		}
		found, references = append(found, f), append(references, rec.References...)
	}
	return found, references
}

// filled makes empty lists of those that are nil.
func filled(lists ...*[]string) {
	for _, l := range lists {
		if *l == nil {
			*l = []string{}
		}
	}
}

// planEdits reads the plan as the person wants it to be, if it isn't the one merged before. hash names it.
func (w *Workflow) planEdits(run, before string) (list []rag.Item, hash string, err error) {
	raw, err := w.Workspace.Outputs.Get(run, PlanEditsName)
	if errors.Is(err, store.ErrNotFound) {
		return nil, before, nil
	}
	if hash = hashOf(raw); err != nil || hash == before {
		return nil, before, err
	}
	return list, hash, json.Unmarshal(raw, &list)
}
