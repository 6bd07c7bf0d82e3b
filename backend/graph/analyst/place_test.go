package analyst

import (
	"slices"
	"strings"
	"testing"

	"lectern/backend/facts"
	"lectern/backend/graph/rag"
	"lectern/backend/ingest/metadata"
	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/text"
)

// placed reads a metric from a page and checks it there.
func (d *desk) placed(page string, m facts.Metric) facts.Metric {
	d.T.Helper()
	d.n++
	name := "page" + string(rune('a'+d.n%26)) + string(rune('a'+d.n/26))
	d.Add(name, page)
	ps, err := d.Passages([]string{"id-" + name + "/0"})
	if err != nil || len(ps) != 1 {
		d.T.Fatal(err)
	}
	m.ID, m.Flags = "m1", []string{}
	d.reader().Locate(messages.In("en"), &m, ps[0].Text, m.Written)
	if len(m.Flags) == 0 {
		d.reader().Check(messages.In("en"), &m, ps[0].Text, store.Metadata{})
	}
	return m
}

func TestMetricsAreReadAtTheirPlace(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	const german = "Gewinn- und Verlustrechnung in Mio. €\n2023 2022\nUmsatzerlöse 1.234,5 1.100,0\nErgebnis je Aktie 2,50 2,00\n"
	const japanese = "連結損益計算書（単位：百万円）\n2022年度 2023年度\n売上高 1,577 1,800\n"
	for name, c := range map[string]struct {
		page                  string
		m                     facts.Metric
		value, unit, currency string
		scale, sentence, cell int
		flag                  string
		row, period, written  string
		claimed               int
	}{
		"decimals stay":        {page: income, row: "Revenue", written: "1,577.00", period: "2022", claimed: 6, value: "1577.00", currency: "USD", scale: 6, sentence: 3},
		"brackets are a minus": {page: income, row: "Net income", written: "(120)", period: "2022", claimed: 6, value: "-120", currency: "USD", scale: 6, sentence: 4},
		"a minus left out":     {page: income, row: "Net income", written: "120", period: "2022", claimed: 6, value: "-120", currency: "USD", scale: 6, sentence: 4},
		"scale not said":       {page: income, row: "Revenue", written: "1,577.00", period: "2022", claimed: -1, value: "1577.00", currency: "USD", scale: 6, sentence: 3},
		"per share":            {page: income, row: "Earnings per share", written: "2.50", period: "2022", claimed: -1, value: "2.50", scale: 0, sentence: 5},
		"second column":        {page: income, row: "Net income", written: "100", period: "FY2021", claimed: 6, value: "100", currency: "USD", scale: 6, sentence: 4, cell: 1},
		"wrong column":         {page: income, row: "Net income", written: "100", period: "2022", claimed: 6, value: "100", currency: "USD", scale: 6, sentence: 4, cell: 1, flag: "column of 2021"},
		"wrong scale":          {page: income, row: "Revenue", written: "1,577.00", period: "2022", claimed: 3, value: "1577.00", currency: "USD", scale: 6, sentence: 3, flag: "in millions"},
		"German":               {page: german, row: "Umsatzerlöse", written: "1.234,5", period: "2023", claimed: 6, value: "1234.5", currency: "EUR", scale: 6, sentence: 2},
		"German, per share":    {page: german, row: "Ergebnis je Aktie", written: "2,50", period: "2023", claimed: -1, value: "2.50", scale: 0, sentence: 3},
		"Japanese":             {page: japanese, row: "売上高", written: "1,577", period: "2022年度", claimed: 6, value: "1577", currency: "JPY", scale: 6, sentence: 2},
		"Japanese, other year": {page: japanese, row: "売上高", written: "1,577", period: "2023年度", claimed: 6, value: "1577", currency: "JPY", scale: 6, sentence: 2, flag: "column of 2022"},
		"prose":                {page: "In 2022 revenue was $1.58 billion.\n", row: "revenue", written: "$1.58 billion", period: "2022", claimed: 9, value: "1.58", currency: "$", scale: 9},
		"prose, bracketed":     {page: "In 2022 revenue (up 12 %) was ($1.58 billion).\n", row: "revenue", written: "12 %", period: "2022", claimed: -1, value: "12", unit: "%"},
		"prose, other year":    {page: "In 2021 revenue was $1.58 billion.\n", row: "revenue", written: "$1.58 billion", period: "2022", claimed: 9, value: "1.58", currency: "$", scale: 9, flag: "speaks of 2021"},
		"prose, other scale":   {page: "In 2022 revenue was $1.58 billion.\n", row: "revenue", written: "1.58", period: "2022", claimed: 6, value: "1.58", currency: "$", scale: 9, flag: "written in billions"},
		"no scale there":       {page: "2022 2021\nRevenue 15 12\n", row: "Revenue", written: "15", period: "2022", claimed: 6, value: "15", scale: 6, sentence: 1, flag: "nothing at its place says"},
		"no period there":      {page: "Revenue 15 12\n", row: "Revenue", written: "15", period: "2022", claimed: -1, value: "15", flag: "nothing at its place speaks of 2022"},
		"a dash is a cell":     {page: "2022 2021 2020\nSpecial items — 15 12\n", row: "Special items", written: "15", period: "2021", claimed: -1, value: "15", sentence: 1, cell: 1},
		"wrapped name":         {page: "2022 2021\nCash provided by\noperating activities 15 12\n", row: "Cash provided by operating activities", written: "15", period: "2022", claimed: -1, value: "15", sentence: 2},
		"stacked heads":        {page: "2022\n2021\nRevenue 15 12\n", row: "Revenue", written: "12", period: "2021", claimed: -1, value: "12", sentence: 2, cell: 1},
		"its row among equals": {page: "2022 2021\nOther 15 12\nRevenue 15 12\n", row: "Revenue", written: "15", period: "2022", claimed: -1, value: "15", sentence: 2},
		"other words in prose": {page: "In 2022 net sales of rockets were $15 million.\n", row: "sales of all rockets", written: "15", period: "2022", claimed: 6, value: "15", currency: "$", scale: 6},
		"nothing in common":    {page: "In 2022 net sales were $15 million.\n", row: "Operating profit", written: "15", period: "2022", claimed: 6, value: "15", currency: "$", scale: 6, flag: "row isn't called"},
		"words of the row":     {page: "2022 2021\nTotal current assets, net 15 12\n", row: "Current assets net", written: "15", period: "2022", claimed: -1, value: "15", sentence: 1},
		"no name":              {page: "2022 2021\nAssets 15 12\n", written: "15", period: "2022", claimed: -1, value: "15", sentence: 1, flag: "isn't said what its row"},
		"neighbouring row":     {page: "2022 2021\nOther 16 12\nRevenue 15 12\n", row: "Revenue", written: "16", period: "2022", claimed: -1, value: "16", sentence: 1, flag: "row isn't called"},
		"another currency":     {page: "Revenue was €15 million in 2022.\n", row: "Revenue", written: "15", period: "2022", claimed: 6, value: "15", currency: "EUR", scale: 6},
		"basis points":         {page: "The margin rose by 50 basis points in 2022.\n", row: "margin", written: "50 basis points", period: "2022", claimed: -1, value: "50", unit: "pp", scale: -2},
		"not there":            {page: income, row: "Revenue", written: "1,577.01", period: "2022", claimed: 6, value: "1577.01", sentence: -1, flag: "isn't in the passage"},
	} {
		m := d.placed(c.page, facts.Metric{Label: c.row, Row: c.row, Written: c.written, Period: c.period, Claimed: c.claimed})
		flags := strings.Join(m.Flags, "; ")
		if m.Value != c.value || m.Unit != c.unit || m.Currency != c.currency || m.Exponent != c.scale || m.Sentence != c.sentence || m.Cell != c.cell ||
			(flags == "") != (c.flag == "") || !strings.Contains(flags, c.flag) {
			t.Errorf("%s: %+v", name, m)
		}
	}
}

