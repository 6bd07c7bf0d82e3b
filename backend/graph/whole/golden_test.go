package whole

import (
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

func TestPromptsAndFormsAreThoseThatWereReviewed(t *testing.T) {
	prompts, err := Prompts()
	if err != nil {
		t.Fatal(err)
	}
	llmtest.Forms(t, map[string]any{"extracted": &extracted{}, "condensing": &condensing{}})
	passages := rag.KnowledgeBase([]rag.Passage{{Text: store.Text{Name: "Lease", Label: "3", Text: "The rent is 900 euros."}}})
	for name, filled := range map[string]struct {
		prompt string
		data   map[string]any
	}{
		"items":         {"items.md", map[string]any{"Passages": passages, "Of": "duties", "Question": "List all duties"}},
		"points":        {"points.md", map[string]any{"Passages": passages, "Of": ""}},
		"points-about":  {"points.md", map[string]any{"Passages": passages, "Of": "the rent"}},
		"condense":      {"condense.md", map[string]any{"Most": 1, "Points": []map[string]any{{"N": 1, "Text": "The rent is 900 euros."}, {"N": 2, "Text": "It is due monthly."}}}},
		"summary":       {"summary.md", map[string]any{"Language": "", "Several": false, "Of": ""}},
		"summary-about": {"summary.md", map[string]any{"Language": "Deutsch", "Several": true, "Of": "the rent"}},
	} {
		got, err := rag.Render(prompts, filled.prompt, filled.data)
		if err != nil {
			t.Fatal(err)
		}
		ragtest.Golden(t, "testdata/"+name+".golden", got+"\n")
	}
}

func TestTheSameThingUnderOtherFormsIsOne(t *testing.T) {
	for _, c := range []struct {
		a, b string
		one  bool
	}{
		{"the risk of fire", "Risks of fire", true}, {"Pay the rent.", "pay rent", true}, {"Class A", "Class I", false}, {"A lease", "lease", true},
		{"Supplier B", "Supplier C", false}, {"家賃", "家賃", true}, {"fire", "flood", false},
	} {
		if one := same(c.a) == same(c.b); one != c.one {
			t.Errorf("%q and %q: %q, %q", c.a, c.b, same(c.a), same(c.b))
		}
	}
}
