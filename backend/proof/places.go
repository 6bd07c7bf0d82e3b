package proof

import (
	"slices"

	"lectern/backend/proof/figures"
	"lectern/backend/store"
)

// mostPlaces is how many places are told for a sentence.
const mostPlaces = 3

// little is the share of a sentence's words below which a sentence of the evidence says nothing of it.
const little = .25

// placesOf are the places that speak against a sentence or for it: where its figures stand, or what stands where they
// should, and the best sentence of each citation that says something of it. What is against it comes first. Of one that
// contradicts itself there is none.
func placesOf(c store.Claim, numbers []store.FigureCheck, evidence map[int]cited, single map[int]Support) []store.ClaimPlace {
	places := []store.ClaimPlace{}
	if c.Reason == ReasonInside {
		return places
	}
	add := func(p store.ClaimPlace) {
		same := func(o store.ClaimPlace) bool {
			return o.Document == p.Document && o.Page == p.Page && o.Quote == p.Quote && (o.Cell == nil && p.Cell == nil || o.Cell != nil && p.Cell != nil && *o.Cell == *p.Cell)
		}
		if (p.Quote != "" || p.Cell != nil) && !slices.ContainsFunc(places, same) {
			places = append(places, p)
		}
	}
	for _, f := range numbers {
		switch {
		case !c.Has(f):
		case (f.Verdict == figures.Flagged || f.Doubt) && len(f.Candidates) > 0:
			o := f.Candidates[0]
			add(store.ClaimPlace{Document: o.Document, Doc: o.Doc, Page: o.Page, Label: o.Label, Quote: o.Quote, Cell: o.Cell, Against: true})
		case f.Document != "":
			add(store.ClaimPlace{Document: f.Document, Doc: f.Doc, Page: f.Page, Label: f.Label, Quote: f.Quote, Cell: f.Cell, Against: f.Verdict == figures.Flagged})
		}
	}
	for _, n := range c.Citations {
		if s, e := single[n], evidence[n]; s.Best >= 0 && s.Best < len(e.Sentences) && (s.Share >= little || s.Verdict == store.Contradicted) {
			at := e.citation
			add(store.ClaimPlace{Document: at.Document, Doc: at.Doc, Page: at.Page, Label: at.Label, Quote: e.Sentences[s.Best], Against: s.Verdict == store.Contradicted})
		}
	}
	slices.SortStableFunc(places, func(a, b store.ClaimPlace) int { return boolean(b.Against) - boolean(a.Against) })
	return places[:min(len(places), mostPlaces)]
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}
