package decimal

import (
	"errors"
	"strings"
	"testing"
)

func parsed(t *testing.T, s string) Decimal {
	t.Helper()
	d, err := Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDecimalsKeepTheirPlaces(t *testing.T) {
	t.Parallel()
	if s := parsed(t, "1577.00").String(); s != "1577.00" {
		t.Error(s)
	}
	sum, err := parsed(t, "0.1").Add(parsed(t, "0.20"))
	if err != nil || sum.String() != "0.30" {
		t.Error(sum, err)
	}
	big, err := parsed(t, strings.Repeat("9", 40)).Mul(parsed(t, "0."+strings.Repeat("1", 40)))
	if err != nil || !strings.HasSuffix(big.String(), "8888888888888889") || len(big.String()) != 81 {
		t.Error(big, err)
	}
	for in, want := range map[string]string{"2.345": "2.35", "-2.345": "-2.35", "2": "2", "1577.00": "1577.00"} {
		if got := parsed(t, in).Round(2).String(); got != want {
			t.Errorf("%s rounds to %s, not %s", in, got, want)
		}
	}
	if s := parsed(t, "35.5").Shift(6).String(); s != "35500000" {
		t.Error(s)
	}
	if s := parsed(t, "1577.00").Shift(-3).String(); s != "1.57700" {
		t.Error(s)
	}
}

func TestWhatIsNoNumberIsRefused(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"NaN", "Infinity", "-inf", "sNaN", "1e9", "", "-", ".", "1,000", "0x10", "1.2.3", strings.Repeat("1", 41), "１２"} {
		if d, err := Parse(s); err == nil {
			t.Errorf("%q was read as %v", s, d)
		}
	}
}

func TestDivisionAndRoots(t *testing.T) {
	t.Parallel()
	if _, err := parsed(t, "1").Quo(parsed(t, "0.00")); !errors.Is(err, ErrZero) {
		t.Error(err)
	}
	third, err := New(1, 0).Quo(New(3, 0))
	if err != nil || third.String() != "0."+strings.Repeat("3", 34) {
		t.Error(third, err)
	}
	for _, c := range []struct {
		of   string
		n    int64
		want string
	}{{"1.21", 2, "1.1"}, {"1.61051", 5, "1.1"}, {"2", 2, "1.414213562373095048801688724209698"}, {"1000000", 3, "100"}} {
		got, err := parsed(t, c.of).Root(c.n)
		if err != nil || got.String() != c.want {
			t.Errorf("root %d of %s is %v, not %s (%v)", c.n, c.of, got, c.want, err)
		}
	}
	if _, err := parsed(t, "-4").Root(2); err == nil {
		t.Error("a negative number had a root")
	}
}

func TestDigitsOfANumber(t *testing.T) {
	t.Parallel()
	for in, want := range map[string][2]string{"1577.00": {"1577", "1577"}, "-0.00": {"", "0"}, "12300": {"123", "12300"}, "-2.50": {"25", "-2.5"}} {
		if d := parsed(t, in); d.Significant() != want[0] || d.Short() != want[1] {
			t.Errorf("%s: %q, %q", in, d.Significant(), d.Short())
		}
	}
	for exponent, want := range map[int]string{-2: "157750", 0: "1578", 3: "2"} {
		if got := parsed(t, "-1577.50").Digits(exponent); got != want {
			t.Errorf("%d: %s, not %s", exponent, got, want)
		}
	}
	if d := parsed(t, "12").Distance(parsed(t, "15.5")); d.String() != "3.5" || parsed(t, "-1.50").Exponent() != -2 {
		t.Error(d)
	}
}
