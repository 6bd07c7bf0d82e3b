package whole

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"lectern/backend/store"
)

// Tally is how often a term stands in a corpus.
type Tally struct {
	Term      string
	Documents []Tallied // all of the corpus, those without it, too
}

// Tallied is how often a term stands in a document.
type Tallied struct {
	store.Document
	Pages []TalliedPage
}

// TalliedPage is how often it stands on a page: as it is, and in other forms.
type TalliedPage struct {
	Exact, Forms int
	Words        []string       // the other forms
	First        store.Citation // where it stands first as it is, else in another form
}

// Count is how often the term stands in the document, as it is and in other forms.
func (t Tallied) Count() (exact, forms int) {
	for _, p := range t.Pages {
		exact, forms = exact+p.Exact, forms+p.Forms
	}
	return exact, forms
}

// Count is how often it stands in all, in how many documents and on how many pages: as it is, and in other forms.
func (t Tally) Count() (exact, documents, pages, forms int) {
	for _, d := range t.Documents {
		e, f := d.Count()
		exact, forms = exact+e, forms+f
		if e > 0 {
			documents++
		}
		for _, p := range d.Pages {
			if p.Exact > 0 {
				pages++
			}
		}
	}
	return exact, documents, pages, forms
}

// Forms are the other forms that it has in the corpus, each once.
func (t Tally) Forms() []string {
	all := map[string]bool{}
	for _, d := range t.Documents {
		for _, p := range d.Pages {
			for _, w := range p.Words {
				all[w] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// Tally counts terms, each where it stands on the pages. One that stands nowhere as it is, and is several joined by "and" or
// "or", is counted as these.
func (c Corpus) Tally(ctx context.Context, terms []string, progress func(passages int)) ([]Tally, error) {
	all := slices.Clone(terms)
	for _, t := range terms {
		all = append(all, parts(t)...)
	}
	counted := make([]Tally, len(all))
	known := map[string][]term{} // by language
	read := 0
	err := c.each(ctx, func(d store.Document, passages []store.Text) error {
		language := cmp.Or(d.Language, "en")
		if known[language] == nil {
			for _, t := range all {
				known[language] = append(known[language], newTerm(t, language))
			}
		}
		for i, t := range known[language] {
			counted[i].Term = t.text
			counted[i].Documents = append(counted[i].Documents, tallied(d, passages, t, language))
		}
		read += d.Passages
		progress(read)
		return nil
	})
	if err != nil {
		return nil, err
	}
	var out []Tally
	next := len(terms)
	for i, t := range terms {
		n := len(parts(t))
		if exact, _, _, forms := counted[i].Count(); exact+forms == 0 && n > 0 {
			out = append(out, counted[next:next+n]...)
		} else {
			out = append(out, counted[i])
		}
		next += n
	}
	return out, nil
}

func tallied(d store.Document, passages []store.Text, t term, language string) Tallied {
	out := Tallied{Document: d}
	for _, p := range passages {
		for i, s := range p.Sentences {
			exact, forms := t.in(s, language)
			if exact+len(forms) == 0 {
				continue
			}
			n := len(out.Pages)
			if n == 0 || out.Pages[n-1].First.Page != p.Page {
				out.Pages = append(out.Pages, TalliedPage{First: quoted(p, i)})
			}
			page := &out.Pages[len(out.Pages)-1]
			if page.Exact == 0 && exact > 0 {
				page.First = quoted(p, i)
			}
			page.Exact, page.Forms, page.Words = page.Exact+exact, page.Forms+len(forms), append(page.Words, forms...)
		}
	}
	return out
}
