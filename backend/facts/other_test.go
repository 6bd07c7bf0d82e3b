package facts

import (
	"testing"

	"lectern/backend/store"
)

// globex is a filing full of rows that say nearly what is asked for.
func globex() *Document {
	counted := tableOf(20, "Information regarding share repurchases ($ and shares in millions, except per share amounts)", 6, "2023|2022",
		"Total number of shares repurchased|0.9|1.2", "Total cost of shares repurchased|$69|$99")
	workforce := tableOf(21, "Selected data (dollars in millions)", 6, "2023|2022", "Total assets|800|700", "Year-end workforce|153,000|140,800")
	return Read(About{ID: "1", Name: "GLOBEX_2023_10K", Company: "Globex Corp.", Year: 2023, Type: "10-K"}, []store.Table{
		tableOf(10, "Consolidated Statements of Income for the years ended December 31,", 6, "2023|2022",
			"Net sales|1,200|1,000", "Cost of sales|700|600", "Gross profit|500|400", "Selling, general and administrative expenses|150|140",
			"Restructuring charges|(16)|7", "Gain on sale of the Springfield plant|(40)|0", "Operating income|350|260", "Interest expense|50|40", "Interest income|20|10",
			"Income before income taxes|320|230", "Income tax expense|80|58", "Net income|240|172"),
		counted, workforce,
		tableOf(22, "Components of net periodic benefit cost", 6, "Pension 2023|Pension 2022", "Service cost|30|28", "Interest cost|55|50"),
		tableOf(23, "Contractual obligations", 6, "Payments due by period Total|Less than 1 year|More than 5 years", "Debt|990|90|500"),
		tableOf(34, "Maturities of debt", 6, "Amount", "2024|90", "2025|75", "2026|300"),
		tableOf(35, "Maturities of debt in thousands", 3, "Amount", "2025|75,109"),
		tableOf(24, "Unearned revenue", 6, "2023|2022", "Short-term unearned revenue|75|70", "Long-term unearned revenue|25|20"),
		tableOf(25, "Memberships (in thousands)", 3, "2023 Domestic|2023 International", "Memberships at end of period|500|300"),
		tableOf(26, "Paid memberships of all segments (in thousands)", 3, "2023|2022", "Paid memberships at end of period|780|690"),
		tableOf(27, "Patents", 0, "2033 2034 (2038 pending)", "Panacea|(14)"),
		tableOf(28, "Goodwill by segment", 6, "2023|2022", "Clouds|300|280", "Rain|100|90"),
		tableOf(29, "Net sales of the region North", 6, "2023|2022", "Boots|120|110", "Coats|80|70", "Total net sales|200|180"),
		tableOf(30, "Key figures", 6, "2023|Reported ∆%", "EBIT before other things|330|(5)"),
		tableOf(31, "Property, plant and equipment", 6, "2023|2022", "Accumulated depreciation|(410)|(390)"),
		tableOf(32, "Sales of the areas", 0, "2023|2022", "Bay (millions)|18.5|17.5"),
		tableOf(33, "While our principal operations are in the United States, Canada, Australia and New Zealand, some key suppliers and subcontractors are located in Europe and Japan; revenues by the location of customers consist of the following", 6,
			"2023|2022", "Canada|400|300", "Australia|800|700", "Total revenues|1,200|1,000"),
	})
}

func TestARowThatSaysSomethingElseIsNoAnswer(t *testing.T) {
	d := globex()
	for question, why := range map[string]string{
		"income taxes paid 2023":                       "an expense isn't what was paid",
		"How much interest did Globex pay in 2023?":    "an expense isn't what was paid",
		"pension cost 2023":                            "one of several costs",
		"total debt 2023":                              "what falls due later",
		"unearned revenue 2023":                        "only what is short",
		"Springfield revenue 2023":                     "a sale is no sales",
		"Panacea 2023":                                 "the column is of other years",
		"Clouds as a share of net sales 2023":          "goodwill is no part of sales",
		"Boots as a share of net sales 2023":           "the table is of one region",
		"net sales in Japan 2023":                      "a text before the table mentions it",
		"How many paid memberships domestic in 2023?":  "memberships, paid for or not",
		"depreciation expense 2023":                    "what was written off until now",
		"cash plus inventories plus inventories, 2023": "one cell for two names",
	} {
		if r := d.Answer(question); r.Figure != nil {
			t.Errorf("%s: %s of %+v: %s", question, r.Figure.Asked, r.Figure.Cells, why)
		}
	}
}

