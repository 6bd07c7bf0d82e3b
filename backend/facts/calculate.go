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
	Operation string   `json:"operation"` // growth, difference, ratio, share, cagr, sum or average
	Operands  []string `json:"operands"`  // ids of metrics, or of calculations before this one
	Result    string   `json:"result"`    // exact, or to 34 digits; "" if it can't be worked out
	Unit      string   `json:"unit"`
	Currency  string   `json:"currency"`
	Exponent  int      `json:"scale"`
	Period    string   `json:"period"`
	Formula   string   `json:"formula"` // LaTeX
	Error     string   `json:"error"`   // why there is no result, as a sentence
}

// operations with how many operands they take, and what these are.
var operations = map[string]struct {
	fewest, most int
	takes        string // a message
}{
	"growth": {2, 2, "analyst.takes-growth"}, "difference": {2, 2, "analyst.takes-difference"},
	"ratio": {2, 2, "analyst.takes-ratio"}, "share": {2, 2, "analyst.takes-share"}, "cagr": {2, 2, "analyst.takes-cagr"},
	"sum": {2, 60, "analyst.takes-two"}, "average": {2, 60, "analyst.takes-two"},
}

// operand is what a calculation takes.
type operand struct {
	id, value, unit, currency, period string
	scale                             int
	base                              decimal.Decimal
}

// Calculate works out all calculations, in order; each may use those before it.
func Calculate(say messages.Messages, metrics []Metric, calculations []Calculation, places int) []Calculation {
	out := []Calculation{}
	for _, c := range calculations {
		c.Result, c.Unit, c.Currency, c.Exponent, c.Period, c.Formula, c.Error = "", "", "", 0, "", "", ""
		ops, err := operandsOf(c, metrics, out)
		if err == nil {
			err = c.work(ops, places)
		}
		if err != nil {
			c.Result, c.Unit, c.Currency, c.Exponent, c.Formula = "", "", "", 0, ""
			c.Error = sentenceOf(say, c, err)
		}
		out = append(out, c)
	}
	return out
}

func sentenceOf(say messages.Messages, c Calculation, err error) string {
	return say.Text("analyst.cannot-be-worked-out", messages.Args{"calculation": cmp.Or(c.Label, c.Operation), "error": err})
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
		if i := slices.IndexFunc(metrics, func(m Metric) bool { return m.ID == id }); i >= 0 {
			m := metrics[i]
			if len(m.Flags) > 0 {
				return nil, messages.Error("analyst.cannot-rely-as", messages.Args{"id": id, "flag": m.Flags[0]})
			}
			o.value, o.unit, o.currency, o.period, o.scale = m.Value, m.Unit, m.Currency, m.Period, m.Exponent
		} else if i := slices.IndexFunc(before, func(b Calculation) bool { return b.ID == id }); i >= 0 {
			b := before[i]
			if b.Error != "" {
				return nil, messages.Error("analyst.not-worked-out", messages.Args{"id": id})
			}
			o.value, o.unit, o.currency, o.period, o.scale = b.Result, b.Unit, b.Currency, b.Period, b.Exponent
		} else {
			return nil, messages.Error("analyst.figure-not-found")
		}
		if o.base, err = decimal.Parse(o.value); err != nil {
			return nil, err
		}
		o.base = o.base.Shift(o.scale)
		ops = append(ops, o)
	}
	return ops, nil
}

