package tabletest

import (
	"fmt"
	"math"
	"strings"
)

// prospectus says once, on its first page, what all of its figures are counted in.
func prospectus() *paper {
	p := newPaper("prospectus", a4, times, 10)
	p.head, p.foot = "Prospectus dated 3 March 2021", "Vestrand Group plc"

	p.page("summary", "none: prose")
	p.title("Presentation of financial information")
	p.para("Amounts in millions of euros unless stated otherwise. Certain figures have been rounded, so that totals may differ from the sums of what they are made of.")
	p.prose(4, 4)

	p.page("results", "units of the document")
	p.sheet(sheet{
		caption: "Results of operations", of: "EUR e6", figures: british, width: 430, widths: []float64{190}, rules: sums, low: true, size: 9.5,
		body: `
 | 2020 | 2019 | 2018
---
Revenue from contracts with customers, including that of discontinued operations | 812.4 | 790.1 | 766.0
Cost of goods sold and of services rendered | -402.2 | -398.7 | -389.5
Share of the profit of associates and joint ventures that are accounted for by the equity method | 12.0 | 9.1 | 8.8
=Operating profit | 422.2 | 400.5 | 385.3
Finance costs | -31.1 | -30.4 | -33.2
Income tax expense | -88.0 | -81.5 | -79.9
=Profit for the year | 303.1 | 288.6 | 272.2`})
	p.prose(2, 3)

	p.page("key figures", "units of the document")
	p.sheet(sheet{
		caption: "Other key figures", of: "EUR e6", figures: british, width: 400, rules: shades, face: helvetica, size: 8.5, thin: true,
		body: `
 | 2020 | 2019
---
Revenue | 812.4 | 790.1
Operating margin | 52.0% | 50.7%
Net debt | 410.9 | 455.3
Net debt to EBITDA | 0.9x | 1.1x
Dividend per share (€) @EUR | 1.12 | 1.05
Number of employees @- | 2877 | 2790`})
	p.prose(3, 3)

	p.page("group", "none: diagram")
	p.title("Structure of the group")
	p.set(helvetica, 8, false)
	p.boxes()
	p.set(times, 10, false)

	p.page("shares", "none: chart")
	p.title("Revenue by country")
	p.set(helvetica, 8.5, false)
	p.pie(250, 280)
	p.set(times, 10, false)
	p.y = 460
	p.prose(1, 3)

	p.page("terms", "none: clauses")
	for i, s := range []string{"Definitions", "Purchase price", "Completion", "Warranties", "Limits of liability"} {
		p.bold = true
		p.para(fmt.Sprintf("%d. %s", i+1, s))
		p.bold = false
		for k, c := range []string{
			"The buyer shall pay €12,500,000 at completion, and up to €3,000,000 by 30 June 2022.",
			"No claim may be made for less than €50,000, nor after 24 months.",
			"Interest accrues at 4.5 per cent a year from the day on which a sum falls due.",
		} {
			p.para(fmt.Sprintf("%d.%d  %s", i+1, k+1, c))
		}
	}

	p.page("debt", "over pages, heads repeated")
	p.prose(1, 3)
	p.sheet(sheet{
		caption: "Maturity of borrowings", line: "€ thousand", lineAt: right, of: "EUR e3", figures: british, width: 487, rules: spans | book, size: 8, over: "c", again: true, cut: []int{34}, pad: 9, lead: 1.5,
		body: " | Fixed rate | < | Floating rate | <\nLender | Drawn | Undrawn | Drawn | Undrawn\n---\n" + p.loans(52)})
	p.prose(1, 3)

	p.page("decade", "long")
	p.sheet(sheet{
		caption: "Ten years at a glance", of: "EUR e6", figures: british, width: 487, rules: rowwise, size: 6.5, pad: 5, face: helvetica, lead: 1.15,
		body: `
€ million | 2020 | 2019 | 2018 | 2017 | 2016 | 2015 | 2014 | 2013 | 2012 | 2011
---
Revenue | 812.4 | 790.1 | 766.0 | 741.3 | 702.8 | 688.0 | 671.5 | 640.2 | 622.9 | 601.7
Operating profit | 422.2 | 400.5 | 385.3 | 371.0 | 340.6 | 331.9 | 318.4 | 290.8 | 288.1 | 270.3
Profit for the year | 303.1 | 288.6 | 272.2 | 260.9 | 238.8 | 230.0 | 221.7 | 199.4 | 197.0 | 186.2
Equity | 1540.2 | 1377.0 | 1202.6 | 1077.1 | 960.4 | 877.3 | 790.9 | 702.2 | 640.8 | 571.0
Net debt | 410.9 | 455.3 | 501.7 | 520.0 | -12.4 | 33.8 | 61.0 | 120.5 | 188.8 | 240.1
Capital expenditure | 77.0 | 81.2 | 66.6 | 59.3 | 48.1 | 44.9 | 51.0 | 38.7 | 36.2 | 40.0`})
	p.prose(1, 3)
	p.sheet(sheet{
		caption: "Risks and what is done about them", rules: grid, width: 487, widths: []float64{80, 0, 0, 52}, align: "llc", size: 8.5, thin: true, lead: 1.35,
		body: `
Risk | What may happen | What is done | Weight
---
Prices of materials | Steel and resin make up 31 % of costs; a rise of 10 % would lower the profit by €14 million. | Contracts for 12 to 18 months; clauses that pass rises on to customers. | High
Fire | Loss of a works for up to 9 months. | Sprinklers in all halls since 2017. | Medium
Exchange rates | 22 % of revenue is in US dollars. | Forward contracts for 80 % of the next 12 months. | Low`})
	return p
}

