package text

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func cutUp(text string) []string {
	var out []string
	for _, s := range Sentences(text) {
		out = append(out, text[s.Start:s.End])
	}
	return out
}

// In every case "|" stands where one sentence ends and the next begins.
func TestSentencesOfProse(t *testing.T) {
	for language, cases := range map[string][]string{
		"English": {
			"Sales grew.| Costs fell!| Why?| Nobody knows.",
			"Mr. Smith and Dr. Jones met J. P. Morgan in Washington.| They agreed.",
			"Apple Inc. and Intel Corp. reported 3.5% growth.| The margin was 12.4 percent.",
			"It operates in the U.S. and the U.K. under licence.| We sell in the U.S.| The rest is exported.",
			"See No. 5, Fig. 3 and pp. 12-14 of Vol. 2.| He said no.| Then he left.",
			"e.g. this one, i.e. not that one, cf. Sec. 4.| Done.",
			"It rose from $1.2 million to $3.4 million in Jan. 2019.| In Feb. 2020 it fell.",
			"Version 2.0.1 is at www.example.com today.| Get it.",
			"“It is done.”| He said “Stop!” and left.| (It was late.)| So be it.",
			"Really?!| Yes...| Well… maybe.| Etc. etc.",
			"He came at 5 p.m. on Monday.| She came at 6 p.m.| They left.",
			"Revenue was recognised.2 |The remainder was deferred.[12] |It was small.",
			"Vitamin C. |The other vitamins follow.",
			"Smith et al. found it.| Others vs. them did not.",
		},
		"German": {
			"Der Umsatz stieg am 3. Oktober um 4,5 %.| Die Kosten sanken.",
			"Siehe z. B. Abs. 2 Nr. 5 des Gesetzes.| Das gilt auch, d. h. immer, bzw. stets.",
			"Dr. Müller und Prof. Weber trafen sich im 19. Jahrhundert nicht.| Warum?| Niemand weiß es.",
			"Das kostet ca. 1.234,56 Euro inkl. MwSt.| Es wurde ggf. bezahlt.",
			"Er sagte: „Es ist gut.“| Dann ging er.",
		},
		"French": {
			"Le chiffre d’affaires a augmenté de 3,5 %.| M. Dupont et Mme. Durand sont d’accord.",
			"« C’est fini. »| Il est parti.| Pourquoi ?| Personne ne le sait !| Voilà.",
			"Voir p. 12 et art. 5 du code.| C’est tout.",
		},
		"Spanish": {
			"Las ventas crecieron un 3,5 %.| El Sr. García y la Sra. López asistieron.",
			"¿Por qué?| ¡Nadie lo sabe!| Véase la pág. 12 y el núm. 3.| Fin.",
			"EE. UU. es un mercado grande.| La empresa crece.",
		},
		"Chinese": {
			"公司净利润增长3.5%。|收入为12亿元！|为什么？|没有人知道。",
			"他说：“我们会成功。”|然后离开了。",
			"（见第5页。）|结束。",
		},
		"Japanese": {
			"売上高は前年比3.5%増加しました。|利益は減少しました。|なぜですか？|わかりません。",
			"「終わりました。」|彼は帰った。",
		},
	} {
		for _, c := range cases {
			var want []string
			for _, s := range strings.Split(c, "|") {
				want = append(want, strings.TrimSpace(s))
			}
			text := strings.ReplaceAll(c, "|", "")
			if got := cutUp(text); !slices.Equal(got, want) {
				t.Errorf("%s\n got %q\nwant %q", language, got, want)
			}
		}
	}
}

func TestSentencesRunOverLineEndsButRowsDoNot(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"prose": {
			"The company reported higher sales than in the year before, which\nwas due to new products. Costs were lower because fewer people were\nemployed.",
			[]string{"The company reported higher sales than in the year before, which\nwas due to new products.", "Costs were lower because fewer people were\nemployed."},
		},
		"a capital at a line's begin": {
			"The agreement was made in the spring between the company and the\nSecurities and Exchange Commission of the United States, and it\nstill holds.",
			[]string{"The agreement was made in the spring between the company and the\nSecurities and Exchange Commission of the United States, and it\nstill holds."},
		},
		"a table": {
			"Years ended December 31\n(Millions) 2018 2017\nNet sales $ 32,765 $ 31,657\nCost of sales 16,682 16,055\nOther — —\nTotal expenses (25,558) (23,965)",
			[]string{"Years ended December 31", "(Millions) 2018 2017", "Net sales $ 32,765 $ 31,657", "Cost of sales 16,682 16,055", "Other — —", "Total expenses (25,558) (23,965)"},
		},
		"a heading above prose": {
			"Liquidity and Capital Resources\nThe company keeps enough cash to pay what is due in the next twelve\nmonths.",
			[]string{"Liquidity and Capital Resources", "The company keeps enough cash to pay what is due in the next twelve\nmonths."},
		},
		"a list": {
			"The company has three aims that it has followed for many years now:\n• growth in its markets, which are many, and in those that are yet\nto be found\n• lower costs\n(a) patience\n2. More of the same",
			[]string{"The company has three aims that it has followed for many years now:",
				"• growth in its markets, which are many, and in those that are yet\nto be found", "• lower costs", "(a) patience", "2. More of the same"},
		},
		"an address": {
			"3M Center\nSt. Paul, Minnesota\nTelephone only",
			[]string{"3M Center", "St. Paul, Minnesota", "Telephone only"},
		},
		"paragraphs": {
			"First of all\n\nSecond.\n\nThird one goes over a gap in the page, where a picture stands, and\n\nends here.",
			[]string{"First of all", "Second.", "Third one goes over a gap in the page, where a picture stands, and\n\nends here."},
		},
		"a year at a line's end": {
			"Sales were much higher than they had been in the years before 2018\nbecause of the new products.",
			[]string{"Sales were much higher than they had been in the years before 2018\nbecause of the new products."},
		},
		"nothing":     {"", nil},
		"white space": {" \n\n \n", nil},
	} {
		if got := cutUp(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s\n got %q\nwant %q", name, got, c.want)
		}
	}
}

func TestALongSentenceIsCutAtSpaces(t *testing.T) {
	for name, text := range map[string]string{
		"words":   strings.Repeat("word ", 1000),
		"no room": strings.Repeat("x", 5000),
		"Chinese": strings.Repeat("我们的产品很好，", 300),
	} {
		for _, s := range cutUp(text) {
			if Weigh(s) > Longest || s != strings.TrimSpace(s) || !utf8.ValidString(s) {
				t.Errorf("%s: %d %.20q", name, Weigh(s), s)
			}
			if name == "words" && strings.Trim(s, "word ") != "" {
				t.Errorf("a word was cut: %q", s)
			}
		}
	}
}

// covers checks that spans are trimmed, in order, in range, and leave out nothing but white space.
func covers(t *testing.T, text string, spans []Span) {
	t.Helper()
	at := 0
	for _, s := range spans {
		if s.Start < at || s.End <= s.Start || s.End > len(text) {
			t.Fatalf("span %v after %d of %d", s, at, len(text))
		}
		if strings.TrimSpace(text[at:s.Start]) != "" {
			t.Fatalf("left out %q", text[at:s.Start])
		}
		if piece := text[s.Start:s.End]; piece != strings.TrimSpace(piece) || !utf8.ValidString(piece) {
			t.Fatalf("not trimmed: %q", piece)
		}
		at = s.End
	}
	if strings.TrimFunc(text[at:], unicode.IsSpace) != "" {
		t.Fatalf("left out %q", text[at:])
	}
}
