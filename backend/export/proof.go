package export

import (
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/proof/figures"
	"lectern/backend/runs"
	"lectern/backend/store"
)

// claims are the sentences that should be proved: no headings, no questions.
func claims(a store.Audit) (out []store.Claim) {
	for _, c := range a.Sentences {
		if c.Verdict != store.NotChecked || c.Reason == "hedged" || c.Reason == "web" {
			out = append(out, c)
		}
	}
	return out
}

// proofLine tells what is proved of an answer, in a line; "" if it wasn't held against anything.
func proofLine(say messages.Messages, t runs.Turn) string {
	if t.Audit == nil || len(t.Audit.Sentences) == 0 {
		return ""
	}
	all, n, uncited := claims(*t.Audit), map[string]int{}, 0
	for _, c := range all {
		if c.Uncited && c.Verdict != store.Verified && c.Verdict != store.Contradicted {
			uncited++
		} else {
			n[c.Verdict]++
		}
	}
	if len(all) == 0 {
		return say.Text("export.nothing-checked")
	}
	parts := []string{say.Text("export.proved", messages.Args{"n": len(all), "verified": n[store.Verified]})}
	add := func(n int, key string) {
		if n > 0 {
			parts = append(parts, say.Text(key, messages.Args{"n": n}))
		}
	}
	add(len(flagged(t)), "export.count-wrong")
	add(n[store.Contradicted], "export.count-contradicted")
	add(n[store.InDoubt], "export.count-doubtful")
	add(n[store.NotFound], "export.count-not-found")
	add(n[store.Partly], "export.count-partly")
	add(uncited, "export.count-uncited")
	add(n[store.NotChecked], "export.count-not-checked")
	return strings.Join(parts, " · ")
}

func flagged(t runs.Turn) []store.FigureCheck {
	return slices.DeleteFunc(slices.Clone(t.Figures), func(f store.FigureCheck) bool { return f.Verdict != "flagged" })
}

// open is what is told of a sentence, a figure or a change beside the line.
type open struct{ Said, Text, Why string }

// left are the sentences that aren't proved, the worst first, the figures that are wrong, how others were computed, and what a
// person changed.
func left(say messages.Messages, t runs.Turn) (out []open) {
	if t.Audit == nil {
		return nil
	}
	all := claims(*t.Audit)
	slices.SortStableFunc(all, func(a, b store.Claim) int { return rag.VerdictRank(a.Verdict) - rag.VerdictRank(b.Verdict) })
	for _, c := range all {
		if c.Verdict != store.Verified {
			out = append(out, open{rag.VerdictWords(say, c.Verdict, c.Reason), line(c.Text), line(c.Why)})
		}
	}
	for _, f := range flagged(t) {
		out = append(out, open{say.Text("export.wrong"), line(f.Text), line(f.Why)})
	}
	for _, f := range t.Figures {
		if f.Verdict == figures.Computed && f.Why != "" {
			out = append(out, open{say.Text("export.computed"), line(f.Text), line(f.Why)})
		}
	}
	for _, m := range t.Mends {
		out = append(out, open{say.Text("export.mended"), line(m.Was), say.Text("export.mended-to", messages.Args{"now": line(m.Now)})})
	}
	return out
}

// verdictOn is what is proved by a citation: the worst of its marks in the text, and the words for it; empty if it has none.
func verdictOn(say messages.Messages, t runs.Turn, n int) (verdict, words, why string) {
	if t.Audit == nil {
		return "", "", ""
	}
	m := rag.VerdictOn(*t.Audit, n)
	if m == nil {
		return "", "", ""
	}
	return m.Verdict, rag.VerdictWords(say, m.Verdict, m.Reason), line(m.Why)
}
