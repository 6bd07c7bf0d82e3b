package figures

import (
	"regexp"
	"slices"
	"strings"

	"lectern/backend/decimal"
	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/text"
)

// asked is a figure of the text that is checked, with what its sentence says of it.
type asked struct {
	text.Figure
	when     dated
	names    []said
	label    name  // that it is part of; "" if it is a figure of its own
	given    name  // the row's label that was handed over; "" if none
	powers   []int // scales that it may be meant at, the likeliest first
	words    map[string]bool
	sources  []*Source
	tone     func() tone // of the sentence
	cell     bool        // it is one of a table
	brief    bool        // it isn't told why it is flagged
	ahead    string      // what stands before it in its sentence,
	behind   string      // and after it
	say      messages.Messages
	claim    *claim       // nil if it is part of a label
	offers   []store.Mend // what would put it right, by each place that is meant
	language string       // of the text
	yearly   bool         // neither the text nor the question names a time but years
}

// match is a figure of a page that has the same value, and what speaks against its being the same figure.
type match struct {
	*held
	at     int // which of its scales
	faults []string
	cost   int
	notes  []string
}

// What faults weigh when one of several explanations is chosen.
var weights = map[string]int{Sign: 4, Year: 5, Period: 5, Scale: 5, Currency: 6, Percent: 6, Rounding: 4}

func (m *match) fault(kind string) {
	m.faults = append(m.faults, kind)
	m.cost += weights[kind]
}

func (m *match) note(n string) {
	if !slices.Contains(m.notes, n) {
		m.notes = append(m.notes, n)
	}
}

// fit is how a number as it was written goes with another.
type fit int

const (
	other  fit = iota
	cut        // its last digit was cut off and not rounded
	coarse     // it shows more digits than the other has
	same
)

// fits compares a reading with a number whose last digit is at a power of ten. Ties may be rounded both ways.
func fits(r text.Reading, bound byte, v decimal.Decimal, last int) fit {
	d := r.Value.Distance(v)
	if d.Sign() == 0 {
		return same
	}
	unit := r.Last
	if bound != 0 && r.Last >= 0 { // a round figure: zeros don't count
		unit = r.Last + roundness(r)
	}
	switch below := r.Value.Cmp(v) < 0; {
	case bound == '>' && below && d.Cmp(decimal.New(1, unit)) < 0, bound == '<' && !below && d.Cmp(decimal.New(1, unit)) < 0:
		return same
	case d.Cmp(decimal.New(5, unit-1)) <= 0 && last <= r.Last:
		return same
	case last > r.Last && d.Cmp(decimal.New(5, last-1)) <= 0:
		return coarse
	case below && d.Cmp(decimal.New(1, r.Last)) < 0 && last < r.Last && len(r.Value.Significant()) > 1:
		return cut
	}
	return other
}

// roundness is how many zeros at the end of "about 5,000" don't count, so that it is within 5 %.
func roundness(r text.Reading) int {
	digits := r.Value.Digits(r.Last)
	zeros := len(digits) - len(strings.TrimRight(digits, "0"))
	const exact = 2
	return max(0, min(zeros, len(digits)-exact))
}

// matches are the figures of a page that have the value of a figure.
func (a *asked) matches(s *Source) (out []*match) {
	const slack = 1.011
	for _, r := range a.Readings {
		for i, p := range a.powers {
			want := r.Shift(p)
			v, unit := want.Value.Float(), slack*decimal.New(1, want.Last).Float()
			reach := max(unit, v*6e-2*bounded(a.Bound), v*5e-3)
			for _, e := range s.between(v-reach, v+reach) {
				if m := a.compare(want, e, i > 0); m != nil {
					out = append(out, m)
				}
			}
		}
	}
	return out
}

func bounded(b byte) float64 {
	if b == 0 {
		return 0
	}
	return 1
}

// compare lists what speaks against a figure being that of a page; nil if the numbers differ. bare says that the figure
// is tried without the scale that the text gives all of them.
func (a *asked) compare(want text.Reading, e entry, bare bool) *match {
	h := e.of
	power := 0
	if e.at >= 0 {
		power = h.power[e.at]
	}
	m := &match{held: h, at: e.at}
	switch fits(want, a.Bound, h.value.Abs().Shift(power), h.last+power) {
	case other:
		return nil
	case cut, coarse:
		m.fault(Rounding)
	}
	a.compareScale(m, bare)
	a.compareUnit(m)
	a.compareSign(m)
	a.comparePeriod(m)
	return m
}

