package rag

import (
	"slices"

	"lectern/backend/messages"
	"lectern/backend/proof"
	"lectern/backend/store"
)

// worstFirst are the verdicts on a sentence, each with its words.
var worstFirst = []struct{ verdict, key string }{
	{store.Contradicted, "rag.verdict-contradicted"},
	{store.InDoubt, "rag.verdict-doubtful"},
	{store.NotFound, "rag.verdict-not-found"},
	{store.Partly, "rag.verdict-partly"},
	{store.NotChecked, "rag.verdict-not-checked"},
	{store.Verified, "rag.verdict-verified"},
}

// VerdictRank is a verdict's place among the worst.
func VerdictRank(verdict string) int {
	for i, w := range worstFirst {
		if w.verdict == verdict {
			return i
		}
	}
	return slices.IndexFunc(worstFirst, func(w struct{ verdict, key string }) bool { return w.verdict == store.NotFound })
}

// VerdictWords are the words for a verdict that has a reason.
func VerdictWords(say messages.Messages, verdict, reason string) string {
	if verdict == store.Contradicted && reason == proof.ReasonInside {
		return say.Text("rag.verdict-inside")
	}
	return say.Text(worstFirst[VerdictRank(verdict)].key)
}

// VerdictOn is what is proved by citations: the worst of their marks in a text; nil if they have none.
func VerdictOn(a store.Audit, citations ...int) (worst *store.MarkVerdict) {
	for i, m := range a.Marks {
		if slices.Contains(citations, m.N) && (worst == nil || VerdictRank(m.Verdict) < VerdictRank(worst.Verdict)) {
			worst = &a.Marks[i]
		}
	}
	return worst
}
