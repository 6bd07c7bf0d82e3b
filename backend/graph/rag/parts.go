package rag

import (
	"context"
	"regexp"
	"strings"

	"lectern/backend/ingest/metadata"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
)

// Parts are those of a question put to documents (ids; none: all), if it asks for several things: each is searched by itself.
func Parts(ctx context.Context, w *store.Workspace, question string, documents []string) (parts []metadata.Part, err error) {
	facets, err := metadata.OpenFacets(w)
	if err != nil {
		return nil, err
	}
	return facets.Parts(question, documents, func(rest string) []string {
		var out []string
		out, err = matters(ctx, w, rest, documents)
		return out
	}), err
}

var (
	asked   = regexp.MustCompile(`[?？]\s*`)
	listed  = regexp.MustCompile(`[,;、，；]\s*(?:(?:and|or|und|oder|et|ou|y|o)\s)?|\s+(?:as well as|sowie)\s+`)
	joining = regexp.MustCompile(`(?i)(\S+)\s+(?:and|und|et|y)\s+(\S+)|(\p{Han}+)[と和](\p{Han}+)`)
)

// matters are the several things that a question asks for: questions that follow each other; or, where nothing asks, the things
// of a list, and what "and" joins, unless the documents join it as well, like "research and development". What a sentence joins
// leans on its verb, and is found better as it stands.
func matters(ctx context.Context, w *store.Workspace, rest string, documents []string) ([]string, error) {
	var out []string
	rest = keyword.Asked(rest)
	if questions := telling(asked.Split(rest, -1)); len(questions) > 1 {
		return questions, nil
	}
	if leaningWords()["ask"].find(rest) != nil {
		return nil, nil
	}
	for _, one := range listed.Split(rest, -1) {
		for {
			at := joining.FindStringSubmatchIndex(one)
			if at == nil {
				break
			}
			cut, after := at[3], at[4]
			if cut < 0 {
				cut, after = at[7], at[8]
			}
			found, err := w.Passages.Find(ctx, store.Query{Text: `"` + strings.Trim(one[at[0]:at[1]], `?!."“”`) + `"`, Documents: documents, Limit: 1})
			if err != nil {
				return nil, err
			}
			if len(found.Absent) == 0 && len(found.Hits) > 0 {
				break // one thing
			}
			out, one = append(out, one[:cut]), one[after:]
		}
		out = append(out, one)
	}
	return telling(out), nil
}

// telling are those of some pieces of a question that have words to search for.
func telling(pieces []string) (out []string) {
	for _, one := range pieces {
		one = strings.Trim(strings.Join(strings.Fields(one), " "), " ?!.:、。？")
		if len(keyword.ContentWords(one)) > 0 {
			out = append(out, one)
		}
	}
	return out
}

// owners are the parts of a question, by their index, whose hits passages are: of several the one where it stands highest.
func owners(lists [][]store.Hit) map[store.Ref]int {
	out, rank := map[store.Ref]int{}, map[store.Ref]int{}
	for part, list := range lists {
		for i, h := range list {
			if before, known := rank[h.Ref]; !known || i < before {
				out[h.Ref], rank[h.Ref] = part, i
			}
		}
	}
	return out
}
