package figures

import (
	"regexp"
	"slices"
	"strings"

	"lectern/backend/text"
)

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
	valueAgrees  = .66 // the same, where no place has the figure
	better       = .1  // by so much another row fits better
)

// read is what the pages have for a claim.
type read struct {
	same, other []place
	told        []likeness // sentences with the same figure,
	untold      []likeness // and with another one in its place
}

// speaks tells whether a cell with another figure may speak against this one: it is of a row that is named in full, of the
// time that the sentence gives if it gives one, and counts the same sort of thing.
func (c *claim) speaks(p place) bool {
	h := p.held
	if h.period.Change || h.row.changes || ofWhole.MatchString(c.before()) || c.owns(h.row) || c.named(h.row) < fullyNamed || !c.comparable(h) {
		return false
	}
	if len(c.when.Years) > 0 && c.when.said {
		return p.time == timeSame
	}
	return p.time != timeOther
}

// ofWhole stands before a figure that is a part of what is named: "a quarter of net sales, $8 billion", "24 % of it, …".
var ofWhole = regexp.MustCompile(`(?i)^\s*(?:of|der|des|de|du)\b|\b(?:part|share|quarters?|thirds?|half|fifths?|tenths?|percent|most|majority|portion|some|rest|viertel|drittel|hälfte|teil|anteil|quart|tiers|moitié|partie)\s+(?:of|der|des|von|de|du)\b|の(?:うち|一部|半分)`)

// owns tells whether a row's label is only whose figures the sentence tells: "Best Buy's revenue", of the document of that name.
func (c *claim) owns(r *row) bool {
	return r.isOwner() || strings.Contains(strings.ToLower(c.of.text), strings.ToLower(r.label)+"'s ") || strings.Contains(strings.ToLower(c.of.text), strings.ToLower(r.label)+"’s ")
}

// isOwner tells whether a row is called as the document is.
func (r *row) isOwner() bool {
	if len(r.cells) == 0 || r.name == "" {
		return false
	}
	return strings.HasPrefix(lettersOf(r.cells[0].source.page.Doc), lettersOf(r.label))
}

