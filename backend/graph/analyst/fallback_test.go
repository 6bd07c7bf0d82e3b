package analyst

import (
	"slices"
	"strings"
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/llm/llmtest"
)

func TestEntitiesAreReadByRulesIfTheModelCant(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	d.fails()
	d.Script(enough, read(), prose)
	h := d.ask(question)
	d.counts(h, 5, 1)
	q := h.Retrieval.Query
	if h.err != nil || !h.Noted("Read the question by rules") || !slices.Equal(q.Entities, []string{"Acme"}) || !slices.Equal(q.Periods, []string{"2021", "2022"}) || !strings.HasPrefix(h.Answer.Text, wholeCap) {
		t.Errorf("%v %q %+v", h.err, h.Notes, q)
	}
}

func TestRulesReadQuestionsInThreeLanguages(t *testing.T) {
	t.Parallel()
	w := &Workflow{Config: Defaults()}
	for text, want := range map[string]Processed{
		"What was 3M's net income in FY2018, as in the 10-K?":                    {Entities: []string{"3M"}, Periods: []string{"FY2018"}, Types: []string{"10-K"}},
		"Wie hoch war der Umsatz der Siemens AG 2022 laut Geschäftsbericht?":     {Periods: []string{"2022"}, Types: []string{"annual report"}},
		"トヨタの2022年度の売上高は?":                                                       {Periods: []string{"2022年度"}, Types: []string{}},
		"Compare Procter & Gamble and Johnson & Johnson in Q3 2021 and Q3 2022.": {Entities: []string{"Procter & Gamble", "Johnson & Johnson"}, Periods: []string{"Q3 2021", "Q3 2022"}, Types: []string{}},
	} {
		q := w.rules(text)
		if want.Entities != nil && !slices.Equal(q.Entities, want.Entities) || !slices.Equal(q.Periods, want.Periods) || !slices.Equal(q.Types, rag.NonNil(want.Types)) {
			t.Errorf("%s: %+v", text, q)
		}
	}
}

func TestValidationThatFailsIsSufficientIfAnythingWasFound(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	d.Script(asked)
	d.fails()
	d.Script(read(), prose)
	h := d.ask(question)
	if d.counts(h, 5, 1); h.err != nil || !h.Retrieval.Sufficient || !h.Noted("Not checked whether the passages will do") {
		t.Errorf("%v %q", h.err, h.Notes)
	}
}

func TestRefinementThatFailsGoesOnWithWhatIsThere(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	d.Script(asked, gap)
	d.fails()
	d.Script(read(), prose)
	h := d.ask(question)
	if d.counts(h, 6, 1); h.err != nil || !h.Noted("Went on with what was found") || len(h.made.Missing) != 1 || !strings.Contains(h.Answer.Text, "**Not found**") {
		t.Errorf("%v %q %q", h.err, h.Notes, h.Answer.Text)
	}
}

func TestAnalysisThatFailsLeavesAnAnswerFromThePassages(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	d.Script(asked, enough)
	d.fails()
	d.Script("Revenue was 1,577.00 million [1].")
	h := d.ask(question)
	d.counts(h, 5, 1)
	if h.err != nil || !h.Noted("No figures could be read") || !h.made.FromPassages || !h.Response.Valid || !strings.Contains(h.Answer.Text, "No figures could be read; the answer rests on the passages.") {
		t.Errorf("%v %q %q %+v", h.err, h.Notes, h.Answer.Text, h.Response)
	}
}

func TestHealingThatFailsLeavesThePartOut(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	d.Script(asked, enough, read(`"kind":"bar"`, `"kind":"pie"`), "Revenue grew to {{m2}}. Margins rose by 77% [1].")
	d.fails()
	h := d.ask(question)
	d.counts(h, 6, 1)
	if h.err != nil || !h.Noted("Left out 2 parts") || !h.Response.Valid || strings.Contains(h.Answer.Text, "77%") || !strings.HasPrefix(h.Answer.Text, "Revenue grew to") || len(h.made.Charts) != 0 {
		t.Errorf("%v %q %q %+v", h.err, h.Notes, h.Answer.Text, h.made.Charts)
	}
}

func TestATextThatCantBeWrittenBecomesAList(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	d.Script(asked, enough, read(), " ")
	h := d.ask(question)
	if h.err != nil || !h.Noted("Listed what was found") || !strings.HasPrefix(h.Answer.Text, "|  | 2021 | 2022 |\n| --- | ---: | ---: |\n| Revenue, Acme | $1,261.6 million [1] | $1,577 million [2] |\n\n- Growth of revenue, 2021–2022: 25% [1] [2]") || !h.Response.Valid {
		t.Errorf("%v %q %q", h.err, h.Notes, h.Answer.Text)
	}
	d = newDesk(t)
	library(d)
	d.Script(asked, enough, `{"metrics":[],"calculations":[],"charts":[],"primary":"","finding":""}`, "")
	if h := d.ask(question); h.err != nil || !strings.HasPrefix(h.Answer.Text, "**Acme, p. 1**\n\n> ") || h.Answer.Mode != "passages" || len(h.Answer.Citations) == 0 || !h.Response.Valid {
		t.Errorf("%v %q %+v", h.err, h.Answer.Text, h.Response)
	}
}

func TestATextThatBrokeOffIsNotGivenUp(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	d.Script(asked, enough, read())
	d.Server.Script(llmtest.Reply{Text: "Revenue ", Cut: true}, llmtest.Reply{Text: "Revenue ", Cut: true}, llmtest.Reply{Text: "Revenue ", Cut: true})
	if h := d.ask(question); h.err == nil {
		t.Error("it ended all the same")
	}
	d.Script(prose)
	if h := d.listen(d.compiled().Continue(t.Context(), "thread")); h.err != nil || !strings.HasPrefix(h.Answer.Text, wholeCap) || d.Calls() != 7 {
		t.Errorf("%v %q %d", h.err, h.Answer.Text, d.Calls())
	}
}

func TestTheSearchDoesWithoutTheEmbeddingModel(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	d.Embedder = d.Vectors("Acme", "Other")
	d.Script(asked, enough, read(), prose)
	if h := d.ask(question); h.err != nil || !h.Ended("by words and meaning") {
		t.Errorf("%v %q", h.err, h.Ends)
	}
	d.Server.Models(llmtest.ChatModel)
	d.Script(asked, enough, read(), prose)
	h := d.ask("How did the revenue of Acme grow in 2022?")
	if h.err != nil || !h.Noted("Searched by words alone") || !strings.HasPrefix(h.Answer.Text, wholeCap) {
		t.Errorf("%v %q", h.err, h.Notes)
	}
}
