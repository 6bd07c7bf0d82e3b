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
		_, term, found := s.form(int(id))
		if !found {
			continue
		}
		term.text()
		f := foundAt(term)
		var list []int
		for _, p := range f.rest.postings(s.blocks()) { // of the body
			list = append(list, int(p.unit))
		}
		if any {
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
		terms[tongues[s.tongue()].term(forms[0])] = true
	}
	for i := range s.forms() {
		form, term, found := s.form(i)
		if string(form) != p.readings[0][0] && !(found && terms[string(term.text())]) {
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
