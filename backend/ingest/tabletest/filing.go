package tabletest

import (
	"fmt"
	"strings"
)

// filing is a report with long tables that go on over pages, and with pages that are turned.
func filing() *paper {
	p := newPaper("filing", letter, helvetica, 9)
	p.head, p.foot = "Northern Grid Cooperative", "Form 7-A for the year 2021"

	p.page("note", "units of the document")
	p.title("Basis of preparation")
	p.para("All amounts are in thousands of US dollars unless stated otherwise. Totals may not add up because of rounding.")
	p.prose(2, 4)
	p.sheet(sheet{
		caption: "Operating expenses", of: "USD e3", width: 330, rules: sums, size: 9,
		body: `
 | 2021 | 2020
---
Generation | 40118 | 38764
Transmission | 12077 | 11950
Maintenance of lines | 9815 | 10402
Administration | 6420 | 6011
=Total operating expenses | 68430 | 67127`})
	p.prose(1, 3)

	p.page("plants", "over pages, heads repeated")
	p.prose(1, 3)
	p.sheet(sheet{
		caption: "Generating stations", width: 500, rules: book, size: 8, figures: plain, again: true, cut: []int{38}, align: "llrrr",
		body: "Station | County | Fuel | Capacity (MW) | Output (GWh) | Heat rate\n---\n" + p.stations(61)})
	p.prose(2, 3)

	p.page("accounts", "over pages, heads not repeated")
	p.prose(2, 4)
	p.sheet(sheet{
		caption: "Balances by account", line: "(in thousands)", of: "?USD e3", width: 460, size: 8.5, cut: []int{30}, figures: english,
		body: " | Opening balance | Additions | Retirements | Closing balance\n---\n" + p.accounts(44)})
	p.prose(1, 2)

	p.turned("upward", "turned", false)
	p.sheet(sheet{
		caption: "Capital programme by year", line: "(in millions)", of: "?USD e6", width: 600, size: 9, rules: book, over: "c",
		body: `
Project | 2021 | 2022 | 2023 | 2024 | 2025 | Later | Total
---
Substation North Ridge | 12.4 | 18.0 | 6.1 | -- | -- | -- | 36.5
Line 17, second circuit | 3.3 | 9.2 | 14.4 | 11.0 | 2.5 | -- | 40.4
Meters | 5.0 | 5.0 | 5.0 | 5.0 | 5.0 | 15.0 | 40.0
Control centre | 0.8 | 7.7 | 10.1 | 1.2 | -- | -- | 19.8
Undergrounding, Harbor Street | -- | -- | 2.2 | 6.8 | 6.9 | 4.0 | 19.9
=Total | 21.5 | 39.9 | 37.8 | 24.0 | 14.4 | 19.0 | 156.6`})
	p.done()

	p.turned("landscape", "turned", true)
	p.prose(1, 3)
	p.sheet(sheet{
		caption: "Energy delivered by class of customer", width: 640, size: 9, rules: grid, align: "r", figures: plain, of: "",
		body: `
Class | 2016 | 2017 | 2018 | 2019 | 2020 | 2021
---
Residential | 812.4 | 830.1 | 845.7 | 851.2 | 902.6 | 896.3
Commercial | 640.0 | 652.8 | 661.1 | 659.9 | 588.4 | 620.2
Industrial | 1204.7 | 1180.3 | 1197.0 | 1166.5 | 1090.8 | 1143.1
Street lighting | 31.2 | 29.9 | 27.4 | 24.0 | 21.8 | 20.1`})
	p.done()

	p.page("years", "years in the first column")
	p.sheet(sheet{
		caption: "Members and meters", width: 330, rules: rowwise, size: 9,
		body: `
Year | Members | Meters | Members per mile
---
2015 | 48120 | 52011 | 6.1
2016 | 48774 | 52790 | 6.1
2017 | 49310 | 53402 | 6.2
2018 | 50005 | 54188 | 6.2
2019 | 50871 | 55140 | 6.3
2020 | 51204 | 55707 | 6.3
2021 | 51990 | 56623 | 6.4`})
	p.prose(1, 3)
	p.sheet(sheet{
		caption: "Outages", width: 400, size: 9, align: "c", rules: shades,
		body: `
 | Jan–Mar | Apr–Jun | Jul–Sep | Oct–Dec
---
2019 | 41 | 58 | 102 | 77
2020 | 38 | 61 | | 80
2021 | 52 | | 97 | 64`})
	return p
}

// stations are rows of power stations.
func (p *paper) stations(n int) string {
	first := []string{"North", "Cedar", "Elk", "Granite", "Miller", "Otter", "Pine", "Quarry", "Stone", "Willow"}
	second := []string{"Ridge", "Creek", "Falls", "Point", "Bend", "Lake"}
	counties := []string{"Ada", "Boone", "Clark", "Douglas", "Elmore"}
	fuels := []string{"Water", "Gas", "Wind", "Coal", "Sun"}
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s %s | %s | %s | %d.%d | %d | %d\n", first[i%10], second[i/10%6]+strings.Repeat(" II", i/60), counties[p.dice.IntN(5)], fuels[p.dice.IntN(5)],
			20+p.dice.IntN(580), p.dice.IntN(10), 60+p.dice.IntN(3900), 6800+p.dice.IntN(3900))
	}
	return b.String()
}

// accounts are rows of accounts with headings between them.
func (p *paper) accounts(n int) string {
	groups := []string{"Intangible plant", "Steam production", "Transmission plant", "Distribution plant", "General plant"}
	items := []string{"Land and land rights", "Structures", "Equipment", "Poles and fixtures", "Conductors", "Services", "Meters", "Tools"}
	var b strings.Builder
	for i := range n {
		if i%9 == 0 {
			fmt.Fprintf(&b, "%s\n", groups[i/9])
			continue
		}
		open, more, less := 400+p.dice.IntN(90000), p.dice.IntN(4000), 1+p.dice.IntN(900)
		fmt.Fprintf(&b, "  %s | %d | %d | %d | %d\n", items[(i-1)%9%8], open, more, -less, open+more-less)
	}
	return b.String()
}
