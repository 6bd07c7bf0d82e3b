package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"lectern/backend/eval"
	"lectern/backend/graph/rag"
	"lectern/backend/store"
)

// evalLine is what was measured in one scope, in JSON.
type evalLine struct {
	Scope      string            `json:"scope"` // file: in each question's own document; library: in all
	Settings   map[string]string `json:"settings"`
	Against    map[string]string `json:"against"` // the other setting; empty if there is none
	Rerank     string            `json:"rerank"`  // none, words or model
	Other      string            `json:"againstRerank,omitempty"`
	ByMeaning  bool              `json:"byMeaning"`
	Questions  int               `json:"questions"`
	Documents  int               `json:"documents"`
	Missing    []eval.MissingDoc `json:"missing"` // their questions count as missed
	NoPages    []eval.NoPage     `json:"noPages"` // gold pages that their documents don't have: never found
	Run        string            `json:"run"`     // files written; "" for none
	AgainstRun string            `json:"againstRun"`
	eval.Result
}

// explainLine is how one question fared in one scope, in JSON.
type explainLine struct {
	eval.Explanation
	Settings map[string]string `json:"settings"`
	Rerank   string            `json:"rerank"` // who ordered what was found anew: none, words or model
}

// head says what is measured, and what can't be found.
func (v *evaluation) head() {
	if v.json {
		return
	}
	how := "by words alone"
	if v.embedder.Ready() {
		how = "by words and by meaning with " + v.embedder.Model
	}
	fmt.Fprintf(v.Stdout, "%s, %s, searched %s.\n", rag.Plural(len(v.questions), "question"), rag.Plural(len(v.documents), "document"), how)
	var missing, pages []string
	for _, m := range v.names.Missing(v.questions) {
		missing = append(missing, fmt.Sprintf("%s (%s)", m.Doc, rag.Plural(m.Questions, "question")))
	}
	for _, p := range v.names.NoPages(v.questions) {
		pages = append(pages, fmt.Sprintf("%s, page %d (%s)", p.Doc, p.Page.Page, p.QID))
	}
	if len(missing) > 0 {
		fmt.Fprintf(v.Stdout, "Not in the library, so what is asked of it counts as missed: %s.\n", strings.Join(missing, ", "))
	}
	if len(pages) > 0 {
		fmt.Fprintf(v.Stdout, "No such page, so it is never found: %s.\n", strings.Join(pages, ", "))
	}
}

var scopeTitles = map[string]string{eval.InFile: "In each question's own document", eval.InLibrary: "In all documents"}

// spoken is a setting in words.
func spoken(changed map[string]string) string {
	if len(changed) == 0 {
		return "standard"
	}
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(changed)) {
		parts = append(parts, key+"="+changed[key])
	}
	return strings.Join(parts, " ")
}

// spoken is one of the sides in words.
func (v *evaluation) spoken(s side) string {
	switch s.rerank {
	case "words":
		return spoken(s.changed) + ", ordered anew by words"
	case "model":
		return spoken(s.changed) + ", ordered anew by " + v.judge.Chat
	}
	return spoken(s.changed)
}

func given(changed map[string]string) map[string]string {
	if changed == nil {
		return map[string]string{}
	}
	return changed
}

// print tells a result: of one trial, or of two that are compared.
func (v *evaluation) print(trials []trial, r eval.Result) error {
	if v.json {
		out := evalLine{
			Scope: trials[0].Scope, Settings: given(v.Set), Against: given(v.Against), Rerank: v.Rerank, ByMeaning: v.embedder.Ready(), Questions: len(v.questions),
			Documents: len(v.documents), Missing: v.names.Missing(v.questions), NoPages: v.names.NoPages(v.questions), Run: trials[0].path, Result: r,
		}
		if len(trials) > 1 {
			out.AgainstRun, out.Other = trials[1].path, trials[1].rerank
		}
		return v.env.print(out)
	}
	fmt.Fprintf(v.Stdout, "\n%s\n", scopeTitles[trials[0].Scope])
	v.side("Setting", r.Speed, trials[0])
	v.cost(r.Cost)
	if r.Against != nil {
		v.side("Against", *r.Against, trials[1])
		return compared(v.Stdout, r.Groups)
	}
	return measured(v.Stdout, r.Groups)
}