// loans are rows of borrowings in groups with sub-totals.
func (p *paper) loans(n int) string {
	var b strings.Builder
	var sums [4]int
	for i := range n {
		switch i % 13 {
		case 0:
			fmt.Fprintf(&b, "Due in %s\n", []string{"2021", "2022", "2023", "2024 and later"}[i/13])
			sums = [4]int{}
		case 12:
			fmt.Fprintf(&b, "=Subtotal | %d | %d | %d | %d\n", sums[0], sums[1], sums[2], sums[3])
		default:
			fmt.Fprintf(&b, "  %s %s", []string{"Bank of the North", "Harbour Savings", "First Credit", "Union Bank", "Coast Mutual", "State Fund"}[i%6], []string{"A", "B"}[i%13/7])
			for k := range sums {
				if (i+k)%4 == 3 {
					b.WriteString(" | --")
					continue
				}
				v := 500 + p.dice.IntN(24000)
				sums[k] += v
				fmt.Fprintf(&b, " | %d", v)
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// boxes draws which company owns which.
func (p *paper) boxes() {
	box := func(x, y float64, lines ...string) {
		p.pdf.SetLineWidth(.7)
		p.pdf.Rect(x, y, 120, 36, "D")
		for i, l := range lines {
			p.centred(x+60, y+15+float64(i)*11, l)
		}
	}
	box(240, 140, "Vestrand Group plc", "London")
	p.line(300, 176, 300, 200, .7)
	p.line(120, 200, 480, 200, .7)
	for i, name := range []string{"Vestrand Holding BV", "Vestrand Nordic AS", "Vestrand Iberia SL"} {
		x := 60 + float64(i)*180
		p.line(x+60, 200, x+60, 224, .7)
		p.text(x+64, 215, []string{"100 %", "100 %", "74.9 %"}[i])
		box(x, 224, name, []string{"Utrecht", "Oslo", "Bilbao"}[i])
		p.line(x+60, 260, x+60, 290, .7)
		p.text(x+64, 278, []string{"51 %", "100 %", "60 %"}[i])
		box(x, 290, []string{"Delta Resins BV", "Fjord Steel AS", "Norte Metal SA"}[i], []string{"612 employees", "488 employees", "301 employees"}[i])
	}
}

// pie draws a chart with a legend.
func (p *paper) pie(x, y float64) {
	from := 0.0
	for i, s := range []struct {
		name  string
		share float64
	}{{"Germany", 31.2}, {"Norway", 22.8}, {"Spain", 18.0}, {"Netherlands", 15.5}, {"Other", 12.5}} {
		to := from + s.share*3.6
		p.pdf.SetFillColor(60+i*38, 90+i*30, 140+i*20)
		p.pdf.MoveTo(x, y)
		p.pdf.ArcTo(x, y, 90, 90, 0, from, to)
		p.pdf.ClosePath()
		p.pdf.DrawPath("F")
		middle := (from + to) / 2 * math.Pi / 180
		p.text(x+104*math.Cos(middle)-8, y-104*math.Sin(middle), fmt.Sprintf("%.1f %%", s.share))
		p.pdf.Rect(x+160, y-50+float64(i)*18, 9, 9, "F")
		p.text(x+175, y-42+float64(i)*18, s.name)
		from = to
	}
	p.pdf.SetFillColor(0, 0, 0)
}
