package keyword

import (
	"cmp"
	"slices"
	"sort"
)

// Why says where a hit's score comes from: (Body + Heading + Section) · Figures + File + Phrase.
type Why struct {
	Words   []string // of the question, as they are written there, that the block has in any of its fields
	Parts   []string // words that aren't in the question, but in what a measure in it is worked out from
	Phrases []string // of the question that stand in it

	Body    float64 // what its own words give, with those of its page's heading
	Heading float64 // its page's heading once more
	Section float64
	Figures float64 // factor for the share of figures, 1 or more
	File    float64 // its file's score, in a search over several
	Phrase  float64 // puts blocks with the phrases before all others
}

// Score is what a block has, hit or not. In a file that wasn't looked into it is the file's part alone.
func (r *Result) Score(segment, block int) float64 {
	w := r.Why(segment, block)
	if r.search.files != nil {
		w.File = r.search.FileWeight * r.search.files[segment]
	}
	return (w.Body+w.Heading+w.Section)*w.Figures + w.File + w.Phrase
}

// Why takes a block's score apart. In a file that wasn't looked into, it has none.
func (r *Result) Why(segment, block int) Why {
	s := &r.search
	w := Why{Words: []string{}, Parts: []string{}, Phrases: []string{}, Figures: 1}
	at, looked := slices.BinarySearch(s.picked, segment)
	if segment < 0 || segment >= len(s.scope) || block < 0 || block >= s.scope[segment].blocks() {
		return w
	}
	in := s.scope[segment]
	for _, p := range s.phrases {
		if slices.Contains(p.holds(in), block) {
			w.Phrases = append(w.Phrases, p.text)
		}
	}
	if !looked {
		return w
	}
	w.Figures += s.FigureWeight * in.figures(block)
	w.Phrase = s.bonus(segment, block)
	if s.files != nil {
		w.File = s.FileWeight * s.files[segment]
	}
	parts := [fields]*float64{&w.Body, &w.Heading, &w.Section}
	for i, uses := range s.uses {
		k, ok := slices.BinarySearchFunc(uses, at, func(u use, at int) int { return cmp.Compare(u.at, at) })
		if !ok {
			continue
		}
		matched := false
		for field, list := range uses[k].lists {
			unit := uint32(block)
			if field == fieldHeading {
				unit = uint32(in.blockPage(block))
			}
			j := sort.Search(len(list), func(j int) bool { return list[j].unit >= unit })
			if j < len(list) && list[j].unit == unit && s.weight(field) > 0 {
				*parts[field] += s.weight(field) * s.gives(i, field, in, list[j])
				matched = true
			}
		}
		switch {
		case matched && s.words[i].defined:
			w.Parts = append(w.Parts, s.words[i].text)
		case matched:
			w.Words = append(w.Words, s.words[i].text)
		}
	}
	return w
}
