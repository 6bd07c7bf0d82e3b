package keyword

import "slices"

// holds lists the blocks of a segment in which a phrase stands, in order.
func (p phrase) holds(s Segment) (blocks []int) {
	for _, forms := range p.readings {
		if ids := s.ids(forms); ids != nil {
			for _, b := range s.candidates(ids) {
				if s.runs(b, ids) {
					blocks = append(blocks, b)
				}
			}
		}
	}
	slices.Sort(blocks)
	return slices.Compact(blocks)
}

// ids are the numbers of forms; nil if one doesn't occur.
func (s Segment) ids(forms []string) (ids []uint32) {
	for _, f := range forms {
		id, ok := s.formOf([]byte(f))
		if !ok {
			return nil
		}
		ids = append(ids, id)
	}
	return ids
}

// candidates are the blocks that have all forms that can be looked up; all blocks if none can.
func (s Segment) candidates(ids []uint32) (blocks []int) {
	any := false
	for _, id := range ids {
		text, terms := s.form(int(id))
		if s.stops(string(text)) {
			continue
		}
		var list []int
		for range min(int(terms.number()), maxTongues) {
			if r, ok := s.at(terms.number()); ok {
				r.text()
				f := foundAt(r)
				for _, p := range f.rest.postings(s.blocks()) { // of the body
					list = append(list, int(p.unit))
				}
			}
		}
		slices.Sort(list)
		if list = slices.Compact(list); any {
			blocks = slices.DeleteFunc(blocks, func(b int) bool {
				_, both := slices.BinarySearch(list, b)
				return !both
			})
		} else {
			blocks, any = list, true
		}
	}
	if !any {
		for b := range s.blocks() {
			blocks = append(blocks, b)
		}
	}
	return blocks
}

// stops tells whether a form is a stop word in a tongue of the segment, so that some blocks have no postings of it.
func (s Segment) stops(form string) bool {
	for t := range tongues {
		if s.tongues()&(1<<t) != 0 && tongues[t].stop[form] {
			return true
		}
	}
	return false
}

// runs tells whether forms stand in a block one after the other.
func (s Segment) runs(block int, ids []uint32) bool {
	r := s.sequence(block)
	n := min(int(r.number()), len(r.b))
	for ; n >= len(ids); n-- {
		if r.number() != ids[0] {
			continue
		}
		ahead, k := r, 1
		for k < len(ids) && ahead.number() == ids[k] {
			k++
		}
		if k == len(ids) {
			return true
		}
	}
	return false
}

// begins tells whether a block has a form that begins with a text.
func (s Segment) begins(block int, text []byte) bool {
	from := uint32(s.formsFrom(text))
	to := uint32(s.formsFrom(append(slices.Clone(text), 0xFF))) // no form has this byte
	r := s.sequence(block)
	for range min(int(r.number()), len(r.b)) {
		if id := r.number(); id >= from && id < to {
			return true
		}
	}
	return false
}

// barred lists the blocks that have a word in any of its forms, or a phrase.
func (p phrase) barred(s Segment) (blocks []int) {
	if len(p.readings[0]) > 1 {
		return p.holds(s)
	}
	terms := map[string]bool{}
	for _, forms := range p.readings {
		for t := range tongues {
			if s.tongues()&(1<<t) != 0 {
				terms[tongues[t].term(forms[0])] = true
			}
		}
	}
	for i := range s.forms() {
		form, r := s.form(i)
		same := string(form) == p.readings[0][0]
		for range min(int(r.number()), maxTongues) {
			if t, ok := s.at(r.number()); ok {
				same = same || terms[string(t.text())]
			}
		}
		if !same {
			continue
		}
		id := []uint32{uint32(i)}
		for _, b := range s.candidates(id) {
			if s.runs(b, id) {
				blocks = append(blocks, b)
			}
		}
	}
	return blocks
}
