package tabletest

import "codeberg.org/go-pdf/fpdf"

func polygon() []fpdf.PointType {
	return []fpdf.PointType{{X: 70, Y: 100}, {X: 260, Y: 80}, {X: 500, Y: 150}, {X: 530, Y: 420}, {X: 400, Y: 640}, {X: 120, Y: 600}}
}

// council is the papers of a town: timetables, letters, forms.
func council() *paper {
	p := newPaper("council", a4, times, 10)
	p.head, p.foot = "Borough of Eastmere", "Papers for the meeting of 14 May"

	p.page("timetable", "timetable")
	p.sheet(sheet{
		caption: "Line 14: Eastmere – Harbour", rules: grid, width: 487, size: 8, align: "c", thin: true, face: helvetica,
		body: `
Monday to Friday | Bus 1 | Bus 2 | Bus 3 | Bus 4 | Bus 5
---
Town Hall | '05:42 | '06:12 | '06:42 | '07:02 | '07:22
Mill Lane | '05:49 | '06:19 | '06:49 | '07:10 | '07:30
Station (arrives) | '05:55 | '06:25 | '06:55 | '07:17 | '07:37
Station (leaves) | '05:58 | '06:28 | '06:58 | '07:20 | '07:40
Harbour | '06:10 | -- | '07:10 | -- | '07:54`, figures: british})
	p.prose(1, 3)
	p.sheet(sheet{
		caption: "Opening hours", width: 340, size: 9.5, align: "l", thin: true,
		body: `
 | Library | Baths
---
Monday | closed | '7–20
Tuesday to Friday | '10–19 | '7–22
Saturday | '10–16 | '9–18
Sunday | closed | '9–17`})

	p.page("budget", "units of the document")
	p.para("Budget for the coming year. All figures are in £ thousand.")
	p.sheet(sheet{
		caption: "Net expenditure by service", of: "GBP e3", figures: british, width: 487, rules: sums, size: 9.5,
		body: `
Service | Budget | Forecast | Next year | Change
---
Roads and lighting | 4120 | 4377 | 4410 | 290
Parks | 1204 | 1180 | 1215 | 11
Waste | 6330 | 6512 | 6700 | 370
Libraries | 918 | 901 | 870 | -48
=Subtotal services | 12572 | 12970 | 13195 | 623
Interest | 310 | 288 | 275 | -35
Reserves | -400 | -400 | -250 | 150
=Net expenditure | 12482 | 12858 | 13220 | 738`})
	p.prose(1, 3)
	p.sheet(sheet{
		caption: "Fees", rules: rowwise, figures: british, width: 400, thin: true, per: map[int]string{0: "GBP", 1: "GBP"}, spare: []string{"(£)"}, over: "r",
		body: `
 | Now (£) | Proposed (£)
---
Parking, per hour | 1.20 | 1.40
Market stall, per day | 18.00 | 18.50
Garden waste, per year | 42.00 | 45.00
Use of the hall\for clubs of the borough | 25.00 | 26.00`})

	p.page("decisions", "text only")
	p.para("The committee is asked to note what was decided since the last meeting.")
	p.sheet(sheet{
		caption: "Decisions", rules: grid, width: 487, widths: []float64{40, 0, 110}, align: "l", thin: true,
		body: `
Item | Decision | Responsible
---
A | The bridge at Mill Lane stays closed to lorries until the surveyor has reported. | Roads
B | A second tender is to be held for the playground, since only one bid came in. | Parks
C | The library opens on Saturdays for a trial of six months. | Libraries`})
	p.prose(2, 3)

	p.page("letter", "none: letter")
	p.at(margin, 110, 240)
	p.lines("Ms A. Hargreaves", "Flat 12, 40 Quay Street", "Eastmere EM4 2QT")
	p.at(380, 110, 160)
	p.lines("Your ref. 2213/07", "Our ref. 88-1140", "Telephone 01632 960 114", "2 May 2022")
	p.at(margin, 220, p.w-2*margin)
	p.para("Dear Ms Hargreaves,")
	p.para("Thank you for your letter of 21 April. The rent of garage 17 will be £48.50 a month from 1 July 2022, as against £46.00 now. You may end the lease with 4 weeks' notice.")
	p.prose(3, 3)
	p.para("Yours sincerely,")
	p.gap(30)
	p.lines("T. Bowen", "Head of Property")

	p.page("form", "none: form")
	p.title("Application for a parking permit")
	for _, s := range []string{"Surname", "First name", "Street and number", "Postcode", "Registration of the vehicle", "Permit wanted from"} {
		p.y += 30
		p.text(margin, p.y, s)
		p.line(margin+150, p.y+2, p.w-margin, p.y+2, .5)
	}
	p.gap(50)
	for i, s := range []string{"Place, date", "Signature of the applicant"} {
		x := margin + float64(i)*260
		p.line(x, p.y, x+200, p.y, .5)
		p.text(x, p.y+12, s)
	}
	p.gap(50)
	p.lines("For office use only")
	for i, s := range []string{"Received", "Checked", "Number"} {
		x := margin + float64(i)*160
		p.pdf.SetLineWidth(.5)
		p.pdf.Rect(x, p.y+10, 140, 34, "D")
		p.text(x+4, p.y+20, s)
	}
	return p
}
