package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"lectern/backend/eval"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// evalLine is what was measured in one scope, in JSON.
type evalLine struct {
	Scope      string            `json:"scope"` // file: in each question's own document; library: in all
	Settings   map[string]string `json:"settings"`
	Against    map[string]string `json:"against"` // the other setting; empty if there is none
	Rerank     string            `json:"rerank"`  // none or model
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
	Rerank   string            `json:"rerank"` // who ordered what was found anew: none or model
}

// head says what is measured, and what can't be found.
func (v *evaluation) head() {
	if v.json {
		return
	}
	how := messages.Text("cli.by-words-alone")
	if v.embedder.Ready() {
		how = messages.Text("cli.by-words-and-meaning", messages.Args{"model": v.embedder.Model})
	}
	fmt.Fprintln(v.Stdout, messages.Text("cli.searched", messages.Args{"questions": messages.Count("count.questions", len(v.questions)), "documents": messages.Count("count.documents", len(v.documents)), "how": how}))
	var missing, pages []string
	for _, m := range v.names.Missing(v.questions) {
		missing = append(missing, fmt.Sprintf("%s (%s)", m.Doc, messages.Count("count.questions", m.Questions)))
	}
	for _, p := range v.names.NoPages(v.questions) {
		pages = append(pages, messages.Text("cli.eval-page", messages.Args{"doc": p.Doc, "page": p.Page.Page, "qid": p.QID}))
	}
	if len(missing) > 0 {
		fmt.Fprintln(v.Stdout, messages.Text("cli.not-in-library", messages.Args{"names": strings.Join(missing, ", ")}))
	}
	if len(pages) > 0 {
		fmt.Fprintln(v.Stdout, messages.Text("cli.no-such-page", messages.Args{"pages": strings.Join(pages, ", ")}))
	}
}

var scopeTitles = map[string]string{eval.InFile: "cli.own-document", eval.InLibrary: "cli.all-documents"} // messages

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
		return messages.Text("cli.ordered-by-words", messages.Args{"setting": spoken(s.changed)})
	case "model":
		return messages.Text("cli.ordered-by-model", messages.Args{"setting": spoken(s.changed), "model": v.judge.Chat})
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
	fmt.Fprintf(v.Stdout, "\n%s\n", messages.Text(scopeTitles[trials[0].Scope]))
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
	fmt.Fprint(v.Stdout, messages.Text("cli.order-cost", messages.Args{"p50": fmt.Sprintf("%.1f", c.P50), "p95": fmt.Sprintf("%.1f", c.P95), "calls": fmt.Sprintf("%.1f", c.Calls)}))
	if c.Stays > 0 {
		fmt.Fprint(v.Stdout, messages.Text("cli.order-not-done", messages.Args{"questions": messages.Count("count.questions", c.Stays), "why": strings.TrimSuffix(c.Why, ".")}))
	}
	fmt.Fprintln(v.Stdout)
}

func (v *evaluation) side(name string, s eval.Speed, t trial) {
	fmt.Fprint(v.Stdout, messages.Text("cli.search-cost", messages.Args{"name": name, "setting": v.spoken(t.side), "p50": fmt.Sprintf("%.1f", s.P50), "p95": fmt.Sprintf("%.1f", s.P95)}))
	if t.path != "" {
		fmt.Fprint(v.Stdout, messages.Text("cli.written-to", messages.Args{"path": t.path}))
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
		fmt.Fprintln(v.Stdout, "\n"+messages.Text("cli.bootstrap"))
	default:
		fmt.Fprintln(v.Stdout, "\n"+messages.Text("cli.bootstrap-difference"))
	}
}

// explain tells of one question where its gold pages stand.
func (v *evaluation) explain() error {
	at := slices.IndexFunc(v.questions, func(q eval.Question) bool { return q.QID == v.Explain })
	if at < 0 {
		return messages.Error("cli.no-question-called", messages.Args{"qid": fmt.Sprintf("%q", v.Explain)})
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
	fmt.Fprintln(v.Stdout, messages.Text("cli.explained", messages.Args{"qid": x.QID, "question": x.Question, "scope": messages.Text(scopeTitles[x.Scope]), "setting": v.spoken(of), "pages": messages.Count("count.pages", x.Ranked)}))
	if x.Reranking != nil && x.Reranking.Stayed != "" {
		fmt.Fprintln(v.Stdout, messages.Text("cli.not-ordered", messages.Args{"stayed": strings.TrimSuffix(x.Reranking.Stayed, ".")}))
	}
	for _, p := range x.Places {
		fmt.Fprint(v.Stdout, place(p))
	}
	for _, l := range x.Lost {
		why := messages.Text("cli.why-not-looked-into")
		switch {
		case l.Missing:
			why = messages.Text("cli.why-no-document")
		case l.NoPage:
			why = messages.Text("cli.why-no-page")
		case x.Scope == eval.InFile:
			why = messages.Text("cli.why-no-text")
		}
		fmt.Fprintln(v.Stdout, messages.Text("cli.place-not-found", messages.Args{"document": l.Doc, "page": l.Page.Page, "why": why}))
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
	fmt.Fprint(&b, messages.Text("cli.place", messages.Args{"mark": mark, "rank": p.Rank, "document": p.Doc, "page": p.Page.Page, "score": fmt.Sprintf("%.4f", p.Score)}))
	if p.Before > 0 {
		fmt.Fprint(&b, messages.Text("cli.place-before", messages.Args{"rank": p.Before}))
	}
	w := p.Why
	if w.Keyword > 0 {
		fmt.Fprint(&b, messages.Text("cli.place-by-words", messages.Args{"rank": w.KeywordRank, "score": fmt.Sprintf("%.2f", w.Keyword), "parts": parts(*w)}))
	} else {
		b.WriteString(messages.Text("cli.place-not-by-words"))
	}
	if w.VectorRank > 0 {
		fmt.Fprint(&b, messages.Text("cli.place-by-meaning", messages.Args{"rank": w.VectorRank, "cosine": fmt.Sprintf("%.3f", w.Cosine)}))
	}
	if has := append(slices.Clone(w.Phrases), w.Words...); len(has) > 0 {
		fmt.Fprintf(&b, "\n     has %s", strings.Join(has, ", "))
	}
	if p.Reason != "" {
		fmt.Fprint(&b, "\n     ", messages.Text("cli.place-reordered", messages.Args{"reason": p.Reason}))
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
	}{{"passage", w.Body}, {"page's heading", w.Heading}, {"section", w.Section}, {"document", w.File}, {"phrases", w.Phrase}} {
		if part.value > 0 {
			out = append(out, fmt.Sprintf("%s %.2f", part.name, part.value))
		}
	}
	if w.Figures > 1 {
		out = append(out, messages.Text("cli.figures-times", messages.Args{"factor": fmt.Sprintf("%.2f", w.Figures)}))
	}
	return strings.Join(out, ", ")
}
