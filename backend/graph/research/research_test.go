package research

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
)

func TestFromAQuestionToADocument(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	h := d.ask("What is the rent?")
	steps := []string{
		"analyze query", "plan", "approve", "approve", "rabbithole", "task queries", "task retrieve", "extract", "extract",
		"detect references", "detect references", "relevance", "reevaluate", "update plan", "outline", "synthesize", "quality check", "attribution",
	}
	if h.err != nil || !slices.Equal(h.Steps, steps) {
		t.Fatalf("%v, steps %v", h.err, h.Steps)
	}
	// analyze query, plan, queries, two extracts, as the model reads one passage a call, reevaluate, document, check
	if d.Calls() != 8 || h.made.Cost.Calls != 8 || h.made.Cost.TokensIn == 0 || h.made.Cost.TokensOut == 0 {
		t.Errorf("%d calls, told %+v", d.Calls(), h.made.Cost)
	}
	if want := "The rent is 900 euros [1].\n\n## Rent\n\nIt is due monthly [2]."; h.written() != want || h.Text != h.Answer.Text || len(h.Answer.Citations) != 2 || h.Sources != 2 || h.Answer.Message != "" {
		t.Errorf("%q, %d sources, %+v", h.Answer.Text, h.Sources, h.Answer)
	}
	if f := h.made.Findings[0]; f.Task != "t1" || f.Text != "The rent is 900 euros." || !slices.Equal(f.Passages, []string{"id-Lease/0", "id-House Rules/0"}) || !h.Noted("Found: The rent is 900 euros.") {
		t.Errorf("%+v", f)
	}
	if h.made.Scores.Sum != 450 || h.made.Threshold != 375 || h.made.EndReason != "" || h.made.Estimate.Calls != 9 {
		t.Errorf("%+v", h.made)
	}
	if strings.Contains(string(h.Made), "null") {
		t.Error("a list is null", string(h.Made))
	}
	var e Extract // what lies beside the run keeps the numbers of the sentences
	if err := d.load("run1/extract t1 id-Lease/0", &e); err != nil || e.Lines[0].Text != "The rent is 900 euros." || !slices.Equal(e.Lines[0].Sentences, []int{1}) {
		t.Errorf("%v %+v", err, e)
	}
}

func TestWhatATaskCameToIsToldWhileTheNextIsDone(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.lease()
	d.apart()
	var told []string
	var h heard
	h.follow(d.approved(t.Context(), "What is the rent?"), func(e graph.Event) {
		r, ok := e.Data.(rag.Report)
		var made Output
		if ok && r.Kind == rag.KindOutput && json.Unmarshal(r.Made, &made) == nil && len(made.Findings) > 0 && !made.Plan[1].Done {
			told = append(told, made.Findings[0].Text)
		}
	})
	if h.err != nil || len(told) == 0 || told[0] != "The rent is 900 euros." {
		t.Errorf("%v %q", h.err, told)
	}
}
