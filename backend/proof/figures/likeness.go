package figures

import (
	"cmp"
	"slices"

	"lectern/backend/text"
)

// likeness is a figure of a page's sentence that may be the claimed one.
type likeness struct {
	claim *claim
	score float64 // how much of what the claim says the sentence has, from 0 to 1
	part  float64 // how much of the words of the claim's part of its sentence
	time  timing
}

// likenesses are sentences of the pages with a figure of the same sort: those with the same value, and those with another.
func (c *claim) likenesses() (same, other []likeness) {
	const least, bySentence, byPart, otherTime = .2, .4, .6, .6
	mine := c.of.words
	if len(mine) == 0 {
		mine = c.of.all
	}
	for _, t := range c.of.index.told {
		w := portion(mine, c.others, t.all)
		if w < least {
			continue
		}
		for _, o := range t.claims {
			if !c.sameSort(o) {
				continue
			}
			part := portionOf(c.clause, o.clause, t.all)
			back := portion(o.clause, nil, c.of.all)
			l := likeness{o, bySentence*w + byPart*part, part, c.timeTold(o)}
			if c.equals(o.place) {
				if l.time == timeOther {
					l.score *= otherTime
				}
				same = append(same, l)
			} else if l.time != timeOther {
				const base = .35
				l.score = min(l.score, base+(1-base)*back)
				other = append(other, l)
			}
		}
	}
	best := func(a, b likeness) int { return cmp.Compare(b.score, a.score) }
	slices.SortStableFunc(same, best)
	slices.SortStableFunc(other, best)
	return same, other
}

// timeTold compares the times that two sentences give.
func (c *claim) timeTold(o *claim) timing {
	if c.when.Clash(o.when.Period) != "" {
		return timeOther
	}
	if c.when.said && o.when.said && len(c.when.Years) > 0 && len(o.when.Years) > 0 {
		return timeSame
	}
	return timeUnknown
}

func (c *claim) sameSort(o *claim) bool {
	if text.IsMoney(c.Unit) || text.IsMoney(o.Unit) {
		return text.IsMoney(c.Unit) && text.IsMoney(o.Unit) && text.SameMoney(c.Unit, o.Unit)
	}
	return c.Unit == o.Unit
}

// portion is the share of some words, but for those of others, that a text has.
func portion(of, without, in map[string]bool) float64 {
	had, all := 0, 0
	for w := range of {
		if without[w] {
			continue
		}
		all++
		if in[w] {
			had++
		}
	}
	if all == 0 {
		return 0
	}
	return float64(had) / float64(all)
}

// portionOf is the share of some words that a part of a sentence has; those of its rest count half.
func portionOf(of, part, all map[string]bool) float64 {
	had := 0.
	for w := range of {
		if part[w] {
			had++
		} else if all[w] {
			had += .5
		}
	}
	if len(of) == 0 {
		return 0
	}
	return had / float64(len(of))
}
