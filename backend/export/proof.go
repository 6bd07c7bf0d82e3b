package export

import (
	"slices"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/runs"
	"lectern/backend/store"
)

// worstFirst are the verdicts on a sentence, each with its words.
var worstFirst = []struct{ verdict, key string }{
	{store.Contradicted, "export.contradicted"},
	{store.InDoubt, "export.doubtful"},
	{store.NotFound, "export.not-found"},
	{store.Partly, "export.partly"},
	{store.NotChecked, "export.not-checked"},
	{store.Verified, "export.verified"},
}

// rank is a verdict's place among the worst.
func rank(verdict string) int {
	for i, w := range worstFirst {
		if w.verdict == verdict {
			return i
		}
	}
	return slices.IndexFunc(worstFirst, func(w struct{ verdict, key string }) bool { return w.verdict == store.NotFound })
}

// inside is the reason of a sentence that its own figures speak against: it needs no passage.
const inside = "inside"

func said(say messages.Messages, verdict, reason string) string {
	if verdict == store.Contradicted && reason == inside {
		return say.Text("export.inside")
	}
	return say.Text(worstFirst[rank(verdict)].key)
}

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
	slices.SortStableFunc(all, func(a, b store.Claim) int { return rank(a.Verdict) - rank(b.Verdict) })
	for _, c := range all {
		if c.Verdict != store.Verified {
			out = append(out, open{said(say, c.Verdict, c.Reason), line(c.Text), line(c.Why)})
		}
	}
	for _, f := range flagged(t) {
		out = append(out, open{say.Text("export.wrong"), line(f.Text), line(f.Why)})
	}
	for _, f := range t.Figures {
		if f.Verdict == "computed" && f.Why != "" {
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
	worst := -1
	for i, m := range t.Audit.Marks {
		if m.N == n && (worst < 0 || rank(m.Verdict) < rank(t.Audit.Marks[worst].Verdict)) {
			worst = i
		}
	}
	if worst < 0 {
		return "", "", ""
	}
	m := t.Audit.Marks[worst]
	return m.Verdict, said(say, m.Verdict, m.Reason), line(m.Why)
}
