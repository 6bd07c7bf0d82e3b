package rag

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
)

// Subject is how a question fits the documents that were searched: a score, and facts. The score tells a question that was
// put to the wrong documents. Whether one on their subject is answered in them, words can't tell.
type Subject struct {
	Score     float64  `json:"score"`     // that the documents are about what is asked, 0 to 1
	Most      float64  `json:"most"`      // share of the question's words, by rarity, that the best passage has
	Nowhere   []string `json:"nowhere"`   // words of the question that stand in none of the documents
	Documents int      `json:"documents"` // that were searched
}

// The scores under which a question is taken to be off the documents' subject, and under which that is possible. Put to
// their own library, 0 to 5 of 100 questions of the sets that subjectWeights come from are under the first, 2 to 11 under
// the second; put to another one, 26 to 94 and 67 to 100.
const (
	offSubject   = .1
	maybeSubject = .3
)

// Off tells whether the documents aren't about what is asked.
func (s Subject) Off() bool { return s.Documents > 0 && s.Score < offSubject }

// Doubtful tells whether the documents may not be about what is asked.
func (s Subject) Doubtful() bool { return s.Documents > 0 && s.Score < maybeSubject }

// Near takes into account that the search by meaning finds something near: then both searches don't agree that the
// documents are about something else, which stays possible. How near is near is measured for each model, so this has no
// weight of its own.
func (s *Subject) Near() { s.Score = max(s.Score, offSubject) }

// subjectWeights are the coefficients of a logistic regression: the constant, then those of Features in order. They were
// fitted on questions of FinanceBench (51), MMLongBench-Doc (132) and XQuAD in English (473), each put to its own library
// and to the two others, all pairs weighing alike; ROC AUC .960 in five-fold cross-validation, questions of one document
// in one fold. go run ./build/answers measures and fits anew.
var subjectWeights = [...]float64{-5.034, 2.116, 4.460, 1.691, 2.126, 1.495, -1.607, -1.042, 2.483, 1.094}

// fewPassages is below which the weights aren't sure: there a question is only doubted if one of its words stands nowhere.
// The smallest library that they were fitted on has as many.
const fewPassages = 100

// Features are what the score is made of. They come out of a search by words alone, and of what the passages found say.
type Features struct {
	Known    float64 // share of the question's words that stand in the documents, by rarity
	Best     float64 // share of them that the best passage has, by rarity
	Pairs    float64 // share of their pairs of neighbours that stand close in one of the passages, by rarity
	Together float64 // the same, each pair counting alike
	Names    float64 // share of the question's names, and of words with figures, that the best passage has
	Size     float64 // of the documents: log₁₀ of the number of passages, in fifths; in many, more stands by chance
	Seen     float64 // share of the question's words that the passages found have between them, by rarity
	Titled   float64 // share of its names that one of their documents is called by, or the page's heading has
	Amount   float64 // log₁₀ of the sum of its words' rarities, in halves: what says little is found in any documents
}

// Values are the features in the order of their coefficients.
func (f Features) Values() []float64 {
	return []float64{f.Known, f.Best, f.Pairs, f.Together, f.Names, f.Size, f.Seen, f.Titled, f.Amount}
}

// SubjectOf judges a question by the passages that were found for it.
func SubjectOf(question string, facts store.Facts, ps []Passage) Subject {
	f, ok := FeaturesOf(question, facts, ps)
	s := Subject{Score: 1, Most: f.Best, Nowhere: NonNil(facts.Nowhere), Documents: facts.Documents}
	if !ok || facts.Blocks < fewPassages && len(facts.Nowhere) == 0 {
		return s
	}
	z := subjectWeights[0]
	for i, v := range f.Values() {
		z += subjectWeights[i+1] * v
	}
	s.Score = 1 / (1 + math.Exp(-z))
	return s
}

// FeaturesOf measures a question against the passages that were found for it; ok is false if it has no words to measure.
func FeaturesOf(question string, facts store.Facts, ps []Passage) (f Features, ok bool) {
	m := keyword.NewMatcher(question)
	all, known, names := 0.0, 0.0, 0.0
	for _, w := range facts.Words {
		all += w.Rarity
		if w.Files > 0 {
			known += w.Rarity
		}
		if w.Name {
			names++
		}
	}
	if all == 0 || len(facts.Words) != len(m.Words) {
		return f, false
	}
	f.Known, f.Size = known/all, math.Log10(float64(max(1, facts.Blocks)))/5
	f.Amount = math.Log10(1+all) / 2
	if names == 0 {
		f.Names = 1
	}
	seen, close := make([]bool, len(m.Words)), make([]bool, len(m.Words))
	for _, p := range ps {
		if p.Role != "hit" {
			continue
		}
		share, named := 0.0, 0.0
		seats := seatsIn(m, strings.Join([]string{p.Name, p.Heading, p.Section, p.Text.Text}, "\n"))
		for w, at := range seats {
			if len(at) == 0 {
				continue
			}
			seen[w], close[w] = true, close[w] || w > 0 && nearby(seats[w-1], at)
			share += facts.Words[w].Rarity / all
			if facts.Words[w].Name {
				named += 1 / names
			}
		}
		f.Best, f.Names = max(f.Best, share), max(f.Names, named)
		f.Titled = max(f.Titled, titled(m, facts.Words, p)/max(1, names))
	}
	f.paired(facts.Words, seen, close, all)
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

// paired sums up which words were seen, and which close to the one before.
func (f *Features) paired(words []keyword.Fact, seen, close []bool, all float64) {
	both, of := 0.0, 0.0
	for w := range words {
		if seen[w] {
			f.Seen += words[w].Rarity / all
		}
		if w == 0 {
			continue
		}
		rarity := words[w].Rarity + words[w-1].Rarity
		of += rarity
		if close[w] {
			both += rarity
			f.Together += 1 / float64(len(words)-1)
		}
	}
	if of > 0 {
		f.Pairs = both / of
	}
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
	switch n := len(s.Nowhere); {
	case n > 0 && s.Off():
		out = append(out, say.Text("subject.off", messages.Args{"n": s.Documents, "words": s.named(say, "words.or")}))
	case n == 1:
		out = append(out, say.Text("subject.absent.word", messages.Args{"n": s.Documents, "words": s.named(say, "words.and")}))
	case n > 1:
		out = append(out, say.Text("subject.absent.words", messages.Args{"n": s.Documents, "words": s.named(say, "words.and")}))
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

// named are the words that stand nowhere, the longest first among those that are left out; last stands before the last.
func (s Subject) named(say messages.Messages, last string) string {
	list := slices.Clone(s.Nowhere)
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
