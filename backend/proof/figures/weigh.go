package figures

import (
	"math"
	"strings"

	"lectern/backend/messages"
)

// weigh holds a figure that was found, or is left open, against what its sentence says of it: by its own words, its time and
// whether it is a level or a change. What no place says so is open; what a place close to it says otherwise is doubtful.
func (c *claim) weigh(f *finding) {
	accused := Accused(Finding(*f))
	worked := accused && (f.Kind == Missing || f.Kind == Digits) && (c.role == change || c.of.matches(patterns().sum) || c.of.matches(patterns().mean) || c.of.matches(patterns().compound))
	if (accused || f.Verdict != Quoted && f.Verdict != Open) && !worked || len(c.sources) == 0 {
		return
	}
	if c.of.index == nil {
		c.of.index = c.of.pages()
	}
	r := &read{}
	r.same, r.other = c.places()
	r.told, r.untold = c.likenesses()
	if d := c.doubts(r); d != nil && !worked {
		f.doubted(c, d)
		return
	}
	if f.Verdict != Quoted {
		if how := c.derived(r); how != "" {
			f.Verdict, f.Doubt, f.Kind, f.Why, f.Support = Computed, false, "", how, 1
			f.Candidates = []Candidate{}
		}
		return
	}
	f.Support = math.Round(100*r.supported()) / 100 // a sum in no order: its last digits say nothing
	if c.elsewhere(r) {
		f.Notes = append(f.Notes, OtherSubject)
	}
}

// doubted takes a doubt over.
func (f *finding) doubted(c *claim, d *doubt) {
	f.Verdict, f.Doubt, f.Kind = Open, true, d.kind
	f.Candidates, c.offers = nil, nil
	f.candidate(c.asked, d.held, c.say.Text("figures.place-close"), true)
	f.Why = c.say.Text("figures.close-to-it", messages.Args{"place": strings.TrimRight(d.held.quote(), ".。")})
}
