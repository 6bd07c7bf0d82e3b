package tabletest

import "strings"

// gazette is a collection of tables that were set by hand and machine, each in its own manner.
func gazette() *paper {
	p := newPaper("gazette", letter, times, 10)
	p.head, p.foot = "THE COUNTY GAZETTE", "Notices"

	p.page("leaders", "leader dots")
	p.prose(1, 3)
	p.sheet(sheet{
		caption: "Statement of the Treasurer", figures: english, width: 380, apart: true, rules: sums, dots: true, of: "USD", thin: true,
		body: `
 | 1987 | 1986
---
Balance on January 1 | $40118.22 | $38764.10
Taxes received | 120777.05 | 118950.40
Fines and fees | 9815.50 | 10402.75
Salaries | -64200.00 | -60110.00
Roads and bridges | -58330.12 | -67889.03
=Balance on December 31 | $48180.65 | $40118.22`})
	p.prose(1, 2)
	p.sheet(sheet{
		caption: "Rainfall in inches", figures: plain, width: 360, rules: frames, size: 9, align: "c", thin: true,
		body: `
Place | March | April | May | June
---
Ashby | 2.41 | 3.07 | 3.60 | 1.22
Colne | 2.18 | 2.95 | 3.44 | 1.05
Esk Head | 4.02 | 4.77 | 3.91 | 2.30`})

	p.page("ranks", "ranks")
	p.sheet(sheet{
		caption: "Largest employers", figures: english, width: 430, rules: book, size: 9, align: "lrr", thin: true, or: labelledBySecond,
		body: `
Rank | Employer | Employees | Share (%)
---
1 | Northern Grid | 6214 | 8.1
2 | County Hospital | 4870 | 6.3
3 | Tarn Chemicals | 3302 | 4.3
4 | School District 4 | 2911 | 3.8
5 | Harbor & Pine | 2044 | 2.7`, per: map[int]string{2: "%"}, spare: []string{"(%)"}})
	p.prose(1, 2)
	p.sheet(sheet{
		caption: "Polling places", width: 470, rules: grid, size: 9, align: "lcc", thin: true,
		body: `
Precinct | Place | Ramp | Open
---
4-A | Mill Lane School | Yes | '7 am – 8 pm
4-B | Fire House No. 2 | No | '7 am – 8 pm
5 | Grange Hall | Yes | '7 am – 7 pm`})

	p.page("stacked", "one under another")
	p.sheet(sheet{
		body: `
 | 2021 | 2020
---
Revenue | 48112 | 47021
Expense | 44870 | 45114
Surplus | 3242 | 1907`, caption: "Water fund", width: 300, of: "?USD"})
	p.sheet(sheet{
		body: `
 | June 30 | March 31
---
Cash | 12004 | 11870
Receivables | 3310 | 3095
Payables | -2117 | -1988`, caption: "Sewer fund", width: 300, of: "?USD"})
	p.prose(1, 2)
	p.sheet(sheet{
		caption: "Change against the year before", figures: figures{",", ".", "−", "−", " %", false}, face: far, size: 8, width: 330, align: "d", thin: true, per: map[int]string{1: "%"},
		body: `
 | Index | Change
---
Food | 104.2 | 4.2%
Fuel | 97.15 | -2.85%
Clothing | 100.5 | 0.5%
Rent | 112 | 12.0%`})

	p.page("columns", "in a column")
	top := p.y
	for i := range 2 {
		x, w := p.column(i, 2, 26)
		p.at(x, top, w)
		p.prose(1+i, 4)
		body := strings.Split(`
 | Bid | Rank
---
Lot 1, gravel | 18400 | 2
Lot 2, culverts | 7725 | 1
Lot 3, signs | 1190 | 3
/
 | Cattle | Sheep
---
Ashby | 411 | 1204
Colne | 388 | 977
Dale | 96 | 2310`, "/")[i]
		p.sheet(sheet{caption: []string{"Bids opened on May 9 ($)", "Animals counted"}[i], body: body, width: w - 10, size: 9, thin: true, of: []string{"USD", ""}[i], per: map[int]string{1: "-"}})
		p.prose(2, 4)
	}

	p.page("bonds", "wrapped heads")
	p.sheet(sheet{
		caption: "Bonds outstanding", line: "(in thousands)", of: "?USD e3", per: map[int]string{0: "-", 1: "%"}, size: 8.5, width: 500, widths: []float64{150, 60, 60, 70, 70, 90}, figures: english, rules: sums, spare: []string{"(%)"},
		body: `
Series | Year of last payment | Interest rate (%) | Outstanding at start of year | Paid during the year | Outstanding at end of year
---
General obligation, refunding of the courthouse bonds | #2031 | 3.25 | 12400 | -900 | 11500
Water revenue | #2028 | 2.80 | 6150 | -700 | 5450
Jail | #2040 | 4.10 | 20300 | -- | 20300
=Total | | | 38850 | -1600 | 37250`})
	p.prose(2, 3)
	return p
}

// labelledBySecond reads the second column as the rows' labels, and the first as figures without a head's rank.
func labelledBySecond(t Table) Table {
	old := t.Stub
	t.Stub = t.Columns[0].Heads[0]
	t.Columns = append([]Column{{Heads: []string{old}}}, t.Columns[1:]...)
	for i, r := range t.Rows {
		rank := r.Cells[0]
		rank.Text, rank.Value, rank.Free, rank.Box, rank.Wide = r.Label, r.Label, true, t.Rows[i].at, t.Rows[i].at
		t.Rows[i].Label = r.Cells[0].Text
		t.Rows[i].Cells[0] = rank
	}
	return t
}
