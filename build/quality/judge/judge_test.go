package judge

import (
	"strings"
	"testing"
)

func TestAnAnswerIsJudged(t *testing.T) {
	for _, c := range []struct {
		about, wanted, answer string
		is                    Verdict
	}{
		{"the figure itself", "$412", "The mill earned $412 in spring.", Right},
		{"with a mark of a citation", "$412", "The mill earned $412 [1].", Right},
		{"another figure", "$412", "The mill earned $421 in spring.", Wrong},
		{"in thousands", "$2406.00", "It was $2,406 million [2].", Right},
		{"in another scale", "$2406.00", "It was $2.406 billion.", Right},
		{"rounded", "$2406.00", "It was about $2.4 billion.", Right},
		{"rounded to the wrong side", "$2406.00", "It was about $2.5 billion.", Wrong},
		{"rounded to a single digit", "$2406.00", "It was about $2 billion.", Wrong},
		{"told more exactly", "8.70", "Net property was $8,738 million.", Right},
		{"told more exactly, and another", "8.70", "Net property was $8,838 million.", Wrong},
		{"per cent", "17.41%", "The share is 17.4 %.", Right},
		{"a share for per cent", "17.41%", "The ratio is 0.174.", Right},
		{"per cent for a share", "0.24", "That is 24 %.", Right},
		{"money for per cent", "17%", "They spent $17.", Wrong},
		{"a single digit", "4", "There are four bridges.", Right},
		{"a single digit of a longer one", "4", "There are 4.2 bridges to a mile.", Wrong},
		{"a year", "1931", "The bridge was opened in 1931.", Right},
		{"another year", "1931", "The bridge was opened in 1913.", Wrong},
		{"less than nothing", "-3.7%", "Sales decreased by 3.7 %.", Right},
		{"less than nothing in brackets", "-3.7%", "The change was (3.7)%.", Right},
		{"more for less", "-3.7%", "Sales grew by 3.7 %.", Wrong},
		{"with its unit in words", "12 days", "It takes 12 days.", Right},

		{"the words", "the old harbour", "They met at the Old Harbour, by night.", Right},
		{"the words among others", "Rosa Lind", "It was built by Rosa Lind and her sons.", Right},
		{"half of the words", "the keeper of the northern lighthouse", "The keeper of that lighthouse rang the bell.", Right},
		{"hardly any of the words", "the keeper of the northern lighthouse", "The mayor rang the bell, and all the people of the town came running to the square.", Wrong},
		{"a part of a word", "art", "The party was long.", Wrong},
		{"Chinese", "旧港口", "他们在旧港口见面。", Right},
		{"other Chinese", "旧港口", "他们在新车站等人。", Wrong},

		{"yes", "Yes", "Yes, it does.", Right},
		{"no for yes", "Yes, as the dam was raised twice", "No, it doesn't.", Wrong},
		{"yes for yes with reasons", "Yes, as the dam was raised twice", "Yes. It was made higher.", Right},
		{"yes inside", "Yes", "The answer could be yes or no.", Right}, // the word stands there
		{"a list", "['oak', 'ash']", "They planted ash, elm and oak.", Right},
		{"a list in part", "['oak', 'ash']", "They planted oak.", Wrong},
		{"a list of numbers", "[3, 17]", "Rooms 3 and 17.", Right},
		{"a list with an apostrophe", `["Lind's mill", 'oak']`, "Lind's mill and an oak.", Right},

		{"declined", "$412", "The context does not mention what the mill earned.", Declined},
		{"declined otherwise", "$412", "I don't know.", Declined},
		{"unable", "$412", "It cannot be determined from the text.", Declined},
		{"nothing said", "$412", "  ", Declined},
		{"only thought", "$412", "<think>Is it $412?</think>", Declined},
		{"right, though it hedges", "$412", "It is not stated for the year; in spring it was $412.", Right},
		{"a denial that answers", "$412", "The mill was not profitable.", Wrong},
		{"none wanted, and declined", "", "There is no information on that.", Declined},
		{"none wanted, and told", "", "It was blue.", Wrong},
		{"program's own passages", "1931", "**Bridges, p. 4**\n\n> It was opened in 1931. [1]", Right},
	} {
		if got := Of(c.wanted, c.answer); got != c.is {
			t.Errorf("%s: %q to %q is %s, not %s", c.about, c.answer, c.wanted, got, c.is)
		}
	}
}

func TestOnlyTheBeginningCounts(t *testing.T) {
	long := strings.Repeat("and then the river rose again ", 30)
	if got := Of("Rosa Lind", long+"Rosa Lind"); got != Wrong {
		t.Errorf("what stands behind %d words is %s", mostWords, got)
	}
	if got := Of("Rosa Lind", "Rosa Lind "+long); got != Right {
		t.Errorf("what stands before them is %s", got)
	}
	figures := ""
	for _, n := range strings.Fields("11 12 13 14 15 16 17 18 19 20 21 22 23") {
		figures += n + " sheep. "
	}
	if got := Of("23", figures); got == Right {
		t.Error("one of many figures is right")
	}
}
