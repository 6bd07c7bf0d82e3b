package facts

import (
	"testing"

	"lectern/backend/store"
)

// various is a report with tables of other sorts than statements.
func various() *Document {
	holdings := tableOf(5, "", 0, "Shareholding as on March 31, 2023|Shareholding as on March 31, 2023|Shareholding as on March 31, 2023", "No.|Class of holders|No. of shares held|Percentage of shareholding",
		"1|Indian Promoters|3,771,244|36.27", "2|Indian Public|2,062,990|19.84", "3|Banks|18,659|0.18")
	for _, r := range holdings.Rows { // what isn't a number has no value
		for i, c := range r.Cells {
			if c.Column == 0 || r.Label == "No." {
				r.Cells[i].Value = ""
			}
		}
	}
	return Read(About{ID: "1", Name: "INITECHTRADING_2023_10K", Company: "Initech Trading Ltd.", Year: 2023, Type: "10-K"}, []store.Table{
		holdings,
		tableOf(6, "Distribution of shares by holding", 0, "Number of shareholders|Percentage of shareholders %|Number of shares", "1-50|4,523|34.61|89,639", "51-100|3,118|23.86|288,924"),
		tableOf(7, "Aircraft handed over", 0, "737|787", "2023 › Cumulative deliveries|7,312|781", "2023 › Deliveries|580|145"),
		tableOf(8, "Balance sheet as at March 31, 2023", 6, "Schedule||As at 31.3.2023||As at 31.3.2022", "Gross block|4|128.5||113.1|", "Net block||73.6|73.6|67.3|67.3"),
		tableOf(9, "By region", 6, "2023|2022", "Hamilton|40|35", "Las Vegas|25|20", "Orlando|10|9", "Net sales|75|64"),
		tableOf(10, "Key figures", 0, "2023|2022", "Revenue per available room (RevPAR)|147|140", "Comparable sales|6.3%|5.6%", "Dividend per share|2.90|2.50"),
		tableOf(11, "Capital expenditures for long-lived assets by division", 6, "2023|2022", "Tools|133|136", "Trading|9|15"),
		tableOf(12, "Effect of the new standard", 6, "2022 As previously reported|2022 As restated", "Contract costs|500|520"),
	})
}

func TestRowsOfAnyTableAreRead(t *testing.T) {
	d := various()
	for question, want := range map[string]string{
		"How many shareholders hold 51-100 shares?":                                 "3118",
		"How many shares are held by the Indian public as of March 31, 2023?":       "2062990",
		"What percentage is held by the Indian public as of March 31, 2023?":        "19.84",
		"How many more shares do the Indian promoters hold than the Indian public?": "1708254",
		"787s delivered in 2023?":                                                   "145",
		"How many 737s had been delivered in total by the end of 2023?":             "7312",
		"gross block march 2022":                                                    "113.1",
		"net sales in Hamilton 2023":                                                "40",
		"RevPAR 2023?":                                                              "147",
		"dividend per share 2023":                                                   "2.90", // with the places of its cell
		"What was the growth of comparable sales in 2023?":                          "6.3",
		"What was the difference between Hamilton and Las Vegas net sales in 2023?": "15",
		"Wie hoch waren die Nettoumsätze in Hamilton 2022?":                         "35",
		"ハミルトンの2023年の売上高は？":                                                         "40",
		"ラスベガスの2022年の売上高":                                                           "20",
		"What were contract costs in 2022, as previously reported?":                 "500",
		"contract costs 2022, restated":                                             "520",
		"contract costs 2022":                                                       "520",
		"Wie viele 737 wurden 2023 ausgeliefert?":                                   "580",
		"Investitionen von Tools 2023":                                              "133",
	} {
		if r := d.Answer(question); r.Figure == nil {
			t.Errorf("%s: declined, near %+v", question, r.Near)
		} else if r.Figure.Asked != want {
			t.Errorf("%s: %s, not %s: %+v", question, r.Figure.Asked, want, r.Figure.Cells)
		}
	}
	for _, question := range []string{
		"What were the assets of Tools in 2022?", "What share of the shareholders are banks?", "What percentage of shareholders hold Tools?", "comparable sales margin in dollars 2023",
		"net sales in Atlantis 2023", "What was Initech's gross block of umbrellas in March 2022?", "What was Initech's RevPAR from umbrellas in 2023?", "アトランティスの2023年の売上高", "What is the quick ratio? quick ratio = (cash ? debt) / x 2023",
	} {
		if r := d.Answer(question); r.Figure != nil {
			t.Errorf("%s: %s from %+v", question, r.Figure.Asked, r.Figure.Cells)
		}
	}
}

