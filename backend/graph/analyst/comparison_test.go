package analyst

import (
	"fmt"
	"strings"
	"testing"

	"lectern/backend/facts"
	"lectern/backend/graph/rag"
	"lectern/backend/store"
)

// tableOf makes a table in millions of dollars: heads, then rows of a label and a cell for each head, at places of their own.
func tableOf(page int, caption, heads string, rows ...string) store.Table {
	t := store.Table{Page: page, Caption: caption, Confidence: .9, Units: store.Units{Currency: "USD", Exponent: 6, Text: "in millions", From: store.UnitsTable}}
	for h := range strings.SplitSeq(heads, "|") {
		t.Columns = append(t.Columns, store.Column{Heads: []string{h}})
	}
	for i, line := range rows {
		fields := strings.Split(line, "|")
		r := store.Row{Label: fields[0]}
		for k, text := range fields[1:] {
			value := strings.NewReplacer(",", "", "(", "-", ")", "").Replace(text)
			r.Cells = append(r.Cells, store.Cell{Column: k, Text: text, Value: value, Box: store.Box{X0: uint16(10 * k), Y0: uint16(10 * i), X1: uint16(10*k + 5), Y1: uint16(10*i + 5)}})
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

// filing adds a company's filing of a year: its income statement over two years.
func (d *desk) filing(name, company string, year int, sales, income string) {
	d.T.Helper()
	t := tableOf(1, "Consolidated Statements of Income", fmt.Sprintf("%d|%d", year, year-1), "Net sales|"+sales, "Cost of sales|(700)|(600)", "Operating income|"+income, "Net income|225|165")
	c := &store.Content{Reader: "test", Language: "en", Tables: []store.Table{t}}
	p := store.Page{Number: 1, Label: "1"}
	for _, r := range t.Rows {
		from := len(p.Text)
		p.Text += r.Label
		for _, cell := range r.Cells {
			p.Text += " " + cell.Text
		}
		p.Sentences = append(p.Sentences, store.Span{Start: from, End: len(p.Text)})
		p.Text += "\n"
	}
	c.Pages = []store.Page{p}
	c.Passages = []store.Passage{{Page: 1, Table: 1, Rows: store.Span{End: len(t.Rows)}, Span: store.Span{End: len(p.Text)}}}
	id := "id-" + name
	if _, err := d.Workspace.Documents.Add(store.Document{ID: id, Name: name}, c); err != nil {
		d.T.Fatal(err)
	}
	if err := d.Workspace.Descriptions.Edit(id, store.Metadata{Company: company, Year: year, Type: "10-K"}); err != nil {
		d.T.Fatal(err)
	}
}

func filings(t *testing.T) *desk {
	d := newDesk(t)
	d.Facts = &facts.Library{Workspace: d.Workspace}
	d.filing("ACME_2022_10K", "Acme Corporation", 2022, "1,200|1,000", "350|260")
	d.filing("GLOBEX_2022_10K", "Globex Inc.", 2022, "2,400.5|2,000", "300|310")
	d.filing("ACME_2019_10K", "Acme Corporation", 2019, "900|800", "200|180")
	return d
}

// told is a comparison in words: a line for each measure and company.
func (c *Comparison) told() string {
	var out []string
	for _, m := range c.Measures {
		for _, r := range m.Rows {
			var cells []string
			for _, e := range r.Entries {
				if cells = append(cells, e.Shown); e.Gap != "" {
					cells[len(cells)-1] = "(" + e.Gap + ")"
				}
			}
			out = append(out, fmt.Sprintf("%s %s [%s]: %s", m.Label, r.Company, m.Unit, strings.Join(cells, " ")))
		}
	}
	return strings.Join(out, "\n")
}

func TestWithoutAModelCompaniesAndYearsAreCompared(t *testing.T) {
	t.Parallel()
	d := filings(t)
	d.Model = ""
	h := d.ask("Compare net sales and operating income of Acme and Globex, 2020 to 2022")
	if h.err != nil || d.Calls() != 0 || h.Answer.Mode != "figure" || h.Answer.Message != "" {
		t.Errorf("%v, %d calls: %+v", h.err, d.Calls(), h.Answer)
	}
	const want = `Net sales Acme [million USD]: (No table of Acme tells it for 2020) 1,000 1,200
Net sales Globex [million USD]: (No table of Globex tells it for 2020) 2,000 2,400.5
Operating income Acme [million USD]: (No table of Acme tells it for 2020) 260 350
Operating income Globex [million USD]: (No table of Globex tells it for 2020) 310 300`
	c := h.made.Comparison
	if got := c.told(); got != want || c.Unit != "million USD" {
		t.Errorf("%s\n%+v", got, c)
	}
	if c.Cells != 8 || c.Gaps != 4 || c.Worked != 0 || len(c.Added) != 0 {
		t.Errorf("%+v", c.Summed)
	}
	if !strings.Contains(h.Answer.Text, "| Net sales, Acme | – | $1,000 million [1] | $1,200 million [1] |") || len(h.Answer.Citations) != 4 || h.Answer.Citations[0].Quote != "Net sales 1,200 1,000" {
		t.Errorf("%q %+v", h.Answer.Text, h.Answer.Citations)
	}
	if len(h.made.Charts) != 2 || len(h.made.Charts[0].Series) != 2 || h.made.Charts[0].Series[1].Name != "Globex" || h.made.Charts[0].Series[1].Points[1].ID == "" {
		t.Errorf("%+v", h.made.Charts)
	}
}

func TestAComparisonIsExtended(t *testing.T) {
	t.Parallel()
	d := filings(t)
	d.Model = ""
	first := d.ask("Net sales of Acme in 2022")
	if first.err != nil || first.Answer.Figure == nil || first.Answer.Figure.Asked != "1200" {
		t.Fatalf("%v %+v", first.err, first.Answer)
	}
	saved := func(h heard) {
		t.Helper()
		run, err := d.Workspace.Runs.Get(h.Run)
		if err == nil {
			run.Output = rag.MustJSON(h.made)
			err = d.Workspace.Runs.Save(run, "title")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	saved(first)
	for _, x := range []struct{ question, added, want string }{
		{"Add 2021", "2021", "Net sales Acme [million USD]: 1,000 1,200"},
		{"and Globex", "Globex", "Net sales Acme [million USD]: 1,000 1,200\nNet sales Globex [million USD]: 2,000 2,400.5"},
		{"Add operating income", "Operating income", "Net sales Acme [million USD]: 1,000 1,200\nNet sales Globex [million USD]: 2,000 2,400.5\nOperating income Acme [million USD]: 260 350\nOperating income Globex [million USD]: 310 300"},
	} {
		h := d.ask(x.question)
		if h.err != nil || h.made.Comparison == nil || h.made.Comparison.told() != x.want || strings.Join(h.made.Comparison.Added, " ") != x.added {
			t.Fatalf("%s: %v\n%+v", x.question, h.err, h.made.Comparison)
		}
		saved(h)
	}
}

func TestWhatIsAskedOfAComparisonIsWorkedOut(t *testing.T) {
	t.Parallel()
	d := filings(t)
	d.Model = ""
	for question, want := range map[string]string{
		"Which of Acme and Globex had the highest operating income in 2022?": "Highest: Operating income, 2022: Acme: $350 million [1]",
		"By how much did Acme's net sales grow in 2022?":                     "Change of Net sales, Acme, 2021–2022: 20%", // since the year before
		"How did Acme's net sales grow from 2021 to 2022?":                   "Change of Net sales, Acme, 2021–2022: 20%",
		"Rank Globex and Acme by net sales 2021":                             "In order: Net sales, 2021: Globex: $2,000 million; Acme: $1,000 million [1] [2]",
		"Wie hoch war der Nettoumsatz von Acme 2022?":                        "Nettoumsatz, Acme, 2022: 1.200 Mio. USD",
	} {
		h := d.ask(question)
		if h.err != nil || !strings.Contains(h.Answer.Text, want) {
			t.Errorf("%s: %v %q", question, h.err, h.Answer.Text)
		}
		for _, c := range h.made.Calculations {
			if first, _, _ := strings.Cut(c.Shown, ";"); first == "" || !strings.Contains(want, first) {
				t.Errorf("%s: %q", question, c.Shown)
			}
		}
	}
}

func TestAModelWritesOfAClearComparisonAndIsAskedForNothingElse(t *testing.T) {
	t.Parallel()
	d := filings(t)
	d.Script("Acme sold for {{m1}}, Globex for {{m2}}.")
	h := d.ask("Compare the net sales of Acme and Globex in 2022")
	if h.err != nil || d.Calls() != 1 || !strings.HasPrefix(h.Answer.Text, "Acme sold for $1,200 million [1], Globex for $2,400.5 million [2].") || h.Answer.Mode != "model" {
		t.Errorf("%v, %d calls: %q", h.err, d.Calls(), h.Answer.Text)
	}
}

func TestAModelNamesMeasuresAndRowsAndNeverAValue(t *testing.T) {
	t.Parallel()
	d := filings(t)
	d.Script(`{"entities":["Acme"],"periods":["2022"],"document_types":[],"keywords":["net sales"]}`, enough, `{"measures":[{"id":"a","name":"net sales"},{"id":"b","name":"operating income"}],"companies":["Acme","Globex"],"periods":["2021","2022"],
"metrics":[{"id":"x","label":"Costs","company":"Acme","period":"2022","from":"R9","column":""}],
"calculations":[{"id":"k","label":"Operating margin","operation":"share","operands":["b","a"]},{"id":"g","label":"Growth of sales","operation":"growth","operands":["a"]}],
"charts":[{"kind":"bar","of":["k"]}],"primary":"k","finding":""}`, "The margin of Acme was {{c2}}.")
	h := d.ask("How much of each dollar of sales is left to Acme beside Globex?")
	if h.err != nil || d.Calls() != 4 {
		t.Fatalf("%v %d", h.err, d.Calls())
	}
	const want = `net sales Acme [million USD]: 1,000 1,200
net sales Globex [million USD]: 2,000 2,400.5
operating income Acme [million USD]: 260 350
operating income Globex [million USD]: 310 300
Costs Acme []:  (there is no row or figure R9)
Operating margin Acme [%]: 26 29.2
Operating margin Globex [%]: 15.5 12.5
Growth of sales Acme [%]:  20
Growth of sales Globex [%]:  20`
	if got := h.made.Comparison.told(); got != want {
		t.Errorf("%s", got)
	}
	margin := h.made.Comparison.Measures[3].Rows[0].Entries[1]
	if margin.Expression != "100 * c1 / c2" || len(margin.Cells) != 2 || margin.Cells[0].Text != "350" || margin.Cells[1].Text != "1,200" || margin.Cells[0].Citation == 0 {
		t.Errorf("%+v", margin)
	}
	if !strings.HasPrefix(h.Answer.Text, "The margin of Acme was 29.17%") || len(h.made.Charts) != 1 || len(h.made.Charts[0].Series) != 2 || h.made.Charts[0].Unit != "%" {
		t.Errorf("%q %+v", h.Answer.Text, h.made.Charts)
	}
}

// Who asks why is told no figure as the answer.
func TestAReasonIsNoComparison(t *testing.T) {
	t.Parallel()
	d := filings(t)
	d.Model = ""
	if h := d.ask("Why did net sales of Acme rise in 2022?"); h.err != nil || h.made.Comparison != nil || h.Answer.Mode != "passages" {
		t.Errorf("%v %+v %q", h.err, h.made.Comparison, h.Answer.Text)
	}
}

// What begins as an addition and is none asks anew.
func TestAnotherQuestionAddsNothing(t *testing.T) {
	t.Parallel()
	d := filings(t)
	d.Model = ""
	first := d.ask("Net sales of Acme in 2022")
	run, err := d.Workspace.Runs.Get(first.Run)
	if err == nil {
		run.Output = rag.MustJSON(first.made)
		err = d.Workspace.Runs.Save(run, "title")
	}
	if err != nil {
		t.Fatal(err)
	}
	if h := d.ask("Also, who is the auditor?"); h.err != nil || h.made.Comparison != nil || h.Answer.Mode != "passages" {
		t.Errorf("%v %+v %q", h.err, h.made.Comparison, h.Answer.Mode)
	}
}
