package figures

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"lectern/backend/text"
)

// speaks tells whether a cell with another figure may speak against this one: it is of a row that is named in full, of the
// time that the sentence gives if it gives one, and counts the same sort of thing.
func (c *claim) speaks(p place) bool {
	h := p.held
	if h.period.Change || h.row.changes || ofWhole.MatchString(c.before()) || c.owns(h.row) || c.named(h.row) < fullyNamed || !c.comparable(h) {
		return false
	}
	if len(c.when.Years) > 0 && c.when.said {
		return p.time == timeSame
	}
	return p.time != timeOther
}

// ofWhole stands before a figure that is a part of what is named: "a quarter of net sales, $8 billion", "24 % of it, …".
var ofWhole = regexp.MustCompile(`(?i)^\s*(?:of|der|des|de|du)\b|\b(?:part|share|quarters?|thirds?|half|fifths?|tenths?|percent|most|majority|portion|some|rest|viertel|drittel|hälfte|teil|anteil|quart|tiers|moitié|partie)\s+(?:of|der|des|von|de|du)\b|の(?:うち|一部|半分)`)

// owns tells whether a row's label is only whose figures the sentence tells: "Best Buy's revenue", of the document of that name.
func (c *claim) owns(r *row) bool {
	return r.isOwner() || strings.Contains(strings.ToLower(c.of.text), strings.ToLower(r.label)+"'s ") || strings.Contains(strings.ToLower(c.of.text), strings.ToLower(r.label)+"’s ")
}

// isOwner tells whether a row is called as the document is.
func (r *row) isOwner() bool {
	if len(r.cells) == 0 || r.name == "" {
		return false
	}
	return strings.HasPrefix(lettersOf(r.cells[0].source.page.Doc), lettersOf(r.label))
}

// otherRow tells that another row, which the sentence names in full, fits plainly better and has something else.
func (c *claim) otherRow(r *read) *doubt {
	if c.role != level || len(r.same) == 0 && len(r.told) == 0 || c.About && c.Bound == 0 {
		return nil
	}
	best := r.supported()
	seen := map[*row]bool{}
	for _, p := range r.other {
		if p.score < agreesWell || p.score-best <= better {
			break
		}
		row := p.held.row
		if seen[row] || !c.speaks(p) {
			continue
		}
		seen[row] = true
		if !c.distinct(r, p.held) || c.namedToo(r, row) {
			continue
		}
		if slices.ContainsFunc(row.cells, func(h *held) bool {
			return c.kindred(h) && c.equals(h) && c.time(h) != timeOther && c.agrees(row, h) > p.agrees-better
		}) {
			continue
		}
		return &doubt{OtherRow, p.held, ""}
	}
	return nil
}

const fullyNamed = .95

// namedToo tells whether a row that has the figure is named in full as well, and is called otherwise than another one.
func (c *claim) namedToo(r *read, other *row) bool {
	return slices.ContainsFunc(r.same, func(p place) bool {
		return p.time != timeOther && p.held.row.name != other.name && c.named(p.held.row) >= fullyNamed
	})
}

// distinct tells whether the figure has words of its own that a row has and no place with the figure has.
func (c *claim) distinct(r *read, h *held) bool {
	left := map[string]bool{}
	for w := range c.own {
		if (h.row.terms[w] || h.head[w]) && !words().light[w] {
			left[w] = true
		}
	}
	const some, told = .2, .35
	for _, p := range r.same {
		if p.score < some {
			break
		}
		for w := range left {
			if p.held.row.terms[w] || p.held.row.context[w] || p.held.head[w] {
				delete(left, w)
			}
		}
	}
	for _, p := range r.told {
		if p.score < told {
			break
		}
		for w := range left {
			if p.claim.of.all[w] {
				delete(left, w)
			}
		}
	}
	return len(left) > 0
}

// comparable tells whether a cell counts the same sort of thing: near in size, and named by more than one word or by all
// that the figure is of.
func (c *claim) comparable(h *held) bool {
	const most = 30
	if text.IsMoney(c.Unit) != text.IsMoney(h.unit) {
		return false
	}
	if c.Unit != text.Percent && c.Unit != text.Points {
		ok := false
		for _, size := range h.sizes {
			for _, p := range c.powersTried() {
				ok = ok || size > 0 && c.value*p/size < most && size/(c.value*p) < most
			}
		}
		if !ok {
			return false
		}
	}
	if len(h.row.terms) < 2 {
		for w := range c.own {
			if !words().light[w] && !h.row.terms[w] && !h.row.context[w] && !h.head[w] {
				return false
			}
		}
	}
	return true
}

// otherScale tells that a row named in full has the same digits at another scale.
func (c *claim) otherScale(r *read) *doubt {
	if c.role != level || !c.Scaled || r.supported() >= agreesEnough {
		return nil
	}
	for _, p := range r.other {
		if p.agrees < agreesWell {
			break
		}
		if !p.held.sure || c.named(p.held.row) < fullyNamed || p.time == timeOther {
			continue
		}
		for _, size := range p.held.sizes {
			e := magnitude(c.value, size)
			if e%3 == 0 && e != 0 && c.near(size*math.Pow10(e), 0) {
				return &doubt{Scale, p.held, ""}
			}
		}
	}
	return nil
}
