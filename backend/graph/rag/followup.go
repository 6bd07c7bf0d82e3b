package rag

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"lectern/backend/ingest/metadata"
	"lectern/backend/messages"
	"lectern/backend/store/keyword"
	"lectern/backend/text"
)

// A question that leans on the one before is made whole by rules where it only puts another time, another company or another
// matter in the place of one that the question before names: "and in 2019?", "what about Boeing?", "and net sales?". What rules
// leave open is for a model (see chat's rewriter), or is searched together with the question before.

var (
	// leads begin such a question; they aren't asked for.
	leads = regexp.MustCompile(`(?i)^\W*(?:(?:and|now|then|but)\b\W*)?(?:what about|how about|(?:the )?same (?:question )?(?:for|in|with)|and|now|then|und was ist mit|was ist mit|wie (?:ist|war|sieht|sah) es (?:mit|bei|für|in)|und|dann|et|y|e)\b\s*(?:(?:for|in|of|at|with|für|im|in|bei|von|mit)\b\s*)?|^(?:では|それでは|じゃあ|ちなみに)[、,]?\s*`)
	// tails end it.
	tails = regexp.MustCompile(`(?i)\s+aus\W*$|(?:について)?は(?:どう(?:ですか)?|いくら(?:ですか)?)?[？?\s]*$|[？?.!\s]+$`)

	yearBefore = regexp.MustCompile(`(?i)\b(?:(?:in )?the (?:year|one) before(?: that)?|(?:in )?the (?:previous|prior|preceding) year|a year (?:earlier|before)|im (?:vorjahr|jahr davor)|(?:das |dem )?vorjahr|l['’]année précédente|el año anterior)\b|前年度?`)
	yearAfter  = regexp.MustCompile(`(?i)\b(?:(?:in )?the (?:year|one) after(?: that)?|(?:in )?the (?:next|following) year|a year later|im (?:folgejahr|jahr danach)|(?:das |dem )?folgejahr|l['’]année suivante|el año siguiente)\b|翌年度?`)
	fullYear   = regexp.MustCompile(`(?:19|20)\d\d`)
	shortYear  = regexp.MustCompile(`(?i)\b(fy|cy|gj) ?['’]?(\d\d)\b`)
	quarter    = regexp.MustCompile(`(?i)\bq[1-4]\b|\b(?:first|second|third|fourth) quarter\b|(?:ersten?|zweiten?|dritten?|vierten?) quartal|第[1-4一二三四]四半期`)
	// asks are words that make a question of its own.
	asks = regexp.MustCompile(`(?i)\b(?:what|how|who|which|when|where|why|is|are|was|were|did|do|does|has|have|can|wie|wer|welche[rsnm]?|wann|wo|warum|ist|sind|war|waren|hat|haben|kann|quel|quelle|comment|pourquoi|qué|cuál|cómo)\b|なぜ|いつ|どこ|誰|何`)
	// glue joins times and names, and says nothing.
	glue = regexp.MustCompile(`(?i)\b(?:in|for|of|at|the|its|their|his|her|year|fiscal|fy|and|on|by|during|from|im|für|von|bei|der|die|das|dem|jahr|geschäftsjahr|ihr|ihre|ihren|sein|seine)\b|年度?|[のはをがにで、。・]`)
)

// Complete makes a question whole from the one before it; "" where it stands for itself or rules can't tell what it means.
// companies are those of the library.
func Complete(before, question string, companies []metadata.Company) string {
	before, question = strings.TrimSpace(before), strings.TrimSpace(question)
	companies = slices.DeleteFunc(slices.Clone(companies), func(c metadata.Company) bool { return len(c.Spellings) == 0 }) // files of nobody
	if before == "" || strings.Contains(question, "@") {
		return ""
	}
	rest := question
	at := leads.FindStringIndex(rest)
	led := at != nil && at[1] > 0
	if led {
		rest = rest[at[1]:]
	}
	ended := tails.FindStringIndex(rest)
	if ended != nil {
		led = led || strings.ContainsAny(rest[ended[0]:ended[1]], "は") // 2019年度は？
		rest = rest[:ended[0]]
	}
	l := leaning{before: before, named: metadata.Named(before, companies)}
	rest = l.take(rest, metadata.Named(rest, companies))
	matter := strings.TrimSpace(glue.ReplaceAllString(rest, " "))
	matter = strings.Join(strings.FieldsFunc(matter, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) && r != '&' && r != '-' && r != '%' }), " ")
	switch {
	case matter == "":
		return l.replaced()
	case !led || asks.MatchString(matter) || len(keyword.ContentWords(matter)) > mostMatter || len(keyword.ContentWords(matter)) == 0 && !text.Wide([]rune(matter)[0]):
		return ""
	}
	return l.about(matter)
}