// doubts looks for what speaks against a figure; nil if nothing does.
func (c *claim) doubts(r *read) *doubt {
	for _, check := range []func(*read) *doubt{c.turned, c.otherOrder, c.points, c.otherYear, c.otherPeriod, c.otherRow, c.otherScale, c.exchanged, c.otherDigits, c.otherChange, c.otherValue, c.toldOtherwise} {
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

// elsewhere tells whether all places with the figure are of something else: of other words, of another time, or levels where the
// sentence tells a change. A place that wasn't weighed, as a number in words, is none.
func (c *claim) elsewhere(r *read) bool {
	year := c.Unit == "" && len(c.Digits) == 4 && strings.ContainsAny(c.Digits[:1], "12") // before 1900, or of a date
	if len(r.same)+len(r.told) == 0 || year || text.Unspaced([]rune(c.of.text + " ")[0]) {
		return false
	}
	return !slices.ContainsFunc(r.same, func(p place) bool {
		return p.agrees >= hardly && p.time != timeOther && !(c.role == change && !p.held.period.Change && !p.held.row.changes && c.Unit == text.Percent)
	}) && !slices.ContainsFunc(r.told, func(p likeness) bool { return p.score >= hardly && p.time != timeOther })
}

// turned holds words such as rose and fell against two periods of the row, or the change that a cell or a sentence tells.
func (c *claim) turned(r *read) *doubt {
	t, ok := c.trend()
	if !ok || patterns().loss.MatchString(c.of.text) {
		return nil
	}
	var signs []sign
	if c.role == change || c.role == ratio && c.Unit == text.Times || c.Unit == text.Points {
		signs = c.changeSigns(r)
	} else if c.Unit != "" {
		signs = c.levelSigns(r)
	}
	if len(signs) == 0 || slices.ContainsFunc(signs, func(s sign) bool { return s.up == t.up }) {
		return nil
	}
	return &doubt{Sign, signs[0].held, t.word}
}

type sign struct {
	up   bool
	held *held
}

// trend is the word that says whether a figure is more or less than before.
func (c *claim) trend() (t trend, ok bool) {
	pre := c.before()
	if all := splits.FindAllStringIndex(pre, -1); len(all) > 0 {
		pre = pre[all[len(all)-1][1]:]
	}
	if patterns().deny.MatchString(pre) {
		return t, false
	}
	all := trendsIn(pre)
	if c.role == change {
		if m := changeBehind.FindString(c.behind); m != "" {
			if behind := trendsIn(m); len(behind) > 0 {
				return behind[0], true
			}
		}
	}
	if len(all) == 0 {
		return t, false
	}
	t = all[len(all)-1]
	rest := pre[t.at+len(t.word):]
	switch {
	case c.role == level:
		return t, straightTo.MatchString(rest)
	case comparing.MatchString(t.word):
		return t, false
	}
	return t, true
}

var (
	straightTo = regexp.MustCompile(`(?i)^\s*(?:\w+ly\s+)?(?:to|auf|à)\s+(?:about |around |the |roughly |nearly |almost |a |rund |etwa |environ )*[$€£]?$`)
	comparing  = regexp.MustCompile(`(?i)^(?:more|less|fewer|above|below|mehr|weniger|moins)$`)
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

var splits = regexp.MustCompile(`(?i);|:|\b(?:while|whereas|because|although|though|despite|but|während|weil|aber|tandis|mais)\b|,\s(?:as|helped|driven|partly|and)\b`)

// before is what stands between the figure before and this one.
func (c *claim) before() string {
	start := c.Start - len(c.ahead)
	for k, o := range c.of.claims {
		if o == c && k > 0 {
			at := min(max(c.of.claims[k-1].End-start, 0), len(c.ahead))
			return c.ahead[at:]
		}
	}
	return c.ahead
}

// levelSigns tell, of each row that has a figure, whether it is more than the year before.
func (c *claim) levelSigns(r *read) (out []sign) {
	const enough, near = .5, .15
	for _, p := range r.same {
		if p.score < enough || p.score < r.same[0].score-near {
			break
		}
		if p.time == timeOther || p.held.period.Change {
			continue
		}
		if d := yearBefore(p.held); d != nil {
			if of := p.held.value.Abs().Cmp(d.value.Abs()); of != 0 {
				out = append(out, sign{of > 0, d})
			}
		}
	}
	return out
}

// yearBefore is the cell of the same row and length for the year before.
func yearBefore(h *held) *held {
	if len(h.period.Years) != 1 || h.row == nil {
		return nil
	}
	for _, d := range h.row.cells {
		if d != h && sameHead(d, h) && len(d.period.Years) == 1 && d.period.Years[0] == h.period.Years[0]-1 && d.period.Months == h.period.Months && d.period.Part == h.period.Part && d.unit == h.unit && !d.period.Change {
			return d
		}
	}
	return nil
}

// sameHead tells whether the columns of two cells of a row are of the same, at another time.
func sameHead(a, b *held) bool {
	if a.cell == nil || b.cell == nil {
		return true
	}
	return yearless.ReplaceAllString(a.cell.Head, "") == yearless.ReplaceAllString(b.cell.Head, "")
}

var yearless = regexp.MustCompile(`\d{1,2}, |(?:19|20)\d\d|\d`)

// changeSigns tell, of each change that has a figure's value, which way it goes.
func (c *claim) changeSigns(r *read) (out []sign) {
	const enough = .5
	for _, p := range r.same {
		if p.score >= enough && (p.held.period.Change || p.held.row.changes) && p.time != timeOther && p.held.value.Sign() != 0 && !p.held.loose {
			out = append(out, sign{p.held.value.Sign() > 0, p.held})
		}
	}
	for _, p := range c.pairs() {
		if p.agrees < enough {
			break
		}
		if v, ok := p.change(c); ok && c.near(abs(v), 0) {
			out = append(out, sign{p.now.value.Abs().Cmp(p.then.value.Abs()) > 0, p.now})
		}
	}
	if len(out) > 0 {
		return out
	}
	const like = .45
	for _, p := range r.told {
		if p.score < like {
			break
		}
		if t, ok := p.claim.trend(); ok {
			out = append(out, sign{t.up, p.claim.place})
		}
	}
	return out
}

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

// otherRow tells that another row, which the sentence names in full, fits plainly better and has something else.
func (c *claim) otherRow(r *read) *doubt {
	if c.role != level || len(r.same) == 0 && len(r.told) == 0 || c.About && c.Bound == 0 {
		return nil
	}
	best := r.supported()
	seen := map[*row]bool{}
	for _, p := range r.other {
		if p.score < agreesWell || p.score-best <= better {
			break
		}
		row := p.held.row
		if seen[row] || !c.speaks(p) {
			continue
		}
		seen[row] = true
		if !c.distinct(r, p.held) || c.namedToo(r, row) {
			continue
		}
		if slices.ContainsFunc(row.cells, func(h *held) bool {
			return c.kindred(h) && c.equals(h) && c.time(h) != timeOther && c.agrees(row, h) > p.agrees-better
		}) {
			continue
		}
		return &doubt{OtherRow, p.held, ""}
	}
	return nil
}

const fullyNamed = .95

// namedToo tells whether a row that has the figure is named in full as well, and is called otherwise than another one.
func (c *claim) namedToo(r *read, other *row) bool {
	return slices.ContainsFunc(r.same, func(p place) bool {
		return p.time != timeOther && p.held.row.name != other.name && c.named(p.held.row) >= fullyNamed
	})
}

// distinct tells whether the figure has words of its own that a row has and no place with the figure has.
func (c *claim) distinct(r *read, h *held) bool {
	left := map[string]bool{}
	for w := range c.own {
		if (h.row.terms[w] || h.head[w]) && !words().light[w] {
			left[w] = true
		}
	}
	const some, told = .2, .35
	for _, p := range r.same {
		if p.score < some {
			break
		}
		for w := range left {
			if p.held.row.terms[w] || p.held.row.context[w] || p.held.head[w] {
				delete(left, w)
			}
		}
	}
	for _, p := range r.told {
		if p.score < told {
			break
		}
		for w := range left {
			if p.claim.of.all[w] {
				delete(left, w)
			}
		}
	}
	return len(left) > 0
}

// comparable tells whether a cell counts the same sort of thing: near in size, and named by more than one word or by all
// that the figure is of.
func (c *claim) comparable(h *held) bool {
	const most = 30
	if text.IsMoney(c.Unit) != text.IsMoney(h.unit) {
		return false
	}
	if c.Unit != text.Percent && c.Unit != text.Points {
		ok := false
		for _, size := range h.sizes {
			for _, p := range c.powersTried() {
				ok = ok || size > 0 && c.value*p/size < most && size/(c.value*p) < most
			}
		}
		if !ok {
			return false
		}
	}
	if len(h.row.terms) < 2 {
		for w := range c.own {
			if !words().light[w] && !h.row.terms[w] && !h.row.context[w] && !h.head[w] {
				return false
			}
		}
	}
	return true
}

// otherScale tells that a row named in full has the same digits at another scale.
func (c *claim) otherScale(r *read) *doubt {
	if c.role != level || !c.Scaled || r.supported() >= agreesEnough {
		return nil
	}
	for _, p := range r.other {
		if p.agrees < agreesWell {
			break
		}
		if !p.held.sure || c.named(p.held.row) < fullyNamed || p.time == timeOther {
			continue
		}
		for _, size := range p.held.sizes {
			e := magnitude(c.value, size)
			if e%3 == 0 && e != 0 && c.near(size*pow10(e), 0) {
				return &doubt{Scale, p.held, ""}
			}
		}
	}
	return nil
}

// otherValue tells that a row named in full has something else for this time, while no place that agrees has the figure.
func (c *claim) otherValue(r *read) *doubt {
	if c.role != level || r.supported() >= agreesEnough || c.derived(r) != "" {
		return nil
	}
	for _, p := range r.other {
		if p.score < valueAgrees {
			break
		}
		if !c.speaks(p) || c.prior && p.time != timeSame {
			continue
		}
		return &doubt{Missing, p.held, ""}
	}
	return nil
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

// otherOrder tells that a sentence of the pages has this figure as what there was before and the one beside it as what came
// of it, or the other way round.
func (c *claim) otherOrder(r *read) *doubt {
	for k, o := range c.of.claims {
		if o == c || !o.prior || c.prior || o.role != level || c.role != level || k > 0 && c.of.claims[k-1] != c && (k+1 >= len(c.of.claims) || c.of.claims[k+1] != c) {
			continue
		}
		for _, p := range r.told {
			if p.score < toldEnough || !p.claim.prior {
				continue
			}
			for _, q := range p.claim.of.claims {
				if q != p.claim && !q.prior && q.role == level && o.equals(q.place) && !c.equals(q.place) {
					return &doubt{Sign, p.claim.place, ""}
				}
			}
		}
	}
	return nil
}

// tells says whether the sentence also has the level of a cell.
func (t *telling) tells(h *held) bool {
	return slices.ContainsFunc(t.claims, func(c *claim) bool { return c.role == level && c.kindred(h) && c.equals(h) })
}

// otherChange tells that a row which is named in full changed by something else between the year and the one before.
func (c *claim) otherChange(r *read) *doubt {
	const meant, near = .6, .05
	if c.role != change || c.Unit == "" || r.supported() >= agreesEnough || patterns().adjusted.MatchString(c.of.text) || c.derived(r) != "" {
		return nil
	}
	all := c.pairs()
	for _, p := range all {
		if p.agrees < meant || p.agrees < all[0].agrees-near {
			break
		}
		if _, ok := p.change(c); ok && !c.owns(p.now.row) && c.named(p.now.row) >= fullyNamed && !p.now.row.changes && (!c.when.said || c.time(p.now) == timeSame) && (!text.IsMoney(c.Unit) || c.of.tells(p.now)) {
			return &doubt{Missing, p.now, ""}
		}
	}
	return nil
}
