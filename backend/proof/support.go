package proof

import (
	"maps"
	"slices"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
	"lectern/backend/text"
)

// SupportConfig says from when on a text says what a sentence claims, by words alone.
type SupportConfig struct {
	Verified float64 // share of the sentence's content words, from which on all of it is said,
	Partly   float64 // and some of it
	Same     float64 // from which on a sentence of the text is about the same: only then may it say otherwise;
	Within   float64 // or, the other way round, the share of its words that the claim has
	Together int     // sentences of a passage at most that are taken together

	Say messages.Messages // in which reasons are told

	memo *memo
}

// SupportDefaults were measured on the pairs of a sentence and a passage in testdata/support.jsonl.
func SupportDefaults() SupportConfig {
	return SupportConfig{Verified: .9, Partly: .42, Same: .7, Within: .75, Together: 3}
}

// Evidence is what a sentence is held against: a passage, its sentences in order, and what stands around it, such as its
// headings, its file's name and the heads of its table.
type Evidence struct {
	Sentences []string
	Context   string
}

// Support is how far evidence says what a sentence claims.
type Support struct {
	Verdict string   // store.Verified, Partly, NotFound, InDoubt or Contradicted
	Reason  string   // that the evidence says something else of the same for, or would if it were certain; see Reason…
	Why     string   // for a person; "" if it is verified
	Share   float64  // of the sentence's words that the evidence has
	Single  float64  // the same, of one sentence and what stands around it
	Missing []string // its words that the evidence hasn't,
	Names   []string // those of them that are names
	General bool     // it has no words that could be looked for
	Loose   bool     // a figure of it stands nowhere as it is claimed
	Lacks   bool     // a name, a year or an amount of it among what the evidence hasn't, or a denial
	Best    int      // the sentence of the evidence that says most of it; -1: none says anything

	against bool // it says something else of the same, certainly or not
	wholeness
}

// Claimed is a sentence that is held against evidence, read once. It is not for concurrent use.
type Claimed struct {
	config   SupportConfig
	japanese bool // or another script without blanks between words
	matcher  *keyword.Matcher
	words    []claimWord
	at       map[int]int    // of the matcher's words, their index in words
	forms    map[string]int // of its words, as formsOf gives them, their index in words
	german   bool
	claim    heard
	years    []string
	text     string
	amounts  []amount
	known    map[string][]int // what own gave
}

// claimWord is a word of a claim that says what it is about, and is no number.
type claimWord struct {
	text string
	name bool
}

// Claim reads a sentence, without citation marks.
func (c SupportConfig) Claim(s string) *Claimed {
	out := &Claimed{config: c, text: s, german: text.Language(s) == "de", forms: map[string]int{}, japanese: mostlyUnspaced(s), at: map[int]int{}, years: text.YearNames(s), amounts: amountsIn(s), known: map[string][]int{}}
	named := text.Names(s)
	if out.japanese {
		for _, run := range runsOf(s) {
			out.words = append(out.words, claimWord{run, slices.Contains(named, run)})
		}
	} else {
		out.matcher = keyword.NewMatcher(s)
		for i, w := range out.matcher.Words {
			if bareFigure(w.Text) || numberWord(w.Text) != "" || measures[stem(w.Text)] || lists.light[strings.ToLower(w.Text)] {
				continue
			}
			out.at[i] = len(out.words)
			out.words = append(out.words, claimWord{w.Text, w.Name && !strings.ContainsAny(w.Text, "0123456789") || slices.Contains(named, w.Text)})
		}
		words := tokens.FindAllString(s, -1)
		for i, form := range formsOf(words, out.german) {
			for _, k := range out.own(words[i]) {
				out.forms[form] = k
			}
		}
	}
	out.claim = out.read(s)
	return out
}

// mayBeIn tells at a glance whether a text, in small letters, may say some of it: enough of its words begin as there.
func (c *Claimed) mayBeIn(lower string) bool {
	const beginning, enough = 4, .25 // characters; share
	n := 0
	for _, w := range c.words {
		r := []rune(strings.ToLower(w.text))
		if strings.Contains(lower, string(r[:min(len(r), beginning)])) {
			n++
		}
	}
	return n > 0 && float64(n) >= enough*float64(len(c.words))
}

// in are the claim's words that a text has.
func (c *Claimed) in(text string) map[int]bool { return c.read(text).has }

