package figures

// doubt is what a place of the pages says otherwise than a figure's sentence.
type doubt struct {
	kind string
	held *held // that says otherwise
	word string
}

// How well a place has to agree with what a figure is of, from 0 to 1.
const (
	agreesEnough = .34 // so that it may be where the figure is from
	toldEnough   = .4  // the same, of a sentence
	hardly       = .25 // and below this it is of something else
	agreesWell   = .5  // so that another figure there speaks against one that stands elsewhere
	better       = .1  // by so much another row fits better
)

// read is what the pages have for a claim.
type read struct {
	same, other []place
	told        []likeness // sentences with the same figure,
	untold      []likeness // and with another one in its place
	derived     *string    // the calculation that gives it; nil: not looked for yet
}

// doubts looks for what speaks against a figure; nil if nothing does.
func (c *claim) doubts(r *read) *doubt {
	for _, check := range []func(*read) *doubt{c.turned, c.otherOrder, c.points, c.otherYear, c.otherPeriod, c.otherRow, c.otherScale, c.exchanged, c.otherDigits, c.otherChange} {
		if d := check(r); d != nil {
			return d
		}
	}
	return nil
}

// supported tells how well the best place that has a figure agrees.
func (r *read) supported() (best float64) {
	if len(r.same) > 0 {
		best = r.same[0].score
	}
	if len(r.told) > 0 {
		best = max(best, r.told[0].score)
	}
	return best
}

// otherDigits tells that a place which is of the same has the figure but for two digits that are swapped.
func (c *claim) otherDigits(r *read) *doubt {
	cells, sentences := .4, .45
	if digits := len(c.Readings[0].Value.Significant()); digits > 3 { // which is hardly by chance
		cells, sentences = .2, .25
	}
	if r.supported() >= agreesEnough || c.About && c.Bound == 0 {
		return nil
	}
	for _, p := range r.other {
		if p.score < cells {
			break
		}
		if p.time != timeOther && c.swaps(p.held) {
			return &doubt{Digits, p.held, ""}
		}
	}
	for _, p := range r.untold {
		if p.score >= sentences && c.swaps(p.claim.place) {
			return &doubt{Digits, p.claim.place, ""}
		}
	}
	return nil
}

// swaps tells whether a place has the figure's digits but for two neighbours.
func (c *claim) swaps(h *held) bool {
	r := c.Readings[0]
	for i, power := range h.power {
		if near := c.value/h.sizes[i] < 10 && h.sizes[i]/c.value < 10; near && swapped(r.Value.Digits(r.Last), h.value.Shift(power).Digits(r.Last)) {
			return true
		}
	}
	return false
}
