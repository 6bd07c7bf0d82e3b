package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"lectern/backend/pdfout"
)

// kinds of reports that are made: how a language writes its labels, units and figures.
type report struct {
	language, group, point string
	caption, line          []string // one of each is taken; the line's powers are powers
	powers                 []int
	currency               []string // of the lines
	minus                  string   // "(%s)" or "-%s"
	labels                 []string // of money
	shares                 []string // of percent
	prose                  string
	head                   string // over the labels
	year                   string // a column's head
}

var reports = []report{
	{
		language: "en", group: ",", point: ".", minus: "(%s)", head: "Year ended December 31,", year: "%d",
		caption: []string{"Consolidated Statements of Income", "Consolidated Statements of Cash Flows", "Selected financial data", "Consolidated Balance Sheets"},
		line:    []string{"(in millions of dollars)", "(in thousands of dollars)", "(in millions of euros)", "(in thousands of pounds)"},
		powers:  []int{6, 3, 6, 3}, currency: []string{"USD", "USD", "EUR", "GBP"},
		labels: []string{"Net sales", "Cost of sales", "Gross profit", "Selling, general and administrative expenses", "Research and development expenses", "Restructuring charges", "Operating income", "Interest expense",
			"Income before income taxes", "Provision for income taxes", "Net income", "Net income attributable to noncontrolling interests", "Depreciation and amortization", "Stock-based compensation", "Purchases of property, plant and equipment",
			"Acquisitions, net of cash acquired", "Proceeds from the sale of businesses", "Dividends paid", "Repurchases of common stock", "Issuance of long-term debt", "Repayment of long-term debt", "Cash and cash equivalents at end of year",
			"Accounts receivable, net of allowance", "Inventories", "Total current assets", "Goodwill", "Intangible assets, net", "Total assets", "Accounts payable", "Accrued liabilities", "Deferred revenue", "Long-term debt, less current portion",
			"Total liabilities", "Retained earnings", "Total shareholders' equity", "Deferred income taxes", "Loss on extinguishment of debt", "Effect of exchange rates on cash", "Net cash provided by operating activities", "Net cash used in investing activities"},
		shares: []string{"Gross margin", "Operating margin", "Effective tax rate", "Return on equity", "Share of recurring revenue"},
		prose:  "The year was marked by %d openings and by %d%% more visitors. Order intake stood at $%d million at the end of %d, and %d people were trained.",
	},
	{
		language: "de", group: ".", point: ",", minus: "-%s", head: "Geschäftsjahr", year: "%d",
		caption: []string{"Konzern-Gewinn- und Verlustrechnung", "Konzernbilanz", "Kapitalflussrechnung"},
		line:    []string{"in Mio. €", "in Tsd. €", "Angaben in Millionen Euro"}, powers: []int{6, 3, 6}, currency: []string{"EUR", "EUR", "EUR"},
		labels: []string{"Umsatzerlöse", "Umsatzkosten", "Bruttoergebnis vom Umsatz", "Vertriebskosten", "Allgemeine Verwaltungskosten", "Forschungs- und Entwicklungskosten", "Sonstige betriebliche Erträge", "Ergebnis der betrieblichen Tätigkeit",
			"Finanzergebnis", "Ergebnis vor Steuern", "Ertragsteuern", "Konzernjahresüberschuss", "Abschreibungen auf Sachanlagen", "Flüssige Mittel", "Forderungen aus Lieferungen und Leistungen", "Vorräte", "Summe Umlaufvermögen",
			"Sachanlagen", "Geschäfts- oder Firmenwert", "Bilanzsumme", "Rückstellungen für Pensionen", "Finanzverbindlichkeiten", "Eigenkapital", "Auszahlungen für Investitionen", "Gezahlte Dividende", "Mittelzufluss aus laufender Geschäftstätigkeit"},
		shares: []string{"Umsatzrendite", "Eigenkapitalquote", "Steuerquote", "Anteil des Auslandsumsatzes"},
		prose:  "Das Jahr war von %d Eröffnungen und %d %% mehr Besuchern geprägt. Der Auftragsbestand lag bei %d Mio. € Ende %d, und %d Personen wurden geschult.",
	},
	{
		language: "ja", group: ",", point: ".", minus: "△%s", head: "", year: "%d年３月期",
		caption: []string{"連結損益計算書", "連結貸借対照表", "主要な経営指標"},
		line:    []string{"（単位：百万円）", "（単位：億円）", "（単位：千円）"}, powers: []int{6, 8, 3}, currency: []string{"JPY", "JPY", "JPY"},
		labels: []string{"売上高", "売上原価", "売上総利益", "販売費及び一般管理費", "研究開発費", "営業利益", "経常利益", "特別損失", "税金等調整前当期純利益", "法人税等", "親会社株主に帰属する当期純利益", "減価償却費", "現金及び現金同等物", "受取手形及び売掛金",
			"棚卸資産", "流動資産合計", "有形固定資産", "のれん", "資産合計", "短期借入金", "長期借入金", "負債合計", "利益剰余金", "純資産合計", "営業活動によるキャッシュ・フロー", "投資活動によるキャッシュ・フロー", "配当金の支払額"},
		shares: []string{"営業利益率", "自己資本比率", "自己資本利益率", "海外売上高比率"},
		prose:  "当年度は%d店を開き、来客数は%d％増えました。受注残高は%d百万円、%d年末の研修参加者は%d人でした。",
	},
}

