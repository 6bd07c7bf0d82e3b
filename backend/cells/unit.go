package cells

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lectern/backend/store"
	"lectern/backend/text"
)

// Unit is what a cell's figure is counted in.
type Unit struct {
	Name   string // a currency, text.Percent, text.Points, text.Times; "" for what is only counted, or not known
	Powers []int  // of ten that it may be counted in, the likeliest first
	Sure   bool   // it is told, not guessed
}

// UnitOf reads it of a cell in a row of a table.
func UnitOf(t store.Table, r store.Row, c store.Cell) Unit {
	u := t.UnitsOf(c)
	if u.Exponent == 0 && !u.Percent && c.Units.Exponent == 0 && t.Units.Exponent == 0 {
		u.Exponent = scaleIn(t.Units.Text)
	}
	if m := labelScale.FindStringSubmatch(r.Label); m != nil && c.Units.Exponent == 0 {
		u.Exponent, u.From, u.Text = text.ScaleOf(m[1]), store.UnitsRow, m[0]
	}
	out := Unit{Powers: []int{u.Exponent}, Sure: true}
	switch {
	case strings.ContainsAny(c.Text, "%％"), u.Percent && !tooMany(c):
		return Unit{text.Percent, []int{0}, true}
	case u.Percent: // the sign is of other figures
		return Unit{"", []int{0}, false}
	case u.Currency != "":
		out.Name = u.Currency
	}
	if (counts.MatchString(strings.TrimSpace(r.Label)) || countedOver(t, c)) && !strings.ContainsAny(c.Text, "$€£¥") {
		const most = 8e9
		out.Name = ""
		switch {
		case u.Exponent > 0 && valueOf(c)*math.Pow10(u.Exponent) > most:
			out.Powers = []int{0}
		case u.Exponent > 0 && numberOf.MatchString(r.Label) && !strings.Contains(c.Value, ".") && !sharesToo.MatchString(u.Text+" "+t.Units.Text+" "+t.Caption):
			out.Powers, out.Sure = []int{0, u.Exponent}, false
		}
		return out
	}
	if perOne.MatchString(r.Label) {
		out.Powers = []int{0}
		return out
	}
	if out.Name != "" && (inCents.MatchString(r.Label) || inCents.MatchString(headOf(t, c))) {
		out.Powers = []int{-2}
		return out
	}
	if strings.HasSuffix(strings.TrimSpace(c.Text), "x") {
		out.Name, out.Powers = text.Times, []int{0}
	}
	said := u.Text != "" || u.From != "" || u.Exponent > 0
	switch {
	case u.Exponent > 0:
		if u.From != store.UnitsRow && c.Units.Exponent == 0 && (rowPerShare(r) || PerShare(headOf(t, c))) {
			out.Powers = []int{0}
		} else if c.Units.Exponent == 0 && u.From != store.UnitsRow && !mayBePerShare(r.Label) && likeAShares(t, c) {
			out.Sure, out.Powers = false, []int{0, u.Exponent}
		}
	case !said || u.From == store.UnitsDocument:
		out.Sure = false
	case u.From == store.UnitsRow && u.Text == "" && t.Units.Exponent > 0 && !PerShare(r.Label): // a guess by the row's words
		out.Sure, out.Powers = false, []int{0, t.Units.Exponent}
	}
	return out
}

// tooMany tells whether a cell without a sign is a whole number of more than a hundred.
func tooMany(c store.Cell) bool {
	const whole = 100
	n, err := strconv.Atoi(strings.TrimPrefix(c.Value, "-"))
	return err == nil && n > whole
}

// likeAShares tells whether a cell may be an amount a share though its row doesn't say so: the table counts in millions
// "except per share amounts", its figures are whole, and this one has cents.
func likeAShares(t store.Table, c store.Cell) bool {
	if !cents.MatchString(c.Value) || !mayBePerShare(t.Units.Text+" "+t.Caption) {
		return false
	}
	whole, parted := 0, 0
	for _, r := range t.Rows {
		if PerShare(r.Label) {
			continue
		}
		for _, o := range r.Cells {
			switch {
			case o.Units.Percent || strings.ContainsAny(o.Text, "%％") || o.Value == "":
			case cents.MatchString(o.Value):
				parted++
			case !strings.Contains(o.Value, "."):
				whole++
			}
		}
	}
	return whole > parted
}

