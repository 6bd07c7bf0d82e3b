package facts

import (
	"strings"
	"testing"

	"lectern/backend/store"
)

func TestPeriodsOfAComparison(t *testing.T) {
	for question, want := range map[string]string{
		"net sales 2016 to 2019":                           "2016 2017 2018 2019",
		"net sales, 2016–2019":                             "2016 2017 2018 2019",
		"net sales between 2018 and 2020":                  "2018 2019 2020",
		"net sales in 2018 and 2020":                       "2018 2020",
		"net sales in 2020 and 2018":                       "2018 2020",
		"net sales since 2020":                             "2020 2021 2022",
		"net sales over the last three years":              "2020 2021 2022",
		"fiscal 2018 versus fiscal 2022":                   "2018 2022",
		"net sales Q2 2023":                                "Q2 2023",
		"net sales in the second quarter of 2023 and 2022": "Q2 2022 Q2 2023",
		"Umsatz von 2018 bis 2020":                         "2018 2019 2020",
		"Umsatz der letzten drei Jahre":                    "2020 2021 2022",
		"2018年から2020年の売上高":                                 "2018 2019 2020",
		"chiffre d’affaires de 2018 à 2020":                "2018 2019 2020",
		"chiffre d’affaires depuis 2020":                   "2020 2021 2022",
		"ingresos entre 2018 y 2020":                       "2018 2019 2020",
		"ingresos de los últimos 3 años":                   "2020 2021 2022",
		"2018年到2020年的营业收入":                                 "2018 2019 2020",
		"过去3年的营业收入":                                        "2020 2021 2022",
		"過去3年間の売上高":                                        "2020 2021 2022",
		"net sales in 2021 compared with the year before":  "2020 2021",
		"Umsatz 2021 gegenüber dem Vorjahr":                "2020 2021",
		"2021年度の売上高は前年度と比べて":                               "2020 2021",
		"net sales": "",
		"net sales 1990 to 2080, which is more than a life": "1990",
	} {
		got, _ := periodsIn(question, 2022)
		if joined := strings.Join(got, " "); joined != want && !(want == "1990" && strings.HasPrefix(joined, want) && len(got) <= mostPeriods+2) {
			t.Errorf("%q: %q, not %q", question, joined, want)
		}
	}
}

func TestWhatAQuestionMeasuresIsWhatItsCompaniesAndTimesLeave(t *testing.T) {
	for rest, want := range map[string]string{
		"Compare net sales and operating income of ¦ and ¦ , ¦":                       "net sales| and operating income",
		"research and development, selling, general and administrative expenses of ¦": "research| and development|, selling|, general| and administrative expenses",
		"How did ¦ 's net sales develop between ¦ ?":                                  "net sales",
		"Which of ¦ and ¦ had the highest gross margin in ¦ ?":                        "gross margin",
		"Is ¦ 's inventory growing faster than its sales?":                            "inventory| than sales",
		"capex as % of net sales for ¦":                                               "capex as a % of net sales",
		"effective tax rate ¦ of ¦ - who paid least?":                                 "effective tax rate",
		"¿Cuáles fueron las ventas netas de ¦ en ¦ ?":                                 "ventas netas",
		"show me a bar chart, please":                                                 "",
	} {
		var out []string
		for _, list := range piecesOf(rest, "en") {
			var names []string
			for _, p := range list {
				names = append(names, p.joint+p.name)
			}
			out = append(out, strings.Join(names, "|"))
		}
		if got := strings.Join(out, " // "); got != want {
			t.Errorf("%q: %q, not %q", rest, got, want)
		}
	}
}

func TestAFigureIsWorkedOutAgainFromItsCells(t *testing.T) {
	d := acme()
	for _, question := range []string{"net sales 2023?", "capex 2023?", "gross margin 2023?", "By how much did net sales grow in 2023?", "days inventory outstanding 2023", "what share of net sales came from Europe in 2023?"} {
		f := d.Answer(question).Figure
		if f == nil {
			continue // what is declined has nothing to be worked out
		}
		if !Recomputed(f) || f.Formula != "" && f.Expression == "" {
			t.Errorf("%s: %s of %q", question, f.Value, f.Expression)
		}
		other := *f
		other.Cells = append([]store.Operand{}, f.Cells...)
		other.Cells[0].Value += "7"
		if Recomputed(&other) {
			t.Errorf("%s: a cell with another value comes to the same", question)
		}
	}
	if f := d.Answer("gross margin 2023?").Figure; f == nil || f.Expression == "" {
		t.Errorf("%+v", f)
	}
}
