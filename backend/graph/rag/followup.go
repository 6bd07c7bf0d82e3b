package rag

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"lectern/backend/ingest/metadata"
	"lectern/backend/messages"
	"lectern/backend/store/keyword"
	"lectern/backend/text"
)

// A question that leans on the one before is made whole by rules where it only puts another time, another company or another
// matter in the place of one that the question before names: "and in 2019?", "what about Boeing?", "and net sales?". What rules
// leave open is for a model (see chat's rewriter), or is searched together with the question before.

var (
	fullYear  = regexp.MustCompile(`(?:19|20)\d\d`)
	shortYear = regexp.MustCompile(`(?i)\b(fy|cy|gj) ?['’]?(\d\d)\b`)
)

// Complete makes a question whole from the one before it; "" where it stands for itself or rules can't tell what it means.
// companies are those of the library.
func Complete(before, question string, companies []metadata.Company) string {
	before, question = strings.TrimSpace(before), strings.TrimSpace(question)
	companies = slices.DeleteFunc(slices.Clone(companies), func(c metadata.Company) bool { return len(c.Spellings) == 0 }) // files of nobody
	if before == "" || strings.Contains(question, "@") {
		return ""
	}
	words := leaningWords()
	rest, led := words["lead"].cutBefore(strings.ReplaceAll(question, "’", "'"))
	for more := led; more; { // and what about
		rest, more = words["lead"].cutBefore(rest)
	}
	if led {
		rest, _ = words["at"].cutBefore(rest)
	}
	rest, tail := words["tail"].cutBehind(rest)
	first, _ := utf8.DecodeRuneInString(tail)
	led = led || text.Unspaced(first) // 2019年度は？
	l := leaning{before: before, named: metadata.Named(before, companies)}
	matter := l.take(rest, metadata.Named(rest, companies))
	for more := true; more; {
		matter, more = words["glue"].cutBefore(matter)
	}
	for behind := " "; behind != ""; {
		matter, behind = words["glue"].cutBehind(matter)
	}
	matter = strings.Join(strings.FieldsFunc(matter, func(r rune) bool { return between(r) && r != '-' && r != '\'' }), " ")
	switch {
	case matter == "":
		return l.replaced()
	case !led || words["ask"].find(matter) != nil || len(keyword.ContentWords(matter)) > mostMatter || len(keyword.ContentWords(matter)) == 0 && !text.Wide([]rune(matter)[0]):
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
	for kind, step := range map[string]int{"earlier": -1, "later": 1} {
		if rest, there := leaningWords()[kind].without(s); there {
			s, l.step = rest, step
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
	if at := quarters().find(s); at != nil {
		l.quarter = s[at[0]:at[1]]
		s = s[:at[0]] + " " + s[at[1]:]
	}
	return s
}

// quarters are the quarters of a year, as languages call them.
func quarters() sayings { return leaningWords()["quarter"] }

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
	if was := quarters().all(out); len(was) == 1 {
		return out[:was[0][0]] + l.quarter + out[was[0][1]:]
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
	q := ""
	if at := quarters().find(l.before); at != nil {
		q = l.before[at[0]:at[1]]
	}
	if l.quarter != "" || q != "" && l.year == 0 {
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
