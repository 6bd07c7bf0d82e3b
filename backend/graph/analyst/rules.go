package analyst

import (
	"regexp"
	"strings"

	"lectern/backend/ingest/metadata"
	"lectern/backend/store/keyword"
)

var (
	period  = regexp.MustCompile(`(?i)\b(?:Q[1-4]|H[12]|FY|GJ|CY)[ /]?'?(?:(?:19|20)?\d\d)\b|(?:19|20)\d\d(?: ?年度?)?(?: ?第[1-4１-４]四半期)?`)
	year    = regexp.MustCompile(`(?:19|20)\d\d`)
	quarter = regexp.MustCompile(`^(?:Q[1-4]|H[12]|FY|GJ|CY)$`)
	name    = regexp.MustCompile(`\b(?:\d?[A-Z][\w&.'-]*[\w&])(?: (?:&|of|[A-Z][\w&.'-]*))*`)
)

// rules reads a question without a model: names are words in capitals behind the first, periods years and quarters.
func (w *Workflow) rules(question string) Processed {
	q := Processed{Keywords: listed(keyword.ContentWords(question), mostNamed, entryChars)}
	var names []string
	for _, at := range name.FindAllStringIndex(question, -1) {
		found := question[at[0]:at[1]]
		if first, rest, _ := strings.Cut(found, " "); at[0] == 0 && strings.Contains(asks, " "+strings.ToLower(first)+" ") {
			found = rest // the question's first word
		}
		if found != "" && !period.MatchString(found) && !quarter.MatchString(found) && metadata.TypeOf(found) == "" {
			names = append(names, strings.TrimSuffix(found, "'s"))
		}
	}
	q.Entities = listed(names, mostNamed, entryChars)
	q.Periods = listed(period.FindAllString(question, -1), mostNamed, entryChars)
	q.Types = []string{}
	if kind := metadata.TypeOf(question); kind != "" {
		q.Types = append(q.Types, kind)
	}
	return q
}

// asks are words that questions begin with.
const asks = " what which how who when where why is are was were did does do has have can compare show list give calculate tell " +
	"explain please in for by the wie wer wann wo warum welche welcher welches ist sind war waren hat haben zeige nenne berechne vergleiche für der die das "
