package chat

import (
	"slices"
	"strings"
	"testing"

	"lectern/backend/facts"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/proof"
	"lectern/backend/store"
)

// withTable adds a page with a table: net sales and what they cost in two years.
func withTable(d *desk) { withTableIn(d, 1) }

// withTableIn is the same with a page whose passage is of its table's rows (1), or of the page's text (0).
func withTableIn(d *desk, table int) {
	d.AddTable(table)
	d.Facts = &facts.Library{Workspace: d.Workspace}
}

func TestAFigureOfATableIsTheAnswerWithoutAModel(t *testing.T) {
	d := newDesk(t)
	library(d)
	withTable(d)
	d.Model = ""
	h := d.ask(Auto, "What were Acme's net sales in 2022?")
	a := h.Answer
	if h.err != nil || a.Mode != "figure" || a.Figure == nil || a.Figure.Asked != "1000" || !strings.Contains(a.Text, "Net sales, 2022: **$1,000 million** [1]") {
		t.Fatalf("%v %+v", h.err, a)
	}
	if len(a.Citations) != 1 || a.Citations[0].Quote != "Net sales $ 1,200 $ 1,000" || a.Figure.Cells[0].Citation != 1 || a.Figure.Cells[0].Passage != a.Citations[0].Passage {
		t.Errorf("%+v %+v", a.Citations, a.Figure.Cells)
	}
	prover := proof.NewProver(d.Workspace)
	proved, err := prover.Prove(proof.Proving{Text: a.Text, Question: "net sales 2022", Citations: a.Citations})
	if err != nil || proved.Audit.Verified != 1 {
		t.Errorf("%v %+v", err, proved.Audit)
	}
	if h = d.ask(Auto, "What was the growth in Acme's net sales in 2023?"); h.Answer.Figure == nil || h.Answer.Figure.Asked != "20" || len(h.Answer.Calculations) != 1 || !strings.Contains(h.Answer.Text, `\frac{`) {
		t.Errorf("%+v", h.Answer)
	}
	if told := rag.ToldBy(a); told.Told != store.ToldYes {
		t.Errorf("a figure is told: %+v", told)
	}
	if h = d.ask(Auto, "What were Acme's net sales in Brazil in 2022?"); h.Answer.Figure != nil {
		t.Errorf("%+v", h.Answer)
	}
	if h = d.ask(Documents, "Do zebras graze on quasars?"); h.Answer.Told.Told != store.ToldNo || !slices.Contains(h.Answer.Told.Missing, "zebras") {
		t.Errorf("%+v", h.Answer)
	}
}

func TestAFigureIsCitedThoughItsTableHasNoPassageOfItsOwn(t *testing.T) {
	d := newDesk(t)
	library(d)
	withTableIn(d, 0)
	d.Model = ""
	a := d.ask(Auto, "What were Acme's net sales in 2022?").Answer
	if a.Figure == nil || len(a.Citations) != 1 || a.Citations[0].Quote != "Net sales $ 1,200 $ 1,000" || a.Figure.Cells[0].Citation != 1 {
		t.Errorf("%+v", a)
	}
}

func TestEveryCellThatAFigureTellsIsProvedInTheLanguageOfTheQuestion(t *testing.T) {
	d := newDesk(t)
	library(d)
	withTable(d)
	d.Model = ""
	for question, c := range map[string]struct {
		language, says string
		cells          int
	}{
		"What were Acme's net sales in 2022?":                     {"en", "**$1,000 million** [1]", 1},
		"What was the growth in Acme's net sales in 2023?":        {"en", "- Net sales, 2023: \\$1,200 million [1]", 2},
		"Acme gross margin 2023":                                  {"en", "- Cost of sales, 2023: \\$700 million [2]", 2},
		"Wie hoch war der Umsatz von Acme im Geschäftsjahr 2023?": {"de", "**1.200 Mio. USD** [1]", 1},
	} {
		a := d.ask(Auto, question).Answer
		if a.Figure == nil || !strings.Contains(a.Text, c.says) {
			t.Errorf("%s: %s", question, a.Text)
			continue
		}
		if err := d.Given().Prove(messages.In(c.language), question, &a); err != nil || a.Proof.Audit.Verified != c.cells || a.Proof.Audit.Claims() != c.cells {
			t.Errorf("%s: %v %+v", question, err, a.Proof.Audit)
		}
	}
}

