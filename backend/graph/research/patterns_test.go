package research

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"lectern/backend/ingest/metadata"
)

// score is how a pattern did: found and right, found and wrong, missed.
type score struct{ right, wrong, missed int }

func (s score) precision() float64 { return share100(s.right, s.right+s.wrong) }
func (s score) recall() float64    { return share100(s.right, s.right+s.missed) }

func share100(n, of int) float64 {
	if of == 0 {
		return 100
	}
	return 100 * float64(n) / float64(of)
}

// precisionFloor holds for each pattern in each language, and the recall floors are what was measured with the lists as they
// are: whoever makes a pattern worse sees it here.
const precisionFloor = 100

var recallFloors = map[string]float64{
	"de law": 96, "de url": 75, "en url": 85, "en section_en": 92,
}

func TestPatternsAgainstLabelledSentences(t *testing.T) {
	t.Parallel()
	ps := patterns(append(metadata.Laws(), "Arbeitszeitgesetz"))
	for _, language := range []string{"de", "en"} {
		scores := map[string]*score{}
		of := func(pattern string) *score {
			if scores[pattern] == nil {
				scores[pattern] = new(score)
			}
			return scores[pattern]
		}
		sentences := 0
		for _, line := range labelledIn(t, language) {
			sentences++
			text, labels, _ := strings.Cut(line, "|")
			want := strings.FieldsFunc(labels, func(r rune) bool { return r == ';' })
			var got []string
			for _, r := range byPatterns(text, ps) {
				if !slices.ContainsFunc(ps, func(p pattern) bool { return p.name == r.Pattern }) {
					continue // labels have sentences of their own
				}
				label := r.Pattern + "=" + r.Target
				if r.Document != "" {
					label += "@" + r.Document
				}
				got = append(got, label)
			}
			for _, g := range got {
				pattern, _, _ := strings.Cut(g, "=")
				if slices.Contains(want, g) {
					of(pattern).right++
				} else {
					of(pattern).wrong++
					t.Logf("%s: found %s in %q", language, g, text)
				}
			}
			for _, x := range want {
				if pattern, _, _ := strings.Cut(x, "="); !slices.Contains(got, x) {
					of(pattern).missed++
					t.Logf("%s: missed %s in %q", language, x, text)
				}
			}
		}
		all := score{}
		for _, p := range ps {
			s := of(p.name)
			all = score{all.right + s.right, all.wrong + s.wrong, all.missed + s.missed}
			t.Logf("%s %-12s precision %3.0f %%  recall %3.0f %%  (%d right, %d wrong, %d missed)", language, p.name, s.precision(), s.recall(), s.right, s.wrong, s.missed)
			floor := 100.
			if f, ok := recallFloors[language+" "+p.name]; ok {
				floor = f
			}
			if s.precision() < precisionFloor || s.recall() < floor {
				t.Errorf("%s: the pattern %s is below its floor", language, p.name)
			}
		}
		t.Logf("%s all          precision %3.0f %%  recall %3.0f %%  over %d sentences", language, all.precision(), all.recall(), sentences)
		if sentences < 40 {
			t.Errorf("%s: only %d sentences", language, sentences)
		}
	}
}

func labelledIn(t *testing.T, language string) (out []string) {
	f, err := os.Open(fmt.Sprintf("testdata/references_%s.txt", language))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if line := lines.Text(); line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, line)
		}
	}
	return out
}
