package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"lectern/backend/app"
	"lectern/backend/library"
	"lectern/backend/proof"
	"lectern/backend/proof/figures"
	"lectern/backend/store"
)

// What a sentence comes to, as a person sees it.
const (
	red      = "red"   // the documents say otherwise
	amber    = "amber" // a figure of it is flagged or doubtful
	verified = "verified"
	partly   = "partly"
	notFound = "not found"
	nothing  = "not checked"
)

var colours = []string{red, amber, verified, partly, notFound, nothing}

// outcome is what became of a sentence.
type outcome struct {
	colour  string
	reasons []string // for which it is red or amber
	why     []string // as it is told
	missing bool     // its document isn't there
}

// outcomeOf sums up what a check gives. A text of several sentences is as bad as its worst.
func outcomeOf(sentences []store.Claim, numbers []store.FigureCheck) (o outcome) {
	o.colour = nothing
	for _, s := range sentences {
		of := map[string]string{store.Verified: verified, store.Partly: partly, store.NotFound: notFound, store.InDoubt: amber, store.Contradicted: red, store.NotChecked: nothing}[s.Verdict]
		if s.Verdict == store.Contradicted && s.Reason != proof.ReasonFigure {
			o.reasons = append(o.reasons, s.Reason)
		}
		if o.colour == nothing || of == red || of == amber && o.colour != red || of != verified && of != nothing && o.colour == verified {
			o.colour = of
		}
		o.why = append(o.why, fmt.Sprintf("%s: %s: %s", of, s.Text, s.Why))
	}
	for _, f := range numbers {
		switch {
		case f.Verdict == figures.Flagged:
			o.reasons = append(o.reasons, "figure: "+f.Kind)
			o.why = append(o.why, fmt.Sprintf("%s is flagged (%s): %s", f.Text, f.Kind, f.Why))
		case f.Doubt:
			o.reasons = append(o.reasons, "doubt: "+f.Kind)
			o.why = append(o.why, fmt.Sprintf("%s is doubtful (%s): %s", f.Text, f.Kind, f.Why))
		default:
			continue
		}
		if o.colour != red {
			o.colour = amber
		}
	}
	return o
}

// add reads documents into the library.
func add(ctx context.Context, core *app.Core, paths []string) error {
	var errs []error
	for _, path := range paths {
		d, err := core.Library.Add(ctx, path)
		if err == nil && d.State == library.Failed {
			err = errors.New(d.Reason)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", path, err))
		}
	}
	return errors.Join(errs...)
}

// report prints the tables: by half, what becomes of true sentences and of each class of faults, and what each reason is
// worth.
func report(out io.Writer, all []Sentence, outcomes []outcome) {
	missing := map[string]bool{}
	for i, s := range all {
		if outcomes[i].missing {
			missing[s.Doc] = true
		}
	}
	if len(missing) > 0 {
		fmt.Fprintf(out, "Left out, as their documents weren't found: %v\n\n", slices.Sorted(maps.Keys(missing)))
	}
	for _, part := range []string{"dev", "test"} {
		count, reasons := map[string]map[string]int{}, map[string]*[2]int{}
		add := func(row, colour string) {
			if count[row] == nil {
				count[row] = map[string]int{}
			}
			count[row][colour]++
			count[row]["n"]++
		}
		for i, s := range all {
			if s.Part != part || outcomes[i].missing {
				continue
			}
			add(s.Label, outcomes[i].colour)
			add(s.Label+", "+s.Lang, outcomes[i].colour)
			if s.Label != "true" {
				add(s.Class, outcomes[i].colour)
			}
			for _, r := range slices.Compact(slices.Sorted(slices.Values(outcomes[i].reasons))) {
				if reasons[r] == nil {
					reasons[r] = &[2]int{}
				}
				reasons[r][boolean(s.Label != "true")]++
			}
		}
		if len(count) == 0 {
			continue
		}
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintf(w, "%s\tn\t", part)
		for _, c := range colours {
			fmt.Fprintf(w, "%s\t", c)
		}
		fmt.Fprintln(w)
		rows := slices.Sorted(maps.Keys(count))
		slices.SortStableFunc(rows, func(a, b string) int { return rank(a) - rank(b) })
		for _, row := range rows {
			fmt.Fprintf(w, "%s\t%d\t", row, count[row]["n"])
			for _, c := range colours {
				fmt.Fprintf(w, "%d\t", count[row][c])
			}
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "\nreason\ttrue accused\tfaults caught\t\n")
		for _, r := range slices.Sorted(maps.Keys(reasons)) {
			fmt.Fprintf(w, "%s\t%d\t%d\t\n", r, reasons[r][0], reasons[r][1])
		}
		_ = w.Flush()
		fmt.Fprintln(out)
	}
}

// rank puts the true sentences first, then all faults, then each language, then each class.
func rank(row string) int {
	switch {
	case row == "true":
		return 0
	case row == "fault":
		return 1
	case len(row) > 4 && (row[:5] == "true," || row[:5] == "fault"):
		return 2
	}
	return 3
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}
