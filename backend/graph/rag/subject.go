package rag

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
	"lectern/backend/text"
)

// Subject is how a question fits the documents that were searched: a score, and facts. The score tells a question that was
// put to the wrong documents. Whether one on their subject is answered in them, words can't tell.
type Subject struct {
	Score     float64  `json:"score"`     // that the documents are about what is asked, 0 to 1
	Most      float64  `json:"most"`      // share of the question's words, by rarity, that the best passage has
	Nowhere   []string `json:"nowhere"`   // words of the question that stand in none of the documents
	Missing   []string `json:"missing"`   // of these, those that carry its subject
	Documents int      `json:"documents"` // that were searched
}

// The scores under which a question is taken to be off the documents' subject, and under which that is possible. Put to
// their own library, 0 to 2 of 100 questions of the sets that subjectWeights come from are under the first, 3 to 13 under
// the second (with meantWeights 0 to 6); put to another one, 14 to 84 and 60 to 100.
const (
	offSubject   = .12
	maybeSubject = .3
)

// Off tells whether the documents aren't about what is asked.
func (s Subject) Off() bool { return s.Documents > 0 && s.Score < offSubject }

// Doubtful tells whether the documents may not be about what is asked.
func (s Subject) Doubtful() bool { return s.Documents > 0 && s.Score < maybeSubject }

// Near takes into account that the search by meaning finds something near, where the model's scale isn't measured yet: then
// both searches don't agree that the documents are about something else, which stays possible.
func (s *Subject) Near() { s.Score = max(s.Score, offSubject) }

// subjectWeights are the coefficients of a logistic regression: the constant, then those of Features in order. They were
// fitted on questions of FinanceBench (51), MMLongBench-Doc (132) and XQuAD in English (473), each put to its own library
// and to the two others, all pairs weighing alike; ROC AUC .955 in five-fold cross-validation, questions of one document
// in one fold. The best passage's share alone has .932, and five more features (words known at all, pairs by rarity, names,
// words seen in all passages, the sum of rarities) had .958. go run ./build/quality -only subjects measures and fits anew.
var subjectWeights = [...]float64{-3.090, 5.698, 3.382, -1.070, 2.850}

// meantWeights are the same with one more, of how near the nearest passage is. They were fitted with all-MiniLM-L6-v2, whose
// scale is measured, on MMLongBench-Doc and XQuAD in English put to each other: ROC AUC .993 in cross-validation, .963 of
// words and .980 of the nearest passage alone. FinanceBench, which they never saw, comes to 1.000 and .992 against XQuAD, and
// to .934 and .854 against MMLongBench, which holds filings itself. Fitted with it they would catch more (.44 for .36 of the
// filings' last) and doubt twice as many questions that are in their place (.136 for .061). go run ./build/quality -only
// subjects measures and fits anew.
var meantWeights = [...]float64{-7.777, 3.619, 2.905, .561, .936, 5.719}

// fewPassages is below which the weights aren't sure: there a question is only doubted if one of its words stands nowhere,
// and is off the subject only if that word carries it.
// The smallest library that they were fitted on has as many.
const fewPassages = 100

// Features are what the score is made of. They come out of a search by words alone, and of what the passages found say.
type Features struct {
	Best     float64 // share of the question's words that the best passage has, by rarity
	Together float64 // share of their pairs of neighbours that stand close in one of the passages
	Size     float64 // of the documents: log₁₀ of the number of passages, in fifths; in many, more stands by chance
	Titled   float64 // share of its names that one of their documents is called by, or the page's heading has
}

// Values are the features in the order of their coefficients.
func (f Features) Values() []float64 { return []float64{f.Best, f.Together, f.Size, f.Titled} }

// SubjectOf judges a question by the passages that were found for it, and by how near the nearest passage is
// (Calibrations.Nearness; nil: that isn't known).
func SubjectOf(question string, facts store.Facts, ps []Passage, near *float64) Subject {
	meant := mistyped(facts.Nowhere, ps)
	facts.Nowhere, facts.Missing = without(facts.Nowhere, meant), without(facts.Missing, meant)
	f, ok := FeaturesOf(question, facts, ps)
	s := Subject{Score: 1, Most: f.Best, Nowhere: NonNil(facts.Nowhere), Missing: NonNil(facts.Missing), Documents: facts.Documents}
	if !ok || facts.Blocks < fewPassages && len(facts.Nowhere) == 0 {
		return s
	}
	values, weights := f.Values(), subjectWeights[:]
	if near != nil {
		values, weights = append(values, *near), meantWeights[:]
	}
	z := weights[0]
	for i, v := range values {
		z += weights[i+1] * v
	}
	s.Score = 1 / (1 + math.Exp(-z))
	if facts.Blocks < fewPassages && len(s.Missing) == 0 {
		s.Near() // "How did the revenue develop?" is no other subject because two pages don't say "develop"
	}
	return s
}

