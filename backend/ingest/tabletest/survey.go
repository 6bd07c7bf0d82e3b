package tabletest

import (
	"fmt"
	"math"
)

// survey is the report of a poll, with charts and slides.
func survey() *paper {
	p := newPaper("survey", letter, helvetica, 9)
	p.head, p.foot = "How People Get About: a survey of 2,014 adults", "Institute for Urban Life"

	p.page("answers", "shaded")
	p.para("The survey was made by telephone from March 3 to 20. The margin of error is 2.8 percentage points.")
	p.sheet(sheet{
		caption: "Q3. How often do you use each of these?", rules: shades, width: 500, size: 8.5, align: "c", thin: true, line: "% of all adults", of: "%",
		body: `
 | Daily | Weekly | Monthly | Rarely | Never | No answer
---
Car | 48 | 21 | 8 | 11 | 12 | *
Bus or tram | 19 | 17 | 14 | 25 | 24 | 1
Train | 6 | 9 | 21 | 38 | 26 | *
Bicycle | 14 | 16 | 13 | 20 | 36 | 1
On foot only | 27 | 22 | 12 | 18 | 19 | 2`})
	p.lines("* Less than 0.5%.")
	p.gap(10)
	p.sheet(sheet{
		caption: "Table 7. Owning a bicycle, by group", width: 420, size: 9, figures: plain, over: "c", thin: true, rules: spans,
		body: `
 | Own a bicycle | < | Unweighted
 | 2022 | 2012 | number
---
All adults | 57% | 49% | 2014
Men | 61% | 54% | 966
Women | 53% | 45% | 1048
Age
  18–29 | 64% | 50% | 402
  30–49 | 62% | 55% | 688
  50–64 | 55% | 48% | 511
  65 and older | 44% | 39% | 413
Income
  Under $30,000 | 41% | 38% | 377
  $30,000 to $74,999 | 56% | 50% | 790
  $75,000 and more | 68% | 57% | 847`})

	p.page("ages", "indented, small steps")
	p.prose(1, 3)
	p.sheet(sheet{
		caption: "Table 9. Minutes on the way to work", width: 380, size: 8, figures: plain, face: times, thin: true,
		body: `
 | Mean | Median | N
---
By region
  North
    City | 31.2 | 28 | 210
    Country | 24.9 | 20 | 114
  South
    City | 36.4 | 33 | 388
    Country | 22.0 | 18 | 97
By means
  Car | 25.1 | 22 | 611
  Public transport | 41.7 | 39 | 305`})
	p.prose(1, 4)

	p.page("tiny", "one row")
	p.prose(1, 3)
	p.sheet(sheet{
		caption: "Satisfaction with the network", width: 400, rules: book, align: "c", size: 9, thin: true, of: "%",
		body: `
 | Very | Rather | Hardly | Not at all
---
2022 | 22% | 47% | 20% | 11%`})
	p.prose(1, 3)
	p.sheet(sheet{
		caption: "Interviews by language", width: 170, rules: grid, size: 9, figures: plain, thin: true,
		body: `
Language | Number
---
English | 1702
Spanish | 288
Other | 24`})
	p.prose(1, 3)

	p.page("chart", "none: chart")
	p.prose(1, 3)
	p.bars(margin+30, p.y+20)
	p.y += 240
	p.curve(margin+30, p.y)

	p.page("map", "none: map")
	for i := range 34 {
		x, y := margin+p.dice.Float64()*430, 90+p.dice.Float64()*560
		p.pdf.Circle(x-4, y-3, 1.5, "F")
		p.size = 7.5
		p.text(x, y, fmt.Sprintf("%s %d", []string{"Ashby", "Brook", "Colne", "Dale", "Esk", "Ford"}[i%6], 100+p.dice.IntN(800)))
	}
	p.pdf.Polygon(polygon(), "D")

	p.page("slide", "none: slide")
	p.size = 26
	p.lines("The year in four numbers")
	for i, s := range [][2]string{{"57%", "own a bicycle"}, {"2,014", "people were asked"}, {"31 min", "on the way to work"}, {"+8", "points since 2012"}} {
		x, y := margin+float64(i%2)*260, 240+float64(i/2)*200
		p.set(helvetica, 48, true)
		p.text(x, y, s[0])
		p.set(helvetica, 14, false)
		p.text(x, y+26, s[1])
	}
	return p
}

// bars draws a bar chart with its axes, legend and labels.
func (p *paper) bars(x, y float64) {
	p.set(helvetica, 7.5, false)
	for i := range 6 {
		at := y + 180 - float64(i)*30
		p.ended(x-6, at+2.5, fmt.Sprint(i*10))
		p.line(x, at, x+420, at, .3)
	}
	for i, year := range []string{"2012", "2014", "2016", "2018", "2020", "2022"} {
		left := x + 14 + float64(i)*68
		for k := range 2 {
			height := 40 + p.dice.Float64()*120
			p.fill(left+float64(k)*20, y+180-height, 18, height, 90+k*80)
			p.centred(left+float64(k)*20+9, y+176-height, fmt.Sprint(int(height/3)))
		}
		p.centred(left+19, y+192, year)
	}
	for k, s := range []string{"Men", "Women"} {
		p.fill(x+150+float64(k)*80, y+202, 8, 8, 90+k*80)
		p.text(x+162+float64(k)*80, y+209, s)
	}
}

// curve draws a line chart with numbers on both axes.
func (p *paper) curve(x, y float64) {
	for i := range 5 {
		p.ended(x-6, y+160-float64(i)*35, fmt.Sprintf("%.1f", float64(i)*.5))
		p.centred(x+20+float64(i)*90, y+176, fmt.Sprint(1980+i*10))
	}
	p.line(x, y, x, y+163, .6)
	p.line(x, y+163, x+420, y+163, .6)
	for i := range 60 {
		f := func(i int) float64 { return y + 100 - 60*math.Sin(float64(i)/9) }
		p.line(x+float64(i)*7, f(i), x+float64(i+1)*7, f(i+1), 1)
	}
}
