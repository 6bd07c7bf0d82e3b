package keyword

import (
	"cmp"
	"maps"
	"slices"
)

// fileScores ranks the files of a scope.
func (s *search) fileScores() []float64 {
	const b = .5
	n := len(s.scope)
	scores := make([]float64, n)
	var sumFirst, sumWhole int
	names := make([]map[int]uint32, n) // how often each word stands in a file's name
	named := map[int]int{}             // in how many files' names
	for i, segment := range s.scope {
		sumFirst, sumWhole = sumFirst+segment.firstLength(), sumWhole+segment.wholeLength()
		r := reader{segment.name}
		for range min(segment.names(), len(segment.name)) {
			word := s.names[string(r.text())]
			if word == 0 {
				continue
			}
			if names[i] == nil {
				names[i] = map[int]uint32{}
			}
			if names[i][word]++; names[i][word] == 1 {
				named[word]++
			}
		}
	}
	for i := range names {
		for _, word := range slices.Sorted(maps.Keys(names[i])) { // so that scores add up alike every time
			scores[i] += s.NameWeight * idf(n, named[word]) * s.bm25(names[i][word], 1, 1, 0)
		}
	}
	avgFirst, avgWhole := average(sumFirst, n), average(sumWhole, n)
	first, whole := make([]uint32, n), make([]uint32, n)
	for _, w := range s.words {
		var dfFirst, dfWhole int
		for i, segment := range s.scope {
			first[i], whole[i] = 0, 0
			w.each(segment, func(f found) {
				first[i], whole[i] = first[i]+f.first, whole[i]+f.whole
			})
			dfFirst, dfWhole = dfFirst+int(min(first[i], 1)), dfWhole+int(min(whole[i], 1))
		}
		idfFirst, idfWhole := idf(n, dfFirst), idf(n, dfWhole)
		for i, segment := range s.scope {
			if first[i] > 0 {
				scores[i] += s.FirstWeight * w.weight * idfFirst * s.bm25(first[i], segment.firstLength(), avgFirst, b)
			}
			if whole[i] > 0 {
				scores[i] += s.WholeWeight * w.weight * idfWhole * s.bm25(whole[i], segment.wholeLength(), avgWhole, b)
			}
		}
	}
	return scores
}

// each looks up what a word may stand as in a segment.
func (w *asked) each(s Segment, do func(found)) {
	terms := w.terms[s.tongue()]
	if w.begins != nil {
		terms = append(s.beginning(w.begins), terms...)
		slices.Sort(terms)
		terms = slices.Compact(terms)
	}
	for _, term := range terms {
		if f, ok := s.find([]byte(term)); ok {
			do(f)
		}
	}
}

// use is a word in one of the picked segments.
type use struct {
	at    int // which of them
	lists [fields][]posting
}

// look finds the question's words in the picked segments.
func (s *search) look() {
	for _, p := range s.picked {
		segment := s.scope[p]
		for field := range fields {
			s.units[field] += segment.units(field)
			s.average[field] += float64(segment.sum(field))
		}
	}
	for field := range fields {
		s.average[field] = average(int(s.average[field]), s.units[field])
	}
	s.uses, s.rarity = make([][]use, len(s.words)), make([][fields]float64, len(s.words))
	for i, w := range s.words {
		var df [fields]int
		for at, p := range s.picked {
			segment := s.scope[p]
			var u use
			n := 0
			w.each(segment, func(f found) {
				lists := f.postings(segment)
				for field := range lists {
					if n == 0 {
						u.lists[field] = lists[field]
					} else {
						u.lists[field] = merged(u.lists[field], lists[field])
					}
				}
				n++
			})
			if n == 0 {
				continue
			}
			if w.starred {
				u.lists[fieldBody] = slices.DeleteFunc(u.lists[fieldBody], func(p posting) bool { return !segment.begins(int(p.unit), w.begins) })
			}
			u.at = at
			s.uses[i] = append(s.uses[i], u)
			for field := range fields {
				df[field] += len(u.lists[field])
			}
		}
		for field := range fields {
			s.rarity[i][field] = w.weight * idf(s.units[field], df[field])
		}
	}
}

// merged adds up two lists.
func merged(a, b []posting) []posting {
	out := make([]posting, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].unit < b[0].unit:
			out, a = append(out, a[0]), a[1:]
		case a[0].unit > b[0].unit:
			out, b = append(out, b[0]), b[1:]
		default:
			out = append(out, posting{a[0].unit, a[0].freq + b[0].freq})
			a, b = a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// weight of a field in a block's score.
func (c Config) weight(field int) float64 {
	return [fields]float64{1, c.HeadingWeight, c.SectionWeight}[field]
}

// gives is what an occurrence of a word adds to a field of a unit, before the field's weight.
func (s *search) gives(word, field int, segment Segment, p posting) float64 {
	return s.rarity[word][field] * s.bm25(p.freq, segment.length(field, p.unit), s.average[field], s.LengthWeight)
}

// hits are the blocks that have a word of the question, or its phrases, best first.
func (s *search) hits() (out []Hit) {
	for at, p := range s.picked {
		segment := s.scope[p]
		var score [fields][]float64
		for field := range fields {
			score[field] = make([]float64, segment.units(field))
		}
		for i, uses := range s.uses {
			k, ok := slices.BinarySearchFunc(uses, at, func(u use, at int) int { return cmp.Compare(u.at, at) })
			if !ok {
				continue
			}
			for field, list := range uses[k].lists {
				if s.weight(field) == 0 {
					continue
				}
				for _, posting := range list {
					score[field][posting.unit] += s.gives(i, field, segment, posting)
				}
			}
		}
		barred := s.barred(p)
		for b, body := range score[fieldBody] {
			phrases := s.has(p, b)
			if body == 0 && phrases == 0 || s.required && phrases < s.most || barred[b] {
				continue
			}
			page := segment.blockPage(b)
			total := body + s.HeadingWeight*score[fieldHeading][page] + s.SectionWeight*score[fieldSection][b]
			total *= 1 + s.FigureWeight*segment.figures(b)
			file := 0.
			if s.files != nil {
				file = s.FileWeight * s.files[p]
			}
			total += file
			s.top = max(s.top, total)
			out = append(out, Hit{Segment: p, Block: b, Page: segment.pageNumber(page), Score: total, File: file})
		}
	}
	for i, h := range out {
		out[i].Score += s.bonus(h.Segment, h.Block)
	}
	slices.SortFunc(out, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), a.Segment-b.Segment, a.Block-b.Block)
	})
	return out
}

// bonus puts blocks with phrases before those with fewer.
func (s *search) bonus(segment, block int) float64 {
	return float64(s.has(segment, block)) * (1 + s.top)
}

// barred are the blocks of a segment that the question rules out.
func (s *search) barred(segment int) map[int]bool {
	out, known := s.bars[segment]
	if !known && len(s.without) > 0 {
		out = map[int]bool{}
		for _, p := range s.without {
			for _, b := range p.barred(s.scope[segment]) {
				out[b] = true
			}
		}
		s.bars[segment] = out
	}
	return out
}
