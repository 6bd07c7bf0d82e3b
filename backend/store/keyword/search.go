package keyword

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
)

// The parameters of the score. BM25 is Robertson and Zaragoza, "The Probabilistic Relevance Framework" (2009), with the
// non-negative IDF ln(1 + (N - df + .5)/(df + .5)). The weights were measured on questions about company filings.
const (
	k1            = 1.2
	lengthWeight  = 0.5 // BM25's b
	headingWeight = 0.3
	sectionWeight = 0.2
	figureWeight  = 0.85 // score × (1 + figureWeight · share of figures)
	instruction   = 0.1  // weight of a word that tells what to do with the answer
	nameWeight    = 1.5  // score of a file: name, first words, whole text
	firstWeight   = 0.15
	wholeWeight   = 0.5
	fileWeight    = 4.0  // of the file's score beside the block's
	bestFiles     = 10   // files looked into,
	minBlocks     = 2000 // and more until they hold so many blocks
)

// Hit is a block that was found.
type Hit struct {
	Segment int // index into the scope
	Block   int
	Page    int // page number
	Score   float64
}

// Options of a search.
type Options struct {
	Limit   int  // hits at most
	PerPage int  // blocks of one page at most; 0: no bound
	Fill    bool // fill a short list from a single file with its other pages, in order, at score 0
}

// Search returns the best blocks of the scope, best first. A scope of one segment is searched directly; of several the
// files are ranked first and the best of them searched as one pool.
func Search(scope []Segment, question string, o Options) []Hit {
	if o.Limit <= 0 || len(scope) == 0 {
		return nil
	}
	q := analyze(question, scope)
	picked, bonus := make([]int, len(scope)), make([]float64, len(scope))
	for i := range picked {
		picked[i] = i
	}
	if len(scope) > 1 {
		bonus = fileScores(scope, q)
		slices.SortStableFunc(picked, func(a, b int) int { return cmp.Compare(bonus[b], bonus[a]) })
		blocks, n := 0, 0
		for n < len(picked) && (n < bestFiles || blocks < minBlocks) {
			blocks += scope[picked[n]].blocks()
			n++
		}
		picked = picked[:n]
		slices.Sort(picked)
	}
	hits := scoreBlocks(scope, picked, q)
	for i := range hits {
		hits[i].Score += fileWeight * bonus[hits[i].Segment]
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), a.Segment-b.Segment, a.Block-b.Block)
	})
	return limit(scope, hits, o)
}

// limit keeps the best blocks of each page and, if asked, fills the list up.
func limit(scope []Segment, hits []Hit, o Options) []Hit {
	out := make([]Hit, 0, o.Limit)
	onPage := map[[2]int]int{}
	add := func(h Hit, most int) bool {
		key := [2]int{h.Segment, h.Page}
		if most > 0 && onPage[key] >= most {
			return true
		}
		onPage[key]++
		out = append(out, h)
		return len(out) < o.Limit
	}
	for _, h := range hits {
		if !add(h, o.PerPage) {
			return out
		}
	}
	if o.Fill && len(scope) == 1 {
		for b := range scope[0].blocks() {
			if !add(Hit{Block: b, Page: scope[0].pageNumber(scope[0].blockPage(b))}, 1) {
				break
			}
		}
	}
	return out
}

// terms are a question's weighted terms in one language.
type terms struct {
	weights map[string]float64
	names   map[string]bool
}

// query is a question read in every language of the scope.
type query map[string]terms

func analyze(question string, scope []Segment) query {
	q := query{}
	for _, s := range scope {
		lang := s.language()
		if _, done := q[lang]; done {
			continue
		}
		a := NewAnalyzer(lang)
		t := terms{map[string]float64{}, map[string]bool{}}
		weak := instructionTerms(question, a)
		for _, w := range a.Terms(question) {
			if weak[w] {
				t.weights[w] += instruction
			} else {
				t.weights[w]++
			}
		}
		for _, w := range append(a.Terms(splitYears(question)), joined(question, a)...) {
			t.names[w] = true
		}
		q[lang] = t
	}
	return q
}

var instructionWords = wordSet("instructions")

// instructionTerms finds the question's instruction words: in lower case or at a sentence's start, for a capitalised
// word inside a sentence is a name.
func instructionTerms(question string, a *Analyzer) map[string]bool {
	out, start := map[string]bool{}, true
	for _, w := range strings.Fields(question) {
		first, _ := utf8First(w)
		if bare := strings.ToLower(strings.TrimFunc(w, isMark)); instructionWords[bare] && (start || unicode.IsLower(first)) {
			for _, t := range a.Terms(bare) {
				out[t] = true
			}
		}
		start = strings.ContainsAny(w[len(w)-1:], ".?:!")
	}
	return out
}

func utf8First(s string) (rune, bool) {
	for _, r := range s {
		return r, true
	}
	return 0, false
}

