package analyst

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"lectern/backend/facts"
	"lectern/backend/graph/rag"
	"lectern/backend/proof"
	"lectern/backend/store"
)

// unproved marks a figure that nothing proves.
const unproved = "⚠"

// renderer writes a draft as the answer it stands for: recorded figures for their ids, each with its citation, and
// citations that hold for the model's marks. It takes the draft in pieces.
type renderer struct {
	*rag.Citer
	figure func(id string) string
	places []store.Citation // of metrics
	put    []proof.Stretch  // of the answer, that stand for ids
	held   string
	behind bool // a figure was just written
}

var (
	currencyBefore = regexp.MustCompile(`(?:(?:US)?[$€£¥]|\b(?:USD|EUR|GBP|JPY|CHF)) ?$`)
	currencyBegun  = regexp.MustCompile(`(?:(?:US)?[$€£¥]|\b(?:U|US|USD|E|EU|EUR|G|GB|GBP|J|JP|JPY|C|CH|CHF)) ?$`)
	unitBehind     = regexp.MustCompile(`^ ?(?:%|percent\b|per cent\b|Prozent\b|pp\b|thousands?\b|millions?\b|billions?\b|(?:Tsd|Mio|Mrd)\b\.?|Tausend\b|Millionen\b|Milliarden\b|百万円|百万|億円|億|千円|円|(?:USD|EUR|GBP|JPY|CHF)\b|(?:US )?dollars\b|[Ee]uros?\b)`)
)

const (
	longestID   = 32 // bytes of a placeholder
	longestUnit = 24 // and of what is looked for behind it
)

// Write takes the next piece of a draft.
func (r *renderer) Write(piece string) { r.write(piece, false) }

// Close writes what was held back.
func (r *renderer) Close() {
	r.write("", true)
	r.Citer.Close()
}

func (r *renderer) write(piece string, last bool) {
	r.held += piece
	for r.held != "" {
		if r.behind {
			if len(r.held) < longestUnit && !last && !strings.Contains(r.held, "\n") {
				return
			}
			for m := unitBehind.FindString(r.held); m != ""; m = unitBehind.FindString(r.held) {
				r.held = r.held[len(m):] // the figure brings its own
			}
			r.behind = false
			continue
		}
		i := strings.Index(r.held, "{{")
		if i < 0 {
			keep := 0
			if rest := strings.TrimSuffix(r.held, "{"); !last {
				keep = len(currencyBegun.FindString(rest)) + len(r.held) - len(rest)
			}
			r.Citer.Write(r.held[:len(r.held)-keep])
			r.held = r.held[len(r.held)-keep:]
			return
		}
		at := placeholder.FindStringIndex(r.held)
		if at != nil && at[0] == i+1 { // {{{m1}}}
			i++
		}
		switch {
		case at != nil && at[0] == i:
			r.Citer.Write(currencyBefore.ReplaceAllString(r.held[:i], ""))
			from := r.Answer.Len()
			r.Citer.Write(r.figure(placeholder.FindStringSubmatch(r.held)[1]))
			r.put = append(r.put, proof.Stretch{Start: from, End: r.Answer.Len()})
			r.held, r.behind = r.held[at[1]:], true
		case len(r.held)-i > longestID || last || strings.Contains(r.held[i:], "}}"):
			r.Citer.Write(r.held[:i]) // it is none, and braces say nothing to a person
			r.held = r.held[i+2:]
		default:
			return // it isn't over yet
		}
	}
}

// standIn is the document of the passages that stand for a metric's place, so that it is cited and no other sentence.
const standIn = "metric"

