package tabletest

// germany is a German annual report.
func germany() *paper {
	p := newPaper("germany", a4, helvetica, 9)
	p.head, p.foot = "Elbwerk AG · Geschäftsbericht 2022", "Konzernabschluss"
	text := "Der Umsatz stieg um 12,4 % auf 1.577,0 Mio. EUR. Dazu trugen alle Segmente bei; am stärksten wuchs das Geschäft mit Netzen, das 38 % des Umsatzes ausmacht. Die Zahl der Mitarbeiter lag am 31. Dezember 2022 bei 6.214."

	p.page("Ertragslage", "German")
	p.title("Ertragslage")
	p.para(text)
	p.sheet(sheet{
		caption: "Gewinn- und Verlustrechnung", of: "EUR e6", per: map[int]string{2: "%"}, figures: german, width: 487, rules: book, spare: []string{"in %"},
		body: `
in Mio. EUR | 2022 | 2021 | Veränderung in %
---
Umsatzerlöse | 1577.0 | 1403.2 | 12.4
Materialaufwand | -812.6 | -725.9 | 11.9
Personalaufwand | -402.3 | -381.0 | 5.6
Abschreibungen | -98.4 | -95.1 | 3.5
Sonstige Aufwendungen | -121.9 | -111.4 | 9.4
=Betriebsergebnis | 141.8 | 89.8 | 57.9
Finanzergebnis | -12.0 | -14.4 | -16.7
Ertragsteuern | -38.7 | -24.5 | 58.0
=Konzernergebnis | 91.1 | 50.9 | 79.0`})
	p.para(text)
	p.sheet(sheet{
		caption: "Kennzahlen", figures: german, width: 400, rules: shades, thin: true,
		body: `
 | 2022 | 2021
---
Umsatz | 1577.0 Mio. € | 1403.2 Mio. €
Bilanzsumme | 2.72 Mrd. € | 2.60 Mrd. €
Eigenkapitalquote | 41.3% | 39.8%
Ergebnis je Aktie | 2.31 € | 1.29 €
Mitarbeiter | 6214 | 6007`})

	p.page("Segmente", "units in a note")
	p.sheet(sheet{
		caption: "Segmentberichterstattung", line: "Alle Angaben in Tausend Euro.", lineAt: below, of: "EUR e3", figures: german, width: 487, rules: grid, over: "c",
		body: `
Segment | Umsatz | < | Ergebnis | <
^ | 2022 | 2021 | 2022 | 2021
---
Netze | 599260 | 518004 | 61204 | 40118
Anlagenbau | 488117 | 470552 | 40331 | 31207
Dienste | 402018 | 330940 | 44870 | 25019
Übrige | 87605 | 83704 | -4605 | -6544
=Konzern | 1577000 | 1403200 | 141800 | 89800`})
	p.para(text)

	p.page("Anlagen", "merged cells")
	p.sheet(sheet{
		caption: "Standorte und Leistung", figures: german, width: 470, rules: grid, align: "lrr", thin: true, or: labelledByGroup,
		body: `
Land | Standort | Leistung (MW) | Mitarbeiter
---
Deutschland | Hamburg | 412.5 | 1904
^ | Leipzig | 188.0 | 640
^ | Ulm | 96.4 | 311
Österreich | Linz | 240.8 | 702
^ | Graz | 75.1 | 188
Polen | Gdynia | 133.3 | 455`})
	p.para(text)
	p.sheet(sheet{
		caption: "Prüfplan", figures: german, width: 470, rules: grid, align: "c", thin: true,
		body: `
Anlage | Q1 | Q2 | Q3 | Q4
---
Kessel 1 | Revision | < | Betrieb | <
Kessel 2 | Betrieb | < | < | Revision
Turbine | Betrieb | Revision | Betrieb | <`})

	p.page("Preise", "German")
	p.sheet(sheet{
		caption: "Preisblatt Strom, gültig ab 1. Januar 2023", figures: german, width: 440, rules: rowwise, align: "rr", over: "r", spare: []string{"(ct/kWh)", "(EUR/Jahr)"}, per: map[int]string{1: "EUR"},
		body: `
Tarif | Arbeitspreis\(ct/kWh) | Grundpreis\(EUR/Jahr)
---
Grundversorgung | 38.42 | 142.80
Elbstrom Klassik | 34.90 | 130.90
Elbstrom Natur | 35.85 | 130.90
Wärmepumpe | 27.11 | 95.20
Nachtspeicher | 25.60 | 118.00`})
	p.para(text)
	return p
}

// labelledByGroup reads the first column as a heading over the rows that it reaches down, and the second as their labels.
func labelledByGroup(t Table) Table {
	t.Stub, t.Columns = t.Columns[0].Heads[0], t.Columns[1:]
	for i, r := range t.Rows {
		t.Rows[i].Parents, t.Rows[i].Label = []string{r.Label}, r.Cells[0].Text
		t.Rows[i].Cells = r.Cells[1:]
		for k := range t.Rows[i].Cells {
			t.Rows[i].Cells[k].Column--
		}
	}
	return t
}
