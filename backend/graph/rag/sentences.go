package rag

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"

	"lectern/backend/store"
	"lectern/backend/store/keyword"
)

// SentenceConfig weighs what speaks for a sentence as the answer to a question. The parts are shares of the rarity of the
// question's words, so each is 0 to 1 before its weight.
type SentenceConfig struct {
	K1, Length float64 // of BM25 over sentences: how soon a word that comes again stops counting, how much a long one pays
	Rank       float64 // what the passage has of the question's words, as a share of what the best passage has
	AnswerType float64 // factor - 1 of one that holds what the question asks for: a date, a number, a name
	Bare       float64 // factor of one that says nothing beside the question's words, of a heading, and of a table's heads
	Local      float64 // 0 to 1: how far a word's rarity is that among these sentences, and not among all passages
	Same       float64 // share of the words from which on two sentences count as one
}

// SentenceDefaults were measured on questions about encyclopedia articles in English, German and Chinese (build/quality,
// which also leaves each part out). Words in the sentences beside, in the file's name, pairs of neighbours and new words
// were parts once: together they had the answer in the best sentence of .8 % more questions, and in the best five of none.
func SentenceDefaults() SentenceConfig {
	return SentenceConfig{K1: .9, Length: .2, Rank: .4, AnswerType: .15, Bare: .4, Local: .7, Same: .8}
}

// near is how many words apart two are at most that stand close.
const near = 4

// Sentence is one that may hold the answer: a sentence, or a row of a table.
type Sentence struct {
	Passage int // index into the passages
	At      int // index into the passage's sentences
	Row     int // index into the table's rows; -1 if it is none
	Text    string
	Score   float64
}

// Sentences ranks the sentences of passages by how well they fit a question, best first; one that says what a better one
// says is left out. The rarity of the question's words comes from facts. parts are the tables that passages are of, by
// the passages' index; of these rows count as sentences, and what stands in their heads only as context.
func (c SentenceConfig) Sentences(question string, facts store.Facts, ps []Passage, parts map[int]store.TablePart) []Sentence {
	s := sentenceSearch{SentenceConfig: c, matcher: keyword.NewMatcher(question), cue: answerTypeOf(question)}
	for _, f := range facts.Words {
		s.rarity = append(s.rarity, f.Rarity)
		s.all += f.Rarity
	}
	if len(s.rarity) != len(s.matcher.Words) || s.all == 0 { // nothing is known of the words
		s.rarity, s.all = slices.Repeat([]float64{1}, len(s.matcher.Words)), max(1, float64(len(s.matcher.Words)))
	}
	s.read(ps, parts)
	best := s.passages(ps, parts)
	s.localise()
	for i := range s.units {
		u := &s.units[i]
		if u.Row < 0 || len(s.matches[i].At) > 0 { // else a row about something else
			u.Score = s.score(i) + c.Rank*best[u.Passage]
			u.Score = s.weighed(i, ps[u.Passage], question)
		}
	}
	order := make([]int, len(s.units))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.units[b].Score, s.units[a].Score) })
	return s.different(order)
}

// read takes the passages apart and finds the question's words in the pieces.
func (s *sentenceSearch) read(ps []Passage, parts map[int]store.TablePart) {
	for i, p := range ps {
		part, isTable := parts[i]
		s.units = append(s.units, unitsOf(i, p, part, isTable)...)
	}
	for _, u := range s.units {
		m := s.matcher.In(u.Text)
		s.matches = append(s.matches, m)
		s.average += float64(m.Length)
	}
	s.average /= max(1, float64(len(s.units)))
}

// passages gives what each passage has of the question's words, as a share of what the best one has.
func (s *sentenceSearch) passages(ps []Passage, parts map[int]store.TablePart) []float64 {
	out, top := make([]float64, len(ps)), 0.0
	for i, p := range ps {
		times := make([]float64, len(s.rarity))
		for _, w := range s.around(p, parts[i]) {
			times[w]++
		}
		for w, n := range times {
			out[i] += s.rarity[w] * n * (s.K1 + 1) / (n + s.K1)
		}
		top = max(top, out[i])
	}
	for i := range out {
		if top > 0 {
			out[i] /= top
		}
	}
	return out
}

// weighed is a sentence's score with what it looks like.
func (s *sentenceSearch) weighed(i int, p Passage, question string) float64 {
	u, others := s.units[i], s.matches[i].Others
	score := u.Score
	if s.cue.in(u.Text, question) {
		score *= 1 + s.AnswerType
	}
	if u.Row < 0 && (others == 0 && !tells(u.Text, question) || isHead(u.Text) || underIt(p, u.Text)) {
		score *= s.Bare
	}
	if u.Row >= 0 && s.cue == reasonAnswer { // a row gives no reason
		score *= s.Bare
	}
	return score
}

type sentenceSearch struct {
	SentenceConfig
	matcher *keyword.Matcher
	cue     answerType
	rarity  []float64 // of each word of the question
	all     float64
	units   []Sentence // in reading order
	matches []keyword.Match
	average float64 // length
}

