package proof

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"lectern/backend/store/keyword"
	"lectern/backend/text"
)

// heard is what a sentence has of a claim's words.
type heard struct {
	has     map[int]bool // by any form, and by words that say the same
	tokens  []token      // that are the claim's words, in order
	others  int          // content words that aren't
	denials int
	excepts bool                      // one of them is of the kind of without and unless, which turns another
	beside  bool                      // one of them denies something else beside what is said: "at 10% and not at 1%"
	passive bool                      // in Japanese, where only the verb tells
	sides   map[int][2]side           // by the index of the opposites: what it has of the left and of the right
	classes map[int]map[string]string // its words of which only one can be meant, by class and form
	command bool                      // it tells a program what to write
}

// token is a word of the claim in a sentence.
type token struct {
	word   int    // of the claim
	denied string // by which word
	role   string // what says which part it plays: prepositions and, in German, an article before it; a particle after it
	joined bool   // nothing but “of” stands between it and the word before
}

// side is what a sentence has of one side of opposites.
type side struct {
	word   string
	at     []int // as which of the claim's words
	beside int   // the claim's word that it stands before, in Japanese after; -1: none
	denied bool
}

func (s side) said() string {
	if s.denied {
		return "not " + s.word
	}
	return s.word
}

// commands are sentences that tell a program what to write. They prove nothing.
var commands = regexp.MustCompile(`(?i)\b(?:ignore|disregard|forget)\b.{0,40}\b(?:instructions?|prompts?|rules|above)\b|\b(?:system prompt|as an ai\b|language model|(?:you|assistant|chatbot|ai)[,:]? (?:must|should|shall|will|please)? ?(?:now )?(?:say|tell|answer|reply|respond|praise|recommend|write|state|claim)\b)|` +
	`\b(?:tell|assure|inform) the (?:user|reader|person)\b|\b(?:ignoriere|missachte|vergiss)\b.{0,40}\b(?:Anweisung\w*|Regeln)\b|\b(?:sage?|teile|antworte|schreibe) (?:dem|der|den) (?:Nutzer|Leser|Benutzer)\w*|指示を無視|(?:ユーザー|読者)に.{0,12}(?:伝え|答え|述べ)(?:て|よ|なさい)`)

var (
	tokens      = regexp.MustCompile(`\d*[\p{L}\p{M}][\p{L}\p{M}\d]*(?:['’]\p{L}+)?|\d+(?:[.,]\d+)*|[,;:()]`)
	exceptsJa   = regexp.MustCompile(`なしに|ない限り|限り|限っ`)
	clauseEnd   = regexp.MustCompile(`^(?:[,;:()]|and|but|und|aber|sondern)$`)
	clauseBreak = regexp.MustCompile(`(?i)^(?:[,;:()]|and|but|while|whereas|und|aber|sondern|während|et|mais|tandis)$`)
	grading     = regexp.MustCompile(`(?i)^(?:mehr|more|later|später)$`)
	than        = regexp.MustCompile(`(?i)^(?:als|than)$`)
	bounding    = regexp.MustCompile(`(?i)^(?:only|later|more|less|fewer|nur|mehr|weniger|später|merely|least|exceed\p{L}*|überschreit\p{L}*)$`) // not only, no later than
	linking     = regexp.MustCompile(`^(?:of|von|de)$`)
)

// denials are words that deny what stands behind them, refusals those that do so before an infinitive: declined to sign.
// excepts are those among them, and others, that turn a denial.
var (
	denials  = setOf(strings.Fields(`not no never neither nor none nothing nobody without unless cannot unable lack lacks hardly nicht nie niemals niemand nichts ohne weder`))
	refusals = setOf(strings.Fields(`decline declines declined declining refuse refuses refused refusing fail fails failed failing`))
	excepts  = setOf(strings.Fields(`without unless except only ohne außer nur`))
)

// denies tells whether a word in small letters does.
func denies(w string) bool {
	return denials[w] || strings.HasPrefix(w, "kein") || strings.HasSuffix(w, "n't") || strings.HasSuffix(w, "n’t")
}

// roles are words that say which part the words behind them play, skipped those that may stand between.
var (
	roles   = setOf(strings.Fields(`to from into by of for with against than and or as in at on under over between until since within von vom zu zum zur durch an am auf nach aus bei beim mit für gegen um über unter vor seit ab bis im als und oder sowie der die das dem den des`))
	skipped = setOf(strings.Fields(`the a an his her its their sein seine seinem seinen seiner seines ihr ihre ihrem ihren ihrer ihres ein eine einem einen einer eines`))
)

// read reads a sentence for what it says of the claim's words.
func (c *Claimed) read(text string) heard {
	r := heard{has: map[int]bool{}, sides: map[int][2]side{}, classes: map[int]map[string]string{}}
	if c.japanese {
		c.readUnspaced(text, &r)
	} else {
		c.readSpaced(text, &r)
	}
	for _, t := range r.tokens {
		r.has[t.word] = true
	}
	c.claim.alike(r)
	return r
}

