package text

import (
	"slices"
	"testing"
)

func TestWordsAreFoundWhateverTheirCaseAndAccents(t *testing.T) {
	for _, c := range []struct {
		text  string
		words []string
		want  []string
	}{
		{"Capital Spending rose.", []string{"capital sp"}, []string{"Capital Sp"}},
		{"Die ZÜRICHER Börse, Zürich", []string{"zurich"}, []string{"ZÜRICH", "Zürich"}},
		{"a ﬁne oﬃce", []string{"fin", "office"}, []string{"ﬁn", "oﬃce"}},
		{"売上高は増加した", []string{"売上"}, []string{"売上"}},
		{"ｆｕｌｌ width", []string{"full"}, []string{"ｆｕｌｌ"}},
		{"notice notices", []string{"notice", "otic"}, []string{"notice", "notice"}},
		{"one\ntwo", []string{"one two"}, []string{"one\ntwo"}},
		{"nothing", []string{"", "some"}, nil},
	} {
		var got []string
		for _, s := range Occurrences(c.text, c.words) {
			got = append(got, c.text[s.Start:s.End])
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q in %q: %q, not %q", c.words, c.text, got, c.want)
		}
	}
}