// cost tells what ordering anew took.
func (v *evaluation) cost(c *eval.Cost) {
	if c == nil {
		return
	}
	fmt.Fprintf(v.Stdout, "Ordering anew: milliseconds a question p50 %.1f, p95 %.1f; %.1f calls of a model a question.", c.P50, c.P95, c.Calls)
	if c.Stays > 0 {
		fmt.Fprintf(v.Stdout, " Not done for %s: %s.", rag.Plural(c.Stays, "question"), strings.TrimSuffix(c.Why, "."))
	}
	fmt.Fprintln(v.Stdout)
}

func (v *evaluation) side(name string, s eval.Speed, t trial) {
	fmt.Fprintf(v.Stdout, "%s: %s. Milliseconds a search: p50 %.1f, p95 %.1f.", name, v.spoken(t.side), s.P50, s.P95)
	if t.path != "" {
		fmt.Fprintf(v.Stdout, " Written to %s.", t.path)
	}
	fmt.Fprintln(v.Stdout)
}

// columns is how many groups stand side by side.
const columns = 4

func groupTitle(g eval.Group) string {
	if g.Type == "" {
		return fmt.Sprintf("all (%d)", g.Questions)
	}
	return fmt.Sprintf("%s (%d)", g.Type, g.Questions)
}

func withInterval(value float64, i eval.Interval) string {
	return fmt.Sprintf("%.3f [%.3f, %.3f]", value, i.Low, i.High)
}