// alike tells whether operands may be added, or divided into a share.
func alike(ops []operand) error {
	for _, o := range ops[1:] {
		a := ops[0]
		if a.currency != o.currency && !text.SameMoney(a.currency, o.currency) {
			return messages.Error("analyst.different-units", messages.Args{"first": a.id, "unit": unitOr(a.currency), "second": o.id, "other": unitOr(o.currency)})
		}
		if percent := func(u string) bool { return u == "%" || u == "pp" }; a.unit != o.unit && (percent(a.unit) != percent(o.unit) || a.unit != "" && o.unit != "" && !percent(a.unit)) {
			return messages.Error("analyst.different-units", messages.Args{"first": a.id, "unit": unitOr(a.unit), "second": o.id, "other": unitOr(o.unit)})
		}
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
func (c *Calculation) work(ops []operand, places int) (err error) {
	a, b := ops[0], ops[1]
	if c.Operation != "ratio" {
		if err = alike(ops); err != nil {
			return err
		}
	}
	same := !slices.ContainsFunc(ops, func(o operand) bool { return o.scale != a.scale })
	if same { // as they are written, so that places are kept
		for i := range ops {
			if ops[i].base, err = decimal.Parse(ops[i].value); err != nil {
				return err
			}
		}
		a, b = ops[0], ops[1]
	}
	shown := func(o operand) string {
		if same {
			return latexNumber(o.value)
		}
		return latexNumber(o.base.String())
	}
	r, body, err := c.apply(ops, shown)
	if errors.Is(err, decimal.ErrZero) {
		err = messages.Error("analyst.divides-by-zero", messages.Args{"id": b.id})
	}
	if err != nil {
		return err
	}
	if c.Unit == "" { // it stays in what its operands are in
		c.Unit, c.Currency = a.unit, a.currency
		if c.Operation == "difference" && a.unit == "%" {
			c.Unit = "pp"
		}
		if same {
			c.Exponent = a.scale
		}
	}
	if r.Exponent() < 0 && (c.Unit == "%" || c.Unit == "x" || c.Operation == "average") {
		r = r.Settled()
	}
	c.Result, c.Period = r.String(), periodOf(ops)
	c.write(r, body, places)
	return nil
}

// apply is the operation itself: its result and how that is written, and the unit, where it has one of its own.
func (c *Calculation) apply(ops []operand, shown func(operand) string) (r decimal.Decimal, body string, err error) {
	a, b := ops[0], ops[1]
	switch c.Operation {
	case "growth":
		if from, to := text.YearNames(a.period), text.YearNames(b.period); len(from) == 1 && len(to) == 1 && from[0] > to[0] {
			return r, "", messages.Error("analyst.before", messages.Args{"later": b.id, "period": b.period, "earlier": a.period})
		}
		if a.base.Sign() != b.base.Sign() || a.base.Sign() == 0 { // an outflow of 5 grows to one of 6 by 20 %
			return r, "", messages.Error("analyst.growth-says-nothing", messages.Args{"first": a.id, "second": b.id})
		}
		if r, err = b.base.Sub(a.base); err == nil {
			r, err = hundred(r, a.base)
		}
		c.Unit, body = "%", fmt.Sprintf(`\frac{%s - %s}{%s} \times 100`, shown(b), bracket(shown(a)), shown(a))
	case "difference":
		r, err = a.base.Sub(b.base)
		body = fmt.Sprintf(`%s - %s`, shown(a), bracket(shown(b)))
	case "ratio":
		r, err = a.base.Quo(b.base)
		c.Unit, body = "x", fmt.Sprintf(`\frac{%s}{%s}`, shown(a), shown(b))
	case "share":
		r, err = hundred(a.base, b.base)
		c.Unit, body = "%", fmt.Sprintf(`\frac{%s}{%s} \times 100`, shown(a), shown(b))
	case "cagr":
		r, body, err = cagr(a, b, shown)
		c.Unit = "%"
	default:
		r, body, err = total(ops, shown)
		if err == nil && c.Operation == "average" {
			r, err = r.Quo(decimal.New(int64(len(ops)), 0))
			body = fmt.Sprintf(`\frac{%s}{%d}`, body, len(ops))
		}
	}
	return r, body, err
}

// write fills in the formula, with the result rounded to some places.
func (c *Calculation) write(r decimal.Decimal, body string, places int) {
	sign, short := "=", r.Round(places)
	if short.Cmp(r) != 0 {
		sign = `\approx`
	}
	unit := c.Unit
	if unit == "%" {
		unit = `\%`
	}
	c.Formula = strings.TrimSpace(fmt.Sprintf(`\text{%s} = %s %s %s`, latexText(c.Label), body, sign, latexNumber(short.String())))
	if tail := strings.TrimSpace(ScaleName(c.Exponent, "en") + " " + c.Currency + " " + latexUnit(unit)); tail != "" {
		c.Formula += `\ ` + tail
	}
}

func latexUnit(u string) string {
	switch u {
	case "", `\%`:
		return u
	case "x":
		return `\times`
	}
	return `\text{` + latexText(u) + `}`
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
