package analyst

import (
	"errors"
	"fmt"
	"regexp"

	"github.com/cockroachdb/apd/v3"
)

// decimal is an exact decimal number. "1577.00" stays apart from "1577": the places say how exact a figure is. It is
// never NaN or infinite. The zero value is no number; parse makes one.
type decimal struct{ d *apd.Decimal }

// errZero is a division by zero; the caller says of what.
var errZero = errors.New("can't divide by zero")

const (
	digits  = 34  // significant ones of a quotient or a root, as of IEEE 754's decimal128
	guard   = 16  // more of them while it is worked out
	longest = 120 // of a sum or a product, which are exact up to there
)

var (
	exactly = apd.BaseContext.WithPrecision(longest)
	nearly  = apd.BaseContext.WithPrecision(digits + guard)
	halfUp  = func() *apd.Context { c := *exactly; c.Rounding = apd.RoundHalfUp; return &c }()

	written = regexp.MustCompile(`^-?\d{1,40}(?:\.\d{1,40})?$`)
)

// parse reads digits with at most one point; words such as NaN or Infinity, and exponents, are errors.
func parse(s string) (decimal, error) {
	if !written.MatchString(s) {
		return decimal{}, fmt.Errorf("%q is no number", s)
	}
	d, _, err := apd.NewFromString(s)
	return decimal{d}, err
}

func whole(n int64) decimal { return decimal{apd.New(n, 0)} }

func (a decimal) String() string { return a.d.Text('f') }

func (a decimal) sign() int { return a.d.Sign() }

func (a decimal) cmp(b decimal) int { return a.d.Cmp(b.d) }

func (a decimal) add(b decimal) (decimal, error) { return exact(exactly.Add, a, b) }

func (a decimal) sub(b decimal) (decimal, error) { return exact(exactly.Sub, a, b) }

func (a decimal) mul(b decimal) (decimal, error) { return exact(exactly.Mul, a, b) }

func exact(op func(d, x, y *apd.Decimal) (apd.Condition, error), a, b decimal) (decimal, error) {
	out := new(apd.Decimal)
	c, err := op(out, a.d, b.d)
	if err == nil && c.Inexact() {
		err = errors.New("the numbers have too many digits")
	}
	return decimal{out}, err
}

// quo is a ÷ b to 34 significant digits.
func (a decimal) quo(b decimal) (decimal, error) {
	if b.sign() == 0 {
		return decimal{}, errZero
	}
	out := new(apd.Decimal)
	_, err := nearly.Quo(out, a.d, b.d)
	return decimal{out}.settled(), err
}

// root is the nth root of a positive number, to 34 significant digits.
func (a decimal) root(n int64) (decimal, error) {
	if a.sign() <= 0 || n < 1 {
		return decimal{}, errors.New("only a positive number has such a root")
	}
	out, part := new(apd.Decimal), new(apd.Decimal)
	_, err := nearly.Quo(part, apd.New(1, 0), apd.New(n, 0))
	if err == nil {
		_, err = nearly.Pow(out, a.d, part)
	}
	return decimal{out}.settled(), err
}

// settled drops guard digits and needless zeros behind the point.
func (a decimal) settled() decimal {
	out := new(apd.Decimal)
	_, _ = apd.BaseContext.WithPrecision(digits).Round(out, a.d)
	out.Reduce(out)
	if out.Exponent > 0 {
		_, _ = exactly.Quantize(out, out, 0)
	}
	return decimal{out}
}

// shift is a · 10^n, with the places that are left.
func (a decimal) shift(n int) decimal {
	out := new(apd.Decimal).Set(a.d)
	if out.Exponent += int32(n); out.Exponent > 0 {
		_, _ = exactly.Quantize(out, out, 0)
	}
	return decimal{out}
}

// round rounds half away from zero to a number of places, and never adds any.
func (a decimal) round(places int) decimal {
	out := new(apd.Decimal).Set(a.d)
	if int(-out.Exponent) > places {
		_, _ = halfUp.Quantize(out, out, int32(-places))
	}
	return decimal{out}
}

// float is the number for drawing.
func (a decimal) float() float64 {
	f, _ := a.d.Float64()
	return f
}
