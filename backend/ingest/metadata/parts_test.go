package metadata

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestAQuestionForSeveralThingsIsTakenApart(t *testing.T) {
	_, s := shelf(t)
	list := func(rest string) (out []string) { return strings.Split(strings.TrimSpace(rest), " and ") }
	one := func(rest string) []string { return []string{rest} }
	for question, c := range map[string]struct {
		matters func(string) []string
		want    []string
	}{
		"Net sales of 3M in 2018":              {one, nil},
		"Net sales of 3M in 2018 and 2019":     {one, []string{"3M 2018 [id-3M_2018_10K]", "3M 2019 [id-3M_2019_10K]"}},
		"Net sales of 3M from 2018 to 2019":    {one, []string{"3M 2018 [id-3M_2018_10K]", "3M 2019 [id-3M_2019_10K]"}},
		"Net sales of 3M and Microsoft":        {one, []string{"3M [id-3M_2018_10K id-3M_2019_10K]", "Microsoft [id-Microsoft 2019 annual report]"}},
		"the rent and the notice period":       {list, []string{"the rent []", "the notice period []"}},
		"3M sales from 2001 to 2012":           {one, nil},
		"What did Best Buy say of 3M?":         {one, nil},
		"How does 3M compare with the others?": {one, []string{"3M [id-3M_2018_10K id-3M_2019_10K]", "*"}},
	} {
		var got []string
		for _, p := range s.Parts(question, nil, c.matters) {
			slices.Sort(p.Preferred)
			got = append(got, fmt.Sprint(p.Name, " ", p.Preferred))
		}
		if n := len(c.want); n > 0 && c.want[n-1] == "*" && len(got) > n {
			got, c.want = got[:n-1], c.want[:n-1]
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", question, got)
		}
	}
	if got := said(s.Asked("Compare the margin of 3M with the others in 2019")); !slices.Equal(got, []string{"year=2019"}) {
		t.Errorf("who compares with the others prefers nobody: %v", got)
	}
	if got := s.Parts("3M and Microsoft", []string{"id-3M_2018_10K"}, one); len(got) != 2 || len(got[1].Preferred) != 0 {
		t.Errorf("%+v", got)
	}
}
