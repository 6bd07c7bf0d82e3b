package facts

import (
	"strings"
	"testing"

	"lectern/backend/store"
	"lectern/backend/text"
)

// tableOf draws a table: heads, then rows of a label and cells; "Parent › Label" stands under a heading.
func tableOf(page int, caption string, exponent int, heads string, rows ...string) store.Table {
	t := store.Table{Page: page, Caption: caption, Confidence: .9, Units: store.Units{Currency: "USD", Exponent: exponent, Text: "in millions", From: store.UnitsTable}}
	if exponent == 0 {
		t.Units = store.Units{}
	}
	for h := range strings.SplitSeq(heads, "|") {
		t.Columns = append(t.Columns, store.Column{Heads: []string{strings.TrimSpace(h)}})
	}
	for _, line := range rows {
		fields := strings.Split(line, "|")
		r := store.Row{Label: strings.TrimSpace(fields[0])}
		if parent, label, ok := strings.Cut(r.Label, " › "); ok {
			r.Parents, r.Label = []string{parent}, label
		}
		for i, f := range fields[1:] {
			if f = strings.TrimSpace(f); f != "" {
				value := strings.NewReplacer(",", "", "$", "", "%", "").Replace(f)
				if rest, ok := strings.CutPrefix(value, "("); ok {
					value = "-" + strings.TrimSuffix(rest, ")")
				}
				c := store.Cell{Column: i, Text: f, Value: value}
				c.Units.Percent = strings.HasSuffix(f, "%")
				r.Cells = append(r.Cells, c)
			}
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

// acme is a filing of a year that ends in June.
func acme() *Document {
	return Read(About{ID: "1", Name: "ACME_2023_10K", Company: "Acme Corp.", Year: 2023, Type: "10-K"}, []store.Table{
		tableOf(10, "Consolidated Statements of Income for the years ended June 30,", 6, "2023|2022",
			"Net sales|1,200|1,000", "Cost of sales|(700)|(600)", "Gross profit|500|400", "Selling, general and administrative expenses|(150)|(140)",
			"Operating income|350|260", "Interest expense|(50)|(40)", "Income before income taxes|300|220", "Income tax expense|(75)|(55)", "Net income|225|165"),
		tableOf(11, "Consolidated Balance Sheets as of June 30,", 6, "2023|2022",
			"Cash and cash equivalents|90|80", "Accounts receivable, net|110|100", "Inventories, net|140|120", "Prepaid expenses|10|10", "Total current assets|350|310",
			"Property, plant and equipment, net|650|600", "Goodwill|200|200", "Other assets|50|40", "Total assets|1,250|1,150",
			"Accounts payable|100|90", "Accrued liabilities|75|65", "Total current liabilities|175|155", "Long-term debt|400|420", "Other liabilities|25|25",
			"Total liabilities|600|600", "Retained earnings|500|400", "Total equity|650|550"),
		tableOf(12, "Consolidated Statements of Cash Flows for the years ended June 30,", 6, "2023|2022",
			"Net income|225|165", "Depreciation and amortization|60|55", "Change in inventories|(20)|(10)", "Other|5|0", "Net cash provided by operating activities|270|210",
			"Purchases of property, plant and equipment|(110)|(100)", "Proceeds from sales of property, plant and equipment|5|5", "Net cash used in investing activities|(105)|(95)",
			"Dividends paid|(60)|(50)", "Repayment of long-term debt|(20)|(20)", "Net cash used in financing activities|(155)|(110)", "Cash at end of year|90|80"),
		tableOf(30, "Net sales by region for the years ended June 30,", 6, "2023|2022", "Europe|500|450", "Asia|400|350", "Americas|300|200", "Total|1,200|1,000"),
		tableOf(31, "Stores at the end of fiscal 2023", 0, "Outlets|Depots", "Texas|12|4", "Ohio|7|3", "Total|19|7"),
		tableOf(32, "Maturities of long-term debt", 6, "Amount", "2024|25", "2025|75", "2026|300"),
	})
}

func TestAFigureIsReadFromItsCell(t *testing.T) {
	d := acme()
	for question, want := range map[string]string{
		"net sales 2023?": "1200",
		"What was Acme's gross profit in FY2022, in USD billions, two decimals?": "0.4",
		"acme inventory june 2022":                                                                        "120",
		"how much did acme spend on plant in 2023":                                                        "110",
		"What were net sales in Europe in fiscal 2022?":                                                   "450",
		"How many outlets were there in Ohio at the end of fiscal 2023?":                                  "7",
		"How much of the long-term debt matures in 2025?":                                                 "75",
		"What share of total assets was goodwill at the end of 2023?":                                     "16",
		"By what percentage did net sales in Asia grow from 2022 to 2023?":                                "14.3",
		"What was the growth in net sales in 2023?":                                                       "20",
		"By how much did total assets change between 2022 and 2023?":                                      "100",
		"What is the current ratio at year end FY2023? Round to two decimals.":                            "2",
		"What was the operating margin in 2023?":                                                          "29.2",
		"Free cash flow is defined as: cash from operations - capital expenditures. What was it in 2023?": "160",
		"What is the FY2023 inventory turnover? It is defined as: cost of sales / (average inventory between FY2022 and FY2023). Round to two decimals.": "5.38",
		"What was the two-year average of operating income over 2022 and 2023?":                                                                          "305",
		"How much were net sales in Europe and Asia together in 2023?":                                                                                   "900",
		"Wie hoch war der Umsatz 2023?":                 "1200",
		"Wie hoch waren die Vorräte zum 30. Juni 2022?": "120",
		"2023年度の営業利益はいくらですか？":                           "350",
	} {
		r := d.Answer(question)
		if r.Figure == nil {
			t.Errorf("%s: declined, near %+v", question, r.Near)
		} else if r.Figure.Asked != want {
			t.Errorf("%s: %s, not %s: %+v", question, r.Figure.Asked, want, r.Figure)
		}
	}
}

func TestWhatNoCellSaysIsDeclined(t *testing.T) {
	d := acme()
	for _, question := range []string{
		"What were net sales in 2019?", "What were net sales in Brazil in 2023?", "What was the operating income of the Outlets segment in Texas in 2023?",
		"Did net sales grow in 2023?", "How many times did Acme's operating income cover its interest in 2023?", "How many days of sales did receivables stand for in 2023?",
		"What were adjusted net sales in 2023?", "What were the net sales to Initech in 2023?",
		"What is the EBITDAX of Acme in 2023? EBITDAX is defined as: operating income + exploration.",
	} {
		if r := d.Answer(question); r.Figure != nil {
			t.Errorf("%s: %s from %+v", question, r.Figure.Asked, r.Figure.Cells)
		}
	}
}

// What is asked for a share of a company, or as a part of something, is told by no cell that counts other things.
func TestACellOfAnotherSortIsNoAnswer(t *testing.T) {
	d := Read(About{ID: "1", Name: "ACME_2023_10K", Company: "Acme Corp.", Year: 2023, Type: "10-K"}, []store.Table{
		tableOf(10, "Notes", 6, "2023|2022", "Weighted-average shares, diluted|5,708|5,632", "Dividends (per share, $1.48 and $1.40 in 2023 and 2022)|6,320|6,043",
			"Total cash and short-term investments|111,262|104,757", "Short-term investments|76,558|90,826"),
	})
	for _, question := range []string{
		"What were Acme's diluted earnings per share in 2023?", "What did Acme earn per share (diluted) in 2023?", "What share of its income did Acme pay out as dividends in 2023?",
		"Total cash and short-term investments plus short-term investments, 2023?",
	} {
		if r := d.Answer(question); r.Figure != nil {
			t.Errorf("%s: %s from %+v", question, r.Figure.Asked, r.Figure.Cells)
		}
	}
	if r := d.Answer("weighted-average shares, diluted, 2023?"); r.Figure == nil || r.Figure.Asked != "5708" {
		t.Errorf("%+v", r)
	}
}

func TestTheFormulaAndItsCellsAreTold(t *testing.T) {
	f := acme().Answer("What was the growth in net sales in 2023?").Figure
	if f == nil || f.Formula != `\frac{1{,}200 - 1{,}000}{1{,}000}` || f.Unit != "%" || len(f.Cells) != 3 || f.Cells[0].Page != 10 || f.Cells[0].Row != "Net sales" || f.Cells[1].Text != "1,000" {
		t.Errorf("%+v", f)
	}
}

func TestEveryFigureOfADocumentIsListed(t *testing.T) {
	d, n := acme(), 0
	for _, table := range d.tables {
		for _, r := range table.part.Rows {
			n += len(r.Cells)
		}
	}
	if all := d.Figures(); len(all) != n || all[0].Value != "1200000000" || all[0].Period != "12 months 2023" && all[0].Period != "2023" {
		t.Errorf("%d of %d: %+v", len(all), n, all[0])
	}
}

// Who asks for a reason is told no figure.
func TestAReasonIsNoFigure(t *testing.T) {
	d := acme()
	for _, question := range []string{"Why did net sales rise in 2023?", "What drove the change in net sales in 2023?", "Warum stieg der Umsatz 2023?"} {
		if f := d.Answer(question).Figure; f != nil {
			t.Errorf("%s: %s", question, f.Asked)
		}
	}
}

// A name doesn't run across what parts it: capital expenditures as a share of revenue are no cost of revenue.
func TestANameIsOneRunOfWords(t *testing.T) {
	d := acme()
	if f := d.Answer("What was capex as a % of net sales in 2023?").Figure; f == nil || f.Asked != "9.2" || f.Cells[0].Text != "(110)" || f.Cells[1].Text != "1,200" {
		t.Errorf("%+v", f)
	}
	if f := d.Answer("What was the unadjusted EBITDA % margin in 2023?").Figure; f == nil || f.Asked != "34.2" {
		t.Errorf("%+v", f)
	}
}

func TestAQuestionIsReadAsPeopleTypeIt(t *testing.T) {
	d := acme()
	for question, want := range map[string]string{
		"what acme still owes its suppliers (accounts payable) 30 june 2023": "100",
		"What were net sales in 2022, according to the fiscal 2023 10-K?":    "1000",
		"in the 2023 annual report of acme, goodwill 2022?":                  "200",
		"acme gross proft 2023": "500",
		"I'd like to know the goodwill that Acme reported for 2023.": "200",
		"net sales europe yr to 6/30/23":                             "500",
		"acme net sales 23 vs 22, up how many %":                     "20",
		"how much did net sales go up in 2023":                       "200",
		"goodwill at the end of june 22":                             "200",
		"acme dividends pd in the 12 months to june 2023 in m":       "60",
	} {
		got := d.Answer(question)
		if got.Figure == nil || got.Figure.Asked != want {
			t.Errorf("%s: %v, not %s", question, got.Figure, want)
		}
	}
}

func TestARatioIsWorkedOutWhereARowOfItsNameIsAnAmount(t *testing.T) {
	d := Read(About{ID: "1", Name: "ACME_2023_10K", Company: "Acme Corp.", Year: 2023, Type: "10-K"}, []store.Table{
		tableOf(10, "Consolidated Statements of Income for the years ended June 30,", 6, "2023|2022", "Net sales|1,200|1,000", "Cost of sales|(700)|(600)", "Operating income|350|260", "Net income|225|165"),
		tableOf(11, "Consolidated Balance Sheets as of June 30,", 6, "2023|2022", "Inventories|121|120", "Total current assets|350|310", "Total assets|1,250|1,150", "Accounts payable|100|90", "Total current liabilities|175|155", "Total equity|650|550"),
		tableOf(50, "Summary financial information of associates for the years ended June 30,", 6, "2023|2022", "Revenue|300|280", "Gross margin|90|85"),
	})
	for question, want := range map[string]string{"acme gross margin 2023": "41.7", "days payable for Acme, fiscal 2023?": "49.47"} {
		if got := d.Answer(question); got.Figure == nil || got.Figure.Asked != want {
			t.Errorf("%s: %+v, not %s", question, got.Figure, want)
		}
	}
}

func TestAWordThatSaysWhichOneIsMeantMustBeExplained(t *testing.T) {
	d := acme()
	for _, question := range []string{
		"What were Acme's digital net sales in Europe in fiscal 2023?", "acme us net sales 2023", "How many employees did Acme have in Texas at the end of fiscal 2023?",
	} {
		if got := d.Answer(question); got.Figure != nil {
			t.Errorf("%s: %s", question, got.Figure.Asked)
		}
	}
}

func TestAWordWithOneLetterWrongIsTheOtherOne(t *testing.T) {
	for word, right := range map[string]string{"proft": "profit", "devlopment": "development", "reciept": "receipt", "sals": "sales", "goodwilll": "goodwill"} {
		if !text.Mistyped(word, right) {
			t.Errorf("%s isn't %s", word, right)
		}
	}
	for word, other := range map[string]string{"stores": "shares", "profit": "profit", "oil": "soil", "rent": "went", "sale": "salary"} {
		if text.Mistyped(word, other) {
			t.Errorf("%s is %s", word, other)
		}
	}
}
