package figures

import (
	"cmp"
	"slices"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/text"
)

// quoted says where the figure was found.
func (f *finding) quoted(v verdict) {
	f.Verdict = Quoted
	f.Notes = append(append(f.Notes, v.found.notes...), v.notes...)
	f.at(v.found.held)
	if len(v.found.period.Years) > 0 && f.Period == "" {
		f.Period = v.found.period.String()
	}
}

// inLabel says which row's label, or column's head, the figure is part of.
func (f *finding) inLabel(sources []*Source, n name) {
	for _, s := range sources {
		for _, r := range s.rows {
			if len(r.cells) > 0 && (r.isCalled(n) || r.cells[0].under(n)) {
				f.at(r.cells[0])
				f.Cell, f.Quote = nil, r.label
				return
			}
		}
	}
}

func (f *finding) at(h *held) {
	p := h.source.page
	f.Document, f.Doc, f.Page, f.Label, f.Cell, f.Quote = p.Document, p.Doc, p.Number, p.Label, h.cell, h.quote()
}

// quote is the line, or what stands round a figure.
func (h *held) quote() string {
	if h.cell != nil {
		parts := []string{h.cell.RowLabel, h.cell.Head, h.text}
		return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " · ")
	}
	const reach = 120
	body := h.source.page.Text
	from, to := max(0, h.start-reach), min(len(body), h.end+reach)
	if i := strings.LastIndexAny(body[from:h.start], "\n"); i >= 0 {
		from += i + 1
	}
	if i := strings.IndexByte(body[h.end:to], '\n'); i >= 0 {
		to = h.end + i
	}
	return strings.Join(strings.Fields(strings.ToValidUTF8(body[from:to], "")), " ")
}

// option is one explanation of what is wrong.
type option struct {
	kind  string
	why   string
	held  *held
	named *held // what the page has where the figure should stand
	cost  float64
}

// explain says what is wrong with a figure, and what it may have been meant for.
func (a *asked) explain(f *finding, v verdict, all []*match) {
	switch {
	case len(a.sources) == 0:
		f.Kind, f.Why = Missing, a.say.Text("figures.no-page-cited")
		return
	case a.brief:
		f.Kind, f.Why = cmp.Or(v.kind, Missing), a.say.Text("figures.not-in-this-place")
		if v.found != nil && a.certain(option{kind: v.kind, held: v.found.held, named: v.named}) {
			f.accused(a, v.found.held)
		}
		return
	}
	best := a.options(v, all)
	if len(best) == 0 {
		f.Kind, f.Why = Missing, a.say.Text("figures.no-page-has-it")
		if h := a.meant(); h != nil {
			if f.Kind = Missing; a.certain(option{kind: Missing, held: h}) {
				f.accused(a, h)
			}
			f.Why = a.say.Text("figures.no-page-has-it-but", messages.Args{"row": a.quotedName(h), "text": h.text, "during": a.during(h)})
			f.candidate(a, h, a.say.Text("figures.row-named"), f.Verdict == Flagged || f.Doubt)
		}
		f.Notes = append(f.Notes, v.notes...)
		return
	}
	f.Kind, f.Why = best[0].kind, best[0].why
	if a.certain(best[0]) {
		f.accused(a, best[0].held)
	}
	f.at(best[0].held)
	f.Notes = append(f.Notes, v.notes...)
	if h := best[0].named; h != nil {
		f.candidate(a, h, a.say.Text("figures.row-named"), a.certain(best[0]))
	}
	for _, o := range best {
		f.candidate(a, o.held, o.why, a.certain(o))
	}
	if h := a.meant(); h != nil {
		f.candidate(a, h, a.say.Text("figures.row-named"), a.certain(option{kind: Missing, held: h}))
	}
}

// accused flags a figure, or doubts it where the kind of fault is one that true sentences were accused of: years are told in
// more ways than are read, and figures of few digits are met by chance, a row's as well as those at another scale. An amount
// that is found for a share, or one at another scale where none is told, says nothing (build/proof). A figure that came with
// the label of its row leaves no such choice.
func (f *finding) accused(a *asked, h *held) {
	few := len(a.Readings[0].Value.Significant()) < 3
	switch {
	case a.given != "":
		f.Verdict = Flagged
	case f.Kind == Percent && !isShare(h.unit), f.Kind == Scale && (few || !h.sure):
	case f.Kind == Percent, f.Kind == Year, f.Kind == Period, f.Kind == Scale, f.Kind == Digits, few:
		f.Doubt = true
	default:
		f.Verdict = Flagged
	}
}

