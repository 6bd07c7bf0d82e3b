package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"lectern/backend/app"
	"lectern/backend/decimal"
	"lectern/backend/graph/analyst"
)

// compared is a question that compares, with the values that it asks for.
type compared struct {
	ID    string   `json:"id"`
	Docs  []string `json:"docs"`
	Text  string   `json:"question"`
	Lang  string   `json:"lang"`
	Cells []struct {
		Measure, Company, Period string
		Value                    *float64
	} `json:"cells"`
}

// outcome counts what became of the values of questions that compare: those that were found, as cells or as calculations;
// gaps that were left gaps; and figures that were told for a company and period, but are none of the values asked for.
type outcome struct{ values, found, gaps, kept, others int }

func (o *outcome) add(p outcome) {
	o.values, o.found, o.gaps, o.kept, o.others = o.values+p.values, o.found+p.found, o.gaps+p.gaps, o.kept+p.kept, o.others+p.others
}

// compare asks the financial analyst, without a model, over all documents.
func compare(ctx context.Context, o options, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	core, err := app.Open(app.Config{Home: o.home, Workspace: "Library"})
	if err != nil {
		return err
	}
	defer core.Close()
	var all outcome
	var times []time.Duration
	lines := bufio.NewScanner(f)
	const longest = 1 << 20
	lines.Buffer(nil, longest)
	for lines.Scan() {
		var q compared
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			return err
		}
		if o.only != "" && q.ID != o.only {
			continue
		}
		var docs []question
		for _, d := range q.Docs {
			docs = append(docs, question{Doc: d})
		}
		if _, err := documents(ctx, core, o.documents, docs); err != nil {
			return err
		}
		began := time.Now()
		turn, made, err := analysed(core, q.Text, "")
		if err != nil {
			return err
		}
		times = append(times, time.Since(began))
		got := q.judge(made)
		all.add(got)
		fmt.Printf("%s %2d of %2d values, %d of %d gaps, %d others %v\n", q.ID, got.found, got.values, got.kept, got.gaps, got.others, times[len(times)-1].Round(time.Millisecond))
		if o.show == "all" {
			fmt.Println("  ", q.Text)
			fmt.Println("  ", strings.ReplaceAll(turn.Answer, "\n", "\n   "))
		}
	}
	slices.Sort(times)
	fmt.Printf("%d of %d values found (%.0f %%), %d of %d gaps kept, %d other figures told; median %v\n", all.found, all.values, 100*float64(all.found)/float64(max(1, all.values)), all.kept, all.gaps, all.others, times[len(times)/2].Round(time.Millisecond))
	return lines.Err()
}

func (q compared) judge(made analyst.Output) (o outcome) {
	type figure struct {
		company, period string
		value           float64
		used            bool
	}
	var told []figure
	add := func(company, period, value string) {
		if d, err := decimal.Parse(value); err == nil {
			told = append(told, figure{company: key(company), period: period, value: d.Float()})
		}
	}
	for _, m := range made.Metrics {
		if m.Figure != nil {
			add(m.Company, m.Period, m.Figure.Value)
		}
	}
	for _, c := range made.Calculations {
		if len(c.Order) == 0 { // what was picked is told already
			add(c.Company, c.Period, c.Value)
		}
	}
	for _, c := range q.Cells {
		year := yearIn(c.Period)
		same := func(f figure) bool {
			return (f.company == "" || strings.Contains(f.company, key(c.Company)) || strings.Contains(key(c.Company), f.company)) && (strings.Contains(f.period, year) || f.period == "")
		}
		if c.Value == nil {
			o.gaps++
			continue
		}
		o.values++
		near := tolerance(*c.Value)
		at := slices.IndexFunc(told, func(f figure) bool { return same(f) && math.Abs(math.Abs(f.value)-math.Abs(*c.Value)) <= near })
		if at >= 0 {
			o.found++
			told[at].used = true
		}
	}
	for _, f := range told {
		if !f.used {
			o.others++
		}
	}
	if o.others == 0 {
		o.kept = o.gaps
	}
	return o
}

// tolerance is how far off a value may be: a hundredth, as in the other sets, or what a small one was rounded by, to one place.
func tolerance(value float64) float64 {
	const hundredth, small, rounding = .01, 100, .0500001
	if near := hundredth * math.Abs(value); math.Abs(value) >= small || near > rounding {
		return near
	}
	return rounding
}

func key(company string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", ".", "", "-", "", "&", "").Replace(company))
}

// yearIn is the last year that a period names.
func yearIn(period string) string {
	const digits = 4
	for i := len(period) - digits; i >= 0; i-- {
		if strings.Trim(period[i:i+digits], "0123456789") == "" {
			return period[i : i+digits]
		}
	}
	return period
}