// mistyped are those of some words that passages, or their documents' names, have with one letter otherwise: "Neflix".
func mistyped(words []string, ps []Passage) (out []string) {
	const least = 6 // letters
	long := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return utf8.RuneCountInString(w) < least })
	if len(long) == 0 {
		return nil
	}
	there := map[string]bool{}
	for _, p := range ps {
		for _, w := range strings.FieldsFunc(strings.ToLower(p.Name+" "+p.Text.Text), func(r rune) bool { return !unicode.IsLetter(r) }) {
			there[w] = true
		}
	}
	for _, w := range long {
		for right := range there {
			if utf8.RuneCountInString(right) >= least && text.Mistyped(strings.ToLower(w), right) {
				out = append(out, w)
				break
			}
		}
	}
	return out
}

func without(words, some []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return slices.Contains(some, w) })
}

// FeaturesOf measures a question against the passages that were found for it; ok is false if it has no words to measure.
func FeaturesOf(question string, facts store.Facts, ps []Passage) (f Features, ok bool) {
	m := keyword.NewMatcher(question)
	all, names := 0.0, 0.0
	for _, w := range facts.Words {
		all += w.Rarity
		if w.Name {
			names++
		}
	}
	if all == 0 || len(facts.Words) != len(m.Words) {
		return f, false
	}
	f.Size = math.Log10(float64(max(1, facts.Blocks))) / 5
	close := make([]bool, len(m.Words)) // to the word before
	for _, p := range ps {
		if p.Role != "hit" {
			continue
		}
		share := 0.0
		seats := seatsIn(m, strings.Join([]string{p.Name, p.Heading, p.Section, p.Text.Text}, "\n"))
		for w, at := range seats {
			if len(at) > 0 {
				close[w] = close[w] || w > 0 && nearby(seats[w-1], at)
				share += facts.Words[w].Rarity / all
			}
		}
		f.Best = max(f.Best, share)
		f.Titled = max(f.Titled, titled(m, facts.Words, p)/max(1, names))
	}
	for _, pair := range close {
		if pair {
			f.Together += 1 / float64(len(close)-1)
		}
	}
	return f, true
}

// titled counts the question's names that a passage's document or page is called by.
func titled(m *keyword.Matcher, words []keyword.Fact, p Passage) (n float64) {
	for w, at := range seatsIn(m, p.Name+"\n"+p.Heading) {
		if len(at) > 0 && words[w].Name {
			n++
		}
	}
	return n
}

// seatsIn are the places of each word of a question in a text.
func seatsIn(m *keyword.Matcher, text string) [][]int {
	seats := make([][]int, len(m.Words))
	for _, at := range m.Places(text) {
		seats[at.Word] = append(seats[at.Word], at.Seat)
	}
	return seats
}

// namedAtMost is how many words that stand nowhere are named.
const namedAtMost = 3

// Said states the facts in the language of an answer, with words of the documents escaped for Markdown; "" if there are
// none to state. With nearest it goes on to the passages that are nearest.
func (s Subject) Said(language string, nearest bool) string {
	say := messages.In(language)
	var out []string
	words := s.Missing
	if s.Off() {
		words = s.Nowhere
	}
	switch n := len(words); {
	case n > 0 && s.Off():
		out = append(out, say.Text("subject.off", messages.Args{"n": s.Documents, "words": named(say, words, "words.or")}))
	case n == 1:
		out = append(out, say.Text("subject.absent.word", messages.Args{"n": s.Documents, "words": named(say, words, "words.and")}))
	case n > 1:
		out = append(out, say.Text("subject.absent.words", messages.Args{"n": s.Documents, "words": named(say, words, "words.and")}))
	case s.Off() && s.Most < .5:
		out = append(out, say.Text("subject.most"))
	default:
		return ""
	}
	if nearest {
		out = append(out, say.Text("passages.nearest"))
	}
	return strings.Join(out, " ")
}

// named are words that stand nowhere, the longest first among those that are left out; last stands before the last.
func named(say messages.Messages, words []string, last string) string {
	list := slices.Clone(words)
	if len(list) > namedAtMost {
		slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
		list = list[:namedAtMost]
	}
	for i, w := range list {
		list[i] = say.Text("words.quote", messages.Args{"text": Escape(w)})
	}
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], say.Text("words.next")) + say.Text(last) + list[n-1]
	}
	return strings.Join(list, "")
}