func (a *asked) compareScale(m *match, bare bool) {
	switch {
	case m.at < 0 && (a.Scaled || a.powers[0] > 0 && !bare):
		m.fault(Scale)
	case m.at < 0 && text.IsMoney(a.Unit) && a.powers[0] == 0:
		m.fault(Scale) // "$32,765" for 32,765 in millions
	case m.at < 0, m.at > 0, len(m.power) > 1 && !m.sure && a.Scaled:
		m.note(ScaleUnchecked)
	}
}

func (a *asked) compareUnit(m *match) {
	share := func(u string) bool { return u == text.Percent || u == text.Points || u == text.Times }
	switch {
	case a.Unit == m.unit, a.Unit == "":
	case share(a.Unit) && m.unit == "" && m.row != nil:
		m.note(UnitUnchecked)
	case share(a.Unit), share(m.unit):
		m.fault(Percent)
	case m.unit != "":
		if !text.SameMoney(a.Unit, m.unit) {
			m.fault(Currency)
		}
	case len(m.source.currencies) == 0:
		m.note(CurrencyUnchecked)
	default:
		for c := range m.source.currencies {
			if text.SameMoney(a.Unit, c) {
				return
			}
		}
		m.fault(Currency)
	}
}

// tone is what a sentence says of directions.
type tone struct {
	falls, rises, outflow, loses bool
	free                         bool // a cell of what goes out, which is written with a minus or without
}

func toneOf(s string) tone {
	t := tone{falls: lowers(s), outflow: outflow.MatchString(s), loses: lossRow.MatchString(s)}
	t.rises = slices.ContainsFunc(text.TrendsIn(s), func(t text.Trend) bool { return t.Kind == text.TrendRise || t.Kind == text.TrendBetter })
	return t
}

// lowers tells whether a text speaks of less, or of a loss.
func lowers(s string) bool {
	return text.Loses(s) || slices.ContainsFunc(text.TrendsIn(s), func(t text.Trend) bool { return t.Kind == text.TrendFall || t.Kind == text.TrendNarrower })
}

var outflow = regexp.MustCompile(`(?i)decreas|declin|reduc|\bloss|\bfell\b|fall|drop|lower|\bused\b|\bpa(?:id|y)|purchas|\baddition|repurchas|buy-?back|redem|payment|repay|expens|\bcosts?\b|outflow|capital expend|capex|spen[dt]|dividend|acqui|provision|charge|deduct|deficit|impair|depreci|amorti|shr[aiu]nk|negative|\bdown\b|contract|invest|withh|benefit|\btax|\bless\b|allowance|write|headwind|dilut|adverse|unfavor|eliminat|verlust|rückgang|gesunken|sank|minus|abfluss|gezahlt|aufwand|aufwendung|kosten|ausgaben|abschreib|steuer|減|損失|支出|支払|返済|取得|費用|原価|引当|税|下降|减少|亏损|支付|下滑|成本`)

func (a *asked) compareSign(m *match) {
	minus := m.value.Sign() < 0
	switch {
	case a.Loose || m.loose:
	case minus == a.Negative:
		if !minus && m.period.Change && (a.Unit == text.Percent || a.Unit == text.Points) && a.tone().falls && !a.tone().rises {
			m.fault(Sign)
		}
	case minus:
		label := ""
		if m.row != nil {
			label = m.row.label
		}
		if !a.Plus && (a.tone().outflow || outflow.MatchString(label)) && !(m.period.Change && a.tone().rises && !a.tone().falls) {
			m.note(NegativeOnPage)
			return
		}
		m.fault(Sign)
	case m.loss && !a.tone().loses, a.tone().free, m.row == nil && lowers(m.around(90)):
		m.note(NegativeOnPage)
	default:
		m.fault(Sign)
	}
}

func (a *asked) comparePeriod(m *match) {
	kind := a.when.Clash(m.period)
	if kind == "" && a.yearly && m.partOfYear() {
		kind = Period
	}
	switch {
	case kind == "" && len(a.when.Years) > 0 && len(m.period.Years) > 0:
	case kind == "", !a.when.said && kind == Year:
		m.note(PeriodUnchecked)
	default:
		m.fault(kind)
	}
}

// partOfYear tells whether a figure is that of a part of a year whose whole stands beside it.
func (h *held) partOfYear() bool {
	if h.row == nil || h.period.Months == 0 || h.period.Months == 12 || len(h.period.Years) == 0 {
		return false
	}
	return slices.ContainsFunc(h.row.cells, func(c *held) bool {
		return c.period.Months == 12 && slices.ContainsFunc(c.period.Years, func(y int) bool { return slices.Contains(h.period.Years, y) })
	})
}

// around is the text round a figure that isn't a cell.
func (h *held) around(n int) string {
	if h.start < 0 {
		return ""
	}
	body := h.source.page.Text
	return strings.ToValidUTF8(body[max(0, h.start-n):min(len(body), h.end+n/2)], "")
}
