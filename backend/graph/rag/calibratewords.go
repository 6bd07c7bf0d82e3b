package rag

import (
	"context"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
)

const (
	mostPlaces = 100 // of the library take part
	strangers  = 20  // other places that each of them is compared with
	strange    = 4   // passages that lie between places of one document at least
	leastWords = 4   // of a sentence that stands for a question
	ownWords   = .25 // share of a question's words that are those of the text which answers it
)

// measureWords has the first sentence of a passage stand for a question: the signal is the share of its words in what
// stands around it, the best of the rest of its passage and the two beside it; the noise, that in passages elsewhere.
//
// A question is nearer to the text that answers it than that is to what stands around: some of its words are taken from
// there (known-item queries: Azzopardi, de Rijke and Balog, SIGIR 2007), so ownWords of them count as held. The middle is
// never more than half of the words: in a library of forms that repeat each other hardly anything would be found.
//
// Over questions on encyclopedia articles (en, de, zh) and company filings the middle lets 100, 98, 92 and 88 % of the
// pages that answer pass, and 4.7, 3.3, 1.1 and 5.1 % of random passages; half of the words, everywhere, lets 93, 81, 38
// and 67 % pass, and 1.1, 0.8, 0.3 and 2.0 %. ownWords was chosen from 0, .2, .25 and .5 on these very questions, so on
// others expect somewhat less.
func (s *Calibrations) measureWords(ctx context.Context, m *Measured) error {
	p, err := s.wordPairs(ctx)
	if err != nil {
		return err
	}
	m.Passages, m.Scale, m.Why = p.Passages, allWords, few(p)
	if m.Why == "" {
		scale := scaleOf(p.Noise, p.Signal)
		scale.Middle = min(scale.Middle, allWords.Middle)
		if scale.Middle-scale.Unrelated >= narrowest {
			m.Scale = scale
			m.count(p)
			return nil
		}
		m.Why = messages.Text("rag.words-no-more-alike")
	}
	m.Why = messages.In("en").Sentences(m.Why, messages.Text("rag.half-taken"))
	return nil
}

func (s *Calibrations) wordPairs(ctx context.Context) (p store.Pairs, err error) {
	refs, passages, err := s.workspace.Passages.Draw(mostPlaces)
	p.Passages = passages
	if err != nil || passages < fewest {
		return p, err
	}
	around := make([]store.Ref, 0, 3*len(refs))
	for _, r := range refs {
		around = append(around, r, store.Ref{Document: r.Document, Passage: r.Passage - 1}, store.Ref{Document: r.Document, Passage: r.Passage + 1})
	}
	read, err := s.workspace.Passages.Texts(around)
	if err != nil {
		return p, err
	}
	byRef := map[store.Ref]store.Text{}
	for _, t := range read {
		byRef[t.Ref] = t
	}
	var places []place
	for _, r := range refs {
		if t, ok := byRef[r]; ok {
			if sentence := asQuestion(t); sentence != "" {
				places = append(places, newPlace(t, sentence, byRef))
			}
		}
	}
	p.Noise, p.Signal = compared(places)
	return p, ctx.Err()
}

// asQuestion is the first sentence of a passage with enough words to stand for a question; "" if there is none.
func asQuestion(t store.Text) string {
	for _, sentence := range t.Sentences {
		if !t.Table && strings.Contains(t.Text, sentence) && len(ContentWords(sentence)) >= leastWords {
			return sentence
		}
	}
	return ""
}

// place is where a sentence stands.
type place struct {
	ref    store.Ref
	words  []string // of the sentence
	around []string // the rest of its passage, and the passages beside it
}

func newPlace(t store.Text, sentence string, byRef map[store.Ref]store.Text) place {
	p := place{ref: t.Ref, words: ContentWords(sentence)}
	t.Text = strings.Replace(t.Text, sentence, " ", 1)
	p.around = append(p.around, coverable(t))
	for _, beside := range []int{-1, 1} {
		if n, ok := byRef[store.Ref{Document: t.Ref.Document, Passage: t.Ref.Passage + beside}]; ok {
			p.around = append(p.around, coverable(n))
		}
	}
	return p
}

// compared is how much of each sentence's words is held by what stands around it, and by what stands around others.
func compared(places []place) (noise, signal []float64) {
	var wanted [][]string
	var texts []string
	var of []int // the place of each text
	for i, p := range places {
		wanted = append(wanted, p.words)
		for _, text := range p.around {
			texts, of = append(texts, text), append(of, i)
		}
	}
	elsewhere := func(i, k int) bool {
		next, a, b := (k-i+len(places))%len(places), places[i].ref, places[k].ref
		return next > 0 && next <= strangers && (a.Document != b.Document || max(a.Passage-b.Passage, b.Passage-a.Passage) > strange)
	}
	shares := keyword.Coverages(wanted, texts, func(i, k int) bool { return of[k] == i || elsewhere(i, of[k]) })
	for i, row := range shares {
		best := 0.
		for k, share := range row {
			switch {
			case of[k] == i:
				best = max(best, share)
			case share >= 0:
				noise = append(noise, share)
			}
		}
		signal = append(signal, ownWords+(1-ownWords)*best)
	}
	return noise, signal
}
