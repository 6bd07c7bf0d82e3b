package tabletest

// conference is a paper in two columns.
func conference() *paper {
	p := newPaper("conference", letter, times, 9.5)
	p.foot = "Proceedings of the 12th Workshop on Reading Documents"

	p.page("first page", "in a column")
	p.at(margin, p.y, 504)
	p.title("Reading Rows: How Much Layout Does a Model Need?")
	top := p.y + 6
	x, w := p.column(0, 2, 22)
	p.at(x, top, w)
	p.prose(5, 4)
	x, w = p.column(1, 2, 22)
	p.at(x, top, w)
	p.prose(1, 4)
	p.sheet(sheet{
		caption: "Table 1: Size of the data sets, and how many of their questions need a table.", under: true, rules: book, width: w, size: 8.5, pad: 8, thin: true,
		body: `
Data set | Pages | Questions | Tables
---
Filings | 11204 | 3150 | 61%
Manuals | 4310 | 905 | 22%
Papers | 2988 | 1420 | 47%
Forms | 1006 | 377 | 9%`})
	p.prose(2, 4)

	p.page("results", "booktabs")
	p.sheet(sheet{
		caption: "Table 2: Exact match and F1 on three test sets. Best in bold; ± is the standard deviation of five runs.", rules: book | spans, width: 504, size: 9, over: "c", align: "c", thin: true, spare: []string{"↑"},
		body: `
 | Filings | < | Manuals | < | Papers | <
Model | EM | F1 | EM | F1 | EM | F1
---
Text only | 41.2 | 55.0 | 38.8 | 49.1 | 30.4 | 44.7
+ positions | 52.9 | 66.3 | 44.0 | 55.8 | 37.2 | 51.0
+ lines | 55.1 | 68.8 | 44.6 | 56.2 | 38.0 | 51.9
+ heads (ours) | 61.7 | 74.0 | 47.3 | 58.9 | 42.5 | 56.6
Human | 92.4 | 95.1 | 90.0 | 93.7 | 88.1 | 92.2`})
	top = p.y + 8
	x, w = p.column(0, 2, 22)
	p.at(x, top, w)
	p.prose(4, 4)
	x, w = p.column(1, 2, 22)
	p.at(x, top, w)
	p.prose(1, 5)
	p.sheet(sheet{
		caption: "Table 3: Ablation on the filings' development set.", under: true, rules: book, width: w, size: 8.5, figures: plain, align: "r", thin: true, pad: 8, spare: []string{"Δ"},
		body: `
Variant | EM | Δ
---
Full model | 61.7 | --
without ruling lines | 59.8 | -1.9
without units | 57.0 | -4.7
without parents | 56.1 | -5.6
random order of rows | 48.3 | -13.4`})
	p.prose(2, 3)

	p.page("settings", "text and figures mixed")
	x, w = p.column(0, 2, 22)
	top = p.y
	p.at(x, top, w)
	p.sheet(sheet{
		caption: "Table 4: Settings of the training.", rules: book, width: w, size: 8.5, thin: true, align: "l", figures: plain,
		body: `
Setting | Value
---
Optimizer | AdamW
Learning rate | #3e-4
Batch | 256
Steps | 40000
Warm-up | 2000
Dropout | 0.1
Precision | 'bf16`})
	p.prose(3, 4)
	x, w = p.column(1, 2, 22)
	p.at(x, top, w)
	p.prose(2, 4)
	p.sheet(sheet{
		caption: "Table 5: Confusion of row types on 500 rows.", rules: 0, width: 200, size: 8.5, thin: true, align: "r", figures: plain,
		body: `
 | Data | Total | Heading
---
Data | 388 | 4 | 1
Total | 6 | 51 | 0
Heading | 2 | 0 | 48`})
	p.prose(2, 4)

	p.page("equations", "none: equations")
	x, w = p.column(0, 2, 22)
	p.at(x, p.y, w)
	p.prose(1, 4)
	for i, e := range []string{"L(x, y) = 0.5 (x – y)² + 0.01 |x|", "P(r | c) = exp(s(r, c)) / Z(c)", "a = 3.2, b = 0.7, c = 12.5", "x1 + 2 x2 + 3 x3 = 14", "4 x1 – x2 = 7"} {
		p.y += 22
		p.centred(x+w/2-10, p.y, e)
		p.ended(x+w, p.y, "("+string(rune('1'+i))+")")
	}
	p.gap(10)
	p.prose(2, 4)
	x, w = p.column(1, 2, 22)
	p.at(x, margin+18, w)
	p.prose(5, 4)

	p.page("references", "none: references")
	for i := range 2 {
		x, w = p.column(i, 2, 22)
		p.at(x, margin+18, w)
		if i == 0 {
			p.title("References")
		}
		p.size = 8.5
		for _, s := range [][]string{{
			"A. Okafor and J. Lind. 2017. Tables in the wild. In Proceedings of the 9th Conference on Documents, pages 112–121.",
			"B. Castellanos, R. Iyer, and M. Novak. 2019. Lines that nobody drew. Journal of Layout, 14(3):201–230.",
			"C. Dubois. 2015. A grammar of forms. Technical Report 15-04, University of the North.",
			"D. Ek, S. Tanaka, and P. Roux. 2020. 1,000 balance sheets. Data and Documents, 6(1):1–18.",
		}, {
			"E. Fischer. 2018. Numbers and what they count. Computing Reviews, 41:77–90.",
			"F. Gupta and L. Hall. 2016. Heads, stubs and spanners. In Workshop on Tables, pages 5–14.",
			"G. Haddad, T. Ito, and K. Jensen. 2021. Reading at 6 ms a page. Software Notes, 33(12):2100–2119.",
			"H. Kovac. 2014. Columns without lines. Pattern Letters, 52(9):845–860.",
			"I. Lopez, O. Moreau, and Y. Zhou. 2022. What a total tells. Transactions on Documents, 2(4):300–322.",
		}}[i] {
			p.para(s)
		}
		p.size = 9.5
	}

	p.page("index", "none: index")
	for i, words := range [][]string{
		{"ablation, 41, 56", "alignment, 12–14, 33", "axis, 71", "banner, 9, 22, 23", "baseline, 17", "brackets, 31, 64", "caption, 11, 40", "cell, 8, 12, 15", "column, 8, 13", "  growing, 90", "  of prose, 21, 22"},
		{"footnote, 33, 35", "gap, 15", "grid, 44–51", "head, 18, 19", "  repeated, 52", "  spanning, 20", "indentation, 27", "label, 27, 28", "leader, 90", "line, 15", "marker, 33"},
		{"page break, 52", "parent, 27, 29", "percent, 61", "rectangle, 10", "row, 26", "rule, 44", "scale, 60–62", "sign, 31", "total, 65, 66", "units, 60", "year, 19, 20"},
	} {
		x, w = p.column(i, 3, 18)
		p.at(x, margin+30, w)
		p.lines(words...)
	}
	return p
}
