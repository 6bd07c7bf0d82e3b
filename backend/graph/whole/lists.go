package whole

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// item is an entry of a list: a thing with all its places.
type item struct {
	key, text string
	places    []store.Citation
}

// Listed lists or counts things of a sort, which rules find without a model.
func (c Corpus) Listed(ctx context.Context, q Question, say messages.Messages, progress func(passages int)) (rag.Answer, error) {
	var items []item
	known := map[string]int{}
	read := 0
	err := c.each(ctx, func(d store.Document, passages []store.Text) error {
		found, err := c.things(d, passages, q.Sort)
		items = merged(items, known, found)
		read += d.Passages
		progress(read)
		return err
	})
	if err != nil {
		return rag.Answer{}, err
	}
	if q.Sort == Dates {
		slices.SortStableFunc(items, func(a, b item) int { return cmp.Compare(a.key, b.key) })
	}
	a := newAnswer(say)
	a.items(q, items, "whole.by-rules")
	covered, err := c.Coverage()
	return a.done(covered), err
}

// merged adds things to a list, each once, with all places in which it stands.
func merged(items []item, known map[string]int, found []thing) []item {
	for _, f := range found {
		i, ok := known[f.key]
		if !ok {
			i = len(items)
			known[f.key] = i
			items = append(items, item{key: f.key, text: f.text})
		}
		if !slices.ContainsFunc(items[i].places, func(c store.Citation) bool { return c.Document == f.place.Document && c.Page == f.place.Page }) {
			items[i].places = append(items[i].places, f.place)
		}
	}
	return items
}

// mostPlacesNamed is how many places of a thing are cited; of more the number is told.
const mostPlacesNamed = 4

// items tells how many things there are, and lists them with their places. how says how they were found.
func (a *answer) items(q Question, items []item, how string) {
	args := messages.Args{"of": escape(q.Of), "n": len(items)}
	if len(items) == 0 {
		a.text("whole.none-found", args)
		a.missing = append(a.missing, q.Of)
		return
	}
	a.line(a.say.Sentences(a.say.Text("whole.found", args), a.say.Text(how, args)))
	several := slices.ContainsFunc(items, func(i item) bool {
		return slices.ContainsFunc(i.places, func(c store.Citation) bool { return c.Document != items[0].places[0].Document })
	})
	for n, i := range items {
		if len(a.citations) >= mostPlaces {
			a.text("whole.more-items", messages.Args{"n": len(items) - n})
			a.left = 0
			break
		}
		a.line("- " + escape(strings.TrimRight(i.text, " :.;,")) + a.say.Text("whole.places", messages.Args{"places": a.places(i, several)}))
	}
}

// places are where a thing stands; names of documents are told where there are several.
func (a *answer) places(i item, several bool) string {
	var out []string
	doc := ""
	for _, p := range i.places[:min(len(i.places), mostPlacesNamed)] {
		name := ""
		if several && p.Doc != doc {
			name, doc = escape(p.Doc)+" ", p.Doc
		}
		out = append(out, name+a.page(p, 1))
	}
	if n := len(i.places) - mostPlacesNamed; n > 0 {
		out = append(out, a.say.Text("whole.more-places", messages.Args{"n": n}))
	}
	return strings.Join(out, a.say.Text("words.next"))
}
