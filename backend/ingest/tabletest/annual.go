package tabletest

// annual is an annual report of a company in the United States.
func annual() *paper {
	p := newPaper("annual", letter, times, 10)
	p.head, p.foot = "HARBOR & PINE HOLDINGS, INC.", "2019 Annual Report"

	p.page("cash flows", "unruled")
	p.para("The following table summarizes our cash flows. Net cash from operations rose by 9.6% over the year because collections in the fourth quarter were earlier than in 2018, and because inventories were reduced in all three regions.")
	p.sheet(sheet{
		caption: "Consolidated Statements of Cash Flows", line: "(in millions)", of: "USD e6", width: 500, rules: sums, apart: true, size: 9,
		body: `
Years ended December 31, | 2019 | 2018 | 2017
---
Operating activities:
  Net income | $1577 | $1432 | $1219
  Depreciation and amortization | 412 | 388 | 361
  Deferred income taxes | -37 | 14 | -102
  Changes in working capital:
    Receivables | -58 | -121 | 19
    Inventories | 66 | -43 | -12
    Accounts payable | 8 | 31 | --
=Net cash provided by operating activities | 1968 | 1701 | 1485
Investing activities:
  Purchases of property, plant and equipment | -577 | -619 | -483
  Acquisitions, net of cash acquired | -- | -1204 | -35
  Proceeds from sale of businesses | 92 | -- | 14
=Net cash used in investing activities | -485 | -1823 | -504
Cash and cash equivalents at end of year | $2310 | $1377 | $1846`})

	p.page("balance sheet", "units line")
	p.sheet(sheet{
		caption: "Consolidated Balance Sheets", line: "(Dollars in thousands)", lineAt: right, of: "USD e3", width: 490, rules: sums | book, apart: true,
		body: `
 | December 31,\2019 | December 31,\2018
---
Assets
Current assets:
  Cash and cash equivalents | $231004 | $137702
  Marketable securities | 84120 | 91375
  Accounts receivable, net of allowance of $2,114 and $1,980 | 310552 | 295001
  Inventories | 187330 | 193848
=Total current assets | 813006 | 717926
Property, plant and equipment, net | 1204517 | 1177340
Goodwill{1} | 655000 | 655000
Other assets | 44918 | 51207
=Total assets | $2717441 | $2601473`})
	p.para("1  See Note 7 for the goodwill of each reporting unit.")

	p.page("segments", "spanning heads with a line")
	p.para("Revenue by segment is shown below. Segment figures for 2018 were restated for the transfer of the marine business.")
	p.sheet(sheet{
		caption: "Segment results", line: "(in millions)", of: "?USD e6", width: 500, rules: spans | book, size: 9, over: "c",
		body: `
 | Three months ended September 30, | < | Nine months ended September 30, | <
 | 2019 | 2018 | 2019 | 2018
---
Coatings | 312.4 | 298.0 | 911.7 | 880.2
Adhesives | 120.9 | 131.5 | 377.0 | 390.1
Marine | 48.2 | 44.7 | 139.9 | 127.3
Eliminations | -6.1 | -5.8 | -18.4 | -17.0
=Total revenue | 475.4 | 468.4 | 1410.2 | 1380.6`})
	p.para("Adhesives fell by 8.1% as two customers moved their orders to the following quarter. The order book stood at $212 million at the end of September, compared with $187 million a year before.")
	p.sheet(sheet{
		caption: "Revenue by region", line: "(in millions)", of: "?USD e6", per: map[int]string{2: "%", 5: "%"}, width: 500, size: 8.5, over: "c", spare: []string{"%"},
		body: `
 | Third quarter | < | < | Year to date | < | <
 | 2019 | 2018 | Change % | 2019 | 2018 | Change %
---
Americas | 251.0 | 244.2 | 2.8 | 742.9 | 721.0 | 3.0
Europe, Middle East and Africa | 148.3 | 151.1 | -1.9 | 444.0 | 438.7 | 1.2
Asia Pacific | 76.1 | 73.1 | 4.1 | 223.3 | 220.9 | 1.1`})

	p.page("leases", "notes column")
	p.para("Amounts recognised for leases are set out here; the notes are part of these statements.")
	p.sheet(sheet{
		caption: "Statement of income", of: "?USD e6", line: "In millions, except per share amounts", rules: rowwise, width: 480, align: "crr",
		body: `
 | Note | 2019 | 2018
---
Revenue | #4 | 1869.0 | 1790.3
Cost of sales | | -1120.8 | -1098.7
Selling and administrative expenses | '5, 6 | -402.1 | -377.6
Restructuring | #11 | -14.9 | --
=Operating profit | | 331.2 | 314.0
Interest expense | #9 | -40.0 | -38.2
Income taxes | #12 | -61.0 | -70.4
=Net income | | 230.2 | 205.4
Earnings per share, diluted @?USD | #13 | 2.31 | 2.04`})
	p.gap(10)
	p.sheet(sheet{
		caption: "Maturity of lease liabilities", of: "?USD e6", line: "(in millions)", rules: sums, width: 300,
		body: `
Year | Operating | Finance
---
2020 | 31.4 | 4.2
2021 | 27.7 | 3.9
2022 | 20.1 | 3.1
2023 | 12.6 | 0.8
Thereafter | 33.0 | --
=Total payments | 124.8 | 12.0`})

	p.page("employees", "ruled grid")
	p.para("At the end of the year we employed 6,214 people in eleven countries. The next table shows them by function.")
	p.sheet(sheet{
		caption: "Table 4. Employees by function and region", rules: grid, face: helvetica, size: 9, align: "c", width: 440, figures: plain,
		body: `
Function | Americas | EMEA | Asia Pacific | Total
---
Production | 1904 | 1120 | 830 | 3854
Research and development | 402 | 311 | 96 | 809
Sales and service | 610 | 388 | 201 | 1199
Administration | 177 | 125 | 50 | 352
=Total | 3093 | 1944 | 1177 | 6214`})
	p.para("Turnover was 8.2% (2018: 9.0%). The average age of our employees was 41.3 years, and 34% of the management were women.")
	p.sheet(sheet{
		caption: "Board of directors", rules: grid, face: helvetica, size: 8, align: "l", width: 500, widths: []float64{105, 55, 0, 70}, figures: plain,
		body: `
Name | Since | Position and other mandates | Committees
---
Eleanor R. Whitcombe | #2011 | Chair of the board; formerly chief executive of Tarn Chemicals; director of two port authorities | Nominations
Marcus Adeyemi | #2016 | Independent director; professor of materials science | Audit, Safety
Ingrid Solheim | #2018 | Independent director; chief financial officer of a shipping line until last spring | Audit (chair)
Paul Tran | #2014 | Chief executive officer | None`})
	moreAnnual(p)
	return p
}

