package tabletest

import (
	"fmt"
	"strings"
)

// ledger is a study's appendix: measurements, long and wide tables, tables that follow closely on each other.
func ledger() *paper {
	p := newPaper("ledger", a4, helvetica, 8.5)
	p.head, p.foot = "Monitoring of the Tarn estuary", "Appendix B"

	p.page("samples", "long")
	var b strings.Builder
	b.WriteString("Sample | Depth (m) | Temp. (°C) | Salinity | Oxygen (mg/l) | Nitrate (mg/l)\n---\n")
	for i := range 46 {
		nitrate := fmt.Sprintf("%.2f", p.dice.Float64()*4)
		if i%11 == 5 {
			nitrate = "'< 0.05"
		}
		fmt.Fprintf(&b, "TE-%03d | %.1f | %.1f | %.2f | %.1f | %s\n", 101+i, 1+p.dice.Float64()*30, 4+p.dice.Float64()*14, 28+p.dice.Float64()*7, 5+p.dice.Float64()*6, nitrate)
	}
	p.sheet(sheet{caption: "Table B-1. Samples taken in 2021", body: b.String(), width: 480, figures: plain, size: 8, rules: book, lead: 1.2})

	p.page("wide", "long")
	b.Reset()
	b.WriteString("Station | Jan | Feb | Mar | Apr | May | Jun | Jul | Aug | Sep | Oct | Nov | Dec\n---\n")
	for _, s := range []string{"Weir", "Mill", "Quay", "Ferry", "Buoy 4", "Buoy 7", "Bar"} {
		b.WriteString(s)
		for range 12 {
			fmt.Fprintf(&b, " | %.1f", 3+p.dice.Float64()*15)
		}
		b.WriteString("\n")
	}
	p.sheet(sheet{caption: "Table B-2. Mean temperature by month (°C)", body: b.String(), width: 487, figures: plain, size: 7, pad: 6, rules: grid})
	p.gap(4)
	p.sheet(sheet{
		caption: "Table B-3. Correlations", width: 340, figures: figures{",", ".", "–", "–", "%", false}, size: 8,
		body: `
 | Depth | Temp. | Salinity | Oxygen
---
Depth | 1.00 | | |
Temp. | -0.41 | 1.00 | |
Salinity | 0.58 | -0.12 | 1.00 |
Oxygen | -0.33 | -0.47 | -0.08 | 1.00`})
	p.sheet(sheet{
		caption: "Table B-4. Regression of oxygen", width: 360, figures: plain, size: 8, rules: book, thin: true, align: "d",
		body: `
 | Estimate | Std. error | t | p
---
(Intercept) | 9.812 | 0.310 | 31.65 | '< 0.001
Temperature | -0.214 | 0.021 | -10.19 | '< 0.001
Salinity | -0.035 | 0.018 | -1.94 | 0.055
Depth | -0.009 | 0.004 | -2.25 | 0.027`})

	p.page("species", "empty cells")
	p.sheet(sheet{
		caption: "Table B-5. Birds counted", width: 430, figures: plain, size: 8.5, rules: rowwise, thin: true,
		body: `
Species | 2017 | 2018 | 2019 | 2020 | 2021
---
Waders
  Dunlin | 1204 | 1188 | 1310 | | 1275
  Knot | 88 | 140 | | | 96
  Redshank | 412 | 388 | 401 | | 377
Ducks
  Teal | 640 | | 702 | | 655
  Wigeon | 2110 | 1975 | 2044 | | 2203`})
	p.prose(1, 3)
	p.sheet(sheet{
		caption: "Table B-6. Limits", width: 470, figures: plain, size: 8.5, rules: grid, align: "c", thin: true, widths: []float64{120},
		body: `
Substance | Limit (µg/l) | < | Method
^ | Mean | Maximum | ^
---
Lead | 1.2 | 14.0 | ISO 17294
Cadmium | 0.08 | 0.45 | ISO 17294
Benzo[a]pyrene | not set | < | GC-MS
Mercury | -- | 0.07 | AFS`})
	return p
}
