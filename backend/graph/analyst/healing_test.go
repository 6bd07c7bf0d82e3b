package analyst

import (
	"strings"
	"testing"
)

func TestHealingTouchesOnlyWhatFailed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	draft := "Revenue grew to {{m2}}. Margins rose by 77% [1]. Rockets drove it [2]."
	d.Script(asked, enough, read(`"kind":"bar"`, `"kind":"pie"`), draft, `{"sentences":[{"n":2,"text":"Growth was {{c1}}."},{"n":99,"text":"x"}],"charts":[{"n":1,"kind":"bar","metrics":["m1","m2"]}]}`)
	h := d.ask(question)
	d.counts(h, 5, 1)
	if h.err != nil || h.Response.Heals != 1 || !h.Response.Valid || !strings.HasPrefix(h.Answer.Text, "Revenue grew to $1,577 million [1]. Growth was 25% [2] [1]. Rockets drove it [3].") || h.Text != h.Answer.Text {
		t.Errorf("%v %+v\n%q\n%q", h.err, h.Response, h.Answer.Text, h.Text)
	}
	if len(h.made.Charts) != 1 || h.made.Charts[0].Kind != bar || len(h.made.FailedChecks) != 0 {
		t.Errorf("%+v", h.made)
	}
	sent := d.Prompt(4)
	for _, want := range []string{"1. chart: pie of m1, m2\n   wrong: a pie shows one period", "2. sentence: Margins rose by 77% [1].\n   wrong: 77% stands on no cited page"} {
		if !strings.Contains(sent, want) {
			t.Errorf("healing was not told %q:\n%s", want, sent)
		}
	}
	if strings.Contains(sent[strings.Index(sent, "<failed>"):], "Rockets") {
		t.Error("healing was told what didn't fail")
	}
}

func TestAfterTwoHealsItGoesOutMarkedWithoutTheChartsThatFailed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	bad := `{"sentences":[{"n":2,"text":"Margins rose by 77% [1]."}],"charts":[{"n":1,"kind":"pie","metrics":["m1","m2"]}]}`
	d.Script(asked, enough, read(`"kind":"bar"`, `"kind":"pie"`), "Revenue grew to {{m2}}. Margins rose by 77% [1]. See [9] and {{m7}}.", bad, bad)
	h := d.ask(question)
	d.counts(h, 6, 1)
	if h.err != nil || h.Response.Heals != 2 || h.Response.Valid || h.Count("generation/self heal") != 2 || h.Count("generation/memory update") != 1 {
		t.Errorf("%v %+v %q", h.err, h.Response, h.Way)
	}
	if !strings.Contains(h.Answer.Text, "Margins rose by 77% ⚠ [") || strings.Contains(h.Answer.Text, "[9]") || strings.Contains(h.Answer.Text, "{{") ||
		strings.Contains(h.Answer.Text, "See") || strings.Contains(h.Answer.Text, "m7") || !strings.Contains(h.Answer.Text, "a figure that was not found has no value; a sentence about it was left out") ||
		!strings.Contains(h.Answer.Text, "**Failed checks**") || h.Text != h.Answer.Text || !strings.Contains(h.Answer.Message, "4 checks failed after 2 corrections") {
		t.Errorf("%q %q", h.Answer.Text, h.Answer.Message)
	}
	if len(h.made.Charts) != 0 || len(h.made.FailedChecks) != 4 {
		t.Errorf("%+v", h.made)
	}
	if n := len(h.Way); n > 15 && h.Count("generation/synthesis") != 3 {
		t.Errorf("%q", h.Way)
	}
}

func TestASentenceIsTakenOutWithTheListEntryThatHeldNothingElse(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"One. It was {{c1}}. Two.":                "One.  Two.",
		"One.\n\n- It was {{c1}}.\n- Two.\n":      "One.\n\n- Two.\n",
		"- First. It was {{c1}}.\n- Two.":         "- First.\n- Two.",
		"## It was {{c1}}.\nTwo.":                 "Two.",
		"It was {{c1}}.":                          "",
		"Two says it all. It was another {{c1}}.": "Two says it all. It was another {{c1}}.",
	} {
		if got := without(in, "It was {{c1}}."); got != want {
			t.Errorf("%q became %q, not %q", in, got, want)
		}
	}
}