// TellWhole tells as what a question is read that leaves something to the one before it.
func TellWhole(ctx context.Context, t Turn) {
	if t.Whole != "" {
		Note(ctx, "rag.read-as", messages.Args{"text": t.Whole})
	}
}

// mostMatter is how many words may stand for another matter.
const mostMatter = 6

// leaning is a question that leans on the one before.
type leaning struct {
	before string
	named  []metadata.Mention // companies of the one before

	year    int
	step    int    // to the year before or after
	quarter string // as it writes it
	company string // as it writes it
}

// take reads times and companies in a question, and gives what is left of it.
func (l *leaning) take(s string, named []metadata.Mention) string {
	for _, m := range slices.Backward(named) {
		for _, at := range slices.Backward(m.At) {
			if at[1] <= len(s) {
				if l.company == "" {
					l.company = strings.TrimSuffix(strings.TrimSuffix(s[at[0]:at[1]], "'s"), "’s")
				} else {
					return s // several: what takes whose place isn't told
				}
				s = s[:at[0]] + " " + s[at[1]:]
			}
		}
	}
	for pattern, step := range map[*regexp.Regexp]int{yearBefore: -1, yearAfter: 1} {
		if pattern.MatchString(s) {
			l.step = step
			s = pattern.ReplaceAllString(s, " ")
		}
	}
	if m := fullYear.FindAllString(s, -1); len(m) == 1 {
		l.year, _ = strconv.Atoi(m[0])
		s = fullYear.ReplaceAllString(s, " ")
	} else if m := shortYear.FindStringSubmatch(s); m != nil {
		n, _ := strconv.Atoi(m[2])
		l.year = 2000 + n
		s = shortYear.ReplaceAllString(s, " ")
	}
	if m := quarter.FindString(s); m != "" {
		l.quarter = m
		s = strings.Replace(s, m, " ", 1)
	}
	return s
}

// replaced is the question before with the new time and company in the places of the old ones; "" if there is nothing new, or
// no one place for it.
func (l *leaning) replaced() string {
	out := l.before
	if l.company != "" {
		if len(l.named) != 1 || len(l.named[0].At) == 0 {
			return ""
		}
		for _, at := range slices.Backward(l.named[0].At) {
			own := out[at[0]:at[1]]
			name := l.company
			if strings.HasSuffix(own, "'s") || strings.HasSuffix(own, "’s") {
				name += "'s"
			}
			out = out[:at[0]] + name + out[at[1]:]
		}
	}
	if l.year == 0 && l.step == 0 && l.quarter == "" {
		if l.company == "" {
			return ""
		}
		return out
	}
	years := fullYear.FindAllStringIndex(out, -1)
	switch {
	case len(years) > 1 || len(years) == 0 && l.step != 0:
		return ""
	case len(years) == 1 && (l.year > 0 || l.step != 0):
		year, _ := strconv.Atoi(out[years[0][0]:years[0][1]])
		if year += l.step; l.year > 0 {
			year = l.year
		}
		out = out[:years[0][0]] + strconv.Itoa(year) + out[years[0][1]:]
	case len(years) == 0 && l.year > 0:
		out = strings.TrimRight(out, "?？. ") + " " + strconv.Itoa(l.year) + "?"
	}
	if l.quarter == "" {
		return out
	}
	if was := quarter.FindAllString(out, -1); len(was) == 1 {
		return strings.Replace(out, was[0], l.quarter, 1)
	} else if at := fullYear.FindStringIndex(out); at != nil && len(was) == 0 {
		return out[:at[0]] + l.quarter + " " + out[at[0]:]
	}
	return ""
}

// about asks for another matter of the same company and time.
func (l *leaning) about(matter string) string {
	parts := []string{matter}
	switch {
	case l.company != "":
		parts = append(parts, l.company)
	case len(l.named) == 1 && len(l.named[0].At) > 0:
		at := l.named[0].At[0]
		parts = append(parts, strings.TrimSuffix(strings.TrimSuffix(l.before[at[0]:at[1]], "'s"), "’s"))
	default:
		return "" // whose it is isn't known
	}
	years := fullYear.FindAllString(l.before, -1)
	time := ""
	switch {
	case l.year > 0:
		time = strconv.Itoa(l.year)
	case l.step != 0 && len(years) == 1:
		y, _ := strconv.Atoi(years[0])
		time = strconv.Itoa(y + l.step)
	case len(years) > 1:
		return ""
	case len(years) == 1:
		time = years[0]
	}
	if q := quarter.FindString(l.before); l.quarter != "" || q != "" && l.year == 0 {
		if l.quarter != "" {
			q = l.quarter
		}
		time = strings.TrimSpace(q + " " + time)
	}
	if time != "" {
		parts = append(parts, time)
	}
	return strings.Join(parts, ", ") + "?"
}
