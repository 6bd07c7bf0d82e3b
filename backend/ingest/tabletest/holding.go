package tabletest

// holding is a report in two languages, and the slides and forms that go with it.
func holding() *paper {
	p := newPaper("holding", a4, helvetica, 9)
	p.head, p.foot = "Aarhold AG", "Jahresbericht / Annual report 2021"

	p.page("two languages", "labels on both sides")
	p.sheet(sheet{
		caption: "Erfolgsrechnung / Income statement", line: "in 1000 CHF", lineAt: right, of: "CHF e3", figures: helvetic, width: 480, rules: rowwise, align: "rrl", thin: true,
		body: `
 | 2021 | 2020 |
---
Ertrag | 15770 | 14548 | Income
Aufwand | -12044 | -11880 | Expenses
Abschreibungen | -984 | -951 | Depreciation
=Gewinn | 2742 | 1717 | Profit`})
	p.gap(10)
	p.sheet(sheet{
		caption: "Beteiligungen / Holdings", figures: helvetic, width: 480, rules: book, align: "lrrc", thin: true, per: map[int]string{1: "%", 2: "CHF"},
		body: `
Gesellschaft | Sitz | Anteil in % | Kapital (CHF) | Methode
---
Aar Netz AG | Olten | 100.0 | 2000000 | V
Aar Wasser AG | Aarau | 66.7 | 1500000 | V
Rhein Gas GmbH | Basel | 33.3 | 600000 | E
Tal Wärme AG | Thun | 20.0 | 250000 | E`, spare: []string{"in %", "(CHF)"}, of: ""})

	p.page("lines", "numbered lines")
	p.sheet(sheet{
		caption: "Schedule 21. Plant in service", width: 487, figures: english, rules: frames, size: 8.5, align: "lrrr", thin: true, line: "(in dollars)", of: "USD", or: labelledBySecond, over: "lrrr",
		body: `
Line | Item | Opening | Additions | Closing
---
1 | Land | 4112090 | -- | 4112090
2 | Structures | 18220415 | 310220 | 18530635
3 | Boilers | 9911870 | 1204008 | 11115878
4 | Turbines | 12770033 | -- | 12770033
=5 | Total | 45014408 | 1514228 | 46528636`})
	p.prose(2, 3)

	p.page("slide", "on a slide")
	p.set(helvetica, 24, true)
	p.lines("Half year at a glance")
	p.gap(30)
	p.set(helvetica, 15, false)
	p.sheet(sheet{
		width: 470, figures: german, rules: shades, size: 15, lead: 1.7, of: "CHF e6", per: map[int]string{2: "%"}, spare: []string{"in %"},
		body: `
Mio. CHF | H1 2021 | H1 2020 | in %
---
Umsatz | 7.9 | 7.2 | 9.7
EBIT | 1.6 | 1.1 | 45.5
Gewinn | 1.3 | 0.8 | 62.5`})
	p.gap(40)
	p.lines("• Netz: +4 % mehr Anschlüsse", "• Wasser: 2 neue Reservoire", "• Ausblick: 15–16 Mio. CHF Umsatz")

	p.page("close", "close columns")
	p.set(times, 9, false)
	p.sheet(sheet{
		caption: "Quartalszahlen", line: "Mio. CHF", of: "CHF e6", width: 0, figures: helvetic, size: 8, pad: 7, face: times,
		body: `
 | Q1 20 | Q2 20 | Q3 20 | Q4 20 | Q1 21 | Q2 21 | Q3 21 | Q4 21
---
Umsatz | 3710.2 | 3540.8 | 3602.5 | 3694.1 | 3904.4 | 3990.0 | 3871.9 | 4003.3
Aufwand | -2990.1 | -2911.7 | -2988.0 | -2990.2 | -3011.5 | -3040.8 | -2950.4 | -3041.0
=Ergebnis | 720.1 | 629.1 | 614.5 | 703.9 | 892.9 | 949.2 | 921.5 | 962.3`})
	p.para("Die Zahlen der Quartale sind ungeprüft. Im dritten Quartal 2021 wurden 12.4 Mio. CHF abgeschrieben.")
	p.sheet(sheet{
		caption: "Lager", figures: helvetic, width: 420, rules: rowwise, size: 8.5, thin: true, align: "rrl",
		body: `
Artikel | Bestand | Wert | Bemerkung
---
Rohre DN 100 | 412 | CHF 8240.00 | Inventur vom 30. November
Schieber | 36 | CHF 5400.00 |
Zähler | 1250 | CHF 43750.00 | davon 200 reserviert`})

	p.page("board", "none: people")
	for i, s := range [][]string{
		{"Dr. Urs Keller", "Präsident, geb. 1958", "seit 2009, gewählt bis 2024"}, {"Anna Frei", "Vizepräsidentin, geb. 1966", "seit 2014, gewählt bis 2023"},
		{"Marc Dubois", "Mitglied, geb. 1971", "seit 2018, gewählt bis 2022"}, {"Lea Sutter", "Mitglied, geb. 1979", "seit 2020, gewählt bis 2024"},
	} {
		p.at(margin+float64(i%2)*250, 120+float64(i/2)*180, 220)
		p.fill(p.x, p.y, 70, 90, 200)
		p.y += 96
		p.lines(s...)
	}
	return p
}
