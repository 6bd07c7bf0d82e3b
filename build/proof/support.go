package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"

	"lectern/backend/app"
	"lectern/backend/proof"
	"lectern/backend/store"
)

// pair is a true sentence beside evidence: that of its own pages, which supports it, or what the search finds for it in
// the rest of its document, which by and large doesn't.
type pair struct {
	part, lang string
	supported  bool
	likeness   proof.Likeness
	words      float64 // share of its words, as before
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
		for _, t := range of {
			if slices.Contains(s.Pages, t.Page) {
				own.Sentences = append(own.Sentences, t.Sentences...)
			}
		}
		n := 0
		for _, h := range hits {
			t := of[slices.IndexFunc(of, func(t store.Text) bool { return t.Ref == h.Ref })]
			if !slices.ContainsFunc(s.Pages, func(p int) bool { return p >= t.Page-1 && p <= t.Page+1 }) && n < foreign {
				other.Sentences, n = append(other.Sentences, t.Sentences...), n+1
			}
		}
		for _, e := range []proof.Evidence{own, other} {
			if len(e.Sentences) > 0 {
				words := proof.SupportDefaults().Claim(s.Text).By(e)
				out = append(out, pair{s.Part, s.Lang, &e.Sentences[0] == &own.Sentences[0], proof.Likened(s.Text, e), words.Score})
			}
		}
	}
	return out, nil
}

// support prints how well each likeness, and all of them, tell what supports a sentence from what doesn't, and of how many
// sentences with a support it is right.
func support(w io.Writer, all []pair) {
	ways := []struct {
		name string
		of   func(p pair) float64
	}{
		{"words and figures, as before", func(p pair) float64 { return p.words }}, {"words", func(p pair) float64 { return p.likeness.Words }},
		{"pairs", func(p pair) float64 { return p.likeness.Pairs }}, {"triples", func(p pair) float64 { return p.likeness.Triples }},
		{"copied", func(p pair) float64 { return p.likeness.Copied }}, {"support", func(p pair) float64 { return p.likeness.Support() }},
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