// By holds the sentence against evidence. The figures of tables are the number audit's: of numbers only those that count
// something named, and years, are looked at here.
func (c *Claimed) By(e Evidence) Support {
	if len(c.words) == 0 {
		return Support{Verdict: store.NotFound, Best: -1, General: true, Reason: ReasonNothing, Why: c.config.Say.Text("rag.words-too-general")}
	}
	around := c.read(e.Context)
	each := make([]heard, len(e.Sentences))
	best, commanded := -1, -1
	for i, s := range e.Sentences {
		each[i] = c.read(s)
		n, into := len(each[i].has), &best
		if each[i].command = n > 0 && c.config.memo.commands(s); each[i].command {
			into = &commanded
		}
		if n > 0 && (*into < 0 || n > len(each[*into].has)) {
			*into = i
		}
	}
	if commanded >= 0 && (best < 0 || len(each[commanded].has) > len(each[best].has)) {
		return Support{Verdict: store.NotFound, Best: commanded, Reason: ReasonCommand, Why: c.config.Say.Text("rag.only-an-instruction")}
	}
	if best < 0 {
		return Support{Verdict: store.NotFound, Best: -1, Reason: ReasonNothing, Why: c.config.Say.Text("rag.none-of-its-words")}
	}
	found := c.together(each, best, around.has)
	share := float64(len(found)) / float64(len(c.words))
	single := maps.Clone(each[best].has)
	maps.Copy(single, around.has)
	s := Support{Best: best, Share: share, Single: float64(len(single)) / float64(len(c.words))}
	for i, w := range c.words {
		if !found[i] {
			s.Missing = append(s.Missing, w.text)
			if w.name {
				s.Names = append(s.Names, w.text)
			}
		}
	}
	all := strings.Join(append(slices.Clone(e.Sentences), e.Context), "\n")
	at, reason, why, like := c.otherwise(e.Sentences, each, best, found, all)
	if why == "" || like < leastAlike[reason] {
		if at, why := c.otherDate(e.Sentences, each); why != "" {
			return Support{Verdict: store.InDoubt, Reason: ReasonYear, Why: why, Share: share, Single: s.Single, Best: at, against: true}
		}
	}
	if why != "" {
		verdict := store.NotFound
		if like >= leastAlike[reason] {
			verdict = store.Contradicted
			if like < certainlyAlike && (reason == ReasonDenial || reason == ReasonName) {
				verdict = store.InDoubt
			}
		}
		return Support{Verdict: verdict, Reason: reason, Why: why, Share: share, Single: s.Single, Missing: s.Missing, Names: s.Names, Best: at, against: true}
	}
	lacks := c.lacking(found, all)
	if lacks == "" && c.doubted(each[best], each) {
		lacks = c.config.Say.Text("rag.one-denies")
	}
	s.Lacks, s.Reason = lacks != "", ReasonWords
	switch {
	case share >= c.config.Verified && lacks == "":
		s.Verdict, s.Reason = store.Verified, ""
		if s.wholeness = c.whole(e.Sentences, each, around.has); s.apart || s.unnumbered || s.unspelled {
			s.Verdict, s.Reason, s.Why = store.Partly, ReasonApart, c.config.Say.Text("rag.words-apart")
		}
		return s
	case share >= c.config.Partly:
		s.Verdict, s.Why = store.Partly, lacks
	default:
		s.Verdict, s.Why = store.NotFound, lacks
	}
	if lacks == "" {
		s.Why += c.without(found)
	}
	return s
}

// leastAlike is from when on a sentence is told to be contradicted by words: from which share of the words on that it and the
// sentence of the evidence have in common, of either's. What is less alike may speak of something else: with any likeness 14
// of 282 true sentences that people wrote were accused, for 43 of 559 faults, with these none for 15 (build/proof). What is
// exchanged in long sentences about the same isn't understood; there they have to be nearly the same.
var leastAlike = map[string]float64{
	ReasonOpposite: .5, ReasonDenial: .5, ReasonAmount: .5, ReasonYear: .5, ReasonOther: .5, ReasonName: .5, ReasonExchanged: .8,
}

// certainlyAlike is from when on a denial, or another name, contradicts, and doesn't only make doubtful: what long sentences
// deny, and of whom they tell, words alone don't say.
const certainlyAlike = .65

// reach is how many sentences from the best one those stand at most that are taken with it: what is scattered over a list
// isn't said.
const reach = 5

// together are the words of the best sentence, of those near it that have most of what it lacks, and of what stands around.
func (c *Claimed) together(each []heard, best int, around map[int]bool) map[int]bool {
	found := maps.Clone(around)
	maps.Copy(found, each[best].has)
	for range c.config.Together - 1 {
		next, most := -1, 0
		for i := max(0, best-reach); i < min(len(each), best+reach+1); i++ {
			n := 0
			for w := range each[i].has {
				if !found[w] && !each[i].command {
					n++
				}
			}
			if n > most {
				next, most = i, n
			}
		}
		if next < 0 {
			break
		}
		maps.Copy(found, each[next].has)
	}
	return found
}

// lacking says what that isn't just a word the evidence lacks: a name, a year, an amount. "" if it has them all.
func (c *Claimed) lacking(found map[int]bool, body string) string {
	var out []string
	for i, w := range c.words {
		if w.name && !found[i] {
			out = append(out, c.config.Say.Text("words.quote", messages.Args{"text": w.text}))
		}
	}
	if len(c.years) > 0 {
		have := c.config.memo.yearsToldIn(body)
		for _, y := range c.years {
			if !slices.Contains(have, y) {
				out = append(out, y)
			}
		}
	}
	if len(c.amounts) > 0 {
		have := c.config.memo.numbersIn(body)
		for _, a := range c.amounts {
			if !have[a.value] {
				out = append(out, "“"+a.raw+"”")
			}
		}
	}
	return c.doesNotHave(out)
}

// without names the words that weren't found.
func (c *Claimed) without(found map[int]bool) string {
	var out []string
	for i, w := range c.words {
		if !found[i] {
			out = append(out, c.config.Say.Text("words.quote", messages.Args{"text": w.text}))
		}
	}
	return c.doesNotHave(out)
}

// doesNotHave lists a few things that a passage lacks; "" for none.
func (c *Claimed) doesNotHave(list []string) string {
	const most = 4
	some := strings.Join(list, "")
	if more := len(list) - most; more > 0 {
		some = strings.Join(list[:most], c.config.Say.Text("words.next")) + c.config.Say.Text("rag.and-more", messages.Args{"number": more})
	} else if n := len(list); n > 1 {
		some = c.config.Say.Text("rag.or", messages.Args{"list": strings.Join(list[:n-1], c.config.Say.Text("words.next")), "last": list[n-1]})
	} else if n == 0 {
		return ""
	}
	return c.config.Say.Text("rag.passage-lacks", messages.Args{"what": some})
}