func TestTheScaleMayStandOnThePageBefore(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Add("Long", "Balance sheets (in thousands)\n2022 2021\nCash 1 2\n", "2022 2021\nDebt 15 12\n")
	ps, err := d.Passages([]string{"id-Long/1"})
	if err != nil {
		t.Fatal(err)
	}
	m := facts.Metric{ID: "m1", Row: "Debt", Period: "2022", Claimed: 3}
	if d.reader().Locate(messages.In("en"), &m, ps[0].Text, "15"); m.Exponent != 3 {
		t.Errorf("%+v", m)
	}
	if d.reader().Check(messages.In("en"), &m, ps[0].Text, store.Metadata{}); len(m.Flags) != 0 {
		t.Errorf("%+v", m)
	}
}

func TestACurrencyThatThePlaceContradictsIsFlagged(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	m := d.placed("in Mio. €\n2022 2021\nUmsatz 15 12\n", facts.Metric{Row: "Umsatz", Written: "15", Period: "2022", Claimed: 6, Currency: "USD"})
	if len(m.Flags) != 1 || m.Flags[0] != "it is in EUR, not USD" {
		t.Errorf("%+v", m)
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
	m := facts.Metric{ID: "m1", Label: "Revenue", Row: "Revenue", Period: "2022", Claimed: 6, Flags: []string{}}
	d.reader().Locate(messages.In("en"), &m, ps[0].Text, "1,577.00")
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
		of("m7", "9", "2022", unit("%")), of("m8", "1", "2022", func(m *facts.Metric) { m.Flag("wrong") }), of("m9", "0.002", "2021", scaled(9)), of("m10", "3", "2022")}
	for name, c := range map[string]struct {
		kind, metrics, labels, values, wrong string
	}{
		"line":             {line, "m3 m1 m2", "2020 2021 2022", "1 2.50 3", ""},
		"bars of a period": {bar, "m3 m5", "Revenue Costs", "3 7", ""},
		"pie":              {pie, "m3 m5", "Revenue Costs", "3 7", ""},
		"other scale":      {bar, "m1 m9", "2020 2021", "1 2", ""},
		"negative pie":     {pie, "m3 m6", "", "", "negative"},
		"pie of periods":   {pie, "m1 m2", "", "", "one period"},
		"units":            {bar, "m3 m7", "", "", "different units"},
		"flagged":          {bar, "m3 m8", "", "", "can't be relied on: wrong"},
		"unknown":          {bar, "m3 ?q", "", "", "shows was not found"},
		"single":           {bar, "m3", "", "", "fewer than two"},
		"twice":            {bar, "m3 m10 m1", "", "", "same thing and period"},
		"holes":            {line, "m1 m2 m5", "", "", "missing"},
		"line of a period": {line, "m3 m5", "", "", "several periods"},
		"unknown kind":     {"radar", "m3 m5", "", "", "no kind"},
		"too many":         {line, "m1 m2 m3 m4 m5", "", "", "more than 4"},
	} {
		got, err := ChartSpec{Kind: c.kind, Metrics: strings.Fields(c.metrics)}.drawn(ms, 4, "en")
		if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil && (strings.Join(got.Labels, " ") != c.labels || strings.Join(values(got.Series[0]), " ") != c.values || got.Unit != "million USD") {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if out := suggested(ms[:5], 3, 10); len(out) != 1 || out[0].Kind != line || len(out[0].Metrics) != 4 {
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
	m := facts.Metric{ID: "m1", Label: "Revenue", Row: "Revenue", Period: "2022", Claimed: 6, Flags: []string{}}
	d.reader().Locate(messages.In("en"), &m, ps[0].Text, "1,577.00")
	s := State{Analysis: Analysis{Metrics: []facts.Metric{m}}}
	const draft = "It was ${{m1}} million in 2022 [2]. That is $ {{ m1 }} USD, {not} {{m2}} or {{{m1}}}. US$ {{m1}}, EUR {{m1}}. In {{m1"
	const want = "It was 1,577.00 million USD [1] in 2022 [2]. That is 1,577.00 million USD [1], {not} ⚠ or {1,577.00 million USD [1]}. 1,577.00 million USD [1], 1,577.00 million USD [1]. In m1"
	for size := range 40 {
		r := d.renderer(s, ps, nil, nil)
		for at := 0; at < len(draft); at += size + 1 {
			r.Write(draft[at:min(len(draft), at+size+1)])
		}
		r.Close()
		if got := r.Answer.String(); got != want {
			t.Fatalf("in pieces of %d:\n%q\n%q", size+1, got, want)
		}
		if c := r.citations(); len(c) != 2 || c[0].Quote != "Revenue 1,577.00 1,261.60" || c[0].Passage != "id-Acme/0" {
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

func TestTheFirstFiguresOfAPassageAreToldTheirUnits(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Add("Split", income)
	ps, err := d.Passages([]string{"id-Split/0"})
	if err != nil {
		t.Fatal(err)
	}
	p := ps[0]
	p.Text.Text = p.Text.Text[strings.Index(p.Text.Text, "Revenue"):]
	if got := d.withUnits([]rag.Passage{p})[0].Text.Text; !strings.HasPrefix(got, "[above on this page: (in millions of US dollars") {
		t.Error(got)
	}
	if !slices.Equal(text.YearNames("FY22, Q3 '21 and 2019 to 2019"), []string{"2022", "2021", "2019"}) {
		t.Error(text.YearNames("FY22, Q3 '21 and 2019 to 2019"))
	}
}
