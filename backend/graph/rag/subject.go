package rag

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/ingest/metadata"
	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
	"lectern/backend/text"
)

// Subject is how a question fits the documents that were searched: a score, and facts. The score tells a question that was
// put to the wrong documents. Whether one on their subject is answered in them, words can't tell.
type Subject struct {
	Score     float64  `json:"score"`             // that the documents are about what is asked, 0 to 1
	Most      float64  `json:"most"`              // share of the question's words, by rarity, that the best passage has
	Nowhere   []string `json:"nowhere"`           // words of the question that stand in none of the documents
	Missing   []string `json:"missing"`           // what it names, if none of that stands anywhere
	Passing   []string `json:"passing,omitempty"` // what it names that the documents only mention in passing
	Documents int      `json:"documents"`         // that were searched

	Apart bool `json:"apart,omitempty"` // it names nothing but such, and no passage that was found for it has that

	Foreign bool `json:"foreign,omitempty"` // they are in other languages than the question, so that its words tell little
}

// The scores under which a question is taken to be off the documents' subject, under which they seem to tell a part of it at
// most, and under which that is possible. Put to their own documents, 0 to 1 of 100 questions are under the first, 1 to 3 under
// the second and 5 to 10 under the third; of those put to documents on something else 55 to 100 are under the second.
const (
	offSubject    = .08
	partlySubject = .155
	maybeSubject  = .3
)

// Off tells whether the documents aren't about what is asked.
func (s Subject) Off() bool { return s.Documents > 0 && s.Score < offSubject && !s.Foreign }

// Partly tells whether the documents tell a part of what is asked at most.
func (s Subject) Partly() bool {
	return s.Documents > 0 && (len(s.Missing) > 0 || s.Apart || s.Score < partlySubject && !s.Foreign)
}

// Doubtful tells whether the documents may not be about what is asked.
func (s Subject) Doubtful() bool { return s.Documents > 0 && s.Score < maybeSubject }

// InAnother takes into account that the documents are in other languages than the question: then only what it names is missing
// where it stands nowhere.
func (s *Subject) InAnother() { s.Foreign, s.Nowhere = true, []string{} }

// InOthers tells whether all of some documents are known to be in other languages than a question.
func InOthers(question string, documents []store.Document) bool {
	own := text.Language(question)
	return own != "" && len(documents) > 0 && !slices.ContainsFunc(documents, func(d store.Document) bool { return d.Language == "" || d.Language == own })
}

// Near takes into account that the search by meaning finds something near, where the model's scale isn't measured yet: then
// both searches don't agree that the documents are about something else, which stays possible.
func (s *Subject) Near() { s.Score = max(s.Score, offSubject) }

// wordWeights are the coefficients of a logistic regression: the constant, then those of Features.ByWords in order. They were
// fitted on half of the questions of FinanceBench, MMLongBench-Doc and XQuAD in English and German, each put to its own file and
// library, to another's file and to the other libraries, all pairings weighing alike. ROC AUC on that half .971, on the half that
// was kept aside .962; without Called and Lost, fitted before, .938 and .916. go run ./build/told -fit measures and fits anew.
var wordWeights = [...]float64{-.362, 2.396, 2.327, -2.897, 4.442, -1.715}

// The sizes of the smallest and the largest library that they were fitted on (100 and 10,000 passages): beyond, size says nothing.
const (
	leastSize    = .4
	greatestSize = .8
)

// inPassing is how much is lost of a name that one passage in a thousand has: of such a one nobody writes a document.
const inPassing = .5

// lost is how much of a name is: all of one that stands nowhere, and the less the more of the passages have it.
func lost(n keyword.NameFact, passages int) float64 {
	if n.Absent {
		return 1
	}
	return 1 / (1 + 1000*float64(n.Blocks)/float64(max(1, passages)))
}

// meantWeights are those of Features.Values and one more, of how near the nearest passage is. They were fitted with all-MiniLM-L6-v2, whose
// scale is measured, on MMLongBench-Doc and XQuAD in English put to each other: ROC AUC .993 in cross-validation, .963 of
// words and .980 of the nearest passage alone. FinanceBench, which they never saw, comes to 1.000 and .992 against XQuAD, and
// to .934 and .854 against MMLongBench, which holds filings itself. Fitted with it they would catch more (.44 for .36 of the
// filings' last) and doubt twice as many questions that are in their place (.136 for .061). go run ./build/quality -only
// subjects measures and fits anew.
var meantWeights = [...]float64{-7.777, 3.619, 2.905, .561, .936, 5.719}

// fewPassages is below which the weights aren't sure: there a question is only doubted if one of its words stands nowhere,
// and no more than doubted unless what stands nowhere carries its subject.
const fewPassages = 100

// Features are what the score is made of. They come out of a search by words alone, and of what the passages found say.
type Features struct {
	Best     float64 // share of the question's words that the best passage has, by rarity
	Together float64 // share of their pairs of neighbours that stand close in one of the passages
	Size     float64 // of the documents: log₁₀ of the number of passages, in fifths; in many, more stands by chance
	Titled   float64 // share of its names that one of their documents is called by, or the page's heading has
	Called   float64 // share of what it names that a document of the scope, or its company, is called by
	Met      bool    // a passage has something that it names
	Lost     float64 // of what it names: 1 for what stands nowhere, less for what is only mentioned in passing
}

