package figures

import (
	"strings"

	"github.com/cockroachdb/apd/v3"
)

// decimal is an exact decimal number, never NaN or infinite.
type decimal = *apd.Decimal

const (
	longestNumber = 40  // digits; what has more is no figure
	longestSum    = 120 // digits of sums and differences, which are exact up to there
)

var (
	exactly   = apd.BaseContext.WithPrecision(longestSum)
	roundHalf = func() *apd.Context { c := *exactly; c.Rounding = apd.RoundHalfUp; return &c }()
)

// number reads digits with at most one point, and a minus; ok is false for anything else.
func number(s string) (d decimal, ok bool) {
	digits := strings.TrimPrefix(s, "-")
	if digits == "" || len(digits) > longestNumber+1 || strings.Trim(digits, "0123456789.") != "" {
		return nil, false
	}
	d, _, err := apd.NewFromString(s)
	return d, err == nil
}

// tenTo is a power of ten, times n.
func tenTo(power int, n int64) decimal { return apd.New(n, int32(power)) }

func shifted(d decimal, power int) decimal {
	out := new(apd.Decimal).Set(d)
	out.Exponent += int32(power)
	return out
}

func plus(a, b decimal) decimal {
	out := new(apd.Decimal)
	_, _ = exactly.Add(out, a, b)
	return out
}

// apart is how far two numbers lie from each other.
func apart(a, b decimal) decimal {
	out := new(apd.Decimal)
	_, _ = exactly.Sub(out, a, b)
	return out.Abs(out)
}

// at is a number in units of a power of ten, rounded half up and without its sign: the digits that it has when its last
// one is at that power.
func at(d decimal, power int) string {
	out := new(apd.Decimal)
	if _, err := roundHalf.Quantize(out, size(d), int32(power)); err != nil {
		return ""
	}
	return out.Coeff.String()
}

func negated(d decimal) decimal { return new(apd.Decimal).Neg(d) }

func size(d decimal) decimal { return new(apd.Decimal).Abs(d) }

// written is a number without needless zeros behind the point.
func written(d decimal) string {
	s := d.Text('f')
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}

func about(d decimal) float64 {
	f, _ := d.Float64() // too large is infinite, which is near nothing
	return f
}

// significant are a number's digits without the zeros before and behind them: the same for 1,577 and 1.577 million.
func significant(d decimal) string { return strings.Trim(d.Coeff.String(), "0") }

// places is the power of ten of a number's last digit.
func places(d decimal) int { return int(d.Exponent) }