// unitsOf are a passage's sentences; of a table its rows, and the sentences outside it.
func unitsOf(passage int, p Passage, part store.TablePart, isTable bool) (out []Sentence) {
	if !isTable {
		for at, text := range p.Sentences {
			out = append(out, Sentence{Passage: passage, At: at, Row: -1, Text: text})
		}
		return out
	}
	for _, at := range part.Outside {
		if at < len(p.Sentences) && !strings.Contains(part.Caption, oneLine(p.Sentences[at])) { // it stands over the table
			out = append(out, Sentence{Passage: passage, At: at, Row: -1, Text: p.Sentences[at]})
		}
	}
	for k, at := range part.Sentences {
		if row := part.Rows[part.From+k]; len(row.Cells) > 0 {
			out = append(out, Sentence{Passage: passage, At: at, Row: part.From + k, Text: rowText(row)})
		}
	}
	return out
}

// rowText is a row with the headings that it stands under.
func rowText(r store.Row) string {
	text := strings.Join(append(slices.Clone(r.Parents), r.Label), " ")
	for _, c := range r.Cells {
		text += " " + c.Text
	}
	return text
}

// around are the words of the question that stand in a passage, its headings, its file's name and its table's heads.
func (s *sentenceSearch) around(p Passage, part store.TablePart) (words []int) {
	text := strings.Join([]string{p.Name, p.Heading, p.Section, part.Caption, p.Text.Text}, "\n")
	for _, place := range s.matcher.Places(text) {
		words = append(words, place.Word)
	}
	return words
}

// score is what the words of the question give a sentence.
func (s *sentenceSearch) score(i int) (total float64) {
	m := s.matches[i]
	times := make([]float64, len(s.rarity))
	for _, p := range m.At {
		times[p.Word]++
	}
	for w, f := range times {
		total += s.rarity[w] * f * (s.K1 + 1) / (f + s.K1*(1-s.Length+s.Length*float64(m.Length)/max(1, s.average)))
	}
	return total / max(s.all, math.SmallestNonzeroFloat64)
}

// nearby tells whether two words stand close somewhere.
func nearby(a, b []int) bool {
	for _, x := range a {
		for _, y := range b {
			if x-y <= near && y-x <= near {
				return true
			}
		}
	}
	return false
}

// different keeps of sentences that say the same the best.
func (s *sentenceSearch) different(order []int) []Sentence {
	var kept []map[string]bool
	out := make([]Sentence, 0, len(order))
	for _, i := range order {
		words := wordsOf(s.units[i].Text)
		if len(words) == 0 || slices.ContainsFunc(kept, func(k map[string]bool) bool { return shared(k, words) >= s.Same }) {
			continue
		}
		kept = append(kept, words)
		out = append(out, s.units[i])
	}
	return out
}

func wordsOf(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range keyword.NewAnalyzer("").Terms(text) {
		out[w] = true
	}
	return out
}

// shared is the share of two sets' members that are in both.
func shared(a, b map[string]bool) float64 {
	both := 0
	for w := range a {
		if b[w] {
			both++
		}
	}
	return float64(both) / float64(max(1, len(a)+len(b)-both))
}

// localise has a word weigh less that is in most of the sentences: it doesn't tell one from another.
func (s *sentenceSearch) localise() {
	df := make([]int, len(s.rarity))
	for _, m := range s.matches {
		seen := make([]bool, len(df))
		for _, p := range m.At {
			if !seen[p.Word] {
				seen[p.Word] = true
				df[p.Word]++
			}
		}
	}
	s.all = 0
	for w, n := range df {
		local := math.Log(1 + (float64(len(s.units)-n)+.5)/(float64(n)+.5))
		s.rarity[w] = math.Pow(s.rarity[w], 1-s.Local) * math.Pow(local, s.Local)
		s.all += s.rarity[w]
	}
}

// matchWords tells whether a text has a word of a question.
func matchWords(question, text string) bool { return len(keyword.NewMatcher(question).In(text).At) > 0 }

var (
	figure    = regexp.MustCompile(`\d[\d.,]*`)
	headWords = regexp.MustCompile(`(?i)^(?:[\s\d.,:;()$€£¥%&*|/–—-]|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|` +
		`fiscal|years?|months?|weeks?|quarters?|ended|ending|as|of|at|the|and|in|on|for|fy\d*|q[1-4]|millions?|thousands?|billions?|dollars?|usd|eur|teur|except|per|share|shares|data|amounts?|percentages?|change|notes?|unaudited|audited|` +
		`geschäftsjahr\w*|jahr\w*|quartal\w*|zum|vom|bis|mio|mrd|tsd|tausend|millionen|milliarden|euro|anhang|veränderung)\b)+$`)
)

// tells tells whether a text has a figure that is no year and not in the question.
func tells(text, question string) bool {
	for _, f := range figure.FindAllString(text, -1) {
		f = strings.TrimRight(f, ".,")
		if !(len(f) == 4 && (f[:2] == "19" || f[:2] == "20")) && !strings.Contains(question, f) {
			return true
		}
	}
	return false
}

// isHead tells whether a line looks like the heads of a table: years, dates and what figures are counted in.
func isHead(text string) bool {
	if !headWords.MatchString(text) {
		return false
	}
	for _, f := range figure.FindAllString(text, -1) {
		if f = strings.Trim(f, ".,"); len(f) > 2 && !(len(f) == 4 && (f[:2] == "19" || f[:2] == "20")) {
			return false
		}
	}
	return true
}

// underIt tells whether a text is a heading of the passage.
func underIt(p Passage, text string) bool {
	return p.Heading != "" && strings.Contains(p.Heading, strings.TrimSpace(text)) || p.Section != "" && strings.Contains(p.Section, strings.TrimSpace(text))
}