// options are the explanations, the likeliest first.
func (a *asked) options(v verdict, all []*match) (out []option) {
	if v.kind == OtherRow {
		if o, ok := a.slip(v, all); ok {
			return []option{o}
		}
		return []option{{OtherRow, a.whyRow(v), v.found.held, v.named, 0}}
	}
	const enough = 12
	first := slices.IndexFunc(all, func(m *match) bool { return m.cost > 0 })
	if first < 0 {
		first = len(all)
	}
	for _, m := range all[first:min(len(all), first+enough)] {
		o := option{kind: m.faults[0], held: m.held, cost: float64(m.cost) + .5}
		switch {
		case a.carries(m.held) > 0:
			o.cost -= 3
		case m.row != nil:
			o.cost -= 2 * m.row.name.cover(a.words)
		case len(a.rowNames(&verdict{})) > 0:
			o.cost += 2
		}
		if a.when.Clash(m.period) == "" && m.period.Known() {
			o.cost--
		}
		if o.kind == Year || o.kind == Period {
			if m.row != nil {
				o.named = a.sameRow(m.held)
			}
		}
		o.why = a.whyMatch(m, o.named)
		out = append(out, o)
	}
	guesses := a.guesses(all)
	for _, g := range guesses[:min(len(guesses), enough)] {
		o := option{kind: g.kind, held: g.held, cost: g.cost}
		o.why = a.whyGuess(g)
		out = append(out, o)
	}
	slices.SortStableFunc(out, func(x, y option) int { return cmp.Compare(x.cost, y.cost) })
	const unlikely = 8
	return slices.DeleteFunc(out, func(o option) bool { return o.cost > unlikely })
}

// slip tells whether a figure that another row has by chance is a slip of what the named row has.
func (a *asked) slip(v verdict, all []*match) (option, bool) {
	beside := sameTable(v.named, []*match{v.found})
	for _, m := range all {
		if !beside && len(m.faults) == 1 && m.row == v.named.row {
			return option{m.faults[0], a.whyMatch(m, v.named), m.held, v.named, 0}, true
		}
	}
	r := a.Readings[0]
	want := r.Shift(a.powers[0])
	digits := want.Value.Digits(want.Last)
	if digits == "" {
		return option{}, false
	}
	g, ok := guessOf(want, digits, v.named)
	if ok && (g.kind == Scale || g.how != "" && !beside) {
		return option{g.kind, a.whyGuess(g), v.named, nil, 0}, true
	}
	return option{}, false
}

// sameRow is what a row has for the time that the sentence gives.
func (a *asked) sameRow(of *held) *held {
	for _, h := range of.row.cells {
		if h != of && h.period.Known() && !h.period.Change && a.when.Clash(h.period) == "" && h.unit == of.unit {
			return h
		}
	}
	return nil
}

// meant is what the row that the sentence names has, if it names one.
func (a *asked) meant() *held {
	names := a.rowNames(&verdict{})
	for i := len(names) - 1; i >= 0; i-- {
		if h := a.called(names[i]); h != nil {
			return h
		}
	}
	return nil
}

// candidate adds a figure of the pages; sure says that it is as good as certain that this one is meant.
func (f *finding) candidate(a *asked, h *held, why string, sure bool) {
	if sure {
		a.offer(f.Kind, h)
	}
	if len(f.Candidates) == mostCandidates {
		return
	}
	p := h.source.page
	c := Candidate{Text: h.shown(a.say), Why: why, Document: p.Document, Doc: p.Doc, Page: p.Number, Label: p.Label, Quote: h.quote(), Cell: h.cell}
	for _, o := range f.Candidates {
		if o.Text == c.Text && o.Quote == c.Quote && o.Page == c.Page && o.Document == c.Document {
			return
		}
	}
	f.Candidates = append(f.Candidates, c)
}

var powerWords = map[int]string{2: "figures.hundreds", 3: "figures.thousands", 4: "figures.ten-thousands", 5: "figures.lakhs", 6: "figures.millions", 7: "figures.crores", 8: "figures.hundred-millions", 9: "figures.billions", 12: "figures.trillions"}

// shown is a figure with what it is counted in.
func (h *held) shown(say messages.Messages) string {
	out := h.text
	if h.cell != nil {
		if text.IsMoney(h.unit) && !strings.ContainsAny(out, "$€£¥₹₩￥") {
			out += " " + store.Symbol(h.unit)
		}
		if w := powerWords[h.power[0]]; w != "" && h.sure {
			out += say.Text("figures.in-scale", messages.Args{"scale": messages.New(w)})
		}
	}
	return out
}

