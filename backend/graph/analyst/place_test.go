package analyst

import (
	"strings"
	"testing"

	"lectern/backend/facts"
	"lectern/backend/graph/rag"
	"lectern/backend/ingest/metadata"
	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/text"
)

// revenue2022 is a metric read from a sentence of the library's first passage.
func (d *desk) revenue2022() facts.Metric {
	d.T.Helper()
	ps, err := d.Passages([]string{"id-Acme/0"})
	if err != nil || len(ps) != 1 {
		d.T.Fatal(err)
	}
	const sentence = 2
	f := text.Figures(ps[0].Sentences[sentence], "")
	return facts.Metric{ID: "m1", Label: "Revenue", Period: "2022", Figure: facts.InSentence(ps[0].Text, sentence, f[0]), Flags: []string{}}
}

func TestFiguresAreTakenByReference(t *testing.T) {
	t.Parallel()
	row := facts.TableRow{Document: "d", Doc: "Acme", Page: 3, Label: "Net sales", Cells: []store.Operand{
		{Row: "Net sales", Column: "2022", Period: "2022", Value: "1577000000", Scale: 6, Unit: "USD", Text: "1,577"},
		{Row: "Net sales", Column: "2021", Period: "2021", Value: "1261600000", Scale: 6, Unit: "USD", Text: "1,261.6"},
	}}
	passage := rag.Passage{}
	passage.Sentences = []string{"In 2022 the revenue was $1.58 billion."}
	c := candidates{rows: []facts.TableRow{row}, figures: []inSentence{{passage, 1, 0, text.Figures(passage.Sentences[0], "")[0]}}}
	for name, x := range map[string]struct {
		reply            metricReply
		value, gap, flag string
	}{
		"by its head":        {metricReply{From: "R1", Column: "2021"}, "1261600000", "", ""},
		"by its period":      {metricReply{From: "R1", Period: "2022"}, "1577000000", "", ""},
		"a small letter":     {metricReply{From: "r1", Column: "2022"}, "1577000000", "", ""},
		"another period":     {metricReply{From: "R1", Column: "2021", Period: "2022"}, "1261600000", "", "column of 2021"},
		"no such column":     {metricReply{From: "R1", Column: "2019"}, "", "no single column 2019", ""},
		"no column":          {metricReply{From: "R1"}, "", "no single column", ""},
		"no such row":        {metricReply{From: "R2", Column: "2021"}, "", "no row or figure R2", ""},
		"no place":           {metricReply{}, "", "isn't said where", ""},
		"a letter alone":     {metricReply{From: "R"}, "", "no row or figure R", ""},
		"a sentence":         {metricReply{From: "F1", Period: "2022"}, "1580000000", "", ""},
		"of another year":    {metricReply{From: "F1", Period: "2021"}, "1580000000", "", "speaks of 2022"},
		"no such figure":     {metricReply{From: "F9"}, "", "no row or figure F9", ""},
		"none of the places": {metricReply{From: "Q1"}, "", "no row or figure Q1", ""},
	} {
		m := facts.Metric{Period: x.reply.Period, Flags: []string{}}
		value := ""
		if f := c.figure(messages.In("en"), &m, x.reply); f != nil {
			value = f.Value
		}
		flags := strings.Join(m.Flags, "; ")
		if value != x.value || (m.Gap == "") != (x.gap == "") || !strings.Contains(m.Gap, x.gap) || (flags == "") != (x.flag == "") || !strings.Contains(flags, x.flag) {
			t.Errorf("%s: %q %+v", name, value, m)
		}
	}
}

// failuresOf are those of a draft and of its answer.
func (d *desk) failuresOf(s State, draft string, offered []rag.Passage) []Failure {
	d.T.Helper()
	for _, p := range offered {
		s.Response.Offered = append(s.Response.Offered, p.Ref.String())
	}
	a, err := d.whole(s, draft)
	if err == nil {
		err = d.Prove(say(s), s.Question, &a)
	}
	if err != nil {
		d.T.Fatal(err)
	}
	return d.Workflow.failures(s, a, draft, offered)
}

