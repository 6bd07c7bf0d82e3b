package proof

import (
	"strings"
	"testing"

	"lectern/backend/messages"
	"lectern/backend/racetest"
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
		"It took 47 days in 2010, which is 131 days fewer than the 168 of 2003.",
		"It took 168 days in 2010, which is 121 days fewer than the 47 of 2003.",
		"The target of 147 would be 60% more than the 98 of 2015.",
		"The margin came to 3.9% in 2023, two percent less than the 5.9% of 2022.",
		"Costs took 5.2% of it in 1960 but 16% in 2007, an increase of 10.8 percent.",
		"Earnings came in at $518 million, roughly a third lower than the $647 million of the year before.",
		"It sent 24 messages, three times as many as the other with 12.",
		"Interest nearly tripled, from $135 million to $259 million.",
		"Revenue doubled to $81 million in 2021 from $71 million.",
		"Gross profit: $2,725 million (2022: $2,820 million), down 13%",
		"Gross profit: $2,820 million (2022: $2,725 million), down 3%",
		"Services overtook products by far: $64 billion against $147 billion.",
		"LinkedIn brought in $15.1 billion, less than Search ($12.2 billion).",
	} {
		if why, _ := inside(say, s); why == "" {
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
		"It took 47 days in 2010, which is 121 days fewer than the 168 of 2003.",
		"The margin came to 3.9% in 2023, two points less than the 5.9% of 2022.",
		"The share rose 10 percent, from 10 % to 11 %.",
		"Earnings came in at $518 million, roughly a fifth lower than the $647 million of the year before.",
		"It paid $150 million, only a third of the $452 million of the year before.",
		"It sent 24 messages, twice as many as the other with 12.",
		"Interest nearly doubled, from $135 million to $259 million.",
		"Revenue more than doubled to $81 million in 2021 from $31 million.",
		"Gross profit: $2,725 million (2022: $2,820 million), down 3%",
		"Products overtook services by far: $147 billion against $64 billion.",
	} {
		if why, _ := inside(say, s); why != "" {
			t.Errorf("%s: %s", s, why)
		}
	}
}

func TestATableIsNoSentence(t *testing.T) {
	racetest.Skip(t)
	if why, _ := inside(messages.In("en"), "Sales rose from $5 million to $4 million"+strings.Repeat(", to $5 million", 5000)); why != "" {
		t.Error(why)
	}
}
