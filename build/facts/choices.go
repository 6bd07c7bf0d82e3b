package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"lectern/backend/facts"
)

// choice counts which document was chosen first for questions that name their company and no file.
type choice struct{ own, equal, other, none int }

// choices prints for each set how often the first document that is chosen is the question's own, or another one that answers
// it equally.
func choices(ctx context.Context, library *facts.Library, all []question, ids map[string]string) error {
	names := map[string]string{}
	for name, id := range ids {
		names[id] = name
	}
	counts := map[string]*choice{}
	for _, q := range all {
		if q.expected == "" || !q.namesCompany() {
			continue
		}
		chosen, err := library.Choose(q.Text, nil)
		if err != nil {
			return err
		}
		key := q.Set + " " + q.Part
		if counts[key] == nil {
			counts[key] = &choice{}
		}
		c := counts[key]
		switch {
		case len(chosen) == 0:
			c.none++
		case chosen[0] == ids[q.Doc]:
			c.own++
		default:
			found, err := library.Answer(ctx, q.Text, chosen[:1])
			if err != nil {
				return err
			}
			if q.judge(found.Figure) == right {
				c.equal++
			} else {
				c.other++
				if q.Part == "dev" {
					fmt.Printf("%s [%s] %s: %s\n", q.ID, q.Doc, q.Text, names[chosen[0]])
				}
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		c := counts[key]
		fmt.Printf("%-20s %3d its own %3d one that answers equally %3d another %3d none\n", key, c.own, c.equal, c.other, c.none)
	}
	return nil
}

// namesCompany tells whether a question names the company of its document, with which the file's name begins.
func (q question) namesCompany() bool {
	company, _, ok := strings.Cut(strings.ToLower(q.Doc), "_")
	if !ok {
		return false
	}
	squeezed := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, q.Text)
	if strings.Contains(squeezed, company) {
		return true
	}
	const short = 3 // letters: MGM of MGMRESORTS
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(q.Text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), func(w string) bool {
		return len(w) >= short && strings.HasPrefix(company, w)
	})
}
