package facts

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lectern/backend/decimal"
	"lectern/backend/messages"
	"lectern/backend/text"
)

// Calculation is something worked out in Go on exact decimals.
type Calculation struct {
	ID        string   `json:"id"` // c1, c2, …
	Label     string   `json:"label"`
	Company   string   `json:"company"`
	Period    string   `json:"period"` // "2022", or from when to when
	Operation string   `json:"operation"`
	Operands  []string `json:"operands"` // ids of metrics, or of calculations before this one; or numbers, such as "365"
	Value     string   `json:"value"`    // in base units, exact or to 34 digits; "" if it can't be worked out
	Unit      string   `json:"unit"`     // a currency, "%", "pp", "x", "days" or ""
	Scale     int      `json:"scale"`    // power of ten that it is told in
	Order     []string `json:"order"`    // of rank, max and min: the operands, the greatest first, of min the least
	Formula   string   `json:"formula"`  // LaTeX
	Error     string   `json:"error"`    // why there is no result, as a sentence
}

// Operations of calculations.
const (
	OpGrowth     = "growth"
	OpDifference = "difference"
	OpRatio      = "ratio"
	OpShare      = "share"
	OpCAGR       = "cagr"
	OpSum        = "sum"
	OpAverage    = "average"
	OpProduct    = "product"
	OpMax        = "max"
	OpMin        = "min"
	OpRank       = "rank"
)

// mostOperands is how many figures one calculation takes.
const mostOperands = 60

// operations with how many operands they take, and what these are.
var operations = map[string]struct {
	fewest, most int
	takes        string // a message
}{
	OpGrowth: {2, 2, "analyst.takes-growth"}, OpDifference: {2, 2, "analyst.takes-difference"},
	OpRatio: {2, 2, "analyst.takes-ratio"}, OpShare: {2, 2, "analyst.takes-share"}, OpCAGR: {2, 2, "analyst.takes-cagr"},
	OpSum: {2, mostOperands, "analyst.takes-two"}, OpAverage: {2, mostOperands, "analyst.takes-two"}, OpProduct: {2, mostOperands, "analyst.takes-two"},
	OpMax: {2, mostOperands, "analyst.takes-two"}, OpMin: {2, mostOperands, "analyst.takes-two"}, OpRank: {2, mostOperands, "analyst.takes-two"},
}

// operand is what a calculation takes.
type operand struct {
	id, unit, period string
	scale            int
	base             decimal.Decimal
	constant         bool
}

// Calculate works out all calculations, in order; each may use those before it.
func Calculate(say messages.Messages, metrics []Metric, calculations []Calculation, places int) []Calculation {
	out := []Calculation{}
	for _, c := range calculations {
		c.Value, c.Unit, c.Scale, c.Formula, c.Error, c.Order = "", "", 0, "", "", []string{}
		ops, err := operandsOf(c, metrics, out)
		if err == nil {
			err = c.work(ops, places, say.Language())
		}
		if err != nil {
			c.Value, c.Unit, c.Scale, c.Formula, c.Order = "", "", 0, "", []string{}
			c.Error = say.Text("analyst.cannot-be-worked-out", messages.Args{"calculation": cmp.Or(c.Label, c.Operation), "error": err})
		}
		out = append(out, c)
	}
	return out
}

func operandsOf(c Calculation, metrics []Metric, before []Calculation) (ops []operand, err error) {
	op, known := operations[c.Operation]
	switch {
	case !known:
		return nil, messages.Error("analyst.no-operation")
	case len(c.Operands) < op.fewest || len(c.Operands) > op.most:
		return nil, messages.Error("analyst.takes", messages.Args{"takes": messages.New(op.takes)})
	}
	for _, id := range c.Operands {
		o := operand{id: id}
		value := id
		if i := slices.IndexFunc(metrics, func(m Metric) bool { return m.ID == id }); i >= 0 {
			m := metrics[i]
			switch {
			case m.Figure == nil:
				return nil, messages.Error("analyst.figure-missing", messages.Args{"id": id})
			case len(m.Flags) > 0:
				return nil, messages.Error("analyst.cannot-rely-as", messages.Args{"id": id, "flag": m.Flags[0]})
			}
			value, o.unit, o.period, o.scale = m.Figure.Value, m.Figure.Unit, m.Period, m.Figure.Scale
		} else if i := slices.IndexFunc(before, func(b Calculation) bool { return b.ID == id }); i >= 0 {
			b := before[i]
			if b.Error != "" || b.Value == "" {
				return nil, messages.Error("analyst.not-worked-out", messages.Args{"id": id})
			}
			value, o.unit, o.period, o.scale = b.Value, b.Unit, b.Period, b.Scale
		} else {
			o.constant = true
		}
		if o.base, err = decimal.Parse(value); err != nil {
			return nil, messages.Error("analyst.figure-not-found")
		}
		ops = append(ops, o)
	}
	return ops, nil
}

