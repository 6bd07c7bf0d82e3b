package figures

import (
	"slices"
	"strings"

	"lectern/backend/text"
)

// elsewhere tells whether all places with the figure are of something else: of other words, of another time, or levels where the
// sentence tells a change. A place that wasn't weighed, as a number in words, is none.
func (c *claim) elsewhere(r *read) bool {
	year := c.Unit == "" && len(c.Digits) == 4 && strings.ContainsAny(c.Digits[:1], "12") // before 1900, or of a date
	if len(r.same)+len(r.told) == 0 || year || text.Unspaced([]rune(c.of.text + " ")[0]) {
		return false
	}
	return !slices.ContainsFunc(r.same, func(p place) bool {
		return p.agrees >= hardly && c.ownIn(p.held.row.terms, p.held.row.context, p.held.head) && p.time != timeOther && !(c.role == change && !p.held.period.Change && !p.held.row.changes && c.Unit == text.Percent)
	}) && !slices.ContainsFunc(r.told, func(p likeness) bool { return p.score >= hardly && p.time != timeOther && c.ownNear(p.claim) })
}

// ownNear tells the same of a sentence of a page, whose subject may stand in the one before.
func (c *claim) ownNear(o *claim) bool {
	const reach = 200
	if c.ownIn(o.of.all) {
		return true
	}
	body, at := o.place.source.page.Text, max(0, o.place.start)
	ahead := strings.ToValidUTF8(body[max(0, at-reach):at], "")
	return c.ownIn(o.of.all, setOf(words().termsOf(ahead, o.of.lang, true)))
}

// partOfAny tells whether a word is part of a compound among others, or has one of them as its part.
func partOfAny(w string, among map[string]bool) bool {
	const short = 5
	if len(w) < short {
		return false
	}
	for o := range among {
		if len(o) >= short && (strings.Contains(o, w) || strings.Contains(w, o)) {
			return true
		}
	}
	return false
}

// ownIn tells whether a place has a figure's own words, all but one of some, as far as the pages have them beside other figures.
func (c *claim) ownIn(places ...map[string]bool) bool {
	const spare = 7 // words, of which one may be told otherwise
	missing := 0
	for w := range c.own {
		if c.of.index.known[w] && !slices.ContainsFunc(places, func(p map[string]bool) bool { return p[w] || partOfAny(w, p) }) {
			missing++
		}
	}
	return missing <= len(c.own)/spare
}
