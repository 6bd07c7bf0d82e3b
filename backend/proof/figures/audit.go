package figures

import (
	"cmp"
	"regexp"
	"slices"
	"sync"

	"lectern/backend/decimal"
	"lectern/backend/text"
)

// Audit decides every figure of a text, in order.
func Audit(r Request) []Finding {
	if r.Language == "" {
		r.Language = text.Language(r.Text)
	}
	out := []Finding{}
	asked := text.FiguresIn(r.Question, "", true)
	flagged := 0
	read := askedOf(r)
	for _, a := range read {
		const explained = 200 // beyond, nobody reads why, and hostile body would take long
		a.brief = flagged >= explained
		f := a.decide(r, asked)
		if Loose(Finding(f)) {
			flagged++
		}
		out = append(out, Finding(f))
	}
	if r.Mends {
		r.mends(read, out)
	}
	return out
}

// askedOf reads the figures of a text with what their sentences say of them.
func askedOf(r Request) (out []*asked) {
	figures := text.FiguresIn(r.Text, r.Language, true)
	if len(figures) == 0 {
		return nil
	}
	t := text.Fold(r.Text)
	body := r.Text
	if t.At == nil || len(t.S) == len(r.Text) {
		body = t.S
	}
	context, labels := contextPower(r), handedOver(r)
	yearly := !partly.MatchString(t.S) && !partly.MatchString(r.Question)
	carry := periodContext{question: r.Question, text: body}
	table := grid{}
	var last *rowIndex
	var read []*Source
	index := func(of []*Source) *rowIndex {
		if last == nil || !slices.Equal(of, read) {
			last, read = indexOf(of), of
		}
		return last
	}
	i := 0
	for _, s := range linesOf(body) {
		var own []text.Figure
		for ; i < len(figures) && figures[i].Start < s.end; i++ {
			if figures[i].Start >= s.start {
				own = append(own, figures[i])
			}
		}
		if len(own) == 0 {
			table.head(body, s)
			carry.pass(body, s)
			continue
		}
		var sources []*Source
		if r.Cited != nil {
			sources = r.Cited(s.start, s.end)
		}
		names := saidIn(body, s, sources)
		var hidden []stretch
		for _, m := range names {
			if m.name.words() > 1 {
				hidden = append(hidden, stretch{m.start, m.end})
			}
		}
		inNames := func(f text.Figure) bool { return covered(f.DigitsAt[0], hidden) }
		for _, f := range own {
			if inNames(f) { // "net of allowance of $2,114" is part of a label
				out = append(out, &asked{Figure: f, sources: sources, label: labelAt(f.DigitsAt[0], names)})
			}
		}
		own = slices.DeleteFunc(own, inNames)
		dates := datesIn(body, s, own, hidden)
		table.date(body, s, own, dates)
		carry.fill(body, s, dates)
		if r.Cell && (r.When.Known() || r.Around.Known()) {
			for k := range dates {
				dates[k] = dated{Period: r.When.With(r.Around), said: len(r.When.Years) > 0}
			}
		}
		assigned := assign(body, s, own, names)
		body, words := body[s.start:s.end], beside(body, s, names, assigned)
		direction := sync.OnceValue(func() tone {
			t := toneOf(body)
			if r.Cell {
				t = tone{outflow: t.outflow || t.loses, free: t.outflow || t.loses}
			}
			return t
		})
		for k, f := range own {
			a := &asked{Figure: f, when: dates[k], names: assigned[k], words: words[k], sources: sources, powers: []int{0}, tone: direction, cell: r.Cell, language: r.Language, yearly: yearly && len(dates[k].Years) > 0}
			a.ahead, a.behind = body[:min(f.Start-s.start, len(body))], body[min(f.End-s.start, len(body)):]
			if context > 0 && !f.Scaled && !f.PerShare && (f.Unit == "" || text.IsMoney(f.Unit)) {
				a.powers = []int{context, 0}
			}
			a.given = cmp.Or(labels[f.Value], labels[f.Digits])
			out = append(out, a)
		}
		told := tellingOf(body, r.Language, out[len(out)-len(own):], s.start)
		for k, c := range told.claims {
			told.claims[k].claim = c
		}
		told.pages = sync.OnceValue(func() *rowIndex { return index(sources) })
	}
	slices.SortStableFunc(out, func(a, b *asked) int { return a.Start - b.Start })
	return out
}

// partly are words for a part of a year.
var partly = regexp.MustCompile(`(?i)month|quarter|half|\bq[1-4]|\b[1-4]q|\bh[12]\b|\b[12]h|to[- ]date|ytd|quartal|monat|halbjahr|四半期|季度|半期|ヶ月|か月|月`)

func wordsOf(s string) map[string]bool {
	out := map[string]bool{}
	for _, t := range tokens(s) {
		out[t.word] = true
	}
	return out
}

// beside gives, for each figure of a sentence, its words without the names that go with other figures.
func beside(body string, s stretch, all []said, assigned [][]said) []map[string]bool {
	out := make([]map[string]bool, len(assigned))
	ts := tokens(body[s.start:s.end])
	whole := map[string]bool{}
	for _, t := range ts {
		whole[t.word] = true
	}
	const many = 50 // figures of one sentence: it is none
	for k := range out {
		if len(all) == 0 || len(out) == 1 || len(out) > many {
			out[k] = whole
			continue
		}
		out[k] = map[string]bool{}
		for _, t := range ts {
			at := t.start + s.start
			in := func(m said) bool { return at >= m.start && at < m.end }
			if slices.ContainsFunc(assigned[k], in) || !slices.ContainsFunc(all, in) {
				out[k][t.word] = true
			}
		}
	}
	return out
}