func (a *asked) quotedName(h *held) string {
	if h.row == nil || h.row.label == "" {
		return a.say.Text("figures.the-page")
	}
	return a.say.Text("words.quote", messages.Args{"text": h.row.label})
}

func (a *asked) during(h *held) string {
	if p := h.period.String(); p != "" {
		return a.say.Text("figures.during", messages.Args{"period": p})
	}
	return ""
}

func (a *asked) whyRow(v verdict) string {
	h, n := v.found.held, v.named
	if h.row == n.row && h.cell != nil && n.cell != nil {
		return a.say.Text("figures.under-other-head", messages.Args{"text": h.text, "head": h.cell.Head, "other": n.cell.Head, "there": n.text})
	}
	if h.row == nil {
		return a.say.Text("figures.stands-elsewhere", messages.Args{"row": a.quotedName(n), "text": n.text, "during": a.during(n)})
	}
	return a.say.Text("figures.of-other-row", messages.Args{"text": h.text, "of": a.quotedName(h), "row": a.quotedName(n), "there": n.text, "during": a.during(n)})
}

func (a *asked) whyMatch(m *match, named *held) string {
	switch kind := m.faults[0]; kind {
	case Year, Period:
		if named != nil {
			return a.say.Text("figures.page-has-other-period", messages.Args{"text": named.text, "during": a.during(named), "period": m.held.period.String(), "there": m.text})
		}
		return a.say.Text("figures.page-has-not-for", messages.Args{"text": m.text, "during": a.during(m.held), "period": a.when.Period})
	case Scale:
		if m.sure && powerWords[m.power[0]] != "" {
			return a.say.Text("figures.page-counts-in", messages.Args{"text": m.text, "scale": messages.New(powerWords[m.power[0]])})
		}
		return a.say.Text("figures.page-has-other-scale", messages.Args{"text": m.shown(a.say)})
	case Sign:
		if m.value.Sign() < 0 {
			return a.say.Text("figures.page-has-minus", messages.Args{"text": m.text})
		}
		if a.Negative {
			return a.say.Text("figures.page-has-no-minus", messages.Args{"text": m.text})
		}
		return a.say.Text("figures.page-has-rise", messages.Args{"text": m.text})
	case Currency:
		unit := m.unit
		if unit == "" {
			return a.say.Text("figures.no-figure-in", messages.Args{"unit": store.Symbol(a.Unit)})
		}
		return a.say.Text("figures.page-has-other-unit", messages.Args{"text": m.text, "unit": store.Symbol(unit), "other": store.Symbol(a.Unit)})
	case Percent:
		return a.say.Text("figures.page-has-other-kind", messages.Args{"text": m.text, "unit": a.unitWord(m.unit), "other": a.unitWord(a.Unit)})
	case Rounding:
		if m.last+m.power[max(m.at, 0)] > a.Readings[0].Last+a.powers[0] {
			return a.say.Text("figures.page-has-fewer-digits", messages.Args{"text": m.shown(a.say)})
		}
		return a.say.Text("figures.page-has-cut", messages.Args{"text": m.shown(a.say)})
	}
	return ""
}

func (a *asked) unitWord(unit string) string {
	switch unit {
	case text.Percent:
		return a.say.Text("figures.percent")
	case text.Points:
		return a.say.Text("figures.points")
	case text.Times:
		return a.say.Text("figures.a-multiple")
	case "":
		return a.say.Text("figures.no-share")
	}
	return a.say.Text("figures.an-amount-of-money")
}

func (a *asked) whyGuess(g guess) string {
	of := a.quotedName(g.held)
	if g.held.row == nil || g.held.row.label == "" {
		of = a.say.Text("figures.the-page-first")
	}
	switch g.kind {
	case Scale:
		if w := powerWords[g.power[0]]; w != "" && g.sure {
			return a.say.Text("figures.row-has-in", messages.Args{"row": of, "text": g.text, "scale": messages.New(w)})
		}
		return a.say.Text("figures.row-has-other-scale", messages.Args{"row": of, "text": g.text})
	case Rounding:
		return a.say.Text("figures.row-has-fewer-digits", messages.Args{"row": of, "text": g.shown(a.say)})
	}
	if g.how != "" {
		return a.say.Text("figures.row-has", messages.Args{"row": of, "text": g.shown(a.say), "during": a.during(g.held), "how": messages.New(g.how)})
	}
	return a.say.Text("figures.row-has-near", messages.Args{"row": of, "text": g.shown(a.say), "during": a.during(g.held)})
}
