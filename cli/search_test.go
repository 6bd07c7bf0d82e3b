package cli

import (
	"slices"
	"strings"
	"testing"
)

func TestSearchSaysWhyAndWhatOccursNowhere(t *testing.T) {
	b := newBench(t)
	b.must("add", write(t, t.TempDir(), "Lease.pdf", lease()))
	hits := lines[hitLine](t, b.must("--json", "search", `"notice period" months`))
	if len(hits) != 1 || hits[0].Page != 1 || hits[0].Why == nil || !slices.Equal(hits[0].Why.Words, []string{"notice", "period", "months"}) ||
		!slices.Equal(hits[0].Why.Phrases, []string{"notice period"}) || hits[0].Why.KeywordRank != 1 || hits[0].Why.Body <= 0 {
		t.Errorf("%+v", hits)
	}
	out := b.must("search", "--why", "pets in the flat")
	if first, _, _ := strings.Cut(out, "\n\n"); !strings.Contains(first, "Why: has pets, flat; 1. by words") {
		t.Errorf("--why says:\n%s", out)
	}
	if out := b.must("search", "pets in the flat"); strings.Contains(out, "Why") {
		t.Errorf("it says why unasked:\n%s", out)
	}
	for _, args := range [][]string{{"notice", "-pets"}, {"--", "notice", "-pets"}, {"-k", "5", "notice", `-"pets are"`}} {
		if hits := lines[hitLine](t, b.must(append([]string{"--json", "search"}, args...)...)); len(hits) != 1 || hits[0].Page != 1 || hits[0].Millis <= 0 {
			t.Errorf("%q: %+v", args, hits)
		}
	}
	for _, args := range [][]string{{"-k", "-3", "notice"}, {"--k=0", "notice"}} {
		if code, _, stderr := b.run(append([]string{"search"}, args...)...); code != ExitUsage || !strings.Contains(stderr, "-k must be at least 1") {
			t.Errorf("%q: %d %q", args, code, stderr)
		}
	}
	code, stdout, stderr := b.run("search", `"sold house" rent`)
	if code != 0 || !strings.HasPrefix(stdout, "1. Lease, p. 1\n") || strings.Contains(stdout, "2. ") || stderr != "“sold house” occurs nowhere in this file as it is quoted; its words are searched for.\n" {
		t.Errorf("%d %q %q", code, stdout, stderr)
	}
}
