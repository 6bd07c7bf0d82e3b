package text

import (
	"fmt"
	"testing"
)

func TestDatesAreReadInEveryLanguage(t *testing.T) {
	for s, want := range map[string]string{
		"sold on December 23, 2022, for cash":     "[2022-12-23]",
		"am 3. März 2021 und am 04.05.2022":       "[2021-3-3 2022-5-4]",
		"le 1er août 2020 puis le 14 juin 2021":   "[2020-8-1 2021-6-14]",
		"2023年4月1日から":                             "[2023-4-1]",
		"2021-02-30 to Feb. 3, 2024":              "[2021-2-30 2024-2-3]",
		"in May 2023 about 12 of 2023 were there": "[]",
	} {
		out := []string{}
		for _, d := range DatesIn(s) {
			out = append(out, fmt.Sprintf("%d-%d-%d", d.Year, d.Month, d.Day))
		}
		if got := fmt.Sprint(out); got != want {
			t.Errorf("%s: %s", s, got)
		}
	}
}

func TestDatesThatPeopleTypeAreReadToTheMonth(t *testing.T) {
	for s, want := range map[string]string{
		"cash on 31st of march 2003?":  "2003-3-31",
		"sales in the june 23 quarter": "2023-6-0",
		"debt jan '23":                 "2023-1-0",
		"2018年12月の売上":                  "2018-12-0",
		"census of April 1, 1890":      "1890-4-1",
	} {
		found := DatesTyped(s)
		if len(found) == 0 {
			t.Errorf("%s: nothing", s)
			continue
		}
		if d := found[0]; fmt.Sprintf("%d-%d-%d", d.Year, d.Month, d.Day) != want {
			t.Errorf("%s: %v", s, d)
		}
	}
}

func TestADayOfTwoNumbersIsReadAsItCanBe(t *testing.T) {
	for s, want := range map[string]string{"deferred revenue 31/12/18": "2018-12-31", "goodwill 5/31/21": "2021-5-31", "cash 31.12.18": "2018-12-31", "debt 30-Jun-22": "2022-6-30", "net sales 12/2018": "2018-12-0"} {
		found := DatesTyped(s)
		if len(found) == 0 {
			t.Errorf("%s: nothing", s)
		} else if d := found[0]; fmt.Sprintf("%d-%d-%d", d.Year, d.Month, d.Day) != want {
			t.Errorf("%s: %+v", s, d)
		}
	}
}
