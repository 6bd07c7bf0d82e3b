package tabletest

import "strings"

// economics is a study with the tables that such studies have: coefficients with their errors below, shares in brackets,
// heads that run upwards.
func economics() *paper {
	p := newPaper("economics", letter, times, 10)
	p.head, p.foot = "Freight and Prices, 1990–2020", "Working Paper 88"

	p.page("regression", "errors in brackets")
	p.prose(2, 3)
	p.sheet(sheet{
		caption: "Table 1: Freight rates and prices of grain", width: 430, rules: book, size: 9, align: "c", figures: plain, thin: true, or: labelledAbove,
		body: `
 | (1) | (2) | (3)
---
Freight rate | 0.412{***} | 0.388{***} | 0.297{**}
 | !(0.051)=0.051 | !(0.054)=0.054 | !(0.118)=0.118
Distance | -0.113{*} | -0.098 | -0.101
 | !(0.060)=0.060 | !(0.061)=0.061 | !(0.065)=0.065
Harvest | | 0.027{**} | 0.031{**}
 | | !(0.012)=0.012 | !(0.013)=0.013
Observations | 1204 | 1204 | 1177
R-squared | 0.31 | 0.36 | 0.44`})
	p.lines("Standard errors in parentheses. *** p<0.01, ** p<0.05, * p<0.1.")

	p.page("cohort", "shares in brackets")
	p.prose(1, 4)
	p.sheet(sheet{
		caption: "Table 2: Who took part", width: 420, rules: book, size: 9, align: "c", figures: plain, thin: true,
		body: `
 | Treated (n = 402) | Control (n = 398)
---
Age, mean ± SD | #54.2 ± 9.1=54.2 | #53.8 ± 9.4=53.8
Female, n (%) | #211 (52.5)=211 | #204 (51.3)=204
Smokers, n (%) | #88 (21.9)=88 | #91 (22.9)=91
Weight in kg, median (range) | #74 (48–131)=74 | #75 (50–128)=75
Previous illness
  Heart, n (%) | #31 (7.7)=31 | #28 (7.0)=28
  Lung, n (%) | #12 (3.0)=12 | #15 (3.8)=15`})
	p.prose(2, 3)

	p.page("matrix", "heads that run upwards")
	p.sheet(sheet{
		caption: "Table 3: What each port handles", width: 400, rules: grid, size: 9, align: "c", figures: plain, thin: true, upwards: true,
		body: `
Port | Grain | Coal | Containers | Passengers | Fish
---
Ashby | 412 | 88 | 1204 | 31 | 6
Colne | 96 | -- | 377 | 210 | 14
Eastmere | -- | -- | 58 | 640 | 51
Tarn | 233 | 701 | 12 | -- | 9`})
	p.prose(2, 4)
	p.sheet(sheet{
		caption: "Table 4: Rules by country", width: 420, rules: book, size: 9, align: "c", figures: plain, thin: true,
		body: `
Country | Licence | Tax | Limit of weight | Since
---
Norland | yes | no | 40 t | #1994
Sudland | yes | yes | 44 t | #2001
Ostland | no | yes | none | #1988`})
	p.prose(1, 3)

	p.page("panels", "blocks with a heading")
	p.sheet(sheet{
		caption: "Table 5: Trade by year and good", width: 440, rules: book, size: 9, figures: english, thin: true, line: "Millions of 2015 dollars", of: "USD e6", over: "r",
		body: `
 | Exports | Imports | Balance
---
A. 1990
Grain | 1204 | 311 | 893
Coal | 640 | 702 | -62
=Total | 1844 | 1013 | 831
B. 2020
Grain | 2310 | 188 | 2122
Coal | 41 | 977 | -936
=Total | 2351 | 1165 | 1186`})
	p.prose(2, 3)
	p.sheet(sheet{
		caption: "Table 6: Rates for bolts", width: 300, rules: grid, size: 8.5, align: "r", figures: plain, thin: true,
		body: `
Size | Price | Size | Price
---
M6 | 1.20 | M16 | 4.10
M8 | 1.55 | M20 | 6.35
M10 | 2.05 | M24 | 9.90`, per: map[int]string{1: "-"}})

	p.page("listing", "none: listing")
	p.prose(1, 3)
	p.set("Courier", 9, false)
	p.lines(strings.Split(`for year in range(1990, 2021):
    rate  = rates[year] * 1.024
    price = 12.5 + 0.31 * rate
    if price > 100:            # cap, see section 3
        price = 100
    print(year, round(rate, 2), round(price, 2))

total = sum(rates.values())    # 48,112.4
mean  = total / 31`, "\n")...)
	p.set(times, 10, false)
	p.gap(10)
	p.prose(2, 4)

	p.page("questions", "none: questions")
	for i, q := range []string{"How many people live in your household?", "How far is it from your home to your work?", "How often do you travel by train?", "What do you pay for a month's ticket?"} {
		p.para(string(rune('1'+i)) + ". " + q)
		for k, a := range [][]string{{"1", "2", "3–4", "5 or more"}, {"< 5 km", "5–10 km", "10–30 km", "> 30 km"}, {"daily", "weekly", "rarely", "never"}, {"nothing", "< $50", "$50–100", "> $100"}}[i] {
			x := margin + 20 + float64(k)*110
			p.pdf.SetLineWidth(.5)
			p.pdf.Rect(x, p.y+2, 8, 8, "D")
			p.text(x+13, p.y+10, a)
		}
		p.gap(24)
	}

	p.page("footnotes", "none: prose")
	p.prose(4, 4)
	p.y = 560
	p.line(margin, p.y, margin+140, p.y, .5)
	p.size = 8
	for i, s := range []string{"See Okafor (2017), pp. 112–121, and the tables on p. 14.", "In 1990 dollars: 31.4, 27.7 and 20.1 million.", "The series breaks in 1995; 12 ports were added and 3 left out.", "Letter of 4 May 2020, file 88-1140."} {
		p.para(string(rune('1'+i)) + "  " + s)
	}
	p.size = 10
	return p
}

// labelledAbove reads a row without a label as going with the one above it.
func labelledAbove(t Table) Table {
	for i := range t.Rows {
		if t.Rows[i].Label == "" && i > 0 {
			t.Rows[i].Label = t.Rows[i-1].Label
		}
	}
	return t
}
