package tabletest

import (
	"fmt"
	"strings"
)

// plainPages are pages of a book and of a report on which no table stands.
func plainPages() *paper {
	p := newPaper("plain", letter, times, 10)
	p.head = "A Short History of the Canal"

	p.page("contents", "none: contents")
	p.title("Contents")
	number := 1
	for i, s := range []string{"Preface", "1 Before 1790", "1.1 The survey of 1771", "1.2 The Act", "2 Digging", "2.1 The navvies", "2.2 The summit", "2.3 Eleven locks", "3 Trade", "3.1 Coal and lime", "3.2 Tolls, 1801–1846", "4 The railway", "5 Decline", "6 Restoration", "List of figures", "Index"} {
		number += 3 + i*7%11
		p.y += 16
		x := margin
		if strings.Contains(s, ".") {
			x += 14
		}
		end := fmt.Sprint(number)
		p.text(x, p.y, s)
		p.ended(p.w-margin, p.y, end)
		from, to := x+p.measure(s)+4, p.w-margin-p.measure(end)-4
		p.text(from, p.y, strings.Repeat(".", int((to-from)/p.measure("."))))
	}

	p.page("figures", "none: contents")
	p.title("List of figures")
	for i, s := range []string{"The route in 1802", "Section of the summit tunnel", "Lock gates", "Coal barges at the basin", "Tonnage by year", "The last boat"} {
		p.y += 16
		p.text(margin, p.y, fmt.Sprintf("Fig. %d", i+1))
		p.text(margin+50, p.y, s)
		p.ended(p.w-margin, p.y, fmt.Sprint(9+i*13))
	}

	p.page("columns", "none: prose in columns")
	for i := range 2 {
		x, w := p.column(i, 2, 24)
		p.at(x, margin+18, w)
		p.prose(6, 4)
	}

	p.page("prose", "none: prose")
	p.title("3.2 Tolls, 1801–1846")
	p.prose(6, 5)

	p.page("three columns", "none: prose in columns")
	for i := range 3 {
		x, w := p.column(i, 3, 16)
		p.at(x, margin+18, w)
		p.size = 9
		p.prose(5, 3)
	}
	p.size = 10

	p.page("glossary", "none: list of words")
	for _, s := range [][2]string{
		{"Basin", "A wide place where boats load, mostly at the end of a canal."}, {"Gauge", "The depth of a boat in the water, from which tolls were reckoned."},
		{"Navvy", "One of the men who dug the canal, up to 1,100 at a time."}, {"Pound", "The water between two locks."}, {"Staircase", "Locks that follow each other without a pound; here there are 3."},
	} {
		p.bold = true
		p.para(s[0])
		p.bold = false
		p.para(s[1])
	}
	return p
}