// measured writes the groups side by side, each value with its interval.
func measured(out io.Writer, groups []eval.Group) error {
	for some := range slices.Chunk(groups, columns) {
		fmt.Fprintln(out)
		w := tabwriter.NewWriter(out, 0, 0, 3, ' ', 0)
		for _, g := range some {
			fmt.Fprint(w, "\t", groupTitle(g))
		}
		for i, m := range some[0].Measures {
			fmt.Fprint(w, "\n", m.Name)
			for _, g := range some {
				fmt.Fprint(w, "\t", withInterval(g.Measures[i].Value, g.Measures[i].Interval))
			}
		}
		fmt.Fprintln(w)
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// compared writes the groups one below the other, both settings with their difference.
func compared(out io.Writer, groups []eval.Group) error {
	for _, g := range groups {
		fmt.Fprintln(out)
		w := tabwriter.NewWriter(out, 0, 0, 3, ' ', 0)
		fmt.Fprintf(w, "%s\tsetting\tagainst\tdifference\tbetter\tworse\tp\n", groupTitle(g))
		for _, m := range g.Measures {
			d := m.Against.Difference
			fmt.Fprintf(w, "%s\t%s\t%s\t%+.3f [%+.3f, %+.3f]\t%d\t%d\t%.3f\n", m.Name, withInterval(m.Value, m.Interval),
				withInterval(m.Against.Value, m.Against.Interval), d.Value, d.Low, d.High, d.Better, d.Worse, d.P)
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// foot says how to read the numbers.
func (v *evaluation) foot() {
	switch {
	case v.json:
	case len(v.sides()) == 1:
		fmt.Fprintln(v.Stdout, "\nIn brackets: 95 % bootstrap intervals.")
	default:
		fmt.Fprintln(v.Stdout, "\nThe difference is the setting's mean less the other's. In brackets: 95 % bootstrap intervals, for the difference over\n"+
			"pairs. Better, worse: questions that the setting does better or worse. p: exact test on these two (McNemar's for hits,\n"+
			"the sign test for the others).")
	}
}

// explain tells of one question where its gold pages stand.
func (v *evaluation) explain() error {
	at := slices.IndexFunc(v.questions, func(q eval.Question) bool { return q.QID == v.Explain })
	if at < 0 {
		return fmt.Errorf("no question has the qid %q", v.Explain)
	}
	for _, scope := range v.scopes() {
		for _, of := range v.sides() {
			t, err := v.trial(scope, of)
			if err != nil {
				return err
			}
			x, err := t.Explain(v.ctx, v.questions[at])
			if err != nil {
				return err
			}
			if v.json {
				if err := v.env.print(explainLine{x, given(of.changed), of.rerank}); err != nil {
					return err
				}
				continue
			}
			v.explained(x, of)
		}
	}
	return nil
}

func (v *evaluation) explained(x eval.Explanation, of side) {
	fmt.Fprintf(v.Stdout, "%s: %s\n%s, setting %s: %s ranked\n", x.QID, x.Question, scopeTitles[x.Scope], v.spoken(of), rag.Plural(x.Ranked, "page"))
	if x.Reranking != nil && x.Reranking.Stayed != "" {
		fmt.Fprintf(v.Stdout, "Not ordered anew: %s.\n", strings.TrimSuffix(x.Reranking.Stayed, "."))
	}
	for _, p := range x.Places {
		fmt.Fprint(v.Stdout, place(p))
	}
	for _, l := range x.Lost {
		why := "its document isn't among those looked into, or none of the question's words stands there"
		switch {
		case l.Missing:
			why = "the document isn't in the library"
		case l.NoPage:
			why = "the document has no such page"
		case x.Scope == eval.InFile:
			why = "there is no text on that page"
		}
		fmt.Fprintf(v.Stdout, "→ %s, page %d: not found; %s\n", l.Doc, l.Page.Page, why)
	}
	fmt.Fprintln(v.Stdout)
}

// excerpt is how many characters of a passage are shown.
const excerpt = 100

// place is a page in a ranking, with why it stands there; an arrow points at a gold page.
func place(p eval.Place) string {
	mark := " "
	if p.Gold {
		mark = "→"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d. %s, page %d: score %.4f", mark, p.Rank, p.Doc, p.Page.Page, p.Score)
	if p.Before > 0 {
		fmt.Fprintf(&b, "; %d. as it was found", p.Before)
	}
	w := p.Why
	if w.Keyword > 0 {
		fmt.Fprintf(&b, "; by words %d. with %.2f (%s)", w.KeywordRank, w.Keyword, parts(*w))
	} else {
		b.WriteString("; not found by words")
	}
	if w.VectorRank > 0 {
		fmt.Fprintf(&b, "; by meaning %d. with %.3f", w.VectorRank, w.Cosine)
	}
	if has := append(slices.Clone(w.Phrases), w.Words...); len(has) > 0 {
		fmt.Fprintf(&b, "\n     has %s", strings.Join(has, ", "))
	}
	if p.Reason != "" {
		fmt.Fprintf(&b, "\n     ordered anew: %s", p.Reason)
	}
	text := []rune(strings.Join(strings.Fields(p.Text), " "))
	if len(text) > excerpt {
		text = append(text[:excerpt], '…')
	}
	fmt.Fprintf(&b, "\n     %s\n", string(text))
	return b.String()
}

// parts are those of a keyword score that count.
func parts(w store.Why) string {
	var out []string
	for _, part := range []struct {
		name  string
		value float64
	}{{"passage", w.Body}, {"page's heading", w.Heading}, {"section", w.Section}, {"table's heads", w.Table}, {"document", w.File}, {"phrases", w.Phrase}} {
		if part.value > 0 {
			out = append(out, fmt.Sprintf("%s %.2f", part.name, part.value))
		}
	}
	if w.Figures > 1 {
		out = append(out, fmt.Sprintf("figures × %.2f", w.Figures))
	}
	return strings.Join(out, ", ")
}
