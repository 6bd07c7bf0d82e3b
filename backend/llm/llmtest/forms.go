package llmtest

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"lectern/backend/llm"
)

// Forms compares the JSON schemas that models are held to, by the names of the types that their answers are decoded into,
// with those in testdata/forms.golden, which it writes anew where the test has a flag -update. What a model can write depends
// on every word of them.
func Forms(t *testing.T, types map[string]any) {
	t.Helper()
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(types)) {
		form := llm.SchemaOf(types[name])
		fmt.Fprintf(&b, "%s %s\n", name, form)
		for _, fault := range Unsound(form) {
			t.Errorf("%s: %s", name, fault)
		}
	}
	if update := flag.Lookup("update"); update != nil && update.Value.String() == "true" {
		if err := os.WriteFile("testdata/forms.golden", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/forms.golden")
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(b.String(), "\n")
	for i, line := range strings.Split(string(want), "\n") {
		if i >= len(got) || got[i] != line {
			t.Errorf("line %d of testdata/forms.golden:\n got %s\nwant %s", i+1, strings.Join(got[min(i, len(got)):min(i+1, len(got))], ""), line)
		}
	}
}