// alike tells whether operands may be added, compared, or divided into a share.
func alike(ops []operand) error {
	kind := func(u string) string {
		if u == text.Points {
			return text.Percent
		}
		return u
	}
	for _, o := range ops[1:] {
		a := ops[0]
		if text.IsMoney(a.unit) && text.IsMoney(o.unit) && text.SameMoney(a.unit, o.unit) || kind(a.unit) == kind(o.unit) && !a.constant && !o.constant {
			continue
		}
		return messages.Error("analyst.different-units", messages.Args{"first": a.id, "unit": unitOr(a.unit), "second": o.id, "other": unitOr(o.unit)})
	}
	return nil
}

func unitOr(u string) messages.Message {
	if u == "" {
		return messages.New("analyst.no-unit")
	}
	return messages.Plain(u)
}

// work fills in the result and its formula.
func (c *Calculation) work(ops []operand, places int, language string) (err error) {
	if c.Operation != OpRatio && c.Operation != OpProduct {
		if err = alike(ops); err != nil {
			return err
		}
	}
	a := ops[0]
	scale := a.scale
	for _, o := range ops {
		if !o.constant {
			scale = min(scale, o.scale)
		}
	}
	shown := func(o operand) string {
		own := scale
		switch {
		case o.constant:
			own = 0
		case c.Operation == OpProduct:
			own = o.scale
		}
		return latexNumber(o.base.Shift(-own).Short())
	}
	r, body, err := c.apply(ops, shown)
	if errors.Is(err, decimal.ErrZero) {
		err = messages.Error("analyst.divides-by-zero", messages.Args{"id": ops[1].id})
	}
	if err != nil {
		return err
	}
	if c.Unit == "" { // it stays in what its operands are in
		if c.Unit = a.unit; c.Operation == OpDifference && a.unit == text.Percent {
			c.Unit = text.Points
		}
		c.Scale = scale
	}
	if c.Unit == text.Percent || c.Unit == text.Times || c.Operation == OpAverage || c.Operation == OpProduct {
		r = r.Settled()
	}
	c.Value = r.String()
	if c.Period == "" {
		c.Period = periodOf(ops)
	}
	if body != "" {
		c.write(r.Shift(-c.Scale), body, places, language)
	}
	return nil
}

// apply is the operation itself: its result and how that is written, and the unit, where it has one of its own.
func (c *Calculation) apply(ops []operand, shown func(operand) string) (r decimal.Decimal, body string, err error) {
	a, b := ops[0], ops[1]
	switch c.Operation {
	case OpGrowth:
		if from, to := text.YearNames(a.period), text.YearNames(b.period); len(from) == 1 && len(to) == 1 && from[0] > to[0] {
			return r, "", messages.Error("analyst.before", messages.Args{"later": b.id, "period": b.period, "earlier": a.period})
		}
		if a.base.Sign() != b.base.Sign() || a.base.Sign() == 0 { // an outflow of 5 grows to one of 6 by 20 %
			return r, "", messages.Error("analyst.growth-says-nothing", messages.Args{"first": a.id, "second": b.id})
		}
		if a.unit == text.Percent {
			return r, "", messages.Error("analyst.growth-of-percent", messages.Args{"first": a.id})
		}
		if r, err = b.base.Sub(a.base); err == nil {
			r, err = hundred(r, a.base)
		}
		c.Unit, body = text.Percent, fmt.Sprintf(`\frac{%s - %s}{%s} \times 100`, shown(b), bracket(shown(a)), shown(a))
	case OpDifference:
		r, err = a.base.Sub(b.base)
		body = fmt.Sprintf(`%s - %s`, shown(a), bracket(shown(b)))
	case OpRatio:
		r, err = a.base.Quo(b.base)
		c.Unit, body = text.Times, fmt.Sprintf(`\frac{%s}{%s}`, shown(a), shown(b))
	case OpShare:
		r, err = hundred(a.base, b.base)
		c.Unit, body = text.Percent, fmt.Sprintf(`\frac{%s}{%s} \times 100`, shown(a), shown(b))
	case OpCAGR:
		r, body, err = cagr(a, b, shown)
		c.Unit = text.Percent
	case OpProduct:
		return c.product(ops, shown)
	case OpMax, OpMin, OpRank:
		return c.ranked(ops), "", nil
	default:
		r, body, err = total(ops, shown)
		if err == nil && c.Operation == OpAverage {
			r, err = r.Quo(decimal.New(int64(len(ops)), 0))
			body = fmt.Sprintf(`\frac{%s}{%d}`, body, len(ops))
		}
	}
	return r, body, err
}

// ranked orders the operands, and is the value of the first.
func (c *Calculation) ranked(ops []operand) decimal.Decimal {
	ops = slices.Clone(ops)
	slices.SortStableFunc(ops, func(a, b operand) int {
		if c.Operation == OpMin {
			return a.base.Cmp(b.base)
		}
		return b.base.Cmp(a.base)
	})
	for _, o := range ops {
		c.Order = append(c.Order, o.id)
	}
	return ops[0].base
}