// Values are the features in the order of meantWeights.
func (f Features) Values() []float64 { return []float64{f.Best, f.Together, f.Size, f.Titled} }

// ByWords are the features in the order of wordWeights.
func (f Features) ByWords() []float64 {
	return []float64{f.Best, f.Together, min(max(f.Size, leastSize), greatestSize), f.Called, f.Lost}
}

// SubjectOf judges a question by the passages that were found for it, and by how near the nearest passage is
// (Calibrations.Nearness; nil: that isn't known).
func SubjectOf(question string, facts store.Facts, ps []Passage, near *float64) Subject {
	f, ok := FeaturesOf(question, facts, ps)
	s := Subject{Score: 1, Most: f.Best, Nowhere: NonNil(facts.Nowhere), Missing: NonNil(keyword.Lost(facts.Names)), Documents: facts.Documents}
	for _, n := range facts.Names {
		if !n.Called && !n.Absent && lost(n, facts.Blocks) >= inPassing && !slices.Contains(s.Passing, n.Text) {
			s.Passing = append(s.Passing, n.Text)
		}
	}
	s.Apart = ok && near == nil && len(s.Passing) > 0 && f.Called == 0 && !f.Met
	few := facts.Blocks < fewPassages
	if !ok || few && len(facts.Nowhere) == 0 {
		return s
	}
	values, weights := f.ByWords(), wordWeights[:]
	if near != nil {
		values, weights = append(f.Values(), *near), meantWeights[:]
	}
	z := weights[0]
	for i, v := range values {
		z += weights[i+1] * v
	}
	s.Score = 1 / (1 + math.Exp(-z))
	if few && len(s.Missing) == 0 {
		s.Score = max(s.Score, partlySubject) // "How did the revenue develop?" is no other subject because two pages don't say "develop"
	}
	return s
}

// mistyped are those of some words that passages, or what their documents and companies are called, have with one letter
// otherwise, with how these have it: "Neflix".
func mistyped(words []string, ps []Passage, companies []metadata.Company) map[string]string {
	const least = 6 // letters
	out, there := map[string]string{}, map[string]string{}
	add := func(text string) {
		for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
			if lower := strings.ToLower(w); utf8.RuneCountInString(w) >= least && (there[lower] == "" || w < there[lower]) {
				there[lower] = w
			}
		}
	}
	for _, w := range words {
		if utf8.RuneCountInString(w) < least {
			continue
		}
		if len(there) == 0 {
			for _, p := range ps {
				add(p.Name)
				add(p.Text.Text)
			}
			for _, c := range companies {
				add(strings.Join(append([]string{c.Name}, c.Spellings...), " "))
			}
		}
		for _, right := range slices.Sorted(maps.Keys(there)) {
			if text.Mistyped(strings.ToLower(w), right) {
				first, n := utf8.DecodeRuneInString(w)
				if unicode.IsUpper(first) {
					_, n = utf8.DecodeRuneInString(right)
					right = string(first) + right[n:]
				}
				out[w] = right
				break
			}
		}
	}
	return out
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
	for _, n := range facts.Names {
		each := 1 / float64(len(facts.Names))
		if n.Called {
			f.Called += each
		} else {
			f.Lost += each * lost(n, facts.Blocks)
		}
	}
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
		f.Met = f.Met || slices.ContainsFunc(facts.Names, func(n keyword.NameFact) bool { return has(m, n, seats) })
		f.Titled = max(f.Titled, titled(m, facts.Words, p)/max(1, names))
	}
	for _, pair := range close {
		if pair {
			f.Together += 1 / float64(len(close)-1)
		}
	}
	return f, true
}

// has tells whether a text in which the words of a question have some places has a name.
func has(m *keyword.Matcher, n keyword.NameFact, seats [][]int) (some bool) {
	for w, word := range m.Words {
		if slices.Contains(n.Words, word.Text) {
			if some = len(seats[w]) > 0; !some {
				return false
			}
		}
	}
	return some
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

// Said states the facts in a sentence in the language of an answer, with words of the documents escaped for Markdown; "" if there
// are none to state. With nearest it goes on to the passages that are nearest.
func (s Subject) Said(language string, nearest bool) string {
	say := messages.In(language)
	tell := func(key string, words []string, last string) string {
		return say.Text(key, messages.Args{"n": s.Documents, "words": named(say, words, last)})
	}
	var out []string
	switch words := s.missing(); {
	case s.Off() && len(s.Missing)+len(s.Nowhere) > 0:
		out = append(out, tell("subject.off", words, "words.or"))
	case len(s.Missing) == 1:
		out = append(out, tell("subject.absent.word", words, "words.and"))
	case len(s.Missing) > 1:
		out = append(out, tell("subject.absent.words", words, "words.and"))
	case s.Partly() && len(s.Passing) > 0:
		out = append(out, tell("subject.passing", words[:1], "words.and"))
	case s.Partly() && s.Most < .5:
		out = append(out, say.Text("subject.most"))
	case s.Foreign && s.Doubtful() && nearest:
		out = append(out, say.Text("subject.foreign"))
	default:
		return ""
	}
	if nearest {
		out = append(out, say.Text("passages.nearest"))
	}
	return say.Sentences(out...)
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