// contextPower is what a text, or its question, says that all of its figures are counted in.
func contextPower(r Request) int {
	for _, s := range []string{r.Text, r.Question} {
		if units := lineUnits(text.Fold(s).S, r.Language); len(units) > 0 {
			return units[0].power
		}
	}
	return 0
}

// handedOver are the labels that came with figures, by the figure's value and by its digits.
func handedOver(r Request) map[string]name {
	out := map[string]name{}
	for _, row := range r.Rows {
		for _, f := range text.FiguresIn(row.Figure, r.Language, true) {
			if n := nameOf(row.Label); n != "" {
				out[f.Value], out[f.Digits] = n, n
			}
		}
	}
	return out
}

// labelAt is the name that stands at a byte.
func labelAt(at int, names []said) name {
	for _, m := range names {
		if at >= m.start && at < m.end {
			return m.name
		}
	}
	return ""
}

// decide says what becomes of a figure.
func (a *asked) decide(r Request, question []text.Figure) finding {
	a.say = r.Say
	f := finding{Text: a.Text, Start: a.Start, End: a.End, Value: a.signed(), Unit: a.Unit, Period: a.when.String(), Verdict: Open, Notes: []string{}, Candidates: []Candidate{}}
	if a.label != "" {
		f.Verdict = Quoted
		f.inLabel(a.sources, a.label)
		return f
	}
	var all []*match
	for _, s := range a.sources {
		all = append(all, a.matches(s)...)
	}
	a.order(all)
	v := a.judge(all)
	calculation, computed := a.computed(r.Calculations)
	switch {
	case v.found != nil && v.kind == "" && !(computed && v.weak):
		f.quoted(v)
	case computed:
		f.Verdict, f.Why, f.Support = Computed, calculation.Text, 1
	case a.among(question):
		f.Verdict = Question
	default:
		a.explain(&f, v, all)
		if f.Verdict == Open && a.amongResults(r.Calculations) {
			f.Verdict = Flagged // whoever computes for the answer has come to something else
		}
	}
	if a.claim != nil && a.given == "" && !a.brief {
		a.claim.weigh(&f)
	}
	return f
}

// amongResults tells whether shares were calculated, so that a share which stands nowhere should be one of them.
func (a *asked) amongResults(all []Calculation) bool {
	return (a.Unit == text.Percent || a.Unit == text.Points) && slices.ContainsFunc(all, func(c Calculation) bool { return c.Unit == text.Percent || c.Unit == text.Points })
}

// signed is the figure's value with its sign.
func (a *asked) signed() string {
	if a.Negative && a.Value != "0" {
		return "-" + a.Value
	}
	return a.Value
}

// order puts the likeliest match first.
func (a *asked) order(all []*match) {
	type rank struct {
		carried int
		cover   float64
		cell    int
	}
	ranks := map[*match]rank{}
	for _, m := range all {
		r := rank{carried: a.carries(m.held)}
		if m.row != nil {
			r.cover = max(m.row.name.cover(a.words), m.row.bare.cover(a.words))
		}
		if m.cell != nil {
			r.cell = 1
		}
		ranks[m] = r
	}
	slices.SortStableFunc(all, func(x, y *match) int {
		p, q := ranks[x], ranks[y]
		return cmp.Or(cmp.Compare(x.cost, y.cost), cmp.Compare(q.carried, p.carried), cmp.Compare(q.cover, p.cover), cmp.Compare(len(x.notes), len(y.notes)), cmp.Compare(q.cell, p.cell))
	})
}

// computed finds the recorded calculation that a figure is the result of.
func (a *asked) computed(all []Calculation) (Calculation, bool) {
	for _, c := range all {
		v, err := decimal.Parse(c.Value)
		if err != nil || a.Unit != "" && c.Unit != "" && a.Unit != c.Unit && !(text.IsMoney(a.Unit) && text.IsMoney(c.Unit) && text.SameMoney(a.Unit, c.Unit)) {
			continue
		}
		if (v.Sign() < 0) != a.Negative && v.Sign() != 0 && !(a.Loose || !a.Negative && a.tone().outflow) {
			continue
		}
		scales := []int{0}
		if c.Unit == "" && (a.Unit == text.Percent || a.Unit == text.Points) {
			scales = []int{0, 2} // a share of one
		}
		for _, scale := range scales {
			for _, p := range a.powers {
				const fine = -40 // digits behind the point: as exact as can be
				want := a.Readings[0].Shift(p)
				if fits(want, a.Bound, v.Abs().Shift(scale), fine) == same {
					return c, true
				}
			}
		}
	}
	return Calculation{}, false
}

// among tells whether the question has the same figure.
func (a *asked) among(question []text.Figure) bool {
	return slices.ContainsFunc(question, func(q text.Figure) bool {
		return q.Value == a.Value && q.Negative == a.Negative && (q.Unit == a.Unit || a.Unit == "" || q.Unit == "")
	})
}
