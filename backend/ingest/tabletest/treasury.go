package tabletest

// treasury is a bank's report: positions under heads of several lines, results of tests between upright lines, forms that
// an office program drew.
func treasury() *paper {
	p := newPaper("treasury", letter, times, 9.5)
	p.head, p.foot = "Harbour Bank, annual report", "Treasury"

	p.page("offsetting", "wrapped heads over several columns")
	p.prose(2, 3)
	p.sheet(sheet{
		caption: "Derivatives that may be set off", width: 500, rules: book | spans, size: 7.5, line: "In Millions", of: "e6", align: "r", over: "c", pad: 8,
		body: `
 | March 31, 2020 | < | < | < | <
 | Assets | < | < | Liabilities | <
 | Gross\amounts | Amounts that\may not be set off\in the balance sheet | < | Gross\amounts | Net\amount
 | ^ | Instruments | Collateral | ^ | ^
---
Interest rate contracts | 16.6 | -4.9 | 1.2 | -17.9 | -13.0
Foreign exchange contracts | 15.3 | -5.1 | -- | -5.2 | -0.1
Commodity contracts | 4.4 | -0.7 | -- | -5.8 | -5.1
=Total | 36.3 | -10.7 | 1.2 | -28.9 | -18.2`})
	p.prose(1, 3)
	p.sheet(sheet{
		caption: "Where hedges were recognized", width: 500, rules: book, size: 7.5, line: "Thousands", of: "e3", align: "r", over: "c", pad: 10,
		body: `
 | Gain or loss\in the reserve | Gain or loss moved\from the reserve to income\in the year | < | Part that was\no effective hedge | <
 | Amount | Line | Amount | Line | Amount
---
Currency forwards | 151 | Cost of sales | -95 | Other costs | --
Interest rate swaps | -18 | Interest | -11 | Interest | 24
Options | 40 | Sales | 12 | Other costs | -3`})

	p.page("scenarios", "upright lines between heads")
	p.sheet(sheet{
		caption: "Table 6: What the scenarios cost", width: 480, rules: book | walls, size: 8, align: "c", figures: plain, thin: true,
		body: `
 | Interest rates | < | Exchange rates | < | Credit losses | < | <
 | Rise | Fall | Rise | Fall | Homes | Shops | Ships
---
Mild | 4 | 18 | 66 | 41 | 33 | 168 | 38
Severe | 12 | 49 | 131 | 68 | 140 | 323 | 147
Extreme | 34 | 103 | 376 | 155 | 728 | 803 | 116`})
	p.prose(2, 3)

	p.page("measures", "boxes round the text of cells")
	p.sheet(sheet{
		caption: "Measures of the year", width: 500, rules: grid | texts, size: 8, align: "l", widths: []float64{110, 250, 140}, thin: true,
		body: `
Measure | What was done | Who is answerable
---
Limits | The limits of all trading desks were lowered by a fifth, and are watched by the hour instead of by the day | Head of market risk, with the desks
Models | Every model was tested by somebody who had not built it | Model committee
Reserves | A second bank keeps a part of the liquid reserve, so that a strike of the first does no harm | Treasurer
Training | Four courses for new dealers | Personnel office`})
	p.prose(1, 3)

	p.page("ports", "rows of years")
	p.sheet(sheet{
		caption: "Ships that called, 1860–1900", width: 260, size: 9, figures: english, thin: true,
		body: `
Year | Ships
---
1860 | 1597
1870 | 1039
1880 | 2049
1890 | 1944
1900 | 2582`})
	p.prose(1, 3)
	p.sheet(sheet{
		caption: "Assumptions of the health plan", width: 430, rules: book, size: 9, figures: english, thin: true,
		body: `
December 31, | 2017 | 2016
---
Rise of costs in the next year | 7.00% | 7.00%
Rise of costs in the end | 5.00% | 4.75%
Year in which that is reached | #2022 | #2021`})
	p.prose(1, 2)
	return p
}
