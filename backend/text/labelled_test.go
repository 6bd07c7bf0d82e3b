package text

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// labelled is a text whose sentences are known, from testdata/sentences: a paragraph each, its name above. A line is a
// sentence; one that ends in ⏎ goes on in the next line, as it does on the page. Between sentences stands a space, or
// nothing in Chinese and Japanese, or what a line of its own says: ⏎ a line's end, ¶ an empty line, ␣ a space,
// ‿ nothing.
type labelled struct {
	name      string
	golden    bool // a hard case that must be right
	text      string
	sentences []string
}

var separators = map[string]string{"⏎": "\n", "¶": "\n\n", "␣": " ", "‿": ""}

func readLabelled(t *testing.T, language string) []labelled {
	t.Helper()
	file, err := os.ReadFile("testdata/sentences/" + language + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	usual := " "
	if language == "ja" || language == "zh" {
		usual = ""
	}
	var out []labelled
	for block := range strings.SplitSeq(strings.ReplaceAll(string(file), "⏎\n", "⏎"), "\n\n") {
		block = strings.ReplaceAll(block, "\n⏎", "\n⏎\n") // a line of its own, not a wrapped sentence
		lines := strings.Split(strings.TrimSpace(block), "\n")
		l := labelled{name: lines[0][2:], golden: lines[0][0] == '!'}
		between := ""
		for _, line := range lines[1:] {
			if s, ok := separators[line]; ok {
				between = s
				continue
			}
			line = strings.ReplaceAll(line, "⏎", "\n")
			l.text += between + line
			l.sentences = append(l.sentences, line)
			between = usual
		}
		out = append(out, l)
	}
	return out
}

// Of all places where sentences were cut, or should have been, how many agree.
type tally struct{ both, only, missed int }

func (c tally) precision() float64 { return percentOf(c.both, c.only) }
func (c tally) recall() float64    { return percentOf(c.both, c.missed) }

func percentOf(right, wrong int) float64 { return 100 * float64(right) / float64(max(1, right+wrong)) }

func (c *tally) add(got, want []string) {
	at := func(sentences []string) map[int]bool { // where sentences end, counted without spaces
		ends, n := map[int]bool{}, 0
		for _, s := range sentences[:len(sentences)-1] {
			n += len(strings.Join(strings.Fields(s), ""))
			ends[n] = true
		}
		return ends
	}
	is, should := at(got), at(want)
	for end := range is {
		if should[end] {
			c.both++
		} else {
			c.only++
		}
	}
	c.missed += len(should)
	for end := range should {
		if is[end] {
			c.missed--
		}
	}
}

func TestSentencesOfSevenLanguages(t *testing.T) {
	const least = 60
	for language, floor := range map[string]float64{"en": 97, "de": 97, "es": 97, "fr": 97, "it": 96, "ja": 97, "zh": 97} {
		t.Run(language, func(t *testing.T) {
			texts := readLabelled(t, language)
			if len(texts) < least {
				t.Errorf("%d texts", len(texts))
			}
			var c tally
			right := 0
			for _, l := range texts {
				got := cutUp(l.text)
				c.add(got, l.sentences)
				switch {
				case slices.Equal(got, l.sentences):
					right++
				case l.golden:
					t.Errorf("%s\n got %q\nwant %q", l.name, got, l.sentences)
				default:
					t.Logf("not right: %s\n got %q", l.name, got)
				}
			}
			t.Logf("%s: %d of %d texts wholly right, precision %.1f %%, recall %.1f %% of %d ends",
				language, right, len(texts), c.precision(), c.recall(), c.both+c.missed)
			if c.precision() < floor || c.recall() < floor {
				t.Errorf("less than %v %%", floor)
			}
		})
	}
}
