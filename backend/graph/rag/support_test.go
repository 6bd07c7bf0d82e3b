package rag

import (
	"testing"

	"lectern/backend/store"
)

func TestASentenceIsHeldAgainstAPassageByItsWords(t *testing.T) {
	for _, c := range []struct {
		claim, passage, verdict string
		otherwise               bool
	}{
		{"The tenant may end the lease with three months' notice.", "The tenant may end the lease with a notice of three months.", store.Verified, false},
		{"The tenant may end the lease with four months' notice.", "The tenant may end the lease with a notice of three months.", store.NotFound, true},
		{"The deposit is not refundable.", "The deposit is refundable within 30 days.", store.NotFound, true},
		{"The deposit is refundable.", "The deposit is not refundable.", store.NotFound, true},
		{"Revenue rose in 2018 because of acquisitions.", "Revenue fell in 2018 because of acquisitions.", store.NotFound, true},
		{"Revenue did not rise in 2018.", "Revenue fell in 2018.", store.Verified, false},
		{"Revenue rose in 2017 because of acquisitions.", "Revenue rose in 2018 because of acquisitions.", store.NotFound, true},
		{"Whales sing at night.", "The deposit is refundable within 30 days.", store.NotFound, false},
		{"In 2016 Microsoft acquired LinkedIn for cash.", "In 2016 Oracle acquired LinkedIn for cash.", store.NotFound, true},
		{"Der Vertrag endet nach drei Monaten.", "Der Vertrag endet nach drei Monaten ohne Kündigung.", store.Verified, false},
		{"Der Vertrag endet nicht automatisch.", "Der Vertrag endet automatisch.", store.NotFound, true},
		{"Der Umsatz stieg im Jahr 2020 deutlich.", "Der Umsatz sank im Jahr 2020 deutlich.", store.NotFound, true},
		{"契約期間は三か月です。", "契約期間は3か月とする。", store.Verified, false},
		{"契約期間は四か月です。", "契約期間は3か月とする。", store.NotFound, true},
		{"保証金は返還されません。", "保証金は返還される。", store.NotFound, true},
	} {
		got := SupportDefaults().Claim(c.claim).By(Evidence{Sentences: []string{c.passage}})
		if got.Verdict != c.verdict || got.Otherwise != c.otherwise {
			t.Errorf("%s | %s\n got %+v", c.claim, c.passage, got)
		}
	}
}
