package figures

import (
	"math"
	"regexp"
	"slices"

	"lectern/backend/text"
)

// turned holds words such as rose and fell against two periods of the row, or the change that a cell or a sentence tells.
func (c *claim) turned(r *read) *doubt {
	t, ok := c.trend()
	if !ok || c.of.matches(patterns().loss) {
		return nil
	}
	var signs []sign
	if c.role == change || c.role == ratio && c.Unit == text.Times || c.Unit == text.Points {
		signs = c.changeSigns(r)
	} else if c.Unit != "" {
		signs = c.levelSigns(r)
	}
	if len(signs) == 0 || slices.ContainsFunc(signs, func(s sign) bool { return s.up == t.up }) {
		return nil
	}
	return &doubt{Sign, signs[0].held, t.word}
}

type sign struct {
	up   bool
	held *held
}

// trend is the word that says whether a figure is more or less than before.
func (c *claim) trend() (t trend, ok bool) {
	pre := c.before()
	if all := patterns().turn.FindAllStringIndex(pre, -1); len(all) > 0 {
		pre = pre[all[len(all)-1][1]:]
	}
	if patterns().deny.MatchString(pre) {
		return t, false
	}
	all := trendsIn(pre)
	if c.role == change {
		if m := changeBehind.FindString(c.behind); m != "" {
			if behind := trendsIn(m); len(behind) > 0 {
				return behind[0], true
			}
		}
	}
	if len(all) == 0 {
		return t, false
	}
	t = all[len(all)-1]
	rest := pre[t.at+len(t.word):]
	switch {
	case c.role == level:
		return t, straightTo.MatchString(rest)
	case comparing.MatchString(t.word):
		return t, false
	}
	return t, true
}

var (
	straightTo = regexp.MustCompile(`(?i)^\s*(?:\w+ly\s+)?(?:to|auf|à)\s+(?:about |around |the |roughly |nearly |almost |a |rund |etwa |environ )*[$€£]?$`)
	comparing  = regexp.MustCompile(`(?i)^(?:more|less|fewer|above|below|mehr|weniger|moins)$`)
)

// before is what stands between the figure before and this one.
func (c *claim) before() string {
	start := c.Start - len(c.ahead)
	for k, o := range c.of.claims {
		if o == c && k > 0 {
			at := min(max(c.of.claims[k-1].End-start, 0), len(c.ahead))
			return c.ahead[at:]
		}
	}
	return c.ahead
}

// levelSigns tell, of each row that has a figure, whether it is more than the year before.
func (c *claim) levelSigns(r *read) (out []sign) {
	const enough, near = .5, .15
	for _, p := range r.same {
		if p.score < enough || p.score < r.same[0].score-near {
			break
		}
		if p.time == timeOther || p.held.period.Change {
			continue
		}
		if d := yearBefore(p.held); d != nil {
			if of := p.held.value.Abs().Cmp(d.value.Abs()); of != 0 {
				out = append(out, sign{of > 0, d})
			}
		}
	}
	return out
}

// yearBefore is the cell of the same row and length for the year before.
func yearBefore(h *held) *held {
	if len(h.period.Years) != 1 || h.row == nil {
		return nil
	}
	for _, d := range h.row.cells {
		if d != h && sameHead(d, h) && len(d.period.Years) == 1 && d.period.Years[0] == h.period.Years[0]-1 && d.period.Months == h.period.Months && d.period.Part == h.period.Part && d.unit == h.unit && !d.period.Change {
			return d
		}
	}
	return nil
}

// sameHead tells whether the columns of two cells of a row are of the same, at another time.
func sameHead(a, b *held) bool {
	if a.cell == nil || b.cell == nil {
		return true
	}
	return yearless.ReplaceAllString(a.cell.Head, "") == yearless.ReplaceAllString(b.cell.Head, "")
}

var yearless = regexp.MustCompile(`\d{1,2}, |(?:19|20)\d\d|\d`)

// changeSigns tell, of each change that has a figure's value, which way it goes.
func (c *claim) changeSigns(r *read) (out []sign) {
	const enough = .5
	for _, p := range r.same {
		if p.score >= enough && (p.held.period.Change || p.held.row.changes) && p.time != timeOther && p.held.value.Sign() != 0 && !p.held.loose {
			out = append(out, sign{p.held.value.Sign() > 0, p.held})
		}
	}
	for _, p := range c.pairs() {
		if p.agrees < enough {
			break
		}
		if v, ok := p.change(c); ok && c.near(math.Abs(v), 0) {
			out = append(out, sign{p.now.value.Abs().Cmp(p.then.value.Abs()) > 0, p.now})
		}
	}
	if len(out) > 0 {
		return out
	}
	const like = .45
	for _, p := range r.told {
		if p.score < like {
			break
		}
		if t, ok := p.claim.trend(); ok {
			out = append(out, sign{t.up, p.claim.place})
		}
	}
	return out
}

// otherOrder tells that a sentence of the pages has this figure as what there was before and the one beside it as what came
// of it, or the other way round.
func (c *claim) otherOrder(r *read) *doubt {
	for k, o := range c.of.claims {
		if o == c || !o.prior || c.prior || o.role != level || c.role != level || k > 0 && c.of.claims[k-1] != c && (k+1 >= len(c.of.claims) || c.of.claims[k+1] != c) {
			continue
		}
		for _, p := range r.told {
			if p.score < toldEnough || !p.claim.prior {
				continue
			}
			for _, q := range p.claim.of.claims {
				if q != p.claim && !q.prior && q.role == level && o.equals(q.place) && !c.equals(q.place) {
					return &doubt{Sign, p.claim.place, ""}
				}
			}
		}
	}
	return nil
}

// tells says whether the sentence also has the level of a place.
func (t *telling) tells(h *held) bool {
	return slices.ContainsFunc(t.claims, func(c *claim) bool { return c.role == level && c.kindred(h) && c.equals(h) })
}

// otherChange tells that a row which is named in full changed by something else between the year and the one before.
func (c *claim) otherChange(r *read) *doubt {
	const meant, near = .6, .05
	if c.role != change || c.Unit == "" || r.supported() >= agreesEnough || c.of.matches(patterns().adjusted) || c.derived(r) != "" {
		return nil
	}
	all := c.pairs()
	for _, p := range all {
		if p.agrees < meant || p.agrees < all[0].agrees-near {
			break
		}
		if _, ok := p.change(c); ok && !c.owns(p.now.row) && c.named(p.now.row) >= fullyNamed && !p.now.row.changes && (!c.when.said || c.time(p.now) == timeSame) && (!text.IsMoney(c.Unit) || c.of.tells(p.now)) {
			return &doubt{Calculated, p.now, ""}
		}
	}
	return nil
}
