package facts

import "lectern/backend/text"

// byRatio works out a ratio that textbooks define.
func (r *reading) byRatio(main string, s *search, whens []when) *solution {
	ratio, bits := s.ratio()
	if ratio == nil || s.content&^bits != 0 {
		return nil
	}
	if direct := s.find(r.main); len(direct) > 0 && direct[0].item == nil { // a row says it
		sure := s.assess(&direct[0], direct[1:])
		if sure >= Confident && direct[0].near&bits == bits && (ratio.kind != kindPercent || !direct[0].isAmount()) && !(direct[0].table.partial && r.works(ratio)) {
			return nil
		}
	}
	at := func(w when) (*node, float64) {
		n, sure, err := r.worked(ratio.formula, w)
		if err != nil {
			return nil, 0
		}
		return n, sure
	}
	kind := ratio.kind
	if kind == "money" {
		kind = ""
	}
	if kind == kindRatio && r.q.told.percent {
		kind = kindPercent
	}
	if out := r.overYears(main, whens, kind, at); out != nil {
		return out
	}
	n, sure := at(r.main)
	if n == nil {
		return &solution{}
	}
	out := &solution{node: n, kind: kind, trust: sure}
	for _, v := range ratio.variants {
		if other, _, err := r.worked(v, r.main); err == nil {
			out.vary(n, other)
		}
	}
	return out
}

// works tells whether a ratio can be worked out of the statements, which are of the whole company.
func (r *reading) works(ratio *ratio) bool {
	_, _, err := r.worked(ratio.formula, r.main)
	return err == nil
}

// isAmount tells whether a figure is in money, or counted in thousands and more: no percentage.
func (m *match) isAmount() bool { return text.IsMoney(m.unit.Name) || m.power() > 0 }

// vary notes another book's result where it is another one.
func (s *solution) vary(n, other *node) {
	a, err := n.work()
	b, err2 := other.work()
	if err != nil || err2 != nil {
		return
	}
	const hundredth, variantTrust = -2, .45
	if a.Distance(b).Cmp(a.Abs().Shift(hundredth)) > 0 {
		if len(s.variants) == 0 {
			s.trust *= variantTrust
		}
		s.variants = append(s.variants, b)
	}
}
