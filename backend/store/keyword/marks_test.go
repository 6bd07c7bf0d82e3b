package keyword

import (
	"slices"
	"testing"
)

func TestWordsOfAQuestionAreMarkedInWhateverForm(t *testing.T) {
	for _, c := range []struct {
		question, text string
		want           []string
	}{
		{"What are the notice periods?", "The notice period is three months. Notices are given in writing.", []string{"notice period", "Notices"}},
		{`"notice period" -pets renew*`, "Pets: no. The notice period, when it was renewed, ended.", []string{"notice period", "renewed"}},
		{"capital expenditure of $1,577m in FY2018", "Capital expenditures were 1577 in 2018.", []string{"Capital expenditures", "1577", "2018"}},
		{"Kündigungsfristen der Mietverträge", "Die Kündigungsfrist des Mietvertrags.", []string{"Kündigungsfrist", "Mietvertrags"}},
		{"売上高はいくらですか", "当期の売上高は増加した。", []string{"売上高"}},
		{"the of and", "The end of it.", nil},
		{"nothing", "", nil},
	} {
		var got []string
		for _, m := range NewMarker(c.question).In(c.text) {
			got = append(got, c.text[m.From:m.To])
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, not %q", c.question, got, c.want)
		}
	}
}
