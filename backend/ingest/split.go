package ingest

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/store"
)

// splitRun cuts one run of text at the ends of its sentences. The rules are for English, German, French and Spanish at
// once, as documents mix languages, and for Chinese and Japanese.
func splitRun(out []store.Span, text string, run store.Span) []store.Span {
	s := text[run.Start:run.End]
	start := 0
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		mark := i
		i += n
		if !strings.ContainsRune(".!?…。！？｡", r) {
			continue
		}
		i = closing(s, i)
		switch {
		case strings.ContainsRune("。！？｡", r):
		case i < len(s) && r == '.' && i == mark+1:
			var end bool
			if i, end = fullStop(s, start, mark); !end {
				continue
			}
		case i < len(s) && !begins(s[i:]):
			continue
		}
		out = cut(out, s, run.Start, start, i)
		start = i
	}
	return cut(out, s, run.Start, start, len(s))
}

// closing skips what belongs to a sentence's end after its first mark: "?!", "...", quotes, brackets.
func closing(s string, i int) int {
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !closer(r) && !strings.ContainsRune(".!?…。！？", r) {
			break
		}
		i += n
	}
	const guillemet = " »" // French sets a space before it
	if strings.HasPrefix(s[i:], guillemet) {
		i += len(guillemet)
	}
	return i
}

// closer tells whether r closes a quotation or bracket; German ends one with the mark that English begins it with.
func closer(r rune) bool { return strings.ContainsRune(`"')]}’”“‘»›」』）】〉》`, r) }

// begins tells whether a new sentence may begin with s: after a space, and not in lower case.
func begins(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	if !unicode.IsSpace(first) {
		return wide(first)
	}
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, " \n"))
	return !unicode.IsLower(next)
}

// fullStop tells whether the sentence from start ends with the full stop at mark, and where, a footnote's number
// after it included.
func fullStop(s string, start, mark int) (end int, ok bool) {
	end = mark + 1
	word := lastField(s[start:mark])
	if n := note(s[end:]); n > 0 && len(word) > 3 && unicode.IsLetter(lastRune(word)) && begins(s[end+n:]) {
		return end + n, !beforeNumber[strings.ToLower(word)]
	}
	if !begins(s[end:]) {
		return end, false
	}
	before := lastField(strings.TrimRight(s[start:mark-len(word)], " \n"))
	return end, !abbreviated(before, word, nextField(s[end:]))
}

// note is the length of a footnote's mark: "2", "[12]".
func note(s string) int {
	digits := strings.TrimPrefix(s[:min(len(s), 4)], "[")
	n := len(digits) - len(strings.TrimLeft(digits, "0123456789"))
	if n == 0 || n > 2 {
		return 0
	}
	if s[0] != '[' {
		return n
	}
	if strings.HasPrefix(s[n+1:], "]") {
		return n + 2
	}
	return 0
}

// abbreviated tells whether the full stop after word, between before and next, belongs to the word.
func abbreviated(before, word, next string) bool {
	word = strings.TrimLeft(word, `"'([{“‘«„¿¡`)
	low := strings.ToLower(word)
	starts := starter[strings.ToLower(next)] && unicode.IsUpper(firstRune(next))
	switch {
	case word == "":
		return false
	case strings.Trim(word, "0123456789") == "":
		if before == "" { // "1. Introduction"
			return true
		}
		return len(word) <= 2 && (afterOrdinal[next] || beforeOrdinal[strings.ToLower(before)]) // "am 3. Oktober"
	case before == "" && strings.Trim(word, "IVX") == "": // "II. Results"
		return true
	case utf8.RuneCountInString(word) == 1 && unicode.IsLetter(firstRune(word)) && !wide(firstRune(word)):
		// An initial, or half of "z. B."
		return !starts || len(before) == 2 && before[1] == '.' || unicode.IsLower(firstRune(word))
	case neverEnds[low]:
		return true
	case beforeNumber[low]:
		return strings.ContainsAny(next, "0123456789") || utf8.RuneCountInString(next) == 1
	case mayEnd[low], dotted(word):
		return !starts
	}
	return false
}

