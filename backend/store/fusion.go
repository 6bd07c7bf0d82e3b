package store

import (
	"lectern/backend/store/keyword"
	"lectern/backend/store/vector"
)

// fused makes one list of both searches' hits, those of words first, and gives each its score. The documents of the scope
// stand at their places in it.
func (c SearchConfig) fused(words *keyword.Result, ids []string, nearest []vector.Near, scope []keyword.Segment, at map[string]int) []Hit {
	hits := make([]Hit, 0, len(words.Hits)+len(nearest))
	place := make(map[Ref]int, len(words.Hits))
	unit := 0.
	for i, h := range words.Hits {
		unit = max(unit, h.Score-h.File)
		ref := Ref{ids[h.Segment], h.Block}
		place[ref] = len(hits)
		hits = append(hits, Hit{Ref: ref, Page: h.Page, KeywordRank: i + 1, Keyword: h.Score})
	}
	for i, n := range nearest {
		page, there := scope[at[n.Document]].Page(n.Number)
		if !there {
			continue
		}
		ref := Ref{n.Document, n.Number}
		k, both := place[ref]
		if !both {
			k = len(hits)
			hits = append(hits, Hit{Ref: ref, Page: page, Keyword: words.Score(at[n.Document], n.Number)})
		}
		hits[k].VectorRank, hits[k].Cosine = i+1, n.Cosine
	}
	if unit == 0 { // words found nothing, as of a question in another language: what it says of documents counts as it does beside words
		for _, h := range hits {
			unit = max(unit, fileShare*h.Keyword)
		}
	}
	c.score(hits, unit, len(nearest) > 0)
	return hits
}

// fileShare is how many times a document's own part a good passage's words give.
const fileShare = 2

// standsOut is the rank that a passage is held against in the search by meaning: what is as near as the tenth is near by
// chance. From 5 to 20 it makes no difference.
const standsOut = 10

// score gives each hit its score, Σ weight·score. That of words is in units of the best one without its file's part, so that
// in a library as in one file a passage's own words count as much beside its meaning. That of meaning is how far the cosine
// stands out from the tenth nearest passage's, as a share of how far it could: with a weak model, or one that doesn't know
// the language, all are about as near, and words decide.
//
// Bruch, Gai and Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", 2022, compare sums of scores with
// reciprocal ranks; they bring the cosine to 0–1 by its range, which, as ranks do, takes a weak model's noise for as much
// as a good one's find. Both lost to words alone (go run ./build/quality).
func (c SearchConfig) score(hits []Hit, unit float64, vectors bool) {
	byWords, byMeaning := 1-c.VectorWeight, c.VectorWeight
	if !vectors {
		byWords = 1
	}
	chance := 1.
	for _, h := range hits {
		if h.VectorRank > 0 && h.VectorRank <= standsOut {
			chance = min(chance, h.Cosine)
		}
	}
	for i := range hits {
		h := &hits[i]
		if unit > 0 {
			h.Score += byWords * h.Keyword / unit
		}
		if h.VectorRank > 0 && chance < 1 {
			h.Score += byMeaning * max(0, h.Cosine-chance) / (1 - chance)
		}
	}
}

// Why says why a passage was found. The parts of the keyword search's score make it up so: (Body + Heading + Section) · Figures
// + File + Phrase.
type Why struct {
	Words       []string `json:"words"`       // of the question, as they are written there, that the passage has
	Parts       []string `json:"parts"`       // words of what a measure in the question is worked out from: of "quick ratio", receivables
	Phrases     []string `json:"phrases"`     // in quotes in the question that stand in it
	KeywordRank int      `json:"keywordRank"` // from 1; 0: words didn't find it
	VectorRank  int      `json:"vectorRank"`  // from 1; 0: meaning didn't find it
	Keyword     float64  `json:"keyword"`     // the keyword search's score
	Cosine      float64  `json:"cosine"`      // -1 to 1; 0 if meaning didn't find it

	Body    float64 `json:"body"`    // what words of the passage and of its page's heading give
	Heading float64 `json:"heading"` // what the page's heading gives beside that
	Section float64 `json:"section"` // the last headings up to the passage
	Figures float64 `json:"figures"` // factor for many figures, 1 or more
	File    float64 `json:"file"`    // the document's own score, in a search over several
	Phrase  float64 `json:"phrase"`  // puts passages with the phrases before the others
}

func why(h Hit, k keyword.Why) *Why {
	return &Why{
		Words: k.Words, Parts: k.Parts, Phrases: k.Phrases, KeywordRank: h.KeywordRank, VectorRank: h.VectorRank, Keyword: h.Keyword, Cosine: h.Cosine,
		Body: k.Body, Heading: k.Heading, Section: k.Section, Figures: k.Figures, File: k.File, Phrase: k.Phrase,
	}
}
