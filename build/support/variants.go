package main

import (
	"fmt"
	"os"
	"text/tabwriter"

	"lectern/backend/proof"
)

// variants are the verdicts by words and numbers with something left out.
var variants = []struct {
	name   string
	change func(*proof.SupportConfig)
}{
	{"as it is", func(*proof.SupportConfig) {}},
	{"short sentences of a passage count as others", func(c *proof.SupportConfig) { c.Within = 2 }},
	{"a sentence alone", func(c *proof.SupportConfig) { c.Together = 1 }},
	{"two sentences together", func(c *proof.SupportConfig) { c.Together = 2 }},
}

// compare prints how many pairs come out wrong with each: what gains less than a hundredth is too clever.
func compare(pairs []Pair) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nshare that comes out wrong\tdev\theld")
	for _, v := range variants {
		c := proof.SupportDefaults()
		v.change(&c)
		wrong, all := map[string]float64{}, map[string]float64{}
		for _, p := range pairs {
			all[p.Part]++
			if misjudged(p, c.Held(p.Sentence, p.Passage)) {
				wrong[p.Part]++
			}
		}
		fmt.Fprintf(w, "%s\t%.3f\t%.3f\n", v.name, wrong["dev"]/all["dev"], wrong["held"]/all["held"])
	}
	return w.Flush()
}