func TestNoFigureHidesFromTheAudit(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	ps, err := d.Passages([]string{"id-Acme/0", "id-Acme/1"})
	if err != nil {
		t.Fatal(err)
	}
	m := d.revenue2022()
	s := State{Conversation: rag.Conversation{Turn: rag.Turn{Question: "Is it above 3,210?"}}, Analysis: Analysis{Metrics: []facts.Metric{m}}}
	for draft, figure := range map[string]string{
		"It rose by 77% [1].": "77%", "## Up 77%": "77%", "`77%`": "77%", "```\n77%\n```": "77%", "$$x = 77\\%$$": "77%", "$\\frac{7{,}777}{2} = 3888$": "7,777", "It rose [by 77%] [1].": "77%",
		"| a | 77% |": "77%", "- It rose by 77%.": "77%", "> 77%": "77%", "1. It rose. By 77%": "77%", "**77%**": "77%", "資料では77%です。": "77%", "Er stieg um 77 Prozent.": "77 Prozent",
	} {
		out := d.failuresOf(s, draft, ps)
		if len(out) == 0 || out[0].Figure != figure || !strings.Contains(draft, out[0].Where) {
			t.Errorf("%q: %+v", draft, out)
		}
	}
	for _, draft := range []string{
		"It was {{m1}} in 2022 [1].", "It was 1,577.00 million [1].", "It was {{m1}} in 2022. It was about $1.58 billion.", "It employs 5,000 people [2].", "It employs 5,000 people. See [2].",
		"Not above 3,210.", "In Q3 2022, on page 3, note 5.", "$$x = \\frac{a}{b}$$", "1. First [1]\n2. Second [1-2]",
	} {
		if out := d.failuresOf(s, draft, ps); len(out) != 0 {
			t.Errorf("%q: %+v", draft, out)
		}
	}
	for draft, check := range map[string]string{"See [3].": checkCitation, "It was {{m2}}.": checkID, "It was {{m1.": checkID} {
		if out := d.failuresOf(s, draft, ps); len(out) != 1 || out[0].Check != check {
			t.Errorf("%q: %+v", draft, out)
		}
	}
}

func TestWhatNothingProvesIsMarked(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for draft, want := range map[string]string{
		"It rose by 77% and 88%. It fell.": "It rose by 77% ⚠ and 88% ⚠. It fell.", "$$x = 7{,}777$$": "$$x = 7{,}777$$ ⚠", "A 77%.\nB 77%.": "A 77% ⚠.\nB 77% ⚠.",
	} {
		a, err := d.marked(State{}, draft, d.failuresOf(State{}, draft, nil))
		if err != nil || !strings.HasPrefix(a.Text, want+"\n\n**Failed checks**") {
			t.Errorf("%q: %q %v", draft, a.Text, err)
		}
	}
}

