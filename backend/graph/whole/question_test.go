package whole

import (
	"reflect"
	"testing"
)

func TestWhatIsAskedOfTheWholeIsRead(t *testing.T) {
	for _, c := range []struct {
		question string
		want     Question
	}{
		{"How often is the rent mentioned?", Question{Kind: Mentions, Terms: []string{"rent"}}},
		{"How often is \"notice period\" mentioned in Lease?", Question{Kind: Mentions, Terms: []string{"notice period"}}},
		{"how many times does the word arbitration appear", Question{Kind: Mentions, Terms: []string{"arbitration"}}},
		{"How many times does the lease mention pets?", Question{Kind: Mentions, Terms: []string{"pets"}}},
		{"How often does the contract mention pets?", Question{Kind: Mentions, Terms: []string{"pets"}}},
		{"List every page that mentions force majeure", Question{Kind: Mentions, Terms: []string{"force majeure"}}},
		{"Show me all pages where the term “lien” occurs", Question{Kind: Mentions, Terms: []string{"lien"}}},
		{"which documents mention Boeing?", Question{Kind: Mentions, Terms: []string{"Boeing"}}},
		{"On which pages is goodwill mentioned?", Question{Kind: Mentions, Terms: []string{"goodwill"}}},
		{"Which of these never mention pets?", Question{Kind: Never, Terms: []string{"pets"}, All: true}},
		{"which files do not mention insurance", Question{Kind: Never, Terms: []string{"insurance"}}},
		{"Which of my documents don't contain a termination clause?", Question{Kind: Never, Terms: []string{"termination clause"}, All: true}},
		{"List all dates", Question{Kind: List, Of: "dates", Sort: Dates}},
		{"List every amount of money in the documents", Question{Kind: List, Of: "amount of money", Sort: Amounts}},
		{"list every obligation of the tenant", Question{Kind: List, Of: "obligation of the tenant"}},
		{"Give me a list of all the subsidiaries that are mentioned in the report.", Question{Kind: List, Of: "subsidiaries"}},
		{"How many different risks are described in this report?", Question{Kind: Count, Of: "risks"}},
		{"Count all obligations", Question{Kind: Count, Of: "obligations"}},
		{"How many employees does the report mention?", Question{Kind: Count, Of: "employees"}},
		{"How many suppliers does Lease mention?", Question{Kind: Count, Of: "suppliers"}},
		{"Summarise this document", Question{Kind: Summary}},
		{"Please summarize Lease", Question{Kind: Summary}},
		{"Summarise Lease and Policy.", Question{Kind: Summary}},
		{"Which of Lease and Policy never mention pets?", Question{Kind: Never, Terms: []string{"pets"}}},
		{"List all duties in Lease and Policy", Question{Kind: List, Of: "duties"}},
		{"Fasse Lease und Policy zusammen", Question{Kind: Summary}},
		{"Give me a short summary of all my documents", Question{Kind: Summary, All: true}},
		{"What are the key points?", Question{Kind: Summary}},
		{"Summarise what it says about pets", Question{Kind: Summary, Of: "what it says about pets"}},
		{"What is this document about?", Question{Kind: Summary}},
		{"Wie oft wird die Miete erwähnt?", Question{Kind: Mentions, Terms: []string{"Miete"}}},
		{"Welche Dokumente erwähnen Haustiere?", Question{Kind: Mentions, Terms: []string{"Haustiere"}}},
		{"Welche Dateien erwähnen nie Haustiere?", Question{Kind: Never, Terms: []string{"Haustiere"}}},
		{"Auf welchen Seiten wird die Kaution genannt?", Question{Kind: Mentions, Terms: []string{"Kaution"}}},
		{"Liste alle Fristen auf", Question{Kind: List, Of: "Fristen", Sort: Dates}},
		{"Nenne alle Pflichten des Mieters", Question{Kind: List, Of: "Pflichten des Mieters"}},
		{"Wie viele Risiken werden genannt?", Question{Kind: Count, Of: "Risiken"}},
		{"Fasse das Dokument zusammen", Question{Kind: Summary}},
		{"Fass Lease bitte zusammen", Question{Kind: Summary}},
		{"Auf wie vielen Seiten wird die Kaution genannt?", Question{Kind: Mentions, Terms: []string{"Kaution"}}},
		{"In wie vielen Dokumenten kommt Boeing vor?", Question{Kind: Mentions, Terms: []string{"Boeing"}}},
		{"Sur combien de pages le loyer est-il mentionné ?", Question{Kind: Mentions, Terms: []string{"loyer"}}},
		{"¿En cuántos documentos aparece Boeing?", Question{Kind: Mentions, Terms: []string{"Boeing"}}},
		{"Boeingは何ページに出てきますか？", Question{Kind: Mentions, Terms: []string{"Boeing"}}},
		{"どの文書にもBoeingが出てこないのはどれですか？", Question{Kind: Never, Terms: []string{"Boeing"}, All: true}},
		{"Boeing出现在多少页上？", Question{Kind: Mentions, Terms: []string{"Boeing"}}},
		{"Combien de fois le loyer est-il mentionné ?", Question{Kind: Mentions, Terms: []string{"loyer"}}},
		{"Quels documents mentionnent le loyer ?", Question{Kind: Mentions, Terms: []string{"loyer"}}},
		{"Quels documents ne mentionnent jamais le loyer ?", Question{Kind: Never, Terms: []string{"loyer"}}},
		{"Liste toutes les dates", Question{Kind: List, Of: "dates", Sort: Dates}},
		{"Résume ce document", Question{Kind: Summary}},
		{"Combien de fois le mot loyer apparaît-il dans les documents ?", Question{Kind: Mentions, Terms: []string{"loyer"}}},
		{"Combien de fois est-ce que « loyer » figure dans ce bail ?", Question{Kind: Mentions, Terms: []string{"loyer"}}},
		{"À quelles pages le loyer est-il mentionné ?", Question{Kind: Mentions, Terms: []string{"loyer"}}},
		{"Quelles sont toutes les dates ?", Question{Kind: List, Of: "dates", Sort: Dates}},
		{"Énumère tous les montants", Question{Kind: List, Of: "montants", Sort: Amounts}},
		{"Combien de dates sont mentionnées ?", Question{Kind: Count, Of: "dates", Sort: Dates}},
		{"Résume ce rapport en anglais", Question{Kind: Summary}},
		{"Peux-tu me faire une synthèse du rapport ?", Question{Kind: Summary}},
		{"Überblick über das Dokument", Question{Kind: Summary}},
		{"¿Cuáles son todas las fechas?", Question{Kind: List, Of: "fechas", Sort: Dates}},
		{"¿Cuántas fechas se mencionan?", Question{Kind: Count, Of: "fechas", Sort: Dates}},
		{"¿En qué páginas aparece el alquiler?", Question{Kind: Mentions, Terms: []string{"alquiler"}}},
		{"¿Cuántas veces aparece la palabra alquiler en los documentos?", Question{Kind: Mentions, Terms: []string{"alquiler"}}},
		{"Por favor, haz un resumen del informe", Question{Kind: Summary}},
		{"所有日期有哪些？", Question{Kind: List, Of: "日期", Sort: Dates}},
		{"一共提到多少个日期？", Question{Kind: Count, Of: "日期", Sort: Dates}},
		{"哪些页提到了租金？", Question{Kind: Mentions, Terms: []string{"租金"}}},
		{"请总结Lease", Question{Kind: Summary}},
		{"请用中文总结这份报告", Question{Kind: Summary}},
		{"¿Cuántas veces se menciona el alquiler?", Question{Kind: Mentions, Terms: []string{"alquiler"}}},
		{"¿Qué documentos no mencionan el alquiler?", Question{Kind: Never, Terms: []string{"alquiler"}}},
		{"Enumera todas las fechas", Question{Kind: List, Of: "fechas", Sort: Dates}},
		{"Resume este documento", Question{Kind: Summary}},
		{"家賃は何回出てきますか。", Question{Kind: Mentions, Terms: []string{"家賃"}}},
		{"家賃に言及しているページをすべて挙げて", Question{Kind: Mentions, Terms: []string{"家賃"}}},
		{"Lease の日付をすべて挙げてください", Question{Kind: List, Of: "日付", Sort: Dates}},
		{"Leaseは何についてですか", Question{Kind: Summary}},
		{"Leaseを要約してください", Question{Kind: Summary}},
		{"日付をすべて列挙して", Question{Kind: List, Of: "日付", Sort: Dates}},
		{"この文書を要約して", Question{Kind: Summary}},
		{"租金被提到了多少次？", Question{Kind: Mentions, Terms: []string{"租金"}}},
		{"哪些文件没有提到租金？", Question{Kind: Never, Terms: []string{"租金"}, All: true}},
		{"列出所有日期", Question{Kind: List, Of: "日期", Sort: Dates}},
		{"总结这份文件", Question{Kind: Summary}},
	} {
		got, ok := wanted(c.question, "Lease", "Policy")
		if !ok || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s\n got %+v (%v)\nwant %+v", c.question, got, ok, c.want)
		}
	}
}

func TestWhatOnePlaceAnswersIsNoQuestionToTheWhole(t *testing.T) {
	for _, question := range []string{
		"What is the notice period?", "How many employees did Boeing have in 2018?", "How many shares are outstanding?", "What was revenue in 2019?",
		"Who signs the contract?", "How many stores does Nike have?", "How many people does the company employ?", "Which pets are allowed?", "How many months is the notice period?", "How often is the rent due?", "Why?",
		"Does the notice period matter to gardening", "What is the total amount of rent?", "Wie hoch ist die Miete?", "Wie oft ist die Miete fällig?", "Wie viele Zimmer hat die Wohnung?",
		"Quel est le loyer ?", "Combien de chambres a l'appartement ?", "¿Cuántas habitaciones tiene el piso?", "公寓有多少个房间？", "Combien d'employés avait 3M en 2018 ?", "¿Cuál es el alquiler?", "家賃はいくらですか。", "租金是多少？", "Which countries does the company operate in?", "Is the lease limited in time?", "What does the report say of pets?",
	} {
		if got, ok := wanted(question); ok {
			t.Errorf("%s: %+v", question, got)
		}
	}
}