func (c *Claimed) readSpaced(text string, r *heard) {
	p := c.config.memo.of(text)
	words, denied := p.words, p.denied
	r.denials, r.excepts, r.beside = p.denials, p.excepts, p.beside
	own := make([][]int, len(words))
	for i, form := range p.formed(c.german) {
		if own[i] = c.own(words[i]); len(own[i]) == 0 {
			if k, known := c.forms[form]; known {
				own[i] = []int{k}
			}
		}
	}
	for k, w := range c.words {
		if strings.ContainsRune(w.text, '&') && strings.Contains(text, w.text) { // PP&E, of several tokens
			r.has[k] = true
		}
		if lower := strings.ToLower(w.text); c.german && (inParts(lower, words) || slices.ContainsFunc(words, func(other string) bool { return partOf(lower, strings.ToLower(other)) })) {
			r.has[k] = true
		}
	}
	last := -1
	for i, w := range words {
		for _, l := range p.listings[i] {
			r.list(l, side{w, own[i], firstOf(own[i+1:]), denied[i] != ""})
		}
		for _, k := range own[i] {
			joined := last >= 0 && (last == i-1 || last == i-2 && linking.MatchString(words[i-1]))
			r.tokens = append(r.tokens, token{k, denied[i], p.roles[i], joined})
			last = i
		}
		if len(own[i]) == 0 {
			r.others += p.content[i]
		}
	}
}

// list takes in a word that is listed; of each side of opposites the first.
func (r *heard) list(l listing, s side) {
	if l.class >= 0 {
		if r.classes[l.class] == nil {
			r.classes[l.class] = map[string]string{}
		}
		r.classes[l.class][l.form] = s.word
		return
	}
	if both := r.sides[l.opposite]; both[l.side].word == "" {
		both[l.side] = s
		r.sides[l.opposite] = both
	}
}

// inParts tells whether words have the two parts of a German compound: Übergabe der Schlüssel for Schlüsselübergabe.
func inParts(compound string, words []string) bool {
	const least, joint = 4, 2 // bytes of a part, and of what joins them
	begins, ends := 0, 0
	for _, w := range words {
		w = strings.ToLower(w)
		if len(w) < least || w == compound {
			continue
		}
		if p := stripped(w); strings.HasPrefix(compound, p) {
			begins = max(begins, len(p))
		}
		if strings.HasSuffix(compound, w) {
			ends = max(ends, len(w))
		}
	}
	return begins > 0 && ends > 0 && begins+ends+joint >= len(compound)
}

// partOf tells whether a word begins a German compound or ends it: Filiale in Filialleiterin.
func partOf(word, compound string) bool {
	const least = 5 // bytes
	part := stripped(word)
	return len(part) >= least && len(compound) > len(word) && (strings.HasPrefix(compound, part) || strings.HasSuffix(stripped(compound), part))
}

// own are the words of the claim that a word is a form of.
func (c *Claimed) own(word string) []int {
	own, known := c.known[word]
	if known {
		return own
	}
	for _, at := range c.matcher.Places(word) {
		if k, counts := c.at[at.Word]; counts {
			own = append(own, k)
		}
	}
	c.known[word] = own
	return own
}

// deniedIn says for each word by which other it is denied; "" for none.
func deniedIn(words []string, r *heard) []string {
	denied := make([]string, len(words))
	is := func(i int, pattern *regexp.Regexp) bool { return i < len(words) && pattern.MatchString(words[i]) }
	next := func(i int, word string) bool { return i+1 < len(words) && words[i+1] == word }
	for i, w := range words {
		lower := strings.ToLower(w)
		r.excepts = r.excepts || excepts[lower]
		refused := refusals[lower] && next(i, "to")
		if !refused && (!denies(lower) || is(i+1, bounding) && (i+2 == len(words) || !is(i+1, grading) || is(i+2, than))) {
			continue
		}
		r.denials++
		r.beside = r.beside || i > 0 && clauseEnd.MatchString(words[i-1]) && (lower == "not" || lower == "nicht")
		const reach = 5                      // words
		deny := func(from, step, most int) { // of such that say something
			for j := from; j >= 0 && j < len(words) && j != i+step*(reach+1) && most > 0 && !clauseEnd.MatchString(words[j]); j += step {
				denied[j] = w
				most -= len(keyword.ContentWords(words[j]))
			}
		}
		switch {
		case refused, lower == "no" && next(i, "longer"):
			deny(i+2, 1, 2)
		case lower == "no" || strings.HasPrefix(lower, "kein"):
			deny(i+1, 1, 1)
		default:
			if deny(i+1, 1, 2); lower == "nicht" { // gilt nicht
				deny(i-1, -1, 2)
			}
		}
	}
	return denied
}

func firstOf(own [][]int) int {
	for _, words := range own {
		if len(words) > 0 {
			return words[0]
		}
	}
	return -1
}

// roleOf are the words before a word, in small letters, that say which part it plays in its sentence: than in; "" if there
// are none.
func roleOf(before []string) (role string) {
	const most = 3
	for i := len(before) - 1; i >= max(0, len(before)-most); i-- {
		if w := before[i]; roles[w] {
			role = strings.TrimSpace(w + " " + role)
		} else if !skipped[w] {
			break
		}
	}
	return role
}

