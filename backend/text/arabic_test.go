package text

import "testing"

func TestFormsAndSpellingsOfAWordHaveOneStem(t *testing.T) {
	for language, groups := range map[string][][]string{
		"ar": {
			{"أرباح", "ارباح", "والأرباح", "بالأرباح", "للأرباح", "أربـــاح", "أَرْبَاح", "أرباحها"},
			{"شركة", "الشركة", "شركات", "شركه", "والشركة", "بالشركة", "وشركة"},
			{"مستشفى", "مستشفي", "المستشفى"}, {"لاعب", "اللاعبين", "لاعبون"}, {"الإدارة", "الاداره", "إدارة"},
		},
		"ru": {{"самолёт", "самолета", "самолетов", "самолётом"}, {"ещё", "еще"}, {"компания", "компаний", "компанию"}},
		"pt": {{"empresa", "empresas"}, {"lucro", "lucros"}},
		"nl": {{"bedrijf", "bedrijven"}, {"huis", "huizen"}, {"rekening", "rekeningen"}},
		"it": {{"azienda", "aziende"}, {"ricavo", "ricavi"}},
	} {
		for _, forms := range groups {
			for _, form := range forms {
				if got, want := Stem(form, language), Stem(forms[0], language); got != want {
					t.Errorf("%s: %s gives %s, %s gives %s", language, form, got, forms[0], want)
				}
			}
		}
	}
	if Stem("كتاب", "ar") == Stem("مكتبة", "ar") {
		t.Error("a book and a library are one word")
	}
}
