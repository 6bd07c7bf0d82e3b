package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"lectern/backend/app"
	"lectern/backend/llm"
	"lectern/backend/proof"
	"lectern/backend/store"
	"lectern/backend/store/vector"
)

// pair is a true sentence beside evidence: that of its own pages, which supports it, or what the search finds for it in
// the rest of its document, which by and large doesn't.
type pair struct {
	part, lang string
	supported  bool
	likeness   proof.Likeness
	words      float64 // share of its words, as before
	text       string
	passages   []string
	meaning    float64 // the greatest cosine of the sentence and one of the passages
	cited      outcome // of the sentence that cites them
}

// foreign is how many passages of elsewhere a sentence is held against.
const foreign = 4

// pairs makes them of the true sentences of a set.
func pairs(ctx context.Context, core *app.Core, all []Sentence, ids map[string]string) (out []pair, err error) {
	for _, s := range all {
		if s.Label != "true" || ids[s.Doc] == "" || len(s.Pages) == 0 {
			continue
		}
		texts, err := core.Workspace.Passages.Of(ids[s.Doc])
		if err != nil {
			return nil, err
		}
		var refs []store.Ref
		for i := range texts {
			refs = append(refs, store.Ref{Document: ids[s.Doc], Passage: i})
		}
		of, err := core.Workspace.Passages.Texts(refs)
		if err != nil {
			return nil, err
		}
		hits, err := core.Workspace.Passages.Search(ctx, store.Query{Text: s.Text, Documents: []string{ids[s.Doc]}, Limit: 30, PerPage: 2})
		if err != nil {
			return nil, err
		}
		own, other := proof.Evidence{}, proof.Evidence{}
		var ownTexts, otherTexts []string
		var cites []store.Citation
		for _, t := range of {
			if slices.Contains(s.Pages, t.Page) {
				own.Sentences, ownTexts = append(own.Sentences, t.Sentences...), append(ownTexts, t.Text)
			}
		}
		n := 0
		for _, h := range hits {
			t := of[slices.IndexFunc(of, func(t store.Text) bool { return t.Ref == h.Ref })]
			if !slices.ContainsFunc(s.Pages, func(p int) bool { return p >= t.Page-1 && p <= t.Page+1 }) && n < foreign {
				other.Sentences, otherTexts, n = append(other.Sentences, t.Sentences...), append(otherTexts, t.Text), n+1
				c := proof.Quote(t, -1)
				c.N = n
				cites = append(cites, c)
			}
		}
		for i, e := range []proof.Evidence{own, other} {
			if len(e.Sentences) > 0 {
				words := proof.SupportDefaults().Claim(s.Text).By(e)
				out = append(out, pair{part: s.Part, lang: s.Lang, supported: i == 0, likeness: proof.Likened(s.Text, e), words: words.Share, text: s.Text, passages: [][]string{ownTexts, otherTexts}[i]})
			}
		}
		if len(cites) > 0 {
			if out[len(out)-1].cited, err = citing(core, s.Text, cites); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// citing is what becomes of a sentence that cites some passages and no others.
func citing(core *app.Core, text string, cites []store.Citation) (outcome, error) {
	prover := proof.NewProver(core.Workspace)
	text = strings.TrimRight(text, ".。 ")
	for _, c := range cites {
		text += fmt.Sprintf(" [%d]", c.N)
	}
	p, err := prover.Prove(proof.Proving{Text: text + ".", Citations: cites})
	return outcomeOf(p.Sentences, p.FigureChecks), err
}

// embed gives the sentences and passages their vectors, each once, and how near each sentence is to its evidence.
func embed(ctx context.Context, model string, all []pair) error {
	client, err := llm.New(llm.Config{})
	if err != nil {
		return err
	}
	near := func(purpose llm.Purpose, texts []string) (map[string][]float32, error) {
		slices.Sort(texts)
		texts = slices.Compact(texts)
		vs, _, err := client.Embed(ctx, model, purpose, texts, func(done int) { fmt.Fprintf(os.Stderr, "\r%d of %d texts embedded", done, len(texts)) })
		fmt.Fprintln(os.Stderr)
		out := map[string][]float32{}
		for i, v := range vs {
			out[texts[i]] = v
		}
		return out, err
	}
	var sentences, passages []string
	for _, p := range all {
		sentences, passages = append(sentences, p.text), append(passages, p.passages...)
	}
	asked, err := near(llm.Query, sentences)
	if err != nil {
		return err
	}
	held, err := near(llm.Document, passages)
	if err != nil {
		return err
	}
	for i, p := range all {
		for _, t := range p.passages {
			all[i].meaning = max(all[i].meaning, vector.Cosine(asked[p.text], held[t]))
		}
	}
	return nil
}

// support prints how well each likeness, and all of them, tell what supports a sentence from what doesn't, and of how many
// sentences with a support it is right.
func support(w io.Writer, all []pair, embedded bool) {
	type way struct {
		name string
		of   func(p pair) float64
	}
	ways := []way{
		{"words and figures, as before", func(p pair) float64 { return p.words }}, {"words", func(p pair) float64 { return p.likeness.Words }},
		{"pairs", func(p pair) float64 { return p.likeness.Pairs }}, {"triples", func(p pair) float64 { return p.likeness.Triples }},
		{"copied", func(p pair) float64 { return p.likeness.Copied }}, {"support", func(p pair) float64 { return p.likeness.Support() }},
	}
	if embedded {
		ways = append(ways, way{"meaning", func(p pair) float64 { return p.meaning }}, way{"support and meaning", func(p pair) float64 { return p.likeness.Mean() + p.meaning }})
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "AUC\tdev\ttest\tde\ten\tfr\tja")
	for _, way := range ways {
		fmt.Fprintf(t, "%s", way.name)
		for _, group := range []func(p pair) bool{
			func(p pair) bool { return p.part == "dev" }, func(p pair) bool { return p.part == "test" },
			func(p pair) bool { return p.lang == "de" }, func(p pair) bool { return p.lang == "en" }, func(p pair) bool { return p.lang == "fr" }, func(p pair) bool { return p.lang == "ja" },
		} {
			var right, wrong []float64
			for _, p := range all {
				switch {
				case !group(p):
				case p.supported:
					right = append(right, way.of(p))
				default:
					wrong = append(wrong, way.of(p))
				}
			}
			fmt.Fprintf(t, "\t%.3f", auc(right, wrong))
		}
		fmt.Fprintln(t)
	}
	fmt.Fprintln(t, "\nsupport\tdev: right of\ttest: right of")
	const bins = 10
	for i := range bins {
		fmt.Fprintf(t, "%.1f–%.1f", float64(i)/bins, float64(i+1)/bins)
		for _, part := range []string{"dev", "test"} {
			n, right := 0, 0
			for _, p := range all {
				if x := p.likeness.Support(); p.part == part && min(bins-1, int(x*bins)) == i {
					n++
					if p.supported {
						right++
					}
				}
			}
			fmt.Fprintf(t, "\t%.2f of %d", float64(right)/float64(max(1, n)), n)
		}
		fmt.Fprintln(t)
	}
	fmt.Fprintln(t, "\nwhere only passages of other pages are cited\tdev\ttest")
	for _, colour := range colours {
		fmt.Fprint(t, colour)
		for _, part := range []string{"dev", "test"} {
			n, of := 0, 0
			for _, p := range all {
				if p.part == part && p.cited.colour != "" {
					of++
					n += boolean(p.cited.colour == colour)
				}
			}
			fmt.Fprintf(t, "\t%d of %d", n, of)
		}
		fmt.Fprintln(t)
	}
	reasons := map[string]int{}
	for _, p := range all {
		for _, r := range p.cited.reasons {
			reasons[r]++
		}
	}
	for _, r := range slices.Sorted(maps.Keys(reasons)) {
		fmt.Fprintf(t, "%s\t%d\n", r, reasons[r])
	}
	t.Flush()
	a, b := fitted(all)
	fmt.Fprintf(w, "\nfitted on dev: 1 / (1 + exp(-(%.2f + %.2f · mean)))\n", a, b)
}

// fitted is the logistic regression of being supported on the mean likeness, of the dev half, by Newton's method.
func fitted(all []pair) (a, b float64) {
	const rounds = 30
	for range rounds {
		var ga, gb, haa, hab, hbb float64
		for _, p := range all {
			if p.part != "dev" {
				continue
			}
			x, y := p.likeness.Mean(), 0.
			if p.supported {
				y = 1
			}
			q := 1 / (1 + math.Exp(-a-b*x))
			ga, gb = ga+y-q, gb+(y-q)*x
			v := q * (1 - q)
			haa, hab, hbb = haa+v, hab+v*x, hbb+v*x*x
		}
		d := haa*hbb - hab*hab
		a, b = a+(hbb*ga-hab*gb)/d, b+(haa*gb-hab*ga)/d
	}
	return a, b
}

// auc is the share of pairs of a supported and another sentence of which the supported one has more (Mann and Whitney 1947).
func auc(right, wrong []float64) float64 {
	won := 0.
	for _, a := range right {
		for _, b := range wrong {
			switch {
			case a > b:
				won++
			case a == b:
				won += .5
			}
		}
	}
	return won / float64(max(1, len(right)*len(wrong)))
}
