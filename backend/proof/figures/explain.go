package figures

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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
		f.Kind, f.Why = Missing, "No page is cited for this figure."
		return
	case a.brief:
		f.Kind, f.Why = cmp.Or(v.kind, Missing), "No cited page has this figure in this place."
		return
	}
	best := a.options(v, all)
	if len(best) == 0 {
		f.Kind, f.Why = Missing, "No cited page has this figure."
		if h := a.meant(); h != nil {
			f.Why = fmt.Sprintf("No cited page has this figure; %s has %s%s.", quotedName(h), h.text, during(h))
			f.candidate(h, "the row that the sentence names")
		}
		f.Notes = append(f.Notes, v.notes...)
		return
	}
	f.Kind, f.Why = best[0].kind, best[0].why
	f.at(best[0].held)
	f.Notes = append(f.Notes, v.notes...)
	if h := best[0].named; h != nil {
		f.candidate(h, "the row that the sentence names")
	}
	for _, o := range best {
		f.candidate(o.held, o.why)
	}
	if h := a.meant(); h != nil {
		f.candidate(h, "the row that the sentence names")
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

func (f *finding) candidate(h *held, why string) {
	if len(f.Candidates) == mostCandidates {
		return
	}
	p := h.source.page
	c := Candidate{Text: h.shown(), Why: why, Document: p.Document, Doc: p.Doc, Page: p.Number, Label: p.Label, Quote: h.quote(), Cell: h.cell}
	for _, o := range f.Candidates {
		if o.Text == c.Text && o.Quote == c.Quote && o.Page == c.Page && o.Document == c.Document {
			return
		}
	}
	f.Candidates = append(f.Candidates, c)
}

var powerWords = map[int]string{2: "hundreds", 3: "thousands", 4: "ten thousands", 5: "lakhs", 6: "millions", 7: "crores", 8: "hundred millions", 9: "billions", 12: "trillions"}

// shown is a figure with what it is counted in.
func (h *held) shown() string {
	out := h.text
	if h.cell != nil {
		if text.IsMoney(h.unit) && !strings.ContainsAny(out, "$€£¥₹₩￥") {
			out += " " + store.Symbol(h.unit)
		}
		if w := powerWords[h.power[0]]; w != "" && h.sure {
			out += " (in " + w + ")"
		}
	}
	return out
}

func quotedName(h *held) string {
	if h.row == nil || h.row.label == "" {
		return "the page"
	}
	return "“" + h.row.label + "”"
}

func during(h *held) string {
	if p := h.period.String(); p != "" {
		return " for " + p
	}
	return ""
}

func (a *asked) whyRow(v verdict) string {
	h, n := v.found.held, v.named
	if h.row == n.row && h.cell != nil && n.cell != nil {
		return fmt.Sprintf("On the page %s stands under “%s”; under “%s” there is %s.", h.text, h.cell.Head, n.cell.Head, n.text)
	}
	if h.row == nil {
		return fmt.Sprintf("%s has %s%s; this figure stands elsewhere on the page.", quotedName(n), n.text, during(n))
	}
	return fmt.Sprintf("On the page %s is the figure of %s; %s has %s%s.", h.text, quotedName(h), quotedName(n), n.text, during(n))
}

func (a *asked) whyMatch(m *match, named *held) string {
	switch kind := m.faults[0]; kind {
	case Year, Period:
		if named != nil {
			return fmt.Sprintf("The page has %s%s; %s has %s.", named.text, during(named), strings.TrimPrefix(during(m.held), " for "), m.text)
		}
		return fmt.Sprintf("The page has %s%s, not for %s.", m.text, during(m.held), a.when.Period)
	case Scale:
		if m.sure && powerWords[m.power[0]] != "" {
			return fmt.Sprintf("The page counts %s in %s.", m.text, powerWords[m.power[0]])
		}
		return fmt.Sprintf("The page has %s, at another scale.", m.shown())
	case Sign:
		if m.value.Sign() < 0 {
			return fmt.Sprintf("The page has %s, with a minus.", m.text)
		}
		if a.Negative {
			return fmt.Sprintf("The page has %s, without a minus.", m.text)
		}
		return fmt.Sprintf("The page has %s, which is a rise.", m.text)
	case Currency:
		unit := m.unit
		if unit == "" {
			return fmt.Sprintf("No figure on the page is in %s.", store.Symbol(a.Unit))
		}
		return fmt.Sprintf("The page has %s in %s, not in %s.", m.text, store.Symbol(unit), store.Symbol(a.Unit))
	case Percent:
		return fmt.Sprintf("The page has %s; that is %s, not %s.", m.text, unitWord(m.unit), unitWord(a.Unit))
	case Rounding:
		if m.last+m.power[max(m.at, 0)] > a.Readings[0].Last+a.powers[0] {
			return fmt.Sprintf("The page has %s, which has fewer digits.", m.shown())
		}
		return fmt.Sprintf("The page has %s; the last digit is cut off and not rounded.", m.shown())
	}
	return ""
}

func unitWord(unit string) string {
	switch unit {
	case text.Percent:
		return "percent"
	case text.Points:
		return "percentage points"
	case text.Times:
		return "a multiple"
	case "":
		return "no share"
	}
	return "an amount of money"
}

func (a *asked) whyGuess(g guess) string {
	of := quotedName(g.held)
	if of == "the page" {
		of = "The page"
	}
	switch g.kind {
	case Scale:
		if w := powerWords[g.power[0]]; w != "" && g.sure {
			return fmt.Sprintf("%s has %s in %s.", of, g.text, w)
		}
		return fmt.Sprintf("%s has %s, at another scale.", of, g.text)
	case Rounding:
		return fmt.Sprintf("%s has %s, which has fewer digits.", of, g.shown())
	}
	if g.how != "" {
		return fmt.Sprintf("%s has %s%s: %s.", of, g.shown(), during(g.held), g.how)
	}
	return fmt.Sprintf("%s has %s%s, which is near.", of, g.shown(), during(g.held))
}