// product multiplies figures: at most one of them has a unit, percents count as parts of one, and a quotient times the days
// of a year is in days.
func (c *Calculation) product(ops []operand, shown func(operand) string) (r decimal.Decimal, body string, err error) {
	r = decimal.New(1, 0)
	var parts []string
	days := false
	for _, o := range ops {
		v := o.base
		switch {
		case o.unit == text.Percent:
			v = v.Shift(-2)
		case o.constant:
			days = days || slices.Contains([]string{"360", "364", "365", "366"}, o.base.Short())
		case o.unit == text.Times || o.unit == "":
		case c.Unit != "":
			return r, "", messages.Error("analyst.two-units", messages.Args{"second": o.id})
		default:
			c.Unit, c.Scale = o.unit, o.scale
		}
		if r, err = r.Mul(v); err != nil {
			return r, "", err
		}
		part := bracket(shown(o))
		if o.unit == text.Percent {
			part += `\%`
		}
		parts = append(parts, part)
	}
	if days && c.Unit == "" {
		c.Unit = Days
	}
	return r, strings.Join(parts, ` \times `), nil
}

// Days is the unit of what is counted in days.
const Days = "days"

// write fills in the formula, with the result rounded to some places.
func (c *Calculation) write(r decimal.Decimal, body string, places int, language string) {
	sign, short := "=", r.Round(places)
	if short.Cmp(r) != 0 {
		sign = `\approx`
	}
	c.Formula = strings.TrimSpace(fmt.Sprintf(`\text{%s} = %s %s %s`, latexText(c.Label), body, sign, latexNumber(short.Short())))
	unit := c.Unit
	switch unit {
	case text.Percent:
		unit = `\%`
	case text.Times:
		unit = `\times`
	case "":
	default:
		unit = `\text{` + latexText(unit) + `}`
	}
	if scale := ScaleName(c.Scale, language); scale != "" {
		unit = `\text{` + latexText(scale) + `}\ ` + unit
	}
	if unit != "" {
		c.Formula += `\ ` + strings.TrimSpace(strings.TrimSuffix(unit, `\ `))
	}
}

func hundred(part, of decimal.Decimal) (decimal.Decimal, error) {
	r, err := part.Quo(of)
	if err == nil {
		r, err = r.Mul(decimal.New(100, 0))
	}
	return r, err
}

func total(ops []operand, shown func(operand) string) (r decimal.Decimal, body string, err error) {
	r = decimal.New(0, 0)
	var parts []string
	for i, o := range ops {
		if r, err = r.Add(o.base); err != nil {
			return r, "", err
		}
		if p := shown(o); i > 0 {
			parts = append(parts, bracket(p))
		} else {
			parts = append(parts, p)
		}
	}
	return r, strings.Join(parts, " + "), nil
}

// cagr is ((last ÷ first)^(1 ÷ years) − 1) · 100, the years being those between the operands' periods.
func cagr(a, b operand, shown func(operand) string) (r decimal.Decimal, body string, err error) {
	from, to := text.YearNames(a.period), text.YearNames(b.period)
	if len(from) != 1 || len(to) != 1 {
		return r, "", messages.Error("analyst.years-unknown")
	}
	first, _ := strconv.Atoi(from[0])
	last, _ := strconv.Atoi(to[0])
	n := last - first
	switch {
	case n < 1:
		return r, "", messages.Error("analyst.not-after", messages.Args{"last": last, "first": first})
	case a.base.Sign() <= 0 || b.base.Sign() <= 0:
		return r, "", messages.Error("analyst.both-positive")
	}
	if r, err = b.base.Quo(a.base); err == nil {
		r, err = r.Root(int64(n))
	}
	if err == nil {
		r, err = r.Sub(decimal.New(1, 0))
	}
	if err == nil {
		r, err = r.Mul(decimal.New(100, 0))
	}
	return r, fmt.Sprintf(`\left(\left(\frac{%s}{%s}\right)^{1/%d} - 1\right) \times 100`, shown(b), shown(a), n), err
}

// periodOf tells what a result is of: the one period of its operands, or the first and the last.
func periodOf(ops []operand) string {
	var out []string
	for _, o := range ops {
		if o.period != "" && !slices.Contains(out, o.period) {
			out = append(out, o.period)
		}
	}
	slices.SortStableFunc(out, ByTime)
	if len(out) > 2 {
		out = []string{out[0], out[len(out)-1]}
	}
	return strings.Join(out, "–")
}

func bracket(number string) string {
	if strings.HasPrefix(number, "-") {
		return "(" + number + ")"
	}
	return number
}

func latexNumber(s string) string { return strings.ReplaceAll(group(s, ",", "."), ",", "{,}") }

var latexMarks = strings.NewReplacer(`\`, ``, `{`, ``, `}`, ``, `$`, `\$`, `%`, `\%`, `&`, `\&`, `#`, `\#`, `_`, `\_`, `^`, ` `, `~`, ` `)

func latexText(s string) string { return latexMarks.Replace(s) }

// shifted is a number times a power of ten.
func shifted(value string, power int) string {
	d, err := decimal.Parse(value)
	if err != nil {
		return value
	}
	return d.Shift(power).Short()
}
