package analyst

import (
	"errors"
	"strings"
	"testing"
)

func number(t *testing.T, s string) decimal {
	t.Helper()
	d, err := parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDecimalsKeepTheirPlaces(t *testing.T) {
	t.Parallel()
	if s := number(t, "1577.00").String(); s != "1577.00" {
		t.Error(s)
	}
	sum, err := number(t, "0.1").add(number(t, "0.20"))
	if err != nil || sum.String() != "0.30" {
		t.Error(sum, err)
	}
	big, err := number(t, strings.Repeat("9", 40)).mul(number(t, "0."+strings.Repeat("1", 40)))
	if err != nil || !strings.HasSuffix(big.String(), "8888888888888889") || len(big.String()) != 81 {
		t.Error(big, err)
	}
	for in, want := range map[string]string{"2.345": "2.35", "-2.345": "-2.35", "2": "2", "1577.00": "1577.00"} {
		if got := number(t, in).round(2).String(); got != want {
			t.Errorf("%s rounds to %s, not %s", in, got, want)
		}
	}
	if s := number(t, "35.5").shift(6).String(); s != "35500000" {
		t.Error(s)
	}
	if s := number(t, "1577.00").shift(-3).String(); s != "1.57700" {
		t.Error(s)
	}
}

func TestWhatIsNoNumberIsRefused(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"NaN", "Infinity", "-inf", "sNaN", "1e9", "", "-", "1,000", "0x10", "1.2.3", ".5", strings.Repeat("1", 41), "１２"} {
		if d, err := parse(s); err == nil {
			t.Errorf("%q was read as %v", s, d)
		}
	}
}

func TestDivisionAndRoots(t *testing.T) {
	t.Parallel()
	if _, err := number(t, "1").quo(number(t, "0.00")); !errors.Is(err, errZero) {
		t.Error(err)
	}
	third, err := whole(1).quo(whole(3))
	if err != nil || third.String() != "0."+strings.Repeat("3", 34) {
		t.Error(third, err)
	}
	for _, c := range []struct {
		of   string
		n    int64
		want string
	}{{"1.21", 2, "1.1"}, {"1.61051", 5, "1.1"}, {"2", 2, "1.414213562373095048801688724209698"}, {"1000000", 3, "100"}} {
		got, err := number(t, c.of).root(c.n)
		if err != nil || got.String() != c.want {
			t.Errorf("root %d of %s is %v, not %s (%v)", c.n, c.of, got, c.want, err)
		}
	}
	if _, err := number(t, "-4").root(2); err == nil {
		t.Error("a negative number had a root")
	}
}
