package tabletest

import "strings"

// talk is what stands around tables: sentences with figures that are none of theirs.
var talk = []string{
	"Revenue rose by 4.2% to $1,869 million in 2019, of which 1.1 percentage points came from acquisitions.",
	"The order book stood at 212 million at the end of the third quarter, compared with 187 million a year before.",
	"We opened 14 branches, closed 3 and moved 2; the average branch serves 1,150 customers.",
	"In the second half of 2018 the price of nickel fell from 15,300 to 10,700 dollars per tonne.",
	"The board met eleven times, and its committees met 4, 6 and 9 times.",
	"Of the 6,214 people whom we employed on December 31, 2019, 3,093 worked in the Americas.",
	"Capital spending was kept at 31% of the operating cash flow, in line with the plan of 2016.",
	"A change of 50 basis points in interest rates would alter the result by some 3.4 million.",
	"These estimates are uncertain, and what comes to pass may differ from them for many reasons.",
	"The court heard both parties in March and is expected to decide before the end of 2021.",
	"No customer accounted for more than 10% of revenue in any of the three years shown.",
	"Freight costs went up in the spring, then fell back when the canal was opened again on May 9.",
	"Management judges the segments by their operating profit before one-time items.",
	"The new line at Tarn runs at 240 units an hour, twice what the old one made.",
	"Pension obligations were measured with a discount rate of 2.9% (2018: 3.6%).",
	"Water use per tonne of product has fallen every year since 2012, by 37% in all.",
	"The lease of the main office ends in 2027 and may be extended twice, by 5 years each.",
	"Tests were repeated at 20, 40 and 60 degrees, with three samples for each of them.",
}

// prose sets paragraphs of some sentences each.
func (p *paper) prose(paragraphs, sentences int) {
	for range paragraphs {
		var parts []string
		for range sentences {
			parts = append(parts, talk[p.dice.IntN(len(talk))])
		}
		p.para(strings.Join(parts, " "))
	}
}

// at moves to a place and sets the width of what follows.
func (p *paper) at(x, y, width float64) { p.x, p.y, p.width = x, y, width }

// columns is the left edge and the width of one of n columns.
func (p *paper) column(i, n int, gutter float64) (x, width float64) {
	width = (p.w - 2*margin - float64(n-1)*gutter) / float64(n)
	return margin + float64(i)*(width+gutter), width
}

// lines sets lines that aren't wrapped.
func (p *paper) lines(lines ...string) {
	for _, l := range lines {
		p.y += p.size * 1.3
		p.text(p.x, p.y-p.size*.3, l)
	}
}

// ended sets a text that ends at a place.
func (p *paper) ended(x, base float64, s string) { p.text(x-p.measure(s), base, s) }

func (p *paper) centred(x, base float64, s string) { p.text(x-p.measure(s)/2, base, s) }

func (p *paper) fill(x, y, w, h float64, grey int) {
	p.pdf.SetFillColor(grey, grey, grey+8)
	p.pdf.Rect(x, y, w, h, "F")
	p.pdf.SetFillColor(0, 0, 0)
}