// madeFacts writes reports as PDFs, reads them, and gives what stands in them.
func madeFacts(r *reader, seed uint64, each int) (out []*fact, err error) {
	for k, kind := range reports {
		for n := range each {
			dice := rand.New(rand.NewPCG(seed, uint64(100*k+n)))
			text, facts := kind.write(dice)
			var b bytes.Buffer
			if err := pdfout.Write(&b, text, pdfout.Options{Title: "Report", Language: kind.language, Created: time.Date(2024, 3, 1, 0, 0, 0, 0, time.UTC)}); err != nil {
				return nil, err
			}
			d, err := r.pdf(fmt.Sprintf("made-%s-%d", kind.language, n), b.Bytes())
			if err != nil {
				return nil, err
			}
			for _, f := range facts {
				if f.page = pageOf(d, f); f.page > 0 {
					f.doc = d
					out = append(out, f)
				}
			}
		}
	}
	return out, nil
}

// pageOf is the page that a fact's table was set on: the one with its label, its figures and its units on
// it.
func pageOf(d *document, f *fact) int {
	flat := strings.NewReplacer(" ", "", "\n", "", ",", "", ".", "")
	for _, p := range d.Pages {
		text := flat.Replace(p.Text)
		all := strings.Contains(text, flat.Replace(f.label)) && (f.percent || strings.Contains(text, flat.Replace(f.line)))
		for _, x := range f.points {
			all = all && strings.Contains(text, flat.Replace(strings.TrimPrefix(x.value, "-")))
		}
		if all {
			return p.Number
		}
	}
	return 0
}

// write makes the Markdown of a report of three tables, and the facts in it.
func (k report) write(dice *rand.Rand) (string, []*fact) {
	var b strings.Builder
	var facts []*fact
	for t := range 3 {
		at := dice.IntN(len(k.line))
		last := 2015 + dice.IntN(9)
		years := 2 + dice.IntN(2)
		fmt.Fprintf(&b, "## %s\n\n", k.caption[dice.IntN(len(k.caption))])
		fmt.Fprintf(&b, k.prose+"\n\n", 2+dice.IntN(40), 1+dice.IntN(30), 100+dice.IntN(900), last, 1000+dice.IntN(9000))
		fmt.Fprintf(&b, "%s\n\n| %s |", k.line[at], k.head)
		for y := range years {
			fmt.Fprintf(&b, " "+k.year+" |", last-y)
		}
		fmt.Fprintf(&b, "\n|---|%s\n", strings.Repeat("---:|", years))
		places := 0
		if k.powers[at] > 3 && dice.IntN(3) == 0 {
			places = 1
		}
		rows := 7 + dice.IntN(6)
		var previous *fact
		for i, n := range dice.Perm(len(k.labels))[:rows] {
			f := &fact{language: k.language, label: k.labels[n], currency: k.currency[at], power: k.powers[at], half: "made", line: k.line[at]}
			if i == rows-1 && t > 0 {
				f.label, f.percent, f.power, f.currency = k.shares[dice.IntN(len(k.shares))], true, 0, ""
			}
			base := 20 + dice.Float64()*dice.Float64()*30000
			negative := dice.IntN(7) == 0
			fmt.Fprintf(&b, "| %s |", f.label)
			for y := range years {
				base *= .82 + dice.Float64()*.36
				v := fmt.Sprintf("%.*f", places, base)
				if f.percent {
					v = fmt.Sprintf("%.1f", 3+dice.Float64()*60)
				}
				shown := grouped(v, k.group, k.point)
				if negative && !f.percent {
					v, shown = "-"+v, fmt.Sprintf(k.minus, shown)
				}
				if f.percent {
					shown += "%"
				}
				fmt.Fprintf(&b, " %s |", shown)
				f.points = append(f.points, point{last - y, "", v})
			}
			b.WriteString("\n")
			if previous != nil {
				previous.next = f
			}
			previous = f
			facts = append(facts, f)
		}
		b.WriteString("\n")
	}
	return b.String(), facts
}

// grouped writes a decimal number with marks.
func grouped(v, group, point string) string {
	whole, fraction, _ := strings.Cut(v, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + group + whole[i:]
	}
	if fraction != "" {
		whole += point + fraction
	}
	return whole
}
