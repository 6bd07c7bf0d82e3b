package proof

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"

	"lectern/backend/decimal"
	"lectern/backend/messages"
	"lectern/backend/proof/figures"
	"lectern/backend/store"
	"lectern/backend/text"
)

// comparison is that a cell says by how much others of its row differ.
type comparison struct {
	own, now, then placed
	sure           bool // that these are the two
	falls          bool // less is told without a sign
}

var fallHead = regexp.MustCompile(`(?i)^\W*(?:decreas|declin|reduc|drop|rückgang|abnahme|減)`)

// changedIn finds out for the column at k which two of a row it compares; nil if it compares none.
func (l layout) changedIn(r []placed, k int) *comparison {
	head := l.columns[k].head
	if !text.PeriodOf(head).Change || l.columns[k].label {
		return nil
	}
	type level struct {
		cell placed
		year int
	}
	var levels []level
	named := text.YearsIn(text.Fold(head).S)
	for i, c := range r {
		at := text.PeriodOf(l.columns[i].head)
		if i == k || l.columns[i].label || at.Change || len(at.Years) == 0 || len(figuresOf(c.plain().s)) != 1 {
			continue
		}
		if len(named) < 2 || slices.ContainsFunc(named, func(y text.Year) bool { return y.Year == at.Years[0] }) {
			levels = append(levels, level{c, at.Years[0]})
		}
	}
	slices.SortStableFunc(levels, func(a, b level) int { return b.year - a.year })
	if len(levels) < 2 || levels[0].year == levels[1].year {
		return nil
	}
	return &comparison{r[k].plain(), levels[0].cell, levels[1].cell, len(levels) == 2, fallHead.MatchString(head)}
}

// compared judges a figure that says by how much two cells differ: where the pages bear these out, what they give bears it
// out, and what they don't give is doubtful unless the pages say it so.
func (p *Prover) compared(s sentence, f *store.FigureCheck, rest []store.FigureCheck, language string) {
	d := s.cell.changed
	if f.Verdict == figures.Computed || f.Verdict == figures.Quoted && bornOutBy(*f) {
		return
	}
	for _, of := range []placed{d.now, d.then} {
		start, end := of.span(of, 0)
		if !slices.ContainsFunc(rest, func(o store.FigureCheck) bool {
			return o.Start >= start && o.End <= end && o.Verdict == figures.Quoted && bornOutBy(o)
		}) {
			return
		}
	}
	own, raw, now, then := s.cell.readings[0].figures(), figuresOf(d.own.s), figuresOf(d.now.plain().s)[0], figuresOf(d.then.plain().s)[0]
	if len(own) != 1 || signed(then) == 0 {
		return
	}
	a, b, ha, hb := signed(now), signed(then), now.Readings[0].Half(), then.Readings[0].Half()
	gives, slack, how, unit := a-b, ha+hb, fmt.Sprintf("%s − %s", now.Text, then.Text), ""
	if share := own[0].Unit == text.Percent || own[0].Unit == text.Points; share {
		unit = "%"
		if now.Unit != text.Percent {
			gives, how = 100*(a-b)/math.Abs(b), fmt.Sprintf("%s ÷ %s − 1", now.Text, then.Text)
			slack = 100 * (ha*math.Abs(b) + hb*math.Abs(a)) / (b * b)
		}
	} else if len(raw) == 1 { // counted as the two are
		own = raw
	}
	is := signed(own[0])
	slack += own[0].Readings[0].Half()
	const rounding = 1.02
	switch {
	case math.Abs(is-gives) <= rounding*slack, d.falls && math.Abs(is+gives) <= rounding*slack,
		math.Abs(math.Abs(is)-math.Abs(math.Abs(a)-math.Abs(b))) <= rounding*slack && unit == "": // what goes out, with a minus or without
		f.Verdict, f.Doubt, f.Kind, f.Why, f.Support, f.Candidates, f.Mend = figures.Computed, false, "", how, 1, []store.FigureCandidate{}, nil
	case d.sure && f.Verdict != figures.Flagged:
		f.Verdict, f.Doubt, f.Kind, f.Candidates, f.Mend = figures.Open, true, figures.Calculated, []store.FigureCandidate{}, nil
		f.Document, f.Doc, f.Page, f.Label, f.Quote, f.Cell = "", "", 0, "", "", nil
		f.Why = p.Config.Say.Text("figures.row-gives", messages.Args{"how": how, "result": strconv.FormatFloat(gives, 'f', max(0, -own[0].Readings[0].Last), 64) + unit})
		if len(raw) == 1 && (a < 0) == (b < 0) && (unit == "" || certain(gives, slack-own[0].Readings[0].Half(), raw[0])) {
			f.Mend = d.mend(raw[0], gives, language)
		}
	}
}

// certain tells whether what two cells give is the same figure at either end of what they may be.
func certain(gives, slack float64, like text.Figure) bool {
	places := max(0, -like.Readings[0].Last)
	return strconv.FormatFloat(gives-slack, 'f', places, 64) == strconv.FormatFloat(gives+slack, 'f', places, 64)
}

// mend is what two cells give, written as the figure that stands there is; nil where its sign would be another.
func (d *comparison) mend(was text.Figure, gives float64, language string) *store.Mend {
	if less := gives < 0; less != was.Negative && !(less && d.falls) {
		return nil
	}
	places := max(0, -was.Readings[0].Last)
	result, err := decimal.Parse(strconv.FormatFloat(math.Abs(gives), 'f', places, 64))
	from, to := was.DigitsAt[0], was.DigitsAt[1]
	if err != nil || from >= to || to > len(d.own.s) || d.own.at[to-1]-d.own.at[from] != to-1-from {
		return nil
	}
	m := store.Mend{Start: d.own.at[from], End: d.own.at[to-1] + 1, Was: d.own.s[from:to]}
	if m.Now = text.WrittenLike(result, m.Was, places, language); m.Now == "" || m.Now == m.Was {
		return nil
	}
	return &m
}

// signed is the value of a figure as it is written.
func signed(f text.Figure) float64 {
	v := f.Readings[0].Value.Float()
	if f.Negative {
		return -v
	}
	return v
}
