package facts

import "testing"

func TestAFigureIsReadForQuestionsInEachLanguage(t *testing.T) {
	d := acme()
	for want, questions := range map[string][]string{
		"1200": {"Wie hoch war der Umsatz 2023?", "Quel était le chiffre d’affaires en 2023 ?", "¿Cuáles fueron los ingresos en 2023?", "2023年的营业收入是多少？", "2023年度の売上高は？"},
		"225":  {"Wie hoch war der Jahresüberschuss 2023?", "Quel a été le résultat net de l’exercice 2023 ?", "¿Cuál fue el beneficio neto en 2023?", "2023年净利润是多少？", "2023年度当期純利益"},
		"350":  {"Betriebsergebnis, Acme, 2023?", "résultat opérationnel 2023", "¿Cuánto fue el resultado de explotación en el ejercicio 2023?", "2023财年的营业利润", "2023年度の営業利益はいくらですか？"},
		"110":  {"Wie hoch waren die Investitionen 2023?", "À combien s’élevaient les dépenses d’investissement en 2023 ?", "¿Cuáles fueron las inversiones en inmovilizado de 2023?", "2023年的资本支出是多少？", "2023年度の設備投資額は？"},
		"450":  {"Nettoumsatz in Europa 2022", "Quelles étaient les ventes nettes en Europe en 2022 ?", "¿Cuáles fueron las ventas netas en Europa en 2022?", "2022年欧洲的净销售额是多少？"},
		"1150": {"Bilanzsumme 2022", "total de l’actif 2022", "¿Cuál era el total del activo en 2022?", "2022年末资产总计", "2022年の総資産"},
		"600":  {"Wie hoch waren die Umsatzkosten 2022?", "Quel était le coût des ventes en 2022 ?", "¿Cuál fue el coste de las ventas en 2022?", "2022年的营业成本是多少？"},
		"29.2": {"Wie hoch war die operative Marge 2023?", "Quelle était la marge opérationnelle en 2023 ?", "¿Cuál fue el margen operativo en 2023?", "2023年的营业利润率是多少？"},
	} {
		for _, question := range questions {
			if r := d.Answer(question); r.Figure == nil {
				t.Errorf("%s: declined, near %+v", question, r.Near)
			} else if r.Figure.Asked != want {
				t.Errorf("%s: %s, not %s: %+v", question, r.Figure.Asked, want, r.Figure)
			}
		}
	}
	for _, question := range []string{
		"Quel était le chiffre d’affaires en 2019 ?", "¿Cuáles fueron los ingresos en Brasil en 2023?", "2019年的营业收入是多少？", "Quel est le préavis du bail ?", "¿Quién es el presidente?",
	} {
		if r := d.Answer(question); r.Figure != nil {
			t.Errorf("%s: %s from %+v", question, r.Figure.Asked, r.Figure.Cells)
		}
	}
}