func moreAnnual(p *paper) {
	p.page("market", "one row")
	p.prose(1, 3)
	p.sheet(sheet{
		caption: "Shares outstanding and market price", face: helvetica, size: 8.5, rules: grid, align: "c", width: 430, thin: true,
		body: `
 | Shares outstanding | High | Low | Close
---
Class A common stock | 48114902 | $71.20 | $48.05 | $66.37`})
	p.prose(1, 2)
	p.sheet(sheet{
		caption: "Dividends declared per share", width: 190, size: 9, of: "USD",
		body: `
Quarter | Amount
---
First | $0.22
Second | 0.22
Third | 0.24
Fourth | 0.24
=Total | $0.92`, rules: sums, apart: true})
	p.prose(1, 3)

	p.page("fair value", "three levels of heads")
	p.para("The table presents assets and liabilities that are measured at fair value on a recurring basis, by the level of the inputs.")
	p.sheet(sheet{
		caption: "Fair value measurements", line: "(in thousands)", of: "USD e3", rules: spans | sums, size: 8, width: 504, over: "c", apart: true, pad: 9,
		body: `
 | December 31, 2019 | < | < | < | December 31, 2018 | < | < | <
 | | Fair value level | < | < | | Fair value level | < | <
 | Carrying\amount | Level 1 | Level 2 | Level 3 | Carrying\amount | Level 1 | Level 2 | Level 3
---
Money market funds | $42100 | $42100 | $-- | $-- | $38800 | $38800 | $-- | $--
Government bonds | 27015 | 21004 | 6011 | -- | 31260 | 25240 | 6020 | --
Corporate bonds | 15005 | -- | 14210 | 795 | 21315 | -- | 20400 | 915
Interest rate swaps | -1204 | -- | -1204 | -- | 377 | -- | 377 | --
Contingent consideration | -3900 | -- | -- | -3900 | -4250 | -- | -- | -4250
=Total | $79016 | $63104 | $19017 | $-3105 | $87502 | $64040 | $26797 | $-3335`})
	p.prose(1, 2)

	p.page("quarters", "spanning heads without a line")
	p.sheet(sheet{
		caption: "Quarterly results (unaudited)", line: "(in millions)", of: "?USD e6", face: helvetica, size: 8, width: 500, over: "c", thin: true,
		body: `
 | 2019 quarter ended | < | < | < | 2018 quarter ended | < | < | <
 | Mar 31 | Jun 30 | Sep 30 | Dec 31 | Mar 31 | Jun 30 | Sep 30 | Dec 31
---
Net sales | 458.1 | 476.7 | 475.4 | 458.8 | 441.0 | 471.2 | 468.4 | 409.7
Gross profit | 180.2 | 190.6 | 189.0 | 178.4 | 170.9 | 187.7 | 185.1 | 148.0
Operating profit | 80.3 | 88.1 | 86.5 | 76.3 | 72.8 | 87.0 | 84.4 | 69.8
Net income | 55.1 | 61.9 | 60.2 | 53.0 | 47.7 | 57.5 | 55.6 | 44.6`})
	p.prose(1, 3)
	p.sheet(sheet{
		caption: "Stock options", size: 9, width: 480, over: "c", figures: british, thin: true, per: map[int]string{3: "?USD"},
		body: `
 | Options outstanding | < | Options exercisable | <
Range of exercise prices | Number | Remaining years | Number | Average price
---
$20.00 – $29.99 | 118400 | 2.1 | 118400 | $24.10
$30.00 – $39.99 | 402750 | 4.6 | 311200 | $34.85
$40.00 – $54.99 | 611900 | 7.8 | 97300 | $47.02`})

	p.page("taxes", "marks")
	p.sheet(sheet{
		caption: "Reconciliation of the income tax rate", size: 9, width: 420, figures: figures{",", ".", "()", "—", "%", false}, rules: sums,
		body: `
 | 2019 | 2018 | 2017
---
Statutory rate | 21.0% | 21.0% | 35.0%
State taxes, net of federal benefit | 2.4% | 2.2% | 1.7%
Foreign rate differential{(a)} | -1.3% | -0.9% | -4.8%
Tax reform{(b)} | -- | 1.6% | 11.2%{(c)}
Other | -1.1% | 1.5% | 0.6%
=Effective rate | 21.0% | 25.4% | 43.7%`})
	p.lines("(a) Mainly Ireland and Singapore.", "(b) Remeasurement of deferred taxes.", "(c) Includes $12 million of transition tax.")
	p.gap(20)
	p.sheet(sheet{
		caption: "Selected financial data", line: "(in millions)", of: "USD e6", size: 9, width: 470, apart: true,
		body: `
 | 2019 | 2018{1} | 2017 | 2016
---
Revenue | $1869.0 | $1790.3 | $1702.8 | $1655.1
Adjusted operating profit{2} | 346.1 | 314.0{3} | 290.2 | 271.5
Free cash flow{2} | 1391.0 | 1082.0 | 1002.0 | 870.0
Net debt{2, 4} | 910.4 | 1120.7 | 744.2 | 801.9`})
	p.lines("1 Restated. 2 Not defined by accounting standards. 3 Without restructuring. 4 Without leases.")

	p.page("two tables", "side by side")
	p.prose(1, 3)
	y := p.y + 6
	half := sheet{size: 8.5, rules: sums, face: helvetica, line: "$ millions", of: "USD e6"}
	left, second := half, half
	left.caption, left.body = "Debt by instrument", `
 | 2019 | 2018
---
Senior notes due 2024 | 400.0 | 400.0
Term loan | 310.5 | 377.2
Revolving credit | 45.0 | 120.0
Other | 12.1 | 9.8
=Total debt | 767.6 | 907.0`
	second.caption, second.body = "Debt by currency", `
 | 2019 | 2018
---
US dollar | 611.3 | 733.9
Euro | 140.2 | 155.0
Pound sterling | 16.1 | 18.1
=Total debt | 767.6 | 907.0`
	p.at(margin, y, 230)
	left.width, second.width = 225, 225
	p.sheet(left)
	bottom := p.y
	p.at(margin+275, y, 230)
	p.sheet(second)
	p.at(margin, bottom+10, p.w-2*margin)
	p.prose(2, 3)

	p.page("properties", "wrapped labels")
	p.sheet(sheet{
		caption: "Contractual obligations", line: "(in millions)", of: "?USD e6", width: 500, widths: []float64{190}, size: 9, rules: book,
		body: `
 | Total | Less than\1 year | 1–3 years | 3–5 years | More than\5 years
---
Long-term debt, including current maturities and the related unamortized costs | 767.6 | 45.0 | 310.5 | 12.1 | 400.0
Interest payments on long-term debt | 141.2 | 36.0 | 58.8 | 34.4 | 12.0
Operating leases | 124.8 | 31.4 | 47.8 | 12.6 | 33.0
Purchase obligations for raw materials under agreements that cannot be cancelled without a penalty | 88.3 | 61.7 | 26.6 | -- | --
Pension contributions | 21.0 | 7.0 | 14.0 | -- | --
=Total | 1142.9 | 181.1 | 457.7 | 59.1 | 445.0`})
	p.prose(2, 3)
}
