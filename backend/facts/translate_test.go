package facts

import (
	"strings"
	"testing"
	"unicode"
)

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

func TestOfAQuestionInAnotherLanguageTheWordsOfTablesAreLeft(t *testing.T) {
	for want, questions := range map[string][]string{
		"sentences training set":           {"Wie viele Sätze enthält die Trainingsmenge?", "¿Cuántas oraciones contiene el conjunto de entrenamiento?"},
		"training set sentences":           {"训练集包含多少个句子？"},
		"training sentences":               {"訓練データには何文が含まれていますか？"},
		"accuracy baseline test set":       {"Welche Genauigkeit erreichte das Basismodell auf der Testmenge?"},
		"parameters model 12 layers":       {"Wie viele Parameter hat das Modell mit 12 Schichten?"},
		"tokens corpus english":            {"Combien de tokens compte le corpus anglais ?"},
		"future lease payments":            {"Wie hoch waren die künftigen Leasingzahlungen im Jahr 2025?", "2025年的未来租赁付款额是多少？"},
		"lease payments future":            {"Quels étaient les paiements de location futurs pour 2025 ?"},
		"stock options exercised":          {"Wie viele Aktienoptionen wurden 2022 ausgeübt?", "Combien d'options sur actions ont été exercées en 2022 ?", "¿Cuántas opciones sobre acciones se ejercieron en 2022?"},
		"exercise price forfeited options": {"Wie hoch war der durchschnittliche Ausübungspreis der verfallenen Optionen?"},
		"granted restricted stock":         {"授予了多少限制性股票单位？"},
		"exercised stock options":          {"2022年行使了多少股票期权？"},
		"valuation allowance":              {"2020年末の評価性引当額はいくらでしたか？"},
		"valuation allowance deferred tax assets": {"Wie hoch war die Wertberichtigung auf aktive latente Steuern Ende 2020?", "À combien s'élevait la provision pour dépréciation des impôts différés actifs fin 2020 ?",
			"¿Cuál fue la provisión de valoración de los activos por impuestos diferidos a finales de 2020?"},
		"votes abstentions":                          {"Wie viele Stimmen wurden dagegen abgegeben und wie viele Enthaltungen gab es?"},
		"hotel rooms asia":                           {"Wie viele Hotelzimmer betrieb das Unternehmen Ende 2019 in Asien?"},
		"china hotel occupancy":                      {"2018年の中国のホテルの稼働率はどれくらいでしたか？"},
		"china hotels occupancy":                     {"2018年中国酒店的入住率是多少？"},
		"north america stores":                       {"2019年末時点で北米には何店舗ありましたか？"},
		"suicides 100,000 finland":                   {"Wie viele Selbstmorde je 100.000 Einwohner verzeichnete Finnland 2015?", "¿Cuántos suicidios por cada 100.000 habitantes registró Finlandia en 2015?"},
		"finland 100,000 suicides":                   {"フィンランドの人口10万人あたりの自殺者数は何人ですか？", "2015年芬兰每10万人中有多少人自杀？"},
		"capital norway":                             {"Wie lautet die Hauptstadt von Norwegen?", "Quelle est la capitale de la Norvège ?"},
		"norway capital":                             {"ノルウェーの首都はどこですか？", "挪威的首都是哪里？"},
		"population peru":                            {"Población Perú 1990", "人口 ペルー 1990年"},
		"maryland population":                        {"马里兰州人口"},
		"women municipality":                         {"Wie viele Frauen lebten 2011 in der Gemeinde?", "Combien de femmes vivaient dans la commune en 2011 ?", "¿Cuántas mujeres vivían en el municipio en 2011?"},
		"patients":                                   {"対象となった患者は何人ですか？"},
		"goodwill north america":                     {"Quel était le goodwill du secteur Amérique du Nord en 2020 ?", "¿Cuál era el fondo de comercio del segmento de América del Norte en 2020?"},
		"unrecognized tax benefits":                  {"未認識の税務ベネフィットの期末残高は？", "¿Cuál fue el saldo de los beneficios fiscales no reconocidos al cierre del ejercicio?", "期末未确认的税收优惠余额是多少？"},
		"raw materials inventories":                  {"原材料の在庫は2021年度末でいくらでしたか？", "2021年末原材料存货是多少？"},
		"service cost":                               {"Wie hoch war der Dienstzeitaufwand im Geschäftsjahr 2017?", "Quel était le coût des services rendus en 2017 ?", "2017年的服务成本是多少？"},
		"correlation coefficient age blood pressure": {"Wie hoch ist der Korrelationskoeffizient zwischen Alter und Blutdruck?"},
		"systolic blood pressure standard deviation": {"収縮期血圧の平均値と標準偏差は？"},
		"rooms":                  {"Wie viele Räume hatte es?"},
		"inventories goods":      {"Wie hoch ist der Lagerbestand an Gütern?"},
		"employees japan":        {"Beschäftigte in Japan 2012, laut Tabelle"},
		"hamilton support":       {"ハミルトンのサポートとレポート"},
		"households automobiles": {"多少家庭拥有汽车？"},
	} {
		for _, question := range questions {
			q := readQuestion(question)
			var left []string
			for _, w := range wordsOf(q.text) {
				if !w.light && !strings.ContainsFunc(w.text, func(r rune) bool { return unicode.Is(unicode.Co, r) }) {
					left = append(left, w.text)
				}
			}
			if got := strings.Join(left, " "); got != want {
				t.Errorf("%s: %q, not %q", question, got, want)
			}
		}
	}
	for _, question := range []string{"What was the provision for land and option plans?", "How many auto parts were sold to the client?", "Sales in the Sur region", "population of Mali in 2015"} {
		if language := languageOf(question); language != "en" {
			t.Errorf("%s: %s", question, language)
		}
	}
}
