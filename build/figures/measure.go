package main

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"lectern/backend/ingest/tabletest"
	"lectern/backend/proof/figures"
)

const (
	reportsEach = 12  // of a language that are made
	factsEach   = 900 // of a half, at most
)

func measure(o options) error {
	r, err := newReader(o.cache)
	if err != nil {
		return err
	}
	facts, err := madeFacts(r, o.seed, reportsEach)
	if err != nil {
		return err
	}
	cases, err := tabletest.Cases()
	if err != nil {
		return err
	}
	for _, c := range cases {
		d, err := r.pdf("drawn-"+c.Name, c.PDF)
		if err != nil {
			return err
		}
		facts = append(facts, drawnFacts(d, c)...)
	}
	if o.eval != "" {
		filings, err := r.filings(o.eval, o.filings)
		if err != nil {
			return err
		}
		for _, d := range filings {
			facts = append(facts, filingFacts(d)...)
		}
	}
	shelf := newShelf()
	for _, half := range []string{"made", "drawn", "dev", "kept"} {
		own := slices.DeleteFunc(slices.Clone(facts), func(f *fact) bool { return f.half != half })
		if len(own) == 0 || o.half != "" && o.half != half {
			continue
		}
		m := &maker{Rand: rand.New(rand.NewPCG(o.seed, 7))}
		m.Shuffle(len(own), func(i, k int) { own[i], own[k] = own[k], own[i] })
		for _, f := range own[:min(len(own), factsEach)] {
			m.of(f)
		}
		t := newTally(o)
		for _, s := range m.out {
			t.add(s, shelf.audit(s, m.Rand))
		}
		fmt.Printf("\n%s: %d rows, %d statements\n", half, min(len(own), factsEach), len(m.out))
		t.print(os.Stdout)
	}
	return shelf.speed(os.Stdout, o, facts)
}

// shelf keeps the pages that were read for their figures.
type shelf struct {
	pages map[string]*figures.Source
	spent time.Duration // on reading them
}

func newShelf() *shelf { return &shelf{pages: map[string]*figures.Source{}} }

func (s *shelf) page(d *document, n int) *figures.Source {
	key := fmt.Sprint(d.Name, " ", n)
	if p, ok := s.pages[key]; ok {
		return p
	}
	p := figures.Page{Document: d.Name, Doc: d.Name, Number: n, Label: d.Pages[n-1].Label, Text: d.Pages[n-1].Text}
	for _, t := range d.Tables {
		if t.Page == n {
			p.Tables = append(p.Tables, t)
		}
	}
	start := time.Now()
	s.pages[key] = figures.Read(p)
	s.spent += time.Since(start)
	return s.pages[key]
}

// audit checks a statement against its page and four others of the document.
func (s *shelf) audit(x statement, dice *rand.Rand) []figures.Finding {
	d := x.fact.doc
	cited := []*figures.Source{s.page(d, x.fact.page)}
	for range min(4, len(d.Pages)-1) {
		if n := 1 + dice.IntN(len(d.Pages)); n != x.fact.page {
			cited = append(cited, s.page(d, n))
		}
	}
	r := figures.Request{Text: x.text, Question: x.question, Cited: func(int, int) []*figures.Source { return cited }}
	switch {
	case x.row[0] == "calculation":
		r.Calculations = []figures.Calculation{{Text: "a quotient", Value: x.row[1][:min(len(x.row[1]), 30)], Unit: "%"}}
	case x.row[0] != "":
		r.Rows = []figures.Row{{Figure: x.row[0], Label: x.row[1]}}
	}
	return figures.Audit(r)
}

// speed prints how long reading a page and auditing an answer take: twelve statements about the last document, a third of
// them wrong, on five of its pages.
func (s *shelf) speed(w *os.File, o options, facts []*fact) error {
	if len(facts) == 0 {
		return errors.New("nothing was found to make statements of")
	}
	const statements, most, times = 12, 5, 200
	m := &maker{Rand: rand.New(rand.NewPCG(o.seed, 11))}
	d := facts[len(facts)-1].doc
	pages := map[int]*figures.Source{}
	for _, f := range facts {
		if f.doc == d && (len(pages) < most || pages[f.page] != nil) {
			pages[f.page] = s.page(d, f.page)
			m.of(f)
		}
	}
	cited := slices.Collect(maps.Values(pages))
	var b strings.Builder
	for i := range statements {
		wanted := []string{truePlain, truePlain, "year"}[i%3]
		if at := slices.IndexFunc(m.out, func(x statement) bool { return x.kind == wanted && !strings.Contains(b.String(), x.text) }); at >= 0 {
			b.WriteString(m.out[at].text + " ")
		}
	}
	r := figures.Request{Text: b.String(), Cited: func(int, int) []*figures.Source { return cited }}
	found := figures.Audit(r)
	start := time.Now()
	for range times {
		figures.Audit(r)
	}
	fmt.Fprintf(w, "\nAn answer of %d figures on %d pages that were read: %.2f ms. A page to read: %.2f ms (%d pages).\n", len(found), len(cited),
		float64(time.Since(start).Microseconds())/1000/times, float64(s.spent.Microseconds())/1000/float64(max(1, len(s.pages))), len(s.pages))
	return nil
}
