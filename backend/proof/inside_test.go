package proof

import (
	"strings"
	"testing"

	"lectern/backend/messages"
)

func TestWhatASentenceSaysOfItsOwnFiguresIsHeldAgainstThem(t *testing.T) {
	say := messages.In("en")
	for _, s := range []string{
		"Revenue rose to $46.3 billion in 2023 from $51.8 billion a year earlier.",
		"Revenue came to $46.3 billion, up from $51.8 billion.",
		"The number of stores fell from 930 to 978.",
		"The margin went up from 22.5 % in 2021 to 21.4 % in 2022.",
		"Sales increased 12 %, from $200 million to $230 million.",
		"The share rose 5 percentage points, from 12 % to 14 %.",
		"Debt of $900 million, more than the $1,100 million of 2020, was repaid.",
		"At 54 the score exceeded the 61 of the second model.",
		"Der Umsatz stieg von 120 Mio. Euro auf 110 Mio. Euro.",
		"Die Zahl der Läden ist von 20 auf 25 gesunken.",
		"Le chiffre d'affaires a augmenté de 120 millions à 110 millions d'euros.",
		"売上高は120億円から110億円に増加した。",
		"今期の220億円は前期の250億円を上回った。",
	} {
		if inside(say, s) == "" {
			t.Errorf("nothing is seen in: %s", s)
		}
	}
	for _, s := range []string{
		"Revenue fell to $46.3 billion in 2023 from $51.8 billion a year earlier.",
		"Revenue fell 10.6 % to $46.3 billion from $51.8 billion.",
		"Growth slowed from 5 % to 3 %.",
		"The decline narrowed from 5 % to 3 %.",
		"The net loss rose from $3 million to $5 million.",
		"The net loss fell to $5 million from $3 million of profit.",
		"Sales increased 12 % on a currency-neutral basis, from $200 million to $210 million.",
		"Sales rose about a tenth, from $200 million to $223 million.",
		"The share rose 3 percentage points, from 12 % to 14 %.", // from 11.5 to 14.4
		"It did not rise from 20 to 18.",
		"Revenue was $5 billion, with more than $6 billion in orders.",
		"The price went up from 5 to 6 million.",
		"Prices range from $8 to $5 a unit, and demand is up.",
		"The rate per year rose 4 %, from 100 to 180 within ten years.",
		"Der Umsatz fiel von 120 Mio. Euro auf 110 Mio. Euro.",
		"Der Gewinn stieg um 10 % von 100 Mio. Euro auf 110 Mio. Euro.",
		"Le résultat a augmenté de 100 à 110 millions d'euros.",
		"売上高は120億円から110億円に減少した。",
		"今期の220億円は前期の250億円を下回った。",
		"The mean fell by 2.4 points to 36.2 %.",
	} {
		if why := inside(say, s); why != "" {
			t.Errorf("%s: %s", s, why)
		}
	}
}

func TestATableIsNoSentence(t *testing.T) {
	if why := inside(messages.In("en"), "Sales rose from $5 million to $4 million"+strings.Repeat(", to $5 million", 5000)); why != "" {
		t.Error(why)
	}
}
