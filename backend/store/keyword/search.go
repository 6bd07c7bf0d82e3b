package keyword

import (
	"cmp"
	"math"
	"slices"
)

// Hit is a block that was found.
type Hit struct {
	Segment int // index into the scope
	Block   int
	Page    int // page number
	Score   float64
	File    float64 // the part of its score that all blocks of its file have, in a search over several
}

// Options of a search.
type Options struct {
	Limit   int     // hits at most
	PerPage int     // blocks of one page at most; 0: no bound
	Fill    bool    // fill a short list from a single file with its other pages, in order, at score 0
	Config  *Config // nil: Defaults

	Preferred []int // segments that are like what the question says of a file: they get more, and no other is shut out
}

// Result is what a search gives. Its methods read the scope that was searched.
type Result struct {
	Hits   []Hit
	Absent []string // phrases of the question that stand nowhere in the scope, as they are written
	search search
}

// Allows tells whether a block, found in another way, has what the question asks for in quotes and nothing of what it
// rules out.
func (r *Result) Allows(segment, block int) bool {
	s := &r.search
	return !s.barred(segment)[block] && (!s.required || s.has(segment, block) >= s.most)
}

// Phrases is how many of the question's phrases stand in a block.
func (r *Result) Phrases(segment, block int) int { return int(r.search.has(segment, block)) }

// Search returns the best blocks of the scope, best first.
func Search(scope []Segment, question string, o Options) []Hit { return Find(scope, question, o).Hits }

// Find searches a scope. One segment is searched directly; of several the files are ranked first and the best of them
// searched as one pool. A question may hold, beside words:
//
//	"net sales"   a phrase: these words in this order, whatever their case and the marks between them
//	-word         not in the block, in any of its forms; also -"a phrase". Not before a figure, and not inside a word
//	govern*       words that begin so
//
// With at most three other words that make no sentence, or beside a -word or word*, only blocks with the phrases are hits. In
// longer questions blocks with the phrases only come first. Where one of them stands nowhere, the words are searched for.
func Find(scope []Segment, question string, o Options) (r Result) {
	if o.Limit <= 0 || len(scope) == 0 {
		return r
	}
	c := Defaults()
	if o.Config != nil {
		c = *o.Config
	}
	r.search = search{Config: c, scope: scope, question: c.read(question, scope), preferred: o.Preferred, bars: map[int]map[int]bool{}}
	s := &r.search
	r.Absent = s.phrase()
	s.required = s.required && len(r.Absent) == 0
	s.pick()
	s.look()
	r.Hits = limit(scope, s.hits(), o, o.Fill && !s.required && len(r.Absent)+len(s.without) == 0)
	return r
}

// search is one on its way.
type search struct {
	Config
	question
	scope []Segment

	preferred []int // see Options

	phrased [][]uint8         // of each segment's blocks, how many of the phrases stand in them; nil: none
	most    uint8             // of them in one block
	files   []float64         // scores of the files; nil with a single one
	picked  []int             // segments that are looked into
	at      []int             // of each segment, its place among the picked
	uses    [][]use           // of each word
	rarity  [][fields]float64 // of each word, its weight times its IDF
	average [fields]float64
	units   [fields]int
	top     float64              // score
	bars    map[int]map[int]bool // blocks that the question rules out, by segment; made when they are asked for
}

// phrase finds the blocks with the question's phrases, and tells which stand nowhere.
func (s *search) phrase() (absent []string) {
	if len(s.phrases) == 0 {
		return nil
	}
	s.phrased = make([][]uint8, len(s.scope))
	for _, p := range s.phrases {
		found := false
		for i, segment := range s.scope {
			for _, b := range p.holds(segment) {
				if s.phrased[i] == nil {
					s.phrased[i] = make([]uint8, segment.blocks())
				}
				s.phrased[i][b]++
				s.most = max(s.most, s.phrased[i][b])
				found = true
			}
		}
		if !found {
			absent = append(absent, p.text)
		}
	}
	return absent
}

// has is how many phrases stand in a block.
func (s *search) has(segment, block int) uint8 {
	if s.phrased == nil || s.phrased[segment] == nil {
		return 0
	}
	return s.phrased[segment][block]
}

// pick chooses the files to look into: the best ones, those with the phrases first.
func (s *search) pick() {
	s.at = make([]int, len(s.scope))
	for i := range s.scope {
		s.picked = append(s.picked, i)
	}
	if len(s.scope) > 1 {
		s.files = s.fileScores()
		for _, i := range s.preferred {
			s.files[i] += s.LikeWeight
		}
		phrases := make([]uint8, len(s.scope))
		for i := range s.phrased {
			if s.phrased[i] != nil {
				phrases[i] = slices.Max(s.phrased[i])
			}
		}
		slices.SortStableFunc(s.picked, func(a, b int) int {
			return cmp.Or(cmp.Compare(phrases[b], phrases[a]), cmp.Compare(s.files[b], s.files[a]))
		})
		blocks, n := 0, 0
		for n < len(s.picked) && (n < s.BestFiles || blocks < s.MinBlocks) {
			blocks += s.scope[s.picked[n]].blocks()
			n++
		}
		s.picked = s.picked[:n]
		slices.Sort(s.picked)
	}
	for i, p := range s.picked {
		s.at[p] = i
	}
}

// limit keeps the best blocks of each page and, if asked, fills the list up.
func limit(scope []Segment, hits []Hit, o Options, fill bool) []Hit {
	out := make([]Hit, 0, min(o.Limit, 1000))
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
	if fill && len(scope) == 1 {
		for b := range scope[0].blocks() {
			if !add(Hit{Block: b, Page: scope[0].pageNumber(scope[0].blockPage(b))}, 1) {
				break
			}
		}
	}
	return out
}

func idf(n, df int) float64 {
	return math.Log(1 + (float64(n)-float64(df)+.5)/(float64(df)+.5))
}

func (c Config) bm25(freq uint32, length int, avg, b float64) float64 {
	f := float64(freq)
	return f * (c.K1 + 1) / (f + c.K1*(1-b+b*float64(length)/avg))
}

func average(sum, n int) float64 { return math.Max(1, float64(sum)/math.Max(1, float64(n))) }