func TestChartsAreMadeOfMetricsOrNotAtAll(t *testing.T) {
	t.Parallel()
	ms := []facts.Metric{of("m1", "1", "2020"), of("m2", "2.50", "2021"), of("m3", "3", "2022"), of("m4", "4", "2023"),
		of("m5", "7", "2022", func(m *facts.Metric) { m.Label = "Costs" }), of("m6", "-7", "2022", func(m *facts.Metric) { m.Label = "Loss" }),
		of("m7", "9", "2022", unit("%")), of("m8", "1", "2022", func(m *facts.Metric) { m.Flag("wrong") }), of("m9", "2", "2021"), of("m10", "3", "2022")}
	for name, c := range map[string]struct {
		kind, metrics, labels, values, wrong string
	}{
		"line":             {line, "m3 m1 m2", "2020 2021 2022", "1 2.5 3", ""},
		"bars of a period": {bar, "m3 m5", "Revenue Costs", "3 7", ""},
		"pie":              {pie, "m3 m5", "Revenue Costs", "3 7", ""},
		"negative pie":     {pie, "m3 m6", "", "", "negative"},
		"pie of periods":   {pie, "m1 m2", "", "", "one period"},
		"units":            {bar, "m3 m7", "", "", "different units"},
		"flagged":          {bar, "m3 m8", "", "", "can't be relied on: wrong"},
		"unknown":          {bar, "m3 ?q", "", "", "shows was not found"},
		"single":           {bar, "m3", "", "", "fewer than two"},
		"twice":            {bar, "m3 m10 m1", "", "", "same thing and period"},
		"holes":            {line, "m1 m2 m5", "2020 2021 2022", "1 2.5 ", ""},
		"line of a period": {line, "m3 m5", "", "", "several periods"},
		"unknown kind":     {"radar", "m3 m5", "", "", "no kind"},
		"too many":         {line, "m1 m2 m3 m4 m5", "", "", "more than 4"},
	} {
		got, err := ChartSpec{Kind: c.kind, Metrics: strings.Fields(c.metrics)}.drawn(Analysis{Metrics: ms}, 4, "en")
		if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil && (strings.Join(got.Labels, " ") != c.labels || strings.Join(values(got.Series[0]), " ") != c.values || got.Unit != "million USD") {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if out := (Analysis{Metrics: ms[:5]}).suggested(3); len(out) != 1 || out[0].Kind != bar || len(out[0].Metrics) != 4 {
		t.Errorf("%+v", out)
	}
}

func TestTheTextIsTheSameInWhateverPiecesItComes(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	library(d)
	ps, err := d.Passages([]string{"id-Acme/0", "id-Acme/1"})
	if err != nil {
		t.Fatal(err)
	}
	m := d.revenue2022()
	s := State{Analysis: Analysis{Metrics: []facts.Metric{m}}}
	const draft = "It was ${{m1}} million in 2022 [2]. That is $ {{ m1 }} USD, {not} {{m2}} or {{{m1}}}. US$ {{m1}}, EUR {{m1}}. In {{m1"
	const want = "It was $1,577 million [1] in 2022 [2]. That is $1,577 million [1], {not} ⚠ or {$1,577 million [1]}. $1,577 million [1], $1,577 million [1]. In m1"
	for size := range 40 {
		r := d.renderer(s, ps, nil, nil)
		for at := 0; at < len(draft); at += size + 1 {
			r.Write(draft[at:min(len(draft), at+size+1)])
		}
		r.Close()
		if got := r.Answer.String(); got != want {
			t.Fatalf("in pieces of %d:\n%q\n%q", size+1, got, want)
		}
		if c := r.citations(); len(c) != 2 || c[0].Quote != "The revenue of Acme was $1,577.00 million in 2022." || c[0].Passage != "id-Acme/0" {
			t.Errorf("%+v", c)
		}
	}
}

func TestSearchesAreLimitedByMetadataAndThePersonsWins(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, name := range []string{"Acme 2021 10K", "Acme 2022 10K", "Acme 2023 8K", "Globex 2022 10K"} {
		d.Add(name, income)
	}
	d.Add("Notes", income)
	in := func(f Filter, docs []store.Document) string {
		return strings.Join(rag.IDs(docs), " ") + " " + f.words(messages.In("en"))
	}
	filtered := func(q Processed, attempt int) string {
		t.Helper()
		library, err := d.Library(nil)
		if err != nil {
			t.Fatal(err)
		}
		about, err := metadata.Metadata(d.Workspace, library)
		if err != nil {
			t.Fatal(err)
		}
		docs, f := d.filter(q, attempt, library, about)
		return in(f, docs)
	}
	acme := Processed{Entities: []string{"Acme Inc."}, Periods: []string{"FY 2021"}, Types: []string{"10-K filing"}}
	if got := filtered(acme, 0); !strings.HasPrefix(got, "id-Acme 2021 10K id-Acme 2022 10K 2 of 5 documents (company: Acme Inc.; year: 2021") {
		t.Error(got)
	}
	if got := filtered(acme, 1); !strings.HasPrefix(got, "id-Acme 2021 10K id-Acme 2022 10K id-Acme 2023 8K 3 of") { // a later attempt looks wider
		t.Error(got)
	}
	if got := filtered(Processed{Entities: []string{"Initech"}, Periods: []string{"1999"}}, 0); !strings.Contains(got, "id-Globex") {
		t.Error("a name that fits nothing limits nothing", got)
	}
	edit := func(document string, m store.Metadata) {
		t.Helper()
		if err := d.Workspace.Descriptions.Edit(document, m); err != nil {
			t.Fatal(err)
		}
	}
	edit("id-Notes", store.Metadata{Company: "Acme", Year: 2021, Type: "Form 10-K"})
	if got := filtered(acme, 0); !strings.Contains(got, "id-Notes") {
		t.Error("the person's word must win", got)
	}
	edit("id-Notes", store.Metadata{Company: "Acme", Type: "Travel expenses"})
	edit("id-Acme 2021 10K", store.Metadata{Company: "Acme", Year: 1999, Type: "10-K"})
	if got := filtered(acme, 0); strings.Contains(got, "id-Acme 2021") || strings.Contains(got, "id-Notes") {
		t.Error("the person's year and type must win", got)
	}
	if got := filtered(Processed{Entities: []string{"Acme"}, Types: []string{"travel expenses"}}, 0); got != "id-Notes 1 of 5 documents (company: Acme; type: travel expenses)" {
		t.Error("a type of the person's own limits as well", got)
	}
}
