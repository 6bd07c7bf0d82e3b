package text

import (
	"testing"

	"lectern/backend/decimal"
)

func TestANumberIsWrittenAsAnotherOneIs(t *testing.T) {
	for _, c := range []struct {
		number, other string
		decimals      int
		language      string
		want          string
	}{
		{"32765", "32,675", 0, "en", "32,765"},
		{"32765", "32675", 0, "en", "32765"},
		{"32765", "675", 0, "en", "32,765"},
		{"32765", "675", 0, "de", "32.765"},
		{"1577.5", "1.234,56", 2, "de", "1.577,5"},
		{"3.5", "4.5", 1, "en", "3.5"},
		{"3.5", "4,5", 1, "de", "3,5"},
		{"1234.5", "4.5", 1, "en", "1,234.5"},
		{"1234.5", "3456.7", 1, "en", "1234.5"},
		{"15770", "15'707", 0, "de", "15'770"},
		{"15770", "15\u202f707", 0, "fr", "15\u202f770"},
		{"-547", "457", 0, "en", "547"},
		{"212", "１２", 0, "ja", ""},
	} {
		d, err := decimal.Parse(c.number)
		if err != nil {
			t.Fatal(err)
		}
		if got := WrittenLike(d, c.other, c.decimals, c.language); got != c.want {
			t.Errorf("%s like %s is %q, not %q", c.number, c.other, got, c.want)
		}
	}
}

func TestAScaleIsNamedInItsFamily(t *testing.T) {
	for _, c := range []struct {
		word     string
		exponent int
		want     string
	}{{"thousand", 6, "million"}, {"Mio.", 9, "Mrd."}, {"m", 9, "b"}, {"m", 12, ""}, {"billion", 8, ""}, {"億", 6, ""}} {
		if got := ScaleLike(c.word, c.exponent); got != c.want {
			t.Errorf("%s at %d is %q, not %q", c.word, c.exponent, got, c.want)
		}
	}
}