func TestTheLongestWayFitsTheStepLimit(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	d.Config.Retrievals, d.Config.Heals = 5, 3
	d.Script(asked)
	for i := range 5 {
		d.Script(strings.Replace(gap, "2020", []string{"2015", "2016", "2017", "2018", "2019"}[i], 1))
		if i < 5-1 {
			d.Script(`{"keywords":["word` + string(rune('a'+i)) + `"]}`)
		}
	}
	d.Script(read(), "It was 77% [1].")
	for range 3 {
		d.Script(`{"sentences":[{"n":1,"text":"It was 77% [1]."}],"charts":[]}`)
	}
	h := d.ask(question)
	d.counts(h, 1+2*5-1+2+3, 5)
	for part, want := range map[string]int{"retrieval/": 1 + 2*5 + 5 - 1, "analysis/": 2, "generation/": 3 + 3*3 + 1} {
		n := 0
		for _, s := range h.Way {
			if strings.HasPrefix(s, part) {
				n++
			}
		}
		if n != want || n > d.Config.StepLimit {
			t.Errorf("%s took %d steps, not %d", part, n, want)
		}
	}
	if h.err != nil || Defaults().StepLimit != 15 {
		t.Error(h.err)
	}
	d.Config.Retrievals = 6
	if d.Config.Validate() == nil {
		t.Error("more searches than the steps allow")
	}
}

func TestFlaggedMetricsEnterNothingAndAreShownWithTheirFlag(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	d.Script(asked, enough, read(`"period":"2022","from":"F2"`, `"period":"2021","from":"F2"`), "Revenue was {{m2}}, {{m1}} before.", `{"sentences":[],"charts":[{"n":1,"kind":"bar","metrics":[]}]}`)
	h := d.ask(question)
	m := h.made
	if h.err != nil || len(m.Metrics) != 2 || !strings.Contains(strings.Join(m.Metrics[1].Flags, ";"), "its sentence speaks of 2022, not 2021") || len(m.Metrics[0].Flags) != 0 {
		t.Errorf("%v %+v", h.err, m.Metrics)
	}
	if m.Calculations[0].Value != "" || !strings.Contains(m.Calculations[0].Error, "” can't be relied on, as ") || len(m.Charts) != 0 {
		t.Errorf("%+v %+v", m.Calculations, m.Charts)
	}
	if !strings.Contains(h.Answer.Text, " ⚠") || !strings.Contains(h.Answer.Text, "**Not verified**") || !strings.Contains(d.Prompt(3), "not verified: ") {
		t.Errorf("%q", h.Answer.Text)
	}
}

func TestWhatAModelPointsAtAndIsNotThereIsAGap(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	d.Script(asked, enough, read(`"from":"F2"`, `"from":"F77"`), "Revenue was {{m1}}. It was {{m2}} later.", `{"sentences":[{"n":1,"text":""}],"charts":[{"n":1,"kind":"bar","metrics":[]}]}`)
	h := d.ask(question)
	if h.err != nil || h.made.Metrics[1].Figure != nil || h.made.Metrics[1].Gap != "there is no row or figure F77" || h.made.Comparison.Gaps != 1 || h.made.Comparison.Cells != 1 {
		t.Errorf("%v %+v %+v", h.err, h.made.Metrics, h.made.Comparison)
	}
	if !strings.Contains(h.made.Calculations[0].Error, "there is no figure for “Revenue, Acme, 2022”") || strings.Contains(h.Answer.Text, "later") {
		t.Errorf("%+v %q", h.made.Calculations, h.Answer.Text)
	}
}

func TestASentenceThatTheCalculationContradictsIsHealedOrLeftOut(t *testing.T) {
	t.Parallel()
	wrong := "Revenue fell by {{c1}}. Rockets drove it [2]."
	for heal, want := range map[string]string{
		`{"sentences":[{"n":1,"text":"Revenue grew by {{c1}}."}],"charts":[]}`: "Revenue grew by ",
		`{"sentences":[{"n":1,"text":"Revenue fell by {{c1}}."}],"charts":[]}`: "Rockets drove it [",
	} {
		d := newDesk(t)
		library(d)
		d.Script(asked, enough, read(), wrong, heal, heal)
		h := d.ask(question)
		if h.err != nil || !strings.HasPrefix(h.Answer.Text, want) || strings.Contains(h.Answer.Text, "fell") || h.Text != h.Answer.Text {
			t.Errorf("%v %q", h.err, h.Answer.Text)
		}
		if sent := d.Prompt(4); !strings.Contains(sent, "1. sentence: Revenue fell by {{c1}}.\n   wrong: ") {
			t.Errorf("%q", sent)
		}
		if left := strings.HasPrefix(want, "Rockets"); left != strings.Contains(h.Answer.Message, "“Revenue fell by") || left == (h.Answer.Proof != nil) {
			t.Errorf("%q %+v", h.Answer.Message, h.Answer.Proof)
		}
	}
}
