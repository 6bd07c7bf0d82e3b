package rag

import (
	"slices"
	"testing"

	"lectern/backend/store"
)

func TestMentions(t *testing.T) {
	var library []store.Document
	for _, name := range []string{"Policy", "Policy 2024", "3M_2018_10K", "annual report", "報告書", "v1.2"} {
		library = append(library, store.Document{ID: "id-" + name, Name: name})
	}
	for _, c := range []struct {
		question string
		names    []string
		unknown  []string
		rest     string
	}{
		{"What is in @Policy.pdf?", []string{"Policy"}, nil, "What is in Policy?"},
		{"@policy, please", []string{"Policy"}, nil, "Policy, please"},
		{"@Policy 2024: who pays?", []string{"Policy 2024"}, nil, "Policy 2024: who pays?"},
		{`Compare @"annual report" with @3M_2018_10K.`, []string{"annual report", "3M_2018_10K"}, nil, "Compare annual report with 3M_2018_10K."},
		{"@“annual report.pdf” says?", []string{"annual report"}, nil, "annual report says?"},
		{"@annual report says?", []string{"annual report"}, nil, "annual report says?"},
		{"@Policy-2023 and @Nothing.pdf.", nil, []string{"Policy-2023", "Nothing"}, "Policy-2023 and Nothing."},
		{"@3M_2018_10K_extra", nil, []string{"3M_2018_10K_extra"}, "3M_2018_10K_extra"},
		{"write to ann@policy.com", nil, nil, "write to ann@policy.com"},
		{"@報告書の要点は？", []string{"報告書"}, nil, "報告書の要点は？"},
		{"@Policy @Policy.pdf", []string{"Policy"}, nil, "Policy Policy"},
		{"see @v1.2.", []string{"v1.2"}, nil, "see v1.2."},
		{"at 5 @ home", nil, nil, "at 5 @ home"},
	} {
		m := FindMentions(c.question, library)
		var names []string
		for _, d := range m.Documents {
			names = append(names, d.Name)
		}
		if !slices.Equal(names, c.names) || !slices.Equal(m.Unknown, c.unknown) || m.Rest != c.rest {
			t.Errorf("%s\n got %q, unknown %q, rest %q", c.question, names, m.Unknown, m.Rest)
		}
	}
}