func TestAModelIsGivenTheFigureWithItsPassage(t *testing.T) {
	d := newDesk(t)
	library(d)
	withTable(d)
	d.Script("Net sales were 1,000 million dollars [1].")
	h := d.ask(Documents, "What were Acme's net sales in 2022?")
	if h.err != nil || h.Answer.Mode != "model" || h.Answer.Figure == nil || h.Answer.Figure.Cells[0].Citation != 1 {
		t.Fatalf("%v %+v", h.err, h.Answer)
	}
	if last := d.Prompt(d.Calls() - 1); !strings.Contains(last, `- "Net sales", "2022": $1,000`) || !strings.Contains(last, `<knowledge_base id="1" document="ACME_2023_10K"`) {
		t.Error(last)
	}
}

func TestAFigureOfSomethingElseThanWhatIsNamedIsToldAsThat(t *testing.T) {
	d := newDesk(t)
	withTable(d)
	d.Model = ""
	h := d.ask(Auto, "What were the net sales of Juventus in 2022?")
	if h.err != nil || h.Answer.Mode == "figure" && (!strings.HasPrefix(h.Answer.Text, "“Juventus” occurs nowhere in this file.") && !strings.HasPrefix(h.Answer.Text, "This file doesn't mention “Juventus”")) || h.Answer.Told.Told == "" || !slices.Equal(h.Answer.Told.Missing, []string{"Juventus"}) {
		t.Errorf("%v %+v", h.err, h.Answer)
	}
}

func TestCellsThatMayBeMeantAreShownAsThat(t *testing.T) {
	d := newDesk(t)
	library(d)
	withTable(d)
	d.Model = ""
	a := d.ask(Auto, "What were Acme's recurring net sales in 2022?").Answer
	if a.Figure != nil || a.Mode != "passages" || !strings.HasPrefix(a.Text, "It isn’t certain which figure of a table is meant. These come nearest:\n\n- Net sales, 2022: \\$1,000 million [1]\n- Cost of sales, 2022: \\$600 million [2]\n\n**") {
		t.Errorf("%+v", a)
	}
	for i, c := range a.Citations {
		if c.N != i+1 || !strings.Contains(a.Text, rag.Mark(c.N)) {
			t.Errorf("citation %d of %q: %+v", i+1, a.Text, c)
		}
	}
	if len(a.Citations) < 3 || a.Citations[0].Quote != "Net sales $ 1,200 $ 1,000" {
		t.Errorf("%+v", a.Citations)
	}
	for _, question := range []string{"Where were Acme's recurring net sales in 2022?", "Why did Acme's recurring net sales fall in 2022?"} {
		if a = d.ask(Auto, question).Answer; strings.Contains(a.Text, "come nearest") {
			t.Errorf("%s asks for no figure: %s", question, a.Text)
		}
	}
}

func TestAModelIsGivenTheCellsThatMayBeMeant(t *testing.T) {
	d := newDesk(t)
	library(d)
	withTable(d)
	d.Script("Net sales were 1,000 million dollars [1].")
	h := d.ask(Documents, "What were Acme's recurring net sales in 2022?")
	if h.err != nil || h.Answer.Mode != "model" || h.Answer.Figure != nil || len(h.Answer.Citations) != 1 {
		t.Fatalf("%v %+v", h.err, h.Answer)
	}
	if last := d.Prompt(d.Calls() - 1); !strings.Contains(last, "may hold the figure that is asked for") || !strings.Contains(last, `- "Net sales", "2022": $1,000`) || !strings.Contains(last, `<knowledge_base id="1" document="ACME_2023_10K"`) {
		t.Error(last)
	}
}

func TestAFigureIsToldWithTheHeadOfItsColumnWhereThatIsNoTime(t *testing.T) {
	say := messages.In("en")
	f := &rag.CitedFigure{Figure: &store.Figure{Label: "Availability", Shown: "99.5%", Cells: []store.Operand{{Row: "Availability", Column: "Standard", Text: "99.5%", Citation: 1}}}, Citations: []store.Citation{{N: 1}}}
	if told, _ := figureSentence(say, f); told != "Availability, Standard: **99.5%** [1]" {
		t.Error(told)
	}
	f.Cells[0].Column = ""
	if told, _ := figureSentence(say, f); told != "Availability: **99.5%** [1]" {
		t.Error(told)
	}
}
