package text

import "testing"

func TestFormsOfAWordHaveOneStem(t *testing.T) {
	for language, forms := range map[string][]string{
		"en": {"running", "runs", "run"}, "de": {"häuser", "hauses", "haus"}, "fr": {"maisons", "maison"}, "es": {"contratos", "contrato"},
		"it": {"contratti", "contratto"}, "ru": {"договоры", "договора"}, "ar": {"الكتاب", "كتاب"},
	} {
		for _, f := range forms {
			if a, b := Stem(f, language), Stem(forms[0], language); a != b || a == "" {
				t.Errorf("%s: %q and %q", language, a, b)
			}
		}
	}
	if Stem("häuser", "") != "häuser" || Stem("", "en") != "" {
		t.Error("a word of no language")
	}
}
