package proof

import (
	"testing"

	"lectern/backend/store"
)

func TestASentenceIsHeldAgainstAPassageByItsWords(t *testing.T) {
	for _, c := range []struct {
		claim, passage, verdict string
	}{
		{"The tenant may end the lease with three months' notice.", "The tenant may end the lease with a notice of three months.", store.Verified},
		{"The tenant may end the lease with four months' notice.", "The tenant may end the lease with a notice of three months.", store.Contradicted},
		{"The deposit is not refundable.", "The deposit is refundable within 30 days.", store.Contradicted},
		{"The deposit is refundable.", "The deposit is not refundable.", store.Contradicted},
		{"Revenue rose in 2018 because of acquisitions.", "Revenue fell in 2018 because of acquisitions.", store.Contradicted},
		{"Revenue did not rise in 2018.", "Revenue fell in 2018.", store.Verified},
		{"Revenue rose in 2017 because of acquisitions.", "Revenue rose in 2018 because of acquisitions.", store.Contradicted},
		{"Whales sing at night.", "The deposit is refundable within 30 days.", store.NotFound},
		{"In 2016 Microsoft acquired LinkedIn for cash.", "In 2016 Oracle acquired LinkedIn for cash.", store.Contradicted},
		{"Most of the increase over 2023 went into the new cold store.", "Most of the increase went into the new cold store, which opened in 2024.", store.Partly},
		{"Der Vertrag endet nach drei Monaten.", "Der Vertrag endet nach drei Monaten ohne Kündigung.", store.Verified},
		{"Der Vertrag endet nicht automatisch.", "Der Vertrag endet automatisch.", store.Contradicted},
		{"Der Umsatz stieg im Jahr 2020 deutlich.", "Der Umsatz sank im Jahr 2020 deutlich.", store.Contradicted},
		{"契約期間は三か月です。", "契約期間は3か月とする。", store.Verified},
		{"The buyer sends the goods to the dealer in Leeds.", "The dealer sends the goods to the buyer in Leeds.", store.Contradicted},
		{"The office moved from Ulm to Bonn.", "The office moved from Bonn to Ulm.", store.Contradicted},
		{"The office moved to Ulm from Bonn.", "The office moved from Bonn to Ulm.", store.Verified},
		{"The goods were sent by the dealer to Leeds.", "The dealer sent the goods to Leeds.", store.Verified},
		{"The mill was sold to the bank on December 23, 2021, with a gain.", "On December 23, 2022, after years of talks between its owners, the council and two buyers from abroad, the mill was sold for a price nobody had hoped for.", store.InDoubt},
		{"The mill was sold to the bank on December 23, 2021, with a gain.", "Of the mill: as of December 23, 2021 and December 23, 2022 it was sold.", store.Partly},
		{"The works council meets in March.", "The works council meets in April.", store.Contradicted},
		{"In summer the plant sells more ice than in winter.", "In winter the plant sells less ice than in summer.", store.Partly},
		{"The deposit is refunded and pets are not allowed.", "Pets are not allowed, and the deposit is refunded.", store.Verified},
		{"The purchase of the mill was confirmed.", "The mill was bought.", store.Partly},
		{"Der Rat nahm den Antrag an.", "Der Antrag wurde vom Rat angenommen.", store.Verified},
		{"Die Übergabe der Schlüssel ist am Montag.", "Am Montag ist Schlüsselübergabe.", store.Verified},
		{"本社は大阪から東京に移った。", "本社は東京から大阪に移った。", store.Contradicted},
		{"点検で亀裂が見つかった。", "点検で亀裂は見つからなかった。", store.Contradicted},
		{"7日以内に届け出る。", "7日以内に届け出なければならない。", store.Verified},
		{"契約期間は四か月です。", "契約期間は3か月とする。", store.Contradicted},
		{"保証金は返還されません。", "保証金は返還される。", store.Contradicted},
	} {
		got := SupportDefaults().Claim(c.claim).By(Evidence{Sentences: []string{c.passage}})
		if got.Verdict != c.verdict {
			t.Errorf("%s | %s\n got %+v", c.claim, c.passage, got)
		}
	}
}
