package figures

import (
	"math"

	"lectern/backend/text"
)

// points tells that the pages say in percentage points what the sentence says in percent, or the other way round.
func (c *claim) points(r *read) *doubt {
	const like = .5
	unlike := map[string]string{text.Percent: text.Points, text.Points: text.Percent}[c.Unit]
	if c.role != change || unlike == "" {
		return nil
	}
	if c.derived(r) != "" {
		return nil
	}
	if c.Unit == text.Percent {
		if h := c.differenceOfShares(r); h != nil {
			return &doubt{Percent, h, ""}
		}
	}
	if r.supported() >= agreesEnough {
		return nil
	}
	for _, t := range c.of.index.told {
		if portion(c.of.words, c.others, t.all) < like {
			continue
		}
		for _, o := range t.claims {
			if o.Unit == unlike && (o.role == change || unlike == text.Points) && c.near(o.value, 0) && c.time(o.place) != timeOther {
				return &doubt{Percent, o.place, ""}
			}
		}
	}
	return nil
}

// differenceOfShares is a share that changed by what the sentence says in percent, which is in points: two years of a row, or
// the share that the sentence tells with it and the one beside that in a sentence of the pages. nil if there is none.
func (c *claim) differenceOfShares(r *read) *held {
	const like, row = .5, .35
	points := func(now, then float64) bool {
		return then != 0 && c.near(math.Abs(now-then), 0) && !c.near(math.Abs(100*(now/then-1)), 0)
	}
	for _, p := range c.pairs() {
		if p.agrees < row {
			break
		}
		if len(r.same) > 0 && r.same[0].held.row != p.now.row {
			continue
		}
		if p.now.unit == text.Percent && points(p.now.value.Float(), p.then.value.Float()) {
			return p.now
		}
	}
	for _, o := range c.of.claims {
		if o.Unit != text.Percent || o.role != level {
			continue
		}
		told, _ := o.likenesses()
		for _, p := range told {
			if p.score < like {
				break
			}
			for _, q := range p.claim.of.claims {
				if q != p.claim && q.Unit == text.Percent && q.role == level && points(o.value, q.value) {
					return q.place
				}
			}
		}
	}
	return nil
}

// exchanged tells that two figures fit plainly better in each other's place: in a sentence of the pages that has both, or in
// two cells of a table.
func (c *claim) exchanged(r *read) *doubt {
	const fits, plainly = .7, .4
	for _, o := range c.of.claims {
		if o == c || o.Unit != c.Unit || o.equalsClaim(c) || !c.sameRole(o) {
			continue
		}
		best, cross, at := math.Inf(-1), 0., (*held)(nil)
		for _, p := range r.told {
			for _, q := range p.claim.of.claims {
				if q == p.claim || !o.equals(q.place) || !o.sameSort(q) {
					continue
				}
				straight, crossed := likeParts(c, o, p.claim, q), likeParts(c, o, q, p.claim)
				if c.sameYear(p.claim) && o.sameYear(q) && !c.sameYear(q) && !o.sameYear(p.claim) {
					crossed = 0 // the years tell them apart, whatever words stand beside them: "from 36 in 2023 to 41 in 2024", "41 in 2024, after 36 the year before"
				}
				if straight-crossed > best {
					best, cross, at = straight-crossed, crossed, p.claim.place
				}
			}
		}
		if at != nil && best < -plainly && cross >= fits {
			return &doubt{OtherRow, at, ""}
		}
		if d := c.exchangedCells(o); d != nil {
			return d
		}
	}
	return nil
}

// sameYear tells that two figures are of the same year, as far as their sentences say.
func (c *claim) sameYear(o *claim) bool {
	return len(c.when.Years) > 0 && len(o.when.Years) > 0 && c.when.Years[0] == o.when.Years[0]
}

func (c *claim) equalsClaim(o *claim) bool { return math.Abs(c.value-o.value) <= c.half+o.half }

// likeParts tells how well the parts of a sentence that two figures stand in are like those of a page's, words that both parts
// have apart.
func likeParts(a, b, x, y *claim) float64 {
	if crossed := likeSets(a.beside, b.beside, x.beside, y.beside); crossed > 0 {
		return max(crossed, likeSets(a.clause, b.clause, x.clause, y.clause))
	}
	return likeSets(a.clause, b.clause, x.clause, y.clause)
}

// likeSets is how like two sets of words are to two others, words that both of either have apart.
func likeSets(a, b, x, y map[string]bool) float64 {
	common := map[string]bool{}
	for w := range a {
		if b[w] {
			common[w] = true
		}
	}
	for w := range x {
		if y[w] {
			common[w] = true
		}
	}
	like := func(p, q map[string]bool) float64 {
		n, both := 0, 0
		for w := range p {
			if !common[w] {
				n++
				if q[w] {
					both++
				}
			}
		}
		for w := range q {
			if !common[w] {
				n++
			}
		}
		if n == 0 {
			return 0
		}
		return 2 * float64(both) / float64(n)
	}
	return like(a, x) + like(b, y)
}

// exchangedCells compares the best cells of two figures, of one table, as they are told and crosswise.
func (c *claim) exchangedCells(o *claim) *doubt {
	const fits, plainly, most = 1.2, .4, 12
	best, cross, at := math.Inf(-1), 0., (*held)(nil)
	mine, theirs := c.cellsWithIt(), o.cellsWithIt()
	for _, x := range mine[:min(most, len(mine))] {
		for _, y := range theirs[:min(most, len(theirs))] {
			if x == y || x.source != y.source || x.cell == nil || y.cell == nil || x.cell.Table != y.cell.Table {
				continue
			}
			straight := c.inCell(x) + o.inCell(y)
			crossed := c.inCell(y) + o.inCell(x)
			if straight-crossed > best {
				best, cross, at = straight-crossed, crossed, x
			}
		}
	}
	if at != nil && best < -plainly && cross >= fits {
		return &doubt{OtherRow, at, ""}
	}
	return nil
}

// cellsWithIt are the cells with a figure's value in rows of which the sentence has a word.
func (c *claim) cellsWithIt() (out []*held) {
	for _, r := range c.of.index.rows {
		if !shares(r.terms, c.of.all) {
			continue
		}
		for _, h := range r.cells {
			if c.kindred(h) && c.equals(h) {
				out = append(out, h)
			}
		}
	}
	return out
}

// sameRole tells whether two figures say the same sort of thing of their subjects; a share is a level, too.
func (c *claim) sameRole(o *claim) bool {
	plain := func(r role) role {
		if r == share {
			return level
		}
		return r
	}
	return plain(c.role) == plain(o.role)
}

// inCell is how well a cell is what a figure is of, and of its time.
func (c *claim) inCell(h *held) float64 {
	if c.time(h) == timeOther {
		return 0
	}
	return c.agrees(h.row, h)
}