// dotted tells whether a word is an abbreviation by its form: "U.S", "p.m", "Ph.D".
func dotted(word string) bool {
	if strings.IndexByte(word, '.') < 0 {
		return false
	}
	for part := range strings.SplitSeq(word, ".") {
		if part == "" || len(part) > 3 || strings.ContainsAny(part, "0123456789") {
			return false
		}
	}
	return true
}

const fieldLength = 48 // bytes: longer fields are no abbreviations

func lastField(s string) string {
	s = s[max(0, len(s)-fieldLength):]
	return s[strings.LastIndexAny(s, " \n")+1:]
}

// nextField is the next word without what stands around it.
func nextField(s string) string {
	s = strings.TrimLeft(s, " \n")
	s = s[:min(len(s), fieldLength)]
	if end := strings.IndexAny(s, " \n"); end >= 0 {
		s = s[:end]
	}
	return strings.TrimFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

func firstRune(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }
func lastRune(s string) rune  { r, _ := utf8.DecodeLastRuneInString(s); return r }

// cut adds s[start:end] without the space around it, in pieces that fit into a passage.
func cut(out []store.Span, s string, base, start, end int) []store.Span {
	for {
		for start < end && (s[start] == ' ' || s[start] == '\n') {
			start++
		}
		for end > start && (s[end-1] == ' ' || s[end-1] == '\n') {
			end--
		}
		if start == end {
			return out
		}
		stop := start + fits(s[start:end])
		last := stop
		for last > start && (s[last-1] == ' ' || s[last-1] == '\n') {
			last--
		}
		out = append(out, store.Span{Start: base + start, End: base + last})
		start = stop
	}
}

// fits is how many bytes of s a passage takes: all, or up to a space in its last third, or as many as go in.
func fits(s string) int {
	room, space := passageSize, 0
	for i, r := range s {
		if room -= weight(r); room < 0 {
			if space > i*2/3 {
				return space
			}
			return i
		}
		if r == ' ' || r == '\n' || strings.ContainsRune("，、；：,;", r) && wide(r) {
			space = i + utf8.RuneLen(r)
		}
	}
	return len(s)
}

// Abbreviations, by what their full stop can mean.
var (
	neverEnds = wordSet(`mr mrs ms messrs dr prof st rev hon gen sen rep gov capt col lt vs e.g i.e eg ie cf viz incl approx
dept est resp univ fig figs eq eqs
hr fr dipl ing bzw ca evtl ggf ggfs inkl exkl vgl zzgl gem sog z.b d.h u.a u.u z.t i.d.r s.o s.u o.ä i.v.m einschl max min
mme mlle mm c.-à-d p.ex env
sra srta sres d.ª dña ud uds vd p.ej aprox ee`)
	beforeNumber = wordSet(`no nos nr nrn sec secs art arts vol vols ch chap chaps pt para paras ref refs app p pp ex item
jan feb mar apr jun jul aug sep sept oct nov dec abs bd kap ziff tab abb anl rn rdnr núm num pág págs cap art arte n°`)
	mayEnd = wordSet(`inc corp ltd co cos llc plc bros jr sr etc al usw u.s u.k gmbh mio mrd tsd str assn natl intl mfg sa uu`)

	// starter holds words that, capitalised, begin a sentence rather than continue a name.
	starter = wordSet(`the this that these those it its in we our he his she they their there however if when while as for on at
but and a an to by under from with after during since although because you what
der die das dies diese dieser es wir er sie ihr im bei mit nach für auf aus ein eine zum zur seit wenn als auch
le la les il elle ils nous ce cette ces en un une dans pour sur après selon
el los las este esta estos se su sus un una por para con según`)

	beforeOrdinal = wordSet(`am der dem den des zum vom im das beim bis ab`)
	afterOrdinal  = wordSet(`Januar Februar März April Mai Juni Juli August September Oktober November Dezember Jahrhundert
Quartal Halbjahr Auflage Kapitel Geschäftsjahr Lebensjahr Tag Platz Juli`)
)
