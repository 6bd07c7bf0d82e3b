package rag

import (
	"testing"

	"lectern/backend/ingest/metadata"
	"lectern/backend/store"
)

// companiesNamed are those of a library with files of such names.
func companiesNamed(t *testing.T, files ...string) []metadata.Company {
	t.Helper()
	s, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	w, err := s.Workspace("Library")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if _, err := w.Documents.Add(store.Document{ID: "id-" + name, Name: name}, &store.Content{}); err != nil {
			t.Fatal(err)
		}
	}
	facets, err := metadata.OpenFacets(w)
	if err != nil {
		t.Fatal(err)
	}
	return facets.Companies(nil)
}

func TestAQuestionThatLeansOnTheOneBeforeIsMadeWhole(t *testing.T) {
	companies := companiesNamed(t, "3M_2018_10K", "BOEING_2018_10K")
	const capex = "What was 3M's capital expenditure in 2018?"
	const french, spanish, chinese = "Quel était le chiffre d'affaires de 3M en 2018 ?", "¿Cuáles fueron los ingresos de 3M en 2018?", "3M在2018年的营业收入是多少？"
	for _, c := range []struct{ before, question, want string }{
		{capex, "and in 2019?", "What was 3M's capital expenditure in 2019?"},
		{capex, "2017?", "What was 3M's capital expenditure in 2017?"},
		{capex, "And the year before?", "What was 3M's capital expenditure in 2017?"},
		{capex, "and the following year?", "What was 3M's capital expenditure in 2019?"},
		{capex, "FY17?", "What was 3M's capital expenditure in 2017?"},
		{capex, "What about Boeing?", "What was Boeing's capital expenditure in 2018?"},
		{capex, "and for Boeing in 2016?", "What was Boeing's capital expenditure in 2016?"},
		{capex, "and net sales?", "net sales, 3M, 2018?"},
		{capex, "and its operating income in 2017?", "operating income, 3M, 2017?"},
		{"3M revenue Q2 2018", "and Q3?", "3M revenue Q3 2018"},
		{"Wie hoch war der Umsatz von Boeing 2018?", "Und 2019?", "Wie hoch war der Umsatz von Boeing 2019?"},
		{"Wie hoch war der Umsatz von Boeing 2018?", "Und im Vorjahr?", "Wie hoch war der Umsatz von Boeing 2017?"},
		{"3Mの2018年度の設備投資額は？", "2019年度は？", "3Mの2019年度の設備投資額は？"},
		{"3Mの2018年度の設備投資額は？", "前年は？", "3Mの2017年度の設備投資額は？"},
		{"3Mの2018年度の設備投資額は？", "では、営業利益は？", "営業利益, 3M, 2018?"},
		{french, "Et en 2019 ?", "Quel était le chiffre d'affaires de 3M en 2019 ?"},
		{french, "et l’année précédente ?", "Quel était le chiffre d'affaires de 3M en 2017 ?"},
		{french, "Qu’en est-il de Boeing ?", "Quel était le chiffre d'affaires de Boeing en 2018 ?"},
		{french, "et le bénéfice net en 2017 ?", "bénéfice net, 3M, 2017?"},
		{french, "et le coût des ventes ?", "coût des ventes, 3M, 2018?"},
		{spanish, "¿Y en 2019?", "¿Cuáles fueron los ingresos de 3M en 2019?"},
		{spanish, "¿y el año anterior?", "¿Cuáles fueron los ingresos de 3M en 2017?"},
		{spanish, "¿Qué hay de Boeing?", "¿Cuáles fueron los ingresos de Boeing en 2018?"},
		{spanish, "¿y las ventas netas?", "ventas netas, 3M, 2018?"},
		{chinese, "那2019年呢？", "3M在2019年的营业收入是多少？"},
		{chinese, "2017年呢", "3M在2017年的营业收入是多少？"},
		{chinese, "上一年怎么样？", "3M在2017年的营业收入是多少？"},
		{chinese, "那么Boeing呢？", "Boeing在2018年的营业收入是多少？"},
		{chinese, "那净利润呢？", "净利润, 3M, 2018?"},
		{"3M第二季度2018年营业收入", "第三季度呢？", "3M第三季度2018年营业收入"},

		{french, "Pourquoi ?", ""},
		{spanish, "¿Por qué?", ""},
		{chinese, "为什么呢？", ""},
		{french, "et quel est le préavis du bail ?", ""},
		{capex, "What is the notice period?", ""}, // it stands for itself
		{capex, "and what is the notice period of the lease?", ""},
		{"How did revenue develop in 2024?", "And the people?", ""}, // nobody's
		{capex, "Why?", ""},                                         // rules can't tell
		{capex, "thanks", ""},
		{capex, "Compare it with the others", ""},
		{capex, "and @Lease?", ""},
		{"How did sales develop from 2016 to 2018?", "and 2019?", ""}, // which of the two?
		{"", "and in 2019?", ""},
	} {
		if got := Complete(c.before, c.question, companies); got != c.want {
			t.Errorf("%q after %q: %q, not %q", c.question, c.before, got, c.want)
		}
	}
}