var (
	run       = regexp.MustCompile(`[\p{Han}々]+|[\p{Katakana}ー]+|[\p{Latin}\d_]*\p{Latin}[\p{Latin}\d_]*`)
	particle  = regexp.MustCompile(`^(?:は|が|も|を|に|には|へ|から|より|と|で|では|の|によって|により)$`)
	deniedJa  = regexp.MustCompile(`ません|ない|なかった|なく|ずに?$|せず|されず|おらず|できず|なし`)
	against   = regexp.MustCompile(`[\d一二三四五六七八九十]+対[\d一二三四五六七八九十]+`)
	passive   = regexp.MustCompile(`られ|され|によって|により`)
	notDenial = regexp.MustCompile(`な(?:ければ|くては|いと|くちゃ)(?:なら|いけ|だめ)(?:ない|ません)|に(?:も)?かかわらず`)
)

// runsOf are the runs of characters of a text without blanks that say what it is about, each once: what is written in
// kanji, in katakana or in Latin letters. Of long ones it gives pairs of characters. Numbers with what they count are none.
func runsOf(text string) (out []string) {
	const long = 5 // characters
	for _, r := range run.FindAllString(against.ReplaceAllString(countedJa.ReplaceAllString(text, " "), " "), -1) {
		some := []string{r}
		if chars := []rune(r); len(chars) >= long && unicode.Is(unicode.Han, chars[0]) {
			some = nil
			for i := range len(chars) - 1 {
				some = append(some, string(chars[i:i+2]))
			}
		}
		for _, s := range some {
			if !lists.light[s] && !slices.Contains(out, s) && strings.Trim(s, kanjiNumbers) != "" {
				out = append(out, s)
			}
		}
	}
	return out
}

// mostlyUnspaced tells whether a text is written without blanks between words.
func mostlyUnspaced(s string) bool {
	n := 0
	for _, r := range s {
		if text.Unspaced(r) {
			n++
		} else if unicode.IsLetter(r) {
			n--
		}
	}
	return n > 0
}

// readUnspaced does what readSpaced does for text without blanks, where a denial ends what it denies.
func (c *Claimed) readUnspaced(text string, r *heard) {
	text = notDenial.ReplaceAllString(text, "べき")
	r.excepts = exceptsJa.MatchString(text)
	r.passive = passive.MatchString(text)
	r.denials = len(deniedJa.FindAllString(text, -1))
	type place struct{ word, from, to int }
	var places []place
	for k, w := range c.words {
		for from := 0; ; {
			at := strings.Index(text[from:], w.text)
			if at < 0 {
				break
			}
			places = append(places, place{k, from + at, from + at + len(w.text)})
			from += at + len(w.text)
		}
		if hasPairs(text, w.text) {
			r.has[k] = true
		}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to)) })
	end := -1
	rest := []byte(text)
	for _, p := range places {
		if p.to <= end { // a part of the one before
			continue
		}
		after := hiraganaAfter(text[p.to:])
		t := token{word: p.word, denied: deniedJa.FindString(after), joined: end >= 0 && (p.from <= end || text[end:p.from] == "の")}
		t.role = particle.FindString(after)
		r.tokens = append(r.tokens, t)
		end = p.to
		copy(rest[p.from:p.to], strings.Repeat(" ", p.to-p.from))
	}
	for _, other := range runsOf(string(rest)) {
		if !r.has[slices.IndexFunc(c.words, func(w claimWord) bool { return hasPairs(other, w.text) })] {
			r.others++
		}
	}
	for _, l := range lists.unspaced {
		at := strings.Index(text, l.form)
		if at < 0 || strings.HasSuffix(text[:at], "不") {
			continue
		}
		s := side{word: l.form, beside: -1, denied: deniedJa.MatchString(hiraganaAfter(text[at+len(l.form):]))}
		for _, p := range places {
			if p.from < at {
				s.beside = p.word
			}
			if p.from < at+len(l.form) && p.to > at {
				s.at = append(s.at, p.word)
			}
		}
		r.list(l, s)
	}
}

// hiraganaAfter is what a text begins with in hiragana: endings and particles.
func hiraganaAfter(text string) string {
	for i, r := range text {
		if !unicode.Is(unicode.Hiragana, r) {
			return text[:i]
		}
	}
	return text
}

// hasPairs tells whether a text has more than half of a run's pairs of characters; if it is a single one, that.
func hasPairs(text, run string) bool {
	chars := []rune(run)
	n := 0
	for i := range len(chars) - 1 {
		if strings.Contains(text, string(chars[i:i+2])) {
			n++
		}
	}
	if 2*n > len(chars)-1 || len(chars) == 1 && strings.Contains(text, run) {
		return true
	}
	last := string(chars[len(chars)-1])
	return len(chars) == 3 && strings.Contains(text, string(chars[:2])) && slices.Contains(runsOf(text), last) // 改装する案
}