// renderer makes one for a state's figures and the passages that a draft may cite. say and cite may be nil.
func (w *Workflow) renderer(s State, offered []rag.Passage, say func(string), cite func(store.Citation)) *renderer {
	offered = slices.Clone(offered)
	marks, byPlace := map[string][]string{}, map[string]string{}
	r := &renderer{}
	for _, m := range s.Analysis.Metrics {
		if m.Figure == nil {
			continue
		}
		for _, c := range m.Figure.Cells {
			place := fmt.Sprintf("%s %d", c.Passage, c.Sentence)
			if byPlace[place] == "" {
				p, cited, ok, err := w.Where(c)
				if err != nil || !ok {
					continue
				}
				r.places = append(r.places, cited)
				p.Ref, p.Sentences = store.Ref{Document: standIn, Passage: len(r.places) - 1}, []string{cited.Quote}
				offered = append(offered, p)
				byPlace[place] = fmt.Sprintf("[%d]", len(offered))
			}
			marks[m.ID] = append(marks[m.ID], byPlace[place])
		}
	}
	r.Citer = &rag.Citer{Offered: offered, Say: say, Cite: func(c store.Citation) {
		if cite != nil {
			cite(r.real(c))
		}
	}}
	language := languageOf(s)
	r.figure = func(id string) string {
		text, metrics := w.recordedFigure(s, id, language)
		seen := map[string]bool{}
		for _, m := range metrics {
			for _, mark := range marks[m] {
				if !seen[mark] {
					seen[mark] = true
					text += " " + mark
				}
			}
		}
		return text
	}
	return r
}

// real is a citation, of a metric's place if it stands for one.
func (r *renderer) real(c store.Citation) store.Citation {
	if c.Document != standIn {
		return c
	}
	ref, err := store.ParseRef(c.Passage)
	if err != nil {
		return c
	}
	out := r.places[ref.Passage]
	out.N = c.N
	return out
}

// citations are those of the answer, by their numbers.
func (r *renderer) citations() []store.Citation {
	out := []store.Citation{}
	for _, c := range r.Citations {
		out = append(out, r.real(c))
	}
	return out
}

// recordedFigure is the figure with an id as it is shown, and the metrics that it rests on. One that can't be relied on
// is marked; of those that were compared it is the first, or all in their order, each with its name.
func (w *Workflow) recordedFigure(s State, id, language string) (text string, metrics []string) {
	a := s.Analysis
	for _, m := range a.Metrics {
		switch {
		case m.ID != id:
		case m.Figure == nil:
			return unproved, nil
		case len(m.Flags) > 0:
			return m.Shown(language) + " " + unproved, []string{id}
		default:
			return m.Shown(language), []string{id}
		}
	}
	for _, c := range a.Calculations {
		if c.ID != id || c.Error != "" {
			continue
		}
		order := c.Order
		if c.Operation != facts.OpRank {
			order = order[:min(len(order), 1)]
		}
		if len(order) == 0 {
			return c.Shown(shownPlaces, language), a.restsOn(c)
		}
		var parts []string
		for _, id := range order {
			shown, of := w.recordedFigure(s, id, language)
			parts, metrics = append(parts, a.nameAmong(id, c.Operands)+": "+shown), append(metrics, of...)
		}
		return strings.Join(parts, "; "), metrics
	}
	return unproved, nil
}

// nameAmong is what tells a figure from others that it is compared with: its company, else its period, else its label.
func (a Analysis) nameAmong(id string, others []string) string {
	x := expansion{a: &a}
	company, period := x.place(id)
	for _, o := range others {
		if c, _ := x.place(o); c != company {
			return rag.Escape(company)
		}
	}
	for _, o := range others {
		if _, p := x.place(o); p != period {
			return period
		}
	}
	for _, f := range a.table() {
		if f.id == id {
			return rag.Escape(f.label)
		}
	}
	return id
}

// restsOn are the metrics that a calculation comes from, also by way of others.
func (a Analysis) restsOn(c facts.Calculation) (out []string) {
	for _, id := range c.Operands {
		i := slices.IndexFunc(a.Calculations, func(o facts.Calculation) bool { return o.ID == id && o.ID != c.ID })
		if i >= 0 {
			out = append(out, Analysis{Calculations: a.Calculations[:i]}.restsOn(a.Calculations[i])...)
		} else if !constant.MatchString(id) {
			out = append(out, id)
		}
	}
	return out
}