func TestARowIsToldAsItIsMeant(t *testing.T) {
	d := globex()
	for question, want := range map[string][2]string{
		"net interest expense 2023":                     {"30", "30000000"},
		"How many shares did Globex repurchase in 2023": {"0.9", "900000"},
		"cost of the shares repurchased 2023":           {"69", "69000000"},
		"How many employees did Globex have in 2022?":   {"140800", "140800"},
		"restructuring charges 2023":                    {"-16", "-16000000"},
		"restructuring charges 2022":                    {"7", "7000000"},
		"gain on sale of the Springfield plant 2023":    {"40", "40000000"},
		"accumulated depreciation 2023":                 {"410", "410000000"},
		"long-term unearned revenue 2023":               {"25", "25000000"},
		"Sales of the Bay area 2022":                    {"17.5", "17500000"},
		"Canada net sales 2023":                         {"400", "400000000"},
		"interest cost of the pension 2023":             {"55", "55000000"},
		"debt due in 2025 (as of Dec 2023)":             {"75", "75000000"},
		"wellies/boots net sales of the North 2023":     {"120", "120000000"},
		"paid memberships 2022":                         {"690", "690000"},
	} {
		r := d.Answer(question)
		if r.Figure == nil {
			t.Errorf("%s: declined, near %+v", question, r.Near)
		} else if r.Figure.Asked != want[0] || r.Figure.Value != want[1] {
			t.Errorf("%s: %s (%s), not %s: %+v", question, r.Figure.Asked, r.Figure.Value, want, r.Figure.Cells)
		}
	}
}

// A row under "short-term and long-term debt as of" that is called after its day is the sum already.
func TestARowOfBothIsNotCountedTwice(t *testing.T) {
	d := Read(About{ID: "1", Name: "INITECH_2023_10K", Company: "Initech Corp.", Year: 2023, Type: "10-K"}, []store.Table{
		tableOf(10, "Liquidity", 6, "2023|2022", "Ending short-term and long-term debt as of › December 31|990|900", "Average short-term and long-term debt|950|880"),
		tableOf(12, "Consolidated Balance Sheets", 6, "December 31, 2023|December 31, 2022", "Cash and cash equivalents|100|90", "Total current assets|300|290", "Total assets|2,000|1,900",
			"Total current liabilities|300|290", "Long-term debt|700|650", "Total liabilities|1,200|1,100", "Total equity|800|800", "Total liabilities and equity|2,000|1,900"),
	})
	for _, question := range []string{"short-term debt plus long-term debt in 2023", "short-term debt 2023"} {
		if r := d.Answer(question); r.Figure != nil {
			t.Errorf("%s: %s of %+v", question, r.Figure.Asked, r.Figure.Cells)
		}
	}
	if r := d.Answer("ending short-term and long-term debt 2023"); r.Figure == nil || r.Figure.Asked != "990" {
		t.Errorf("%+v", r)
	}
}

// What is worked out is called what it is, not what its first cell is; and what is asked about the answer is no part of the question.
func TestAResultIsCalledWhatItIs(t *testing.T) {
	d := globex()
	for question, want := range map[string]string{
		"How much were Globex's net sales in 2023, and is that more than the year before?": "1200 Net sales 2023",
		"By how much did net sales change in 2023?":                                        "200 Net sales 2022 – 2023",
		"Interest expense as a share of net sales in 2023":                                 "4.2 Interest expense / Net sales 2023",
	} {
		r := d.Answer(question)
		if r.Figure == nil {
			t.Errorf("%s: no figure", question)
		} else if got := r.Figure.Asked + " " + r.Figure.Label + " " + r.Figure.Period; got != want {
			t.Errorf("%s: %s, not %s", question, got, want)
		}
	}
}

// A column of people isn't counted in the table's millions, "employee benefits" are no employees, and people and dollars have no sum.
func TestPeopleAreCountedOneByOne(t *testing.T) {
	areas := tableOf(34, "Supplemental information (Millions, except Employees)", 6, "Employees as of December 31, 2023|Capital spending 2023", "Americas|54,000|1,321", "Europe|20,000|246", "Total company|92,000|1,749")
	d := Read(About{ID: "1", Name: "HOOLI_2023_10K", Company: "Hooli Inc.", Year: 2023, Type: "10-K"}, []store.Table{
		areas, tableOf(68, "Supplemental balance sheet information", 6, "2023|2022", "Employee benefits|386|400", "Accrued rebates|90|80"),
	})
	if r := d.Answer("employees in Europe 2023"); r.Figure == nil || r.Figure.Value != "20000" || r.Figure.Unit != "" {
		t.Errorf("%+v", r)
	}
	if r := d.Answer("headcount Europe + Americas end of 2023"); r.Figure != nil && r.Figure.Value != "74000" {
		t.Errorf("%+v", r.Figure)
	}
	d = Read(About{ID: "1", Name: "HOOLI_2023_10K", Company: "Hooli Inc.", Year: 2023, Type: "10-K"}, []store.Table{
		tableOf(68, "Supplemental balance sheet information", 6, "2023|2022", "Employee benefits|386|400", "Accrued rebates|90|80"),
	})
	if r := d.Answer("employees 2023"); r.Figure != nil {
		t.Errorf("%+v", r.Figure)
	}
}
