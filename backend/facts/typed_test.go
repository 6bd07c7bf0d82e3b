package facts

import (
	"testing"

	"lectern/backend/store"
)

// asks holds what a document answers against what is wanted; "" is nothing.
func asks(t *testing.T, d *Document, wanted map[string]string) {
	t.Helper()
	for question, want := range wanted {
		r := d.Answer(question)
		switch {
		case r.Figure == nil && want != "":
			t.Errorf("%s: declined, near %+v", question, r.Near)
		case r.Figure != nil && r.Figure.Asked != want:
			t.Errorf("%s: %s, not %q: %+v", question, r.Figure.Asked, want, r.Figure)
		}
	}
}

// Quarters stand in tables of their own, with the fiscal year over their rows.
func TestQuartersOfAFiscalYearAreFound(t *testing.T) {
	quarters := tableOf(40, "Quarterly information", 6, "September 30|December 31|March 31|June 30|Total",
		"Fiscal year 2023 › Revenue|240|250|251|259|1,000", "Fiscal year 2022 › Revenue|210|220|230|240|900")
	quarters.Stub = "Quarter ended"
	d := Read(About{ID: "1", Name: "ACME_2023_10K", Company: "Acme Corp.", Year: 2023, Type: "10-K"}, []store.Table{
		tableOf(10, "Consolidated Statements of Income", 6, "Year ended June 30, 2023|Year ended June 30, 2022", "Revenue|1,000|900", "Cost of revenue|(600)|(500)", "Gross profit|400|400",
			"Operating income|200|180", "Income before income taxes|190|170", "Net income|150|130"),
		quarters,
		tableOf(41, "Selected quarterly data", 6, "Quarter 1st|Quarter 2nd|Quarter 3rd|Quarter 4th|Quarter Fiscal year",
			"Fiscal 2023 › Comparable store revenue|11|12|13|14|50", "Fiscal 2022 › Comparable store revenue|21|22|23|24|90"),
	})
	asks(t, d, map[string]string{
		"revenue quarter ended dec 31 2022":              "250",
		"acme revenue in the december quarter 21":        "220",
		"What was comparable store revenue in Q3 FY22?":  "23",
		"comparable store revenue, 3Q23":                 "13",
		"comparable store revenue, last quarter of FY23": "14",
		"comparable store revenue in fiscal 2022":        "90",
	})
}

// Dates, years and words as people type them.
func TestTimesAndWordsAsPeopleTypeThem(t *testing.T) {
	asks(t, acme(), map[string]string{
		"acme inventories 30/06/22": "120", "goodwill 6/30/2023": "200", "net sales in 22?": "1000", "acme capex 22-23, mm$": "110", "net sales ye 2023": "1200",
		"by how much did acme cut long term debt in 2023": "-20", "by how much did net sales in Asia shrink in 2023, %": "14.3",
		"cash and cash equivalents plus inventories, june 2023": "230", "total interest expense over the two years 2022 and 2023": "90",
		"what did acme return to shareholders by dividends in 2023": "60", "net sales in 2023 of the online shop": "",
	})
}

// What one printed page says in percent has its sign beside the first figure, or nowhere.
func TestPercentOfAStatementIsNoAmount(t *testing.T) {
	d := Read(About{ID: "1", Name: "ACME_2023_10K", Company: "Acme Corp.", Year: 2023, Type: "10-K"}, []store.Table{
		tableOf(10, "Results", 6, "2023|2023|2022|2022", "Net revenues|1,000|100|900|100", "Product development|150|15|90|10", "Sales and marketing|200|20|180|20"),
	})
	asks(t, d, map[string]string{"product development 2023": "150", "product development as a % of net revenues 2022": "10"})
}

// A row's cells may describe it at length, and a column's head, too.
func TestADescriptionMakesARowNoOther(t *testing.T) {
	table := tableOf(10, "Revenues of products", 6, "Indication|2023|2022", "Ibex||500|400", "Ortho||300|200")
	table.Rows[0].Cells = append(table.Rows[0].Cells, store.Cell{Column: 0, Text: "Treatment of hormone receptor positive metastatic cancer in adults"})
	asks(t, Read(About{ID: "1", Name: "ACME_2023_10K", Company: "Acme Corp.", Year: 2023, Type: "10-K"}, []store.Table{table}), map[string]string{"acme ibex revenues 2022": "400"})
}

// Earnings a share stand under their heading by the name of what is earned.
func TestEarningsAShareStandUnderTheirHeading(t *testing.T) {
	d := Read(About{ID: "1", Name: "ACME_2023_10K", Company: "Acme Corp.", Year: 2023, Type: "10-K"}, []store.Table{
		tableOf(10, "Consolidated Statements of Income", 6, "2023|2022", "Revenues|900|800", "Cost of sales|(400)|(300)", "Operating income|320|300", "Income before income taxes|300|290", "Net income|250|240",
			"Earnings per common share - diluted › Income from continuing operations|1.30|1.20", "Earnings per common share - diluted › Net income attributable to Acme Inc. common shareholders|1.25|1.15"),
	})
	asks(t, d, map[string]string{"What were Acme's diluted earnings per share in 2023?": "1.25"})
}

