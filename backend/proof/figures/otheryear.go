package figures

import (
	"regexp"

	"lectern/backend/text"
)

// dated tells whether the sentence gives the figure its own year: right behind it, or before it where there is no other
// figure and nothing is compared.
func (c *claim) dated() bool {
	behind := c.behind
	for k, o := range c.of.claims {
		if o == c && k+1 < len(c.of.claims) {
			behind = behind[:max(0, min(len(behind), c.of.claims[k+1].Start-c.End))]
		}
	}
	const reach = 40
	behind = behind[:min(len(behind), reach)]
	if years := text.YearsIn(behind); len(years) > 0 && years[0].Year == c.when.Years[0] && !breaking.MatchString(behind[:years[0].Start]) {
		return true
	}
	return !c.prior && !beforehand.MatchString(c.ahead) && !compared.MatchString(c.behind)
}

var breaking = regexp.MustCompile(`(?i)[;:(,]|\b(?:than|from|after|since|over|against|compared|versus|while|but)\b`)

// otherYear tells that all places which agree have the figure for another year, while their row has something else for this one.
func (c *claim) otherYear(r *read) *doubt {
	if c.role != level || !c.when.said || len(c.when.Years) == 0 || !c.dated() {
		return nil
	}
	const enough, near, little = .5, .2, .3
	best := 0.
	for _, p := range r.same {
		best = max(best, p.agrees)
	}
	for _, p := range r.same {
		if p.time == timeSame && p.agrees >= little || p.time == timeUnknown && p.agrees >= best-near {
			return nil
		}
	}
	for _, p := range r.told { // what is told without a time may be of that of the cell
		if p.score >= toldEnough && (p.time == timeSame || p.time == timeUnknown && best < agreesWell) {
			return nil
		}
	}
	for _, p := range r.same {
		if p.agrees >= enough && p.agrees >= best-near && len(p.held.period.Years) > 0 && p.held.row.name == "" {
			if h := c.rowOfYear(p.held); h != nil {
				return &doubt{Year, h, ""}
			}
		}
		if p.agrees < enough || p.agrees < best-near || len(p.held.period.Years) == 0 {
			continue
		}
		for _, h := range p.held.row.cells {
			if c.time(h) == timeSame && h.unit == p.held.unit && !h.period.Change && !c.equals(h) {
				if p.held.period.Months != h.period.Months {
					return &doubt{Period, h, ""}
				}
				return &doubt{Year, h, ""}
			}
		}
	}
	return nil
}

// rowOfYear is what the column of a cell has in the row of the year that the sentence gives, where the rows are years.
func (c *claim) rowOfYear(h *held) *held {
	for _, r := range h.source.rows {
		if r.name != "" || len(r.cells) == 0 || !sameRows(r, h.row) {
			continue
		}
		if o := sameColumn(h, r); o != nil && c.time(o) == timeSame && !c.equals(o) {
			return o
		}
	}
	return nil
}

// otherPeriod tells that every sentence of the pages which says the same with the figure says it of another part of the year.
func (c *claim) otherPeriod(r *read) *doubt {
	const like = .6
	if c.role == change || c.when.Months == 0 && c.when.Part == 0 || c.prior {
		return nil
	}
	for _, p := range r.same {
		if p.time != timeOther && p.agrees >= agreesEnough {
			return nil
		}
	}
	var d *doubt
	for _, p := range r.told {
		if p.time != timeOther && p.score >= agreesEnough {
			return nil
		}
		w := p.claim.when
		if p.claim != nil && d == nil && p.score/.6 >= like && w.Months != 0 && w.Months != c.when.Months && c.when.Months != 0 {
			d = &doubt{Period, p.claim.place, ""}
		}
	}
	return d
}