func TestWhatIsRestatedIsTold(t *testing.T) {
	d := various()
	if f := d.Answer("contract costs 2022, restated").Figure; f == nil || !f.Restated || f.Shown != "$520 million" {
		t.Errorf("%+v", f)
	}
	if f := d.Answer("What were contract costs in 2022, as previously reported?").Figure; f == nil || f.Restated {
		t.Errorf("%+v", f)
	}
}

func TestPagesOfContentsAreNoFigures(t *testing.T) {
	d := Read(About{ID: "1", Name: "X"}, []store.Table{
		tableOf(2, "", 0, "|", "Item 1. Business||3", "Item 2. Properties||20", "Signatures||41"),
		tableOf(3, "Sites", 0, "Number", "North|3", "South|20", "West|41"),
		tableOf(40, "Results", 6, "2023|2022", "Net sales|1,200|1,000"),
	})
	for _, f := range d.Figures() {
		if f.Page == 2 {
			t.Errorf("%+v", f)
		}
	}
	if n := len(d.Figures()); n != 5 {
		t.Errorf("%d figures", n)
	}
}

// A statement of the parent alone, or of another company, is none of the document's.
func TestAnotherEntitysStatementIsNone(t *testing.T) {
	own := acme()
	other := tableOf(40, "Consolidated Balance Sheets as of June 30,", 6, "2023|2022", "Cash and cash equivalents|9|8", "Receivables, net|11|10", "Merchandise|14|12", "Total current assets|35|31",
		"Goodwill|20|20", "Deferred charges|7|8", "Total assets|62|59", "Accounts payable|10|9", "Total current liabilities|17|15", "Long-term debt|40|42", "Total liabilities|57|57",
		"Retained earnings|3|1", "Treasury stock|1|1", "Other|1|0", "Total equity|5|2")
	var tables []store.Table
	for _, t := range own.tables {
		tables = append(tables, t.part)
	}
	d := Read(About{ID: "1", Name: "ACME_2023_10K", Company: "Acme Corp.", Year: 2023, Type: "10-K"}, append(tables, other))
	if f := d.Answer("treasury stock 2023").Figure; f != nil {
		t.Errorf("%+v", f)
	}
	if f := d.Answer("total assets 2023").Figure; f == nil || f.Asked != "1250" {
		t.Errorf("%+v", f)
	}
}

func TestACompanyIsKnownByHowItsNameBegins(t *testing.T) {
	for question, want := range map[string]bool{
		"mgm operating profit 2017": true, "MGMRESORTS cash": true, "general and administrative expense 2020": false, "how much cash": false,
	} {
		name := "MGMRESORTS_2018_10K"
		if question[0] == 'g' {
			name = "GENERALMILLS_2019_10K"
		}
		if got := nameScore(question, name) > 0; got != want {
			t.Errorf("%s: %v", question, got)
		}
	}
}

func TestANumberKeepsTheZerosOfItsPrint(t *testing.T) {
	for _, c := range [][3]string{
		{"2.9", "$ 2.90", "2.90"}, {"16", "16.0%", "16.0"}, {"-2.5", "(2.50)", "-2.50"}, {"1234.5", "1,234.50", "1234.50"}, {"1234.5", "1.234,50", "1234.50"}, {"3", "3,00", "3.00"},
		{"1577", "$1,577", "1577"}, {"16", "16,000", "16"}, {"2.9", "2.9", "2.9"}, {"12", "", "12"}, {"2.9", "12.90", "2.9"},
	} {
		if got := asPrinted(c[0], c[1]); got != c[2] {
			t.Errorf("%s of %q is told %s", c[0], c[1], got)
		}
	}
}
