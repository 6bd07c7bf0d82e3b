package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"lectern/backend/figures"
	"lectern/backend/ingest/tabletest"
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
	shelf.speed(os.Stdout)
	return nil
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

// speed prints how long reading a page and auditing an answer take.
func (s *shelf) speed(w *os.File) {
	const rows, times = 12, 200
	var pages []*figures.Source
	for _, p := range s.pages {
		if pages = append(pages, p); len(pages) == 5 {
			break
		}
	}
	var b strings.Builder
	for i := range rows {
		fmt.Fprintf(&b, "In %d, item %d of the consolidated statement came to $%d,%03d million, a change of little. ", 2010+i, i, i+1, 37*i)
	}
	r := figures.Request{Text: b.String(), Cited: func(int, int) []*figures.Source { return pages }}
	start := time.Now()
	for range times {
		figures.Audit(r)
	}
	fmt.Fprintf(w, "\nAn answer of %d figures on %d pages that were read: %.2f ms. A page to read: %.2f ms (%d pages).\n", rows, len(pages),
		float64(time.Since(start).Microseconds())/1000/times, float64(s.spent.Microseconds())/1000/float64(max(1, len(s.pages))), len(s.pages))
}
