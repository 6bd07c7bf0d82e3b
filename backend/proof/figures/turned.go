package figures

import (
	"math"
	"regexp"
	"slices"

	"lectern/backend/text"
)

// turned holds words such as rose and fell against two periods of the row, or the change that a cell or a sentence tells. A
// loss that improved has become less.
func (c *claim) turned(r *read) *doubt {
	t, ok := c.trend()
	if !ok || text.Turned(c.of.text) {
		return nil
	}
	var signs []sign
	if c.role == change || c.role == ratio && c.Unit == text.Times || c.Unit == text.Points {
		signs = c.changeSigns(r)
	} else if c.Unit != "" {
		signs = c.levelSigns(r)
	}
	up := t.Up()
	switch loses := text.Loses(c.of.text); {
	case loses && slices.ContainsFunc(signs, func(s sign) bool { return !s.loss }), !loses && t.Judges() && slices.ContainsFunc(signs, sign.costs):
		return nil // it may be of another row than the loss, and costs improve either way
	case loses && t.Judges():
		up = !up
	}
	if len(signs) == 0 || slices.ContainsFunc(signs, func(s sign) bool { return s.up == up }) {
		return nil
	}
	return &doubt{Sign, signs[0].held, t.Word}
}

// sign is which way a place of the pages went.
type sign struct {
	up   bool // it became more, whatever its sign
	loss bool // it is a loss, then and now
	held *held
}

// costs tells whether it counts what is spent.
func (s sign) costs() bool { return s.held.row != nil && outflow.MatchString(s.held.row.label) }

// bothLosses tells whether two cells of a row are losses.
func bothLosses(a, b *held) bool {
	return a.value.Sign() < 0 && b.value.Sign() < 0 || a.loss && a.value.Sign() == b.value.Sign()
}

// trend is the word that says whether a figure is more or less than before.
func (c *claim) trend() (t text.Trend, ok bool) {
	pre := c.before()
	if all := patterns().turn.FindAllStringIndex(pre, -1); len(all) > 0 {
		pre = pre[all[len(all)-1][1]:]
	}
	if text.Denies(pre) {
		return t, false
	}
	all := text.TrendsIn(pre)
	if c.role == change {
		if m := changeBehind.FindString(c.behind); m != "" {
			if behind := text.TrendsIn(m); len(behind) > 0 {
				return behind[0], true
			}
		}
	}
	if len(all) == 0 {
		return t, false
	}
	t = all[len(all)-1]
	switch {
	case c.role == level:
		return t, straightTo.MatchString(pre[t.End:])
	case t.Kind == text.TrendMore, t.Kind == text.TrendLess:
		return t, false
	}
	return t, true
}

var (
	straightTo = regexp.MustCompile(`(?i)^\s*(?:\w+ly\s+)?(?:to|auf|à)\s+(?:about |around |the |roughly |nearly |almost |a |rund |etwa |environ )*[$€£]?$`)
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
				out = append(out, sign{of > 0, bothLosses(p.held, d), d})
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
			out = append(out, sign{p.held.value.Sign() > 0, p.held.loss, p.held})
		}
	}
	for _, p := range c.pairs() {
		if p.agrees < enough {
			break
		}
		if v, ok := p.change(c); ok && c.near(math.Abs(v), 0) {
			out = append(out, sign{p.now.value.Abs().Cmp(p.then.value.Abs()) > 0, bothLosses(p.now, p.then), p.now})
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
			out = append(out, sign{t.Up(), text.Loses(p.claim.of.text), p.claim.place})
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
	if c.role != change || c.Unit == "" || r.supported() >= agreesEnough || text.Adjusted(c.of.text) || c.derived(r) != "" {
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
