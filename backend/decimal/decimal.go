// Package decimal is exact arithmetic on numbers as people write them: what the program computes, compares and adds up
// never goes through a float. It wraps apd, and adds the questions that are asked about a number's digits.
//
// A number keeps its places: "1577.00" is worth the same as "1577", but says that it is exact to a hundredth.
package decimal

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"lectern/backend/messages"
)

// Decimal is an exact decimal number, never NaN or infinite. The zero value is no number, and can't be computed with.
type Decimal struct{ d *apd.Decimal }

var (
	// ErrZero is a division by zero; the caller says of what.
	ErrZero   = messages.Error("decimal.divide-by-zero")
	errDigits = messages.Error("decimal.too-many-digits")
	errRoot   = messages.Error("decimal.no-such-root")
)

const (
	digits  = 34  // significant ones of a quotient or a root, as of IEEE 754's decimal128
	guard   = 16  // more of them while it is worked out
	longest = 120 // of a sum or a product, which are exact up to there
)

var (
	exactly = apd.BaseContext.WithPrecision(longest)
	nearly  = apd.BaseContext.WithPrecision(digits + guard)
	halfUp  = func() *apd.Context { c := *exactly; c.Rounding = apd.RoundHalfUp; return &c }()

	number = regexp.MustCompile(`^-?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})$`)
)

// Parse reads digits with at most one point and a minus before them, up to 40 on either side of the point. Words such as
// NaN or Infinity, exponents, and marks between thousands are errors.
func Parse(s string) (Decimal, error) {
	if !number.MatchString(s) {
		return Decimal{}, messages.Error("decimal.no-number", messages.Args{"text": fmt.Sprintf("%q", s)})
	}
	d, _, err := apd.NewFromString(s)
	return Decimal{d}, err
}

// New is n · 10^exponent.
func New(n int64, exponent int) Decimal { return Decimal{apd.New(n, int32(exponent))} }

// String is the number with its places: "1577.00".
func (a Decimal) String() string { return a.d.Text('f') }

// Short is the number without needless zeros behind the point, and without a minus before zero.
func (a Decimal) Short() string {
	s := a.d.Text('f')
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}

// Sign is -1, 0 or 1.
func (a Decimal) Sign() int { return a.d.Sign() }

// Cmp is -1 where a is less than b, 0 where they are worth the same, and 1 where it is more.
func (a Decimal) Cmp(b Decimal) int { return a.d.Cmp(b.d) }

// Exponent is the power of ten of the last digit that was written: -2 for 1577.00.
func (a Decimal) Exponent() int { return int(a.d.Exponent) }

// Significant are the digits without the zeros before and behind them: the same for 1577 and for 1.577 million.
func (a Decimal) Significant() string { return strings.Trim(a.d.Coeff.String(), "0") }

// Digits are the digits of a, without its sign, when its last one is at a power of ten, rounded half away from zero; ""
// if there are too many.
func (a Decimal) Digits(exponent int) string {
	out := new(apd.Decimal)
	if _, err := halfUp.Quantize(out, a.Abs().d, int32(exponent)); err != nil {
		return ""
	}
	return out.Coeff.String()
}

// Float is the number for drawing and for sorting: too large a one is infinite.
func (a Decimal) Float() float64 {
	f, _ := a.d.Float64()
	return f
}

// Abs is a without its sign.
func (a Decimal) Abs() Decimal { return Decimal{new(apd.Decimal).Abs(a.d)} }

// Neg is -a.
func (a Decimal) Neg() Decimal { return Decimal{new(apd.Decimal).Neg(a.d)} }

// Distance is how far a and b lie apart.
func (a Decimal) Distance(b Decimal) Decimal {
	out := new(apd.Decimal)
	_, _ = exactly.Sub(out, a.d, b.d)
	return Decimal{out.Abs(out)}
}

// Add is a + b; it fails where the sum has more digits than are kept.
func (a Decimal) Add(b Decimal) (Decimal, error) { return exact(exactly.Add, a, b) }

// Sub is a - b; it fails as Add does.
func (a Decimal) Sub(b Decimal) (Decimal, error) { return exact(exactly.Sub, a, b) }

// Mul is a · b; it fails as Add does.
func (a Decimal) Mul(b Decimal) (Decimal, error) { return exact(exactly.Mul, a, b) }

func exact(op func(d, x, y *apd.Decimal) (apd.Condition, error), a, b Decimal) (Decimal, error) {
	out := new(apd.Decimal)
	c, err := op(out, a.d, b.d)
	if err == nil && c.Inexact() {
		err = errDigits
	}
	return Decimal{out}, err
}

// Quo is a ÷ b to 34 significant digits; ErrZero if b is zero.
func (a Decimal) Quo(b Decimal) (Decimal, error) {
	if b.Sign() == 0 {
		return Decimal{}, ErrZero
	}
	out := new(apd.Decimal)
	_, err := nearly.Quo(out, a.d, b.d)
	return Decimal{out}.Settled(), err
}

// Root is the nth root of a positive number, to 34 significant digits.
func (a Decimal) Root(n int64) (Decimal, error) {
	if a.Sign() <= 0 || n < 1 {
		return Decimal{}, errRoot
	}
	out, part := new(apd.Decimal), new(apd.Decimal)
	_, err := nearly.Quo(part, apd.New(1, 0), apd.New(n, 0))
	if err == nil {
		_, err = nearly.Pow(out, a.d, part)
	}
	return Decimal{out}.Settled(), err
}

// Settled rounds to 34 significant digits, and drops needless zeros behind the point.
func (a Decimal) Settled() Decimal {
	out := new(apd.Decimal)
	_, _ = apd.BaseContext.WithPrecision(digits).Round(out, a.d)
	out.Reduce(out)
	if out.Exponent > 0 {
		_, _ = exactly.Quantize(out, out, 0)
	}
	return Decimal{out}
}

// Shift is a · 10^n, with the places that are left.
func (a Decimal) Shift(n int) Decimal {
	out := new(apd.Decimal).Set(a.d)
	if out.Exponent += int32(n); out.Exponent > 0 {
		_, _ = exactly.Quantize(out, out, 0)
	}
	return Decimal{out}
}

// Round rounds half away from zero to a number of places, and never adds any.
func (a Decimal) Round(places int) Decimal {
	out := new(apd.Decimal).Set(a.d)
	if int(-out.Exponent) > places {
		_, _ = halfUp.Quantize(out, out, int32(-places))
	}
	return Decimal{out}
}
