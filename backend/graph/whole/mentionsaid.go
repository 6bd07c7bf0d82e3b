package whole

import (
	"context"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// Exactly answers a question by words alone: where they stand, or in which documents they don't.
func (c Corpus) Exactly(ctx context.Context, q Question, say messages.Messages, progress func(passages int)) (rag.Answer, error) {
	counted, err := c.Tally(ctx, q.Terms, progress)
	if err != nil {
		return rag.Answer{}, err
	}
	a := newAnswer(say)
	for _, t := range counted {
		if q.Kind == Never {
			a.never(t)
		} else {
			a.mentions(t)
		}
	}
	covered, err := c.Coverage()
	return a.done(covered), err
}

// WordsOf shows where the words stand by which something is asked for that only a model could tell; ok is false if they stand
// nowhere.
func (c Corpus) WordsOf(ctx context.Context, q Question, say messages.Messages, progress func(passages int)) (out rag.Answer, ok bool, err error) {
	counted, err := c.Tally(ctx, []string{q.Of}, progress)
	if err != nil {
		return out, false, err
	}
	a := newAnswer(say)
	a.text("whole.no-model", messages.Args{"of": escape(q.Of)})
	for _, t := range counted {
		if exact, _, _, forms := t.Count(); exact+forms > 0 {
			a.mentions(t)
			ok = true
		}
	}
	covered, err := c.Coverage()
	return a.done(covered), ok, err
}

// mentions tells how often a term stands in which document, and on which pages.
func (a *answer) mentions(t Tally) {
	exact, documents, pages, forms := t.Count()
	term := escape(t.Term)
	switch {
	case exact == 0 && forms == 0:
		a.text("whole.nowhere", messages.Args{"term": term, "n": len(t.Documents)})
		a.missing = append(a.missing, t.Term)
		return
	case exact == 0:
		a.text("whole.forms-only", messages.Args{"term": term, "times": messages.Count("count.times", forms), "forms": a.forms(t)})
	default:
		a.text("whole.stands", messages.Args{
			"term": term, "times": messages.Count("count.times", exact), "pages": messages.Count("count.pages", pages), "files": messages.Count("count.files", documents),
		})
		if forms > 0 {
			a.text("whole.forms-too", messages.Args{"times": messages.Count("count.times", forms), "forms": a.forms(t)})
		}
	}
	for _, d := range t.Documents {
		a.document(d)
	}
}

// formsNamed is how many other forms of a word are named.
const formsNamed = 12

func (a *answer) forms(t Tally) string {
	var out []string
	forms := t.Forms()
	for _, f := range forms[:min(len(forms), formsNamed)] {
		out = append(out, a.say.Text("words.quote", messages.Args{"text": escape(f)}))
	}
	if len(forms) > formsNamed {
		out = append(out, "…")
	}
	return strings.Join(out, a.say.Text("words.next"))
}

// document lists the pages of a document that has the term: those with the word itself, then those with other forms alone.
func (a *answer) document(d Tallied) {
	exact, forms := d.Count()
	if exact+forms == 0 {
		return
	}
	var own, others []string
	for _, p := range d.Pages {
		if p.Exact > 0 {
			own = append(own, a.page(p.First, p.Exact))
		}
	}
	for _, p := range d.Pages {
		if p.Exact == 0 {
			others = append(others, a.page(p.First, p.Forms))
		}
	}
	line := "- **" + escape(d.Name) + "**"
	if len(own) > 0 {
		line += a.say.Text("whole.in-document", messages.Args{"times": messages.Count("count.times", exact), "pages": strings.Join(own, a.say.Text("words.next"))})
	}
	if len(others) > 0 {
		line += a.say.Text("whole.forms-in-document", messages.Args{"pages": strings.Join(others, a.say.Text("words.next"))})
	}
	a.line(line)
}

// never tells which documents don't have a term, which have only other forms of it, and where the others have it first.
func (a *answer) never(t Tally) {
	var without, formed, with []string
	for _, d := range t.Documents {
		exact, forms := d.Count()
		name := "- **" + escape(d.Name) + "**"
		switch {
		case exact > 0:
			with = append(with, name+a.say.Text("whole.first-in", messages.Args{"times": messages.Count("count.times", exact), "page": a.firstOf(d, true)}))
		case forms > 0:
			formed = append(formed, name+a.say.Text("whole.first-in", messages.Args{"times": messages.Count("count.times", forms), "page": a.firstOf(d, false)}))
		default:
			without = append(without, name)
		}
	}
	args := messages.Args{"term": escape(t.Term), "n": len(without), "all": len(t.Documents)}
	if len(without) == 0 {
		a.text("whole.none-without", args)
	} else {
		a.text("whole.without", args)
		a.lines = append(a.lines, without...)
	}
	if len(formed) > 0 {
		a.text("whole.formed", messages.Args{"n": len(formed), "forms": a.forms(t)})
		a.lines = append(a.lines, formed...)
	}
	if len(with) > 0 {
		a.text("whole.with", messages.Args{"n": len(with)})
		a.lines = append(a.lines, with...)
	}
}

// firstOf is the first page of a document with the term as it is, or in any form.
func (a *answer) firstOf(d Tallied, exact bool) string {
	for _, p := range d.Pages {
		if p.Exact > 0 || !exact {
			return a.page(p.First, 0)
		}
	}
	return ""
}