// Sums, shares and ratios are asked for in many ways; none of them is answered with a single amount.
func TestWhatIsWorkedOutIsAskedInManyWays(t *testing.T) {
	asks(t, acme(), map[string]string{
		"inventories + receivables, june 2023": "250", "total capex 2022 and 2023": "210", "capital expenditures 2022 to 2023, total": "210", "total assets 2022 and 2023": "",
		"Europe's share of net sales 2023": "41.7", "share of net sales from Asia in 2023": "33.3", "cost of sales as percent of net sales 2022": "60",
		"how much of net sales came from Europe in 2022, percent": "45", "interest expense to net sales 2023": "0.04", "noncurrent assets june 2023": "900",
		"how many times did operating income cover interest expense in 2023": "7", "how much bigger was operating income than interest expense in 2023": "300",
		"average net income 2022-2023": "195", "retained earnings up or down in 2023, by how much": "100",
	})
}

// What a company owes in all stands in several lines, and no one of them may be missing.
func TestDebtIsTheSumOfItsLines(t *testing.T) {
	d := Read(About{ID: "1", Name: "ACME_2023_10K", Company: "Acme Corp.", Year: 2023, Type: "10-K"}, []store.Table{
		tableOf(11, "Consolidated Balance Sheets as of June 30,", 6, "2023|2022", "Cash and cash equivalents|90|80", "Total current assets|350|310", "Goodwill|200|200", "Total assets|1,250|1,150",
			"Accounts payable|100|90", "Loans and notes payable|70|60", "Current maturities of long-term debt|30|20", "Total current liabilities|200|170", "Long-term debt|400|420", "Total liabilities|600|600", "Total equity|650|550"),
	})
	asks(t, d, map[string]string{"total debt june 2023": "500", "short-term debt 2022": "80", "current maturities of long-term debt 2023": "30", "non-current liabilities 2023": "400"})
}

// Amounts are no numbers of shares, what is not paid is not what was paid, and a part that is due soon is not the whole.
func TestAnotherKindOfFigureIsNone(t *testing.T) {
	d := Read(About{ID: "1", Name: "ACME_2023_10K", Company: "Acme Corp.", Year: 2023, Type: "10-K"}, []store.Table{
		tableOf(12, "Consolidated Statements of Cash Flows for the years ended June 30,", 6, "2023|2022",
			"Net income|225|165", "Depreciation and amortization|60|55", "Net cash provided by operating activities|270|210", "Purchases of property, plant and equipment|(110)|(100)",
			"Net cash used in investing activities|(105)|(95)", "Repurchases of common stock|(60)|(50)", "Net cash used in financing activities|(155)|(110)"),
		tableOf(13, "Supplemental information", 6, "2023|2022", "Bonuses declared and not paid|12|11", "Content obligations|900|800"),
	})
	asks(t, d, map[string]string{"shares repurchased in 2023, millions of shares": "", "bonuses paid 2023": "", "content obligations due within one year 2023": "", "content obligations 2023": "900"})
}

// A quarter's report has several lengths: one that is named without a year is the newest of that length.
func TestALengthWithoutAYearIsTheNewestOfIt(t *testing.T) {
	d := Read(About{ID: "1", Name: "ACME_2024Q2_10Q", Company: "Acme Corp.", Year: 2023, Type: "10-Q"}, []store.Table{
		tableOf(3, "Condensed Consolidated Balance Sheets", 6, "July 29, 2023|January 28, 2023|July 30, 2022", "Cash and cash equivalents|90|80|70", "Total current assets|350|310|300", "Total assets|1,250|1,150|1,100", "Total liabilities|600|600|590", "Total equity|650|550|510"),
		tableOf(4, "Condensed Consolidated Statements of Earnings", 6, "Three Months Ended July 29, 2023|Three Months Ended July 30, 2022|Six Months Ended July 29, 2023|Six Months Ended July 30, 2022",
			"Revenue|100|110|205|220", "Cost of sales|60|65|120|130", "Gross profit|40|45|85|90", "Operating income|10|12|22|25", "Income before income taxes|9|11|20|23", "Net earnings|7|8|15|17"),
	})
	asks(t, d, map[string]string{"acme revenue six months": "205", "gross profit first half": "85", "net earnings year to date": "15", "revenue second quarter": "100", "revenue third quarter": ""})
}

// Taxes that are only put off, what came together over the years, and what is paid are other things than what is asked for.
func TestARowOfSomethingElseIsNone(t *testing.T) {
	d := Read(About{ID: "1", Name: "ACME_2023_10K", Company: "Acme Corp.", Year: 2023, Type: "10-K"}, []store.Table{
		tableOf(40, "Components of deferred tax assets", 6, "2023|2022", "Pension costs|7|6"),
		tableOf(41, "Notes", 6, "2023|2022", "Accumulated depreciation|300|280", "Other income (expense) › Interest expense|73|70", "All other vaccines|74|70"),
	})
	asks(t, d, map[string]string{"pension costs 2023": "", "depreciation 2023": "", "interest income 2023": "", "vaccines 2023": "", "interest expense 2023": "73", "accumulated depreciation 2022": "280"})
}
