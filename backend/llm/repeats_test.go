package llm

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestATextThatRepeatsItselfIsCutAtItsFirstTime(t *testing.T) {
	for name, c := range map[string]struct {
		head, period string
		times        int
		found        bool
	}{
		"a word":              {"The rent is ", "900 ", 200, true},
		"a line":              {"The planets:\n", "Name the planets that orbit the sun.\n\n", 20, true},
		"a long sentence":     {"Yes. ", strings.Repeat("the tenant pays the rent to the landlord, ", 3) + "always. ", 3, true},
		"a paragraph":         {"So:\n", "It depends on what the contract says of the notice, and when it was given.\n" + strings.Repeat("Ask the landlord. ", 20) + "\n\n", 3, true},
		"blank lines":         {`{"a":`, "\n", 600, true},
		"Japanese":            {"はい。", "家賃は毎月支払います。", 20, true},
		"a sentence twice":    {"Yes. ", strings.Repeat("the tenant pays the rent to the landlord, ", 3) + "always. ", 2, false},
		"a table's rule":      {"| a | b |\n|", "---|", 30, false},
		"a table's long rule": {"| a | b |\n|", "------|", 60, false},
		"leaders of dots":     {"Contents\nRisks ", ".", 160, false},
		"rows without a word": {"| Year | Sum |\n|---|---|\n", "| — | — |\n", 5, false},
	} {
		text := c.head + strings.Repeat(c.period, c.times) + c.period[:len(c.period)/2]
		got := WithoutRepeats(text)
		if want := strings.TrimSpace(c.head + c.period); c.found && strings.TrimSpace(got) != want || !c.found && got != text {
			t.Errorf("%s: %d of %d bytes are kept: %.120q", name, len(got), len(text), got)
		}
	}
}

func TestAListThatHasTheSameItemAgainAndAgainIsCut(t *testing.T) {
	list := func(items ...string) string {
		var b strings.Builder
		for i, item := range items {
			fmt.Fprintf(&b, "%d. %s\n", i+1, item)
		}
		return b.String()
	}
	rivers := []string{"Nile", "Amazon River", "Congo"}
	looped := slices.Concat(rivers, slices.Repeat([]string{"Yangtze River"}, 60))
	if got := WithoutRepeats("Rivers:\n" + list(looped...)); got != "Rivers:\n"+list(append(rivers, "Yangtze River")...) {
		t.Errorf("%q is kept", got)
	}
	meant := list("Yes", "No", "No", "Yes", "No", "No", "No", "No", "No", "No", "No", "No", "Yes")
	if got := WithoutRepeats(meant); got != meant {
		t.Errorf("%q is kept of the answers to a questionnaire", got)
	}
}

// What people have reviewed holds tables, lists and quotations. At no moment of their being written may the detector take
// them for a loop.
func TestNoReviewedTextIsTakenForALoop(t *testing.T) {
	texts := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.Contains(path, "testdata") || !strings.HasSuffix(path, ".golden") && !strings.HasSuffix(path, ".md") && !strings.HasSuffix(path, ".txt") {
			return err
		}
		text, err := os.ReadFile(path)
		texts++
		for end := 0; end < min(len(text), 60_000); end += 400 {
			if n := repeated(string(text[:end])); n > 0 {
				t.Errorf("%s: %d bytes before %d are taken for a loop: %.100q", path, n, end, text[end-n:end])
				break
			}
		}
		return err
	})
	if err != nil || texts < 50 {
		t.Errorf("%d texts, %v", texts, err)
	}
}

func BenchmarkLookingForALoop(b *testing.B) {
	var text strings.Builder
	for i := range 200 {
		fmt.Fprintf(&text, "| %d | the rent of the year | %d |\n", i, i*17)
	}
	for b.Loop() {
		repeated(text.String())
	}
}
