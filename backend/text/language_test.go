package text

import (
	"strings"
	"testing"
)

func TestTheMainLanguageOfADocument(t *testing.T) {
	for want, text := range map[string]string{
		"en": "The company sold more of its products in the year than it had in the year before.",
		"de": "Das Unternehmen hat im Jahr mehr Produkte verkauft als in dem Jahr davor und ist zufrieden.",
		"fr": "La société a vendu plus de produits dans l’année que pendant celle qui est passée.",
		"es": "La empresa vendió más productos en el año que en el anterior y está contenta con los resultados.",
		"ja": "当社は前年よりも多くの製品を販売しました。",
		"zh": "公司今年销售的产品比去年多。",
		"ko": "회사는 작년보다 더 많은 제품을 판매했습니다.",
		"it": "La società ha venduto più prodotti nel corso di questo anno che in quello che è passato.",
		"ru": "Компания продала в этом году больше продукции, чем в прошлом.",
		"ar": "باعت الشركة هذا العام منتجات أكثر من العام الماضي.",
		"":   "1,234 5,678 Lorem dolor amet",
	} {
		if got := MainLanguage([]string{text}); got != want {
			t.Errorf("MainLanguage(%q) = %q", text, got)
		}
	}
}

func TestTheLanguageOfAQuestion(t *testing.T) {
	for question, want := range map[string]string{
		"Wie hoch ist die Miete?": "de", "What is the rent?": "en", "家賃はいくらですか。": "ja", "Kündigungsfrist Wohnung": "de",
		"Quel est le loyer ?": "fr", "¿Cuánto cuesta?": "es", "Quanto costa la casa?": "it", "租金是多少？": "zh", "2019年的资本支出是多少？": "zh", "那2019年呢？": "zh", "總結這份報告": "zh", "家賃": "ja", "2019年度売上高": "ja", "金利": "zh",
		"¿y en 2019?": "es", "et en 2019 ?": "fr", "Résume le rapport": "fr", "Resume el informe": "es", "Fasse das Dokument zusammen": "de", "Bonjour": "fr", "请总结AMCOR_2023Q4_EARNINGS": "zh", "ACME GmbH & Co. KG 売上高": "ja", "Combien de fois « goodwill » est-il mentionné ?": "fr",
		"cash plus short-term investments 2022": "en", "dividends per share fy23": "en",
		"Сколько это стоит?": "ru", "كم الإيجار؟": "ar",
		"42": "", "": "", "Which rules apply to the «Widerruf»?": "en", "Was steht in `for i in range(3): is not`?": "de", "see /usr/share/der/die/das": "en", "notice period と quarter は何ですか。": "ja", "What does の mean?": "en",
	} {
		if got := Language(question); got != want {
			t.Errorf("%q: %q, not %q", question, got, want)
		}
	}
}

// Single sentences are told apart too. Those of the labelled texts were written to be hard to cut, and many are short.
func TestTheLanguageOfSentences(t *testing.T) {
	const fewestWords, most = 4, 3 // percent that may be taken for another language
	for _, l := range []string{"en", "de", "fr", "es", "ja", "zh"} {
		n, right, wrong := 0, 0, 0
		for _, x := range readLabelled(t, l) {
			for _, s := range x.sentences {
				foreign := (l == "ja" || l == "zh") != strings.ContainsFunc(s, Wide)
				if foreign || !strings.ContainsFunc(s, Wide) && len(strings.Fields(s)) < fewestWords {
					continue
				}
				n++
				switch Language(s) {
				case l:
					right++
				case "":
				default:
					wrong++
				}
			}
		}
		t.Logf("%s: %d of %d sentences, %d taken for another language's", l, right, n, wrong)
		if n < 80 || 100*right < 75*n || 100*wrong > most*n && l != "ja" { // headings of kanji alone are Chinese as well
			t.Errorf("%s: %d of %d sentences, %d taken for another language's", l, right, n, wrong)
		}
	}
}

func TestNamesOfLanguages(t *testing.T) {
	for code, want := range map[string]string{"de": "German", "ja": "Japanese", "it": "Italian", "": "", "x!": ""} {
		if got := LanguageName(code); got != want {
			t.Errorf("%q: %q", code, got)
		}
	}
}

func TestEveryLanguageHasItsFunctionWords(t *testing.T) {
	for _, l := range []string{"en", "de", "fr", "es", "it", "ru", "ar"} {
		if n := len(FunctionWords(l)); n < 60 {
			t.Errorf("%s: %d", l, n)
		}
	}
	if n := len(FunctionWords("tlh")); n != 0 {
		t.Errorf("%d words of a language without a list", n)
	}
	if !Frequent("und") || !Frequent("não") || Frequent("ferry") {
		t.Error("frequent words")
	}
}