// cents are two places behind the point.
var cents = regexp.MustCompile(`^-?\d{1,3}\.\d\d$`)

// counts is a label of how many there are, which is no money. No more people live than eight thousand million.
var counts = regexp.MustCompile(`(?i)^(?:total |average |approximate |year[- ]end )*number of\b|^(?:total |average |approximate |year[- ]end |full[- ]time |part[- ]time |paid |free |net )*(?:employees|workforce|headcount|associates|memberships?|subscribers?|(?:paid )?(?:net )?(?:membership )?additions)(?: at (?:the )?(?:end|beginning) of (?:the )?(?:period|year|quarter))?$`)

// countedOver tells whether a head over a cell is such a label, with its day or without.
func countedOver(t store.Table, c store.Cell) bool {
	if c.Column < 0 || c.Column >= len(t.Columns) {
		return false
	}
	return slices.ContainsFunc(t.Columns[c.Column].Heads, func(h string) bool {
		return counts.MatchString(strings.TrimSpace(asOfDay.ReplaceAllString(h, "")))
	})
}

var asOfDay = regexp.MustCompile(`(?i) (?:as of|at)\b.*$`)

var (
	numberOf  = regexp.MustCompile(`(?i)\bnumber of\b`)
	sharesToo = regexp.MustCompile(`(?i)\b(?:shares|units|options|awards)\b`) // what a unit line counts besides money
)

// valueOf is a cell's number, without regard to what it is counted in.
func valueOf(c store.Cell) float64 {
	v, err := strconv.ParseFloat(c.Value, 64)
	if err != nil {
		return 0
	}
	return math.Abs(v)
}

func headOf(t store.Table, c store.Cell) string {
	if c.Column < 0 || c.Column >= len(t.Columns) {
		return ""
	}
	return t.Columns[c.Column].Head()
}

var inScale = regexp.MustCompile(`(?i)\bin (\pL+)`)

// scaleIn is the power of ten of a line such as "$ and shares in millions".
func scaleIn(line string) int {
	for _, m := range inScale.FindAllStringSubmatch(line, -1) {
		if e := text.ScaleOf(m[1]); e > 0 {
			return e
		}
	}
	return 0
}

// labelScale is the unit line of one row: "Net sales (millions)".
var labelScale = regexp.MustCompile(`(?i)\((?:in |[$€£] ?(?:in )?|dollars in )?(thousands|millions|billions)\)`)

// PerShare tells whether a row is of amounts a share, which no table counts in millions.
func PerShare(label string) bool {
	return mayBePerShare(label) && perRow.MatchString(label) && !sharesRow.MatchString(label) && !besidesEPS.MatchString(label)
}

// inCents is a label or a head that says that its amounts are hundredths of a currency.
var inCents = regexp.MustCompile(`(?i)\((?:in )?(?:u\.?s\.? |euro )?cents\b|\b(?:us|euro) cents\b`)

// perOne is a label of amounts for one of something, which no table counts in millions.
var perOne = regexp.MustCompile(`(?i)\bper (?:\pL+ )?(?:room|user|member|membership|unit|store|subscriber|employee|customer|passenger|square foot|barrel|ton|tonne)\b|\b(?:ADR|RevPAR|ARPU)\b|\baverage (?:daily|room) rates?\b`)

// rowPerShare tells whether a row, or the heading that it stands under, is of amounts a share.
func rowPerShare(r store.Row) bool {
	return PerShare(r.Label) || slices.ContainsFunc(r.Parents, PerShare) && !sharesRow.MatchString(r.Label)
}

// mayBePerShare tells whether a label has what all labels of amounts a share have; few do, and are read closely.
func mayBePerShare(label string) bool {
	label = strings.ToLower(label)
	return strings.Contains(label, "per") && strings.Contains(label, "share") || strings.Contains(label, "eps") || strings.Contains(label, "je aktie") || strings.ContainsAny(label, "株每")
}

var (
	sharesRow  = regexp.MustCompile(`(?i)\b(?:number|shares used|shares outstanding|weighted|average)\b|株式数`)
	besidesEPS = regexp.MustCompile(`(?i)\b(?:income|earnings|profit|ebitda?|revenues?|sales),? (?:and|&) (?:diluted |basic )?eps\b`) // several measures in one row
	perRow     = regexp.MustCompile(`(?i)\bper\b.*\bshare|\beps\b|je aktie|株当たり|每股`)
)