func isMark(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// joined writes up to four neighbouring words together, as file names do: "Best Buy" → "bestbuy".
func joined(question string, a *Analyzer) []string {
	ws := strings.FieldsFunc(strings.ToLower(question), isMark)
	ws = slices.DeleteFunc(ws, func(w string) bool { return w == "s" || w == "and" })
	var out []string
	for i := range ws {
		j := ws[i]
		for n := i + 1; n < min(i+4, len(ws)); n++ {
			j += ws[n]
			out = append(out, a.Terms(j)...)
		}
	}
	return out
}

// nameWords makes words of a file's name.
func nameWords(name string) string {
	return splitYears(strings.Map(func(r rune) rune {
		if isMark(r) && r != '&' {
			return ' '
		}
		return r
	}, name))
}

func idf(n, df int) float64 {
	return math.Log(1 + (float64(n)-float64(df)+.5)/(float64(df)+.5))
}

func bm25(freq uint32, length int, avg, b float64) float64 {
	f := float64(freq)
	return f * (k1 + 1) / (f + k1*(1-b+b*float64(length)/avg))
}

// fileScores ranks the files of a scope.
func fileScores(scope []Segment, q query) []float64 {
	n := len(scope)
	scores := make([]float64, n)
	var sumFirst, sumWhole int
	for _, s := range scope {
		sumFirst, sumWhole = sumFirst+s.firstLength(), sumWhole+s.wholeLength()
	}
	avgFirst, avgWhole := average(sumFirst, n), average(sumWhole, n)
	for _, uses := range q.find(scope, func(t terms, w string) bool { return t.weights[w] > 0 || t.names[w] }) {
		term := uses[0].term
		var dfName, dfFirst, dfWhole int
		for _, u := range uses {
			dfName, dfFirst, dfWhole = dfName+one(u.name), dfFirst+one(u.first), dfWhole+one(u.whole)
		}
		for _, u := range uses {
			s := scope[u.segment]
			t := q[s.language()]
			if t.names[term] && u.name > 0 {
				scores[u.segment] += nameWeight * idf(n, dfName) * bm25(u.name, 1, 1, 0)
			}
			w := t.weights[term]
			if u.first > 0 {
				scores[u.segment] += firstWeight * w * idf(n, dfFirst) * bm25(u.first, s.firstLength(), avgFirst, .5)
			}
			if u.whole > 0 {
				scores[u.segment] += wholeWeight * w * idf(n, dfWhole) * bm25(u.whole, s.wholeLength(), avgWhole, .5)
			}
		}
	}
	return scores
}

func average(sum, n int) float64 { return math.Max(1, float64(sum)/math.Max(1, float64(n))) }

func one(n uint32) int { return int(min(n, 1)) }

// use is a term in one segment of the scope.
type use struct {
	found
	term    string
	segment int
}

// find looks the wanted terms up in the segments whose language has them; the uses of a term stand together, the terms
// in order, so that scores add up alike every time.
func (q query) find(scope []Segment, wanted func(terms, string) bool) [][]use {
	out := map[string][]use{}
	for i, s := range scope {
		t := q[s.language()]
		look := func(term string) {
			if f := s.find(term); f.name+f.first+f.whole > 0 || len(f.body)+len(f.heading)+len(f.section) > 0 {
				out[term] = append(out[term], use{f, term, i})
			}
		}
		for w := range t.weights {
			if wanted(t, w) {
				look(w)
			}
		}
		for w := range t.names {
			if _, both := t.weights[w]; !both && wanted(t, w) {
				look(w)
			}
		}
	}
	ordered := make([][]use, 0, len(out))
	for _, term := range slices.Sorted(maps.Keys(out)) {
		ordered = append(ordered, out[term])
	}
	return ordered
}

// scoreBlocks scores every block of the picked segments that holds a term of the question.
func scoreBlocks(scope []Segment, picked []int, q query) []Hit {
	pool := make([]Segment, len(picked))
	body, section, heading := make([][]float64, len(picked)), make([][]float64, len(picked)), make([][]float64, len(picked))
	var blocks, pages, sumBody, sumSection, sumHeading int
	for i, p := range picked {
		s := scope[p]
		pool[i] = s
		body[i], section[i], heading[i] = make([]float64, s.blocks()), make([]float64, s.blocks()), make([]float64, s.pages())
		blocks, pages = blocks+s.blocks(), pages+s.pages()
		sumBody, sumSection, sumHeading = sumBody+s.sumBody(), sumSection+s.sumSection(), sumHeading+s.sumHeading()
	}
	avgBody, avgSection, avgHeading := average(sumBody, blocks), average(sumSection, blocks), average(sumHeading, pages)
	for _, uses := range q.find(pool, func(t terms, w string) bool { return t.weights[w] > 0 }) {
		term := uses[0].term
		var dfBody, dfSection, dfHeading int
		for _, u := range uses {
			dfBody, dfSection, dfHeading = dfBody+len(u.body), dfSection+len(u.section), dfHeading+len(u.heading)
		}
		for _, u := range uses {
			s, w := pool[u.segment], q[pool[u.segment].language()].weights[term]
			for _, p := range u.body {
				body[u.segment][p.unit] += w * idf(blocks, dfBody) * bm25(p.freq, s.bodyLength(int(p.unit)), avgBody, lengthWeight)
			}
			for _, p := range u.section {
				section[u.segment][p.unit] += w * idf(blocks, dfSection) * bm25(p.freq, s.sectionLength(int(p.unit)), avgSection, lengthWeight)
			}
			for _, p := range u.heading {
				heading[u.segment][p.unit] += w * idf(pages, dfHeading) * bm25(p.freq, s.headingLength(int(p.unit)), avgHeading, lengthWeight)
			}
		}
	}
	var hits []Hit
	for i, s := range pool {
		for b, score := range body[i] {
			if score == 0 {
				continue
			}
			page := s.blockPage(b)
			score += sectionWeight*section[i][b] + headingWeight*heading[i][page]
			score *= 1 + figureWeight*float64(s.figures(b))
			hits = append(hits, Hit{picked[i], b, s.pageNumber(page), score})
		}
	}
	return hits
}
