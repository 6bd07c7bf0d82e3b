package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	"lectern/backend/app"
	"lectern/backend/graph/analyst"
	"lectern/backend/models"
	"lectern/backend/runs"
	"lectern/backend/store"
)

// analyse puts questions to the financial analyst with a model, over all documents, and counts what its figures stand on.
// Every figure of an answer must be proved, or flagged: one of which nothing is said is an error.
func analyse(ctx context.Context, o options, path, model string, writes bool) error {
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
	if _, err := documents(ctx, core, o.documents, nil); err != nil {
		return err
	}
	settings := core.Models.Settings()
	if settings.Answering = ""; writes {
		settings.Answering = models.Writes
	}
	if err := core.Models.Save(ctx, settings); err != nil {
		return err
	}
	fmt.Printf("%-5s %-10s %-8s %8s %7s %7s %7s %7s %9s\n", "", "ended", "by", "figures", "quoted", "worked", "flagged", "silent", "")
	var sum account
	ended, asked := 0, 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var q struct {
			ID   string `json:"id"`
			Text string `json:"question"`
		}
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			return err
		}
		if o.only != "" && q.ID != o.only {
			continue
		}
		began := time.Now()
		turn, made, err := analysed(core, q.Text, model)
		if err != nil {
			return err
		}
		a := accountOf(turn.Answer, turn.Figures, made)
		asked++
		if turn.Status == store.Answered {
			ended++
		}
		fmt.Printf("%-5s %-10s %-8s %8d %7d %7d %7d %7d %9v\n", q.ID, turn.Status, turn.AnswerMode, a.figures, a.quoted, a.computed, a.flagged, len(a.silent), time.Since(began).Round(time.Second/10))
		if o.show == "all" {
			fmt.Printf("   %s\n   %s\n", q.Text, strings.ReplaceAll(strings.TrimSpace(turn.Answer+"\n"+turn.Message), "\n", "\n   "))
		}
		for _, s := range a.silent {
			fmt.Printf("      nothing is said of %s\n", s)
		}
		sum.figures, sum.quoted, sum.computed, sum.flagged, sum.silent = sum.figures+a.figures, sum.quoted+a.quoted, sum.computed+a.computed, sum.flagged+a.flagged, append(sum.silent, a.silent...)
	}
	fmt.Printf("%d of %d ended with an answer; of %d figures %d quoted, %d worked out, %d flagged, %d of which nothing is said\n", ended, asked, sum.figures, sum.quoted, sum.computed, sum.flagged, len(sum.silent))
	if ended < asked || len(sum.silent) > 0 {
		return errors.New("not every figure is proved or flagged")
	}
	return nil
}

// analysed puts a question to the financial analyst.
func analysed(core *app.Core, question, model string) (turn runs.Turn, made analyst.Output, err error) {
	started, err := core.Runs.Start(runs.Question{Text: question, Workflow: "analyst", Model: model})
	if err != nil {
		return turn, made, err
	}
	core.Runs.Wait(started.Run)
	if turn, err = core.Runs.Turn(started.Run); err != nil {
		return turn, made, err
	}
	return turn, made, json.Unmarshal(turn.Made, &made)
}

// account tells what the figures of an answer stand on.
type account struct {
	figures, quoted, computed, flagged int
	silent                             []string // figures without a verdict, with what stands round them
}

var (
	numbers = regexp.MustCompile(`\d[\d.,\x{202f}\x{a0}]*\d|\d`)
	// What has figures and states none: marks of citations, formulas, names of documents with their pages, headings, days, years,
	// quarters, numbers of list items, and sentences of pages that are quoted whole.
	stateless = regexp.MustCompile(`(?m)\[\d[^\]\n]*\]|(?s:\$\$.*?\$\$)|\b[pP]\. ?\d+|^>.*$|^\*\*.*\*\*.*$|^#+ .*$|^\| (?:\| [^|\n]*)+\|$|^[-*\d.]+ |\b\d{1,2}(?:\.|,|st|nd|rd|th)? (?:January|February|March|April|May|June|July|August|September|October|November|December)\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}\b|\b(?:19|20)\d\d\b|\bQ[1-4]\b|\d{4}年(?:度)?`)
)

// ofName stands before a figure that is a part of a name: FY23, Q2, ACME_2023_10K.
var ofName = regexp.MustCompile(`(?:\pL[-/]?|_)$`)

// withName is a figure that a name begins with: 3M, but not $3M.
var withName = regexp.MustCompile(`^\s?\d+\p{Lu}`)

// accountOf counts an answer's figures by their verdicts, those that it shows as cells of tables or as worked out of them, and
// finds those of which nothing is said, in another way than the program finds the figures that it checks.
func accountOf(answer string, checks []store.FigureCheck, made analyst.Output) (a account) {
	blank := func(s string) string { return strings.Repeat(" ", len(s)) }
	plain := []byte(stateless.ReplaceAllStringFunc(answer, blank))
	for _, c := range checks {
		a.figures++
		copy(plain[c.Start:c.End], blank(answer[c.Start:c.End]))
		switch c.Verdict {
		case "quoted":
			a.quoted++
		case "computed":
			a.computed++
		case "flagged", "open":
			a.flagged++
		}
	}
	rest := string(plain)
	take := func(shown string, count *int) {
		if n := strings.Count(rest, shown); shown != "" && n > 0 {
			a.figures, *count = a.figures+n, *count+n
			rest = strings.ReplaceAll(rest, shown, blank(shown))
		}
	}
	for _, m := range made.Metrics {
		if m.Holds() {
			take(m.Figure.Shown, &a.quoted)
		}
	}
	for _, c := range made.Calculations {
		if c.Error == "" {
			take(c.Shown, &a.computed)
		}
	}
	const round = 30
	for _, at := range numbers.FindAllStringIndex(rest, -1) {
		if !ofName.MatchString(rest[:at[0]]) && !withName.MatchString(rest[max(0, at[0]-1):]) {
			a.silent = append(a.silent, strings.ToValidUTF8(rest[max(0, at[0]-round):min(len(rest), at[1]+round)], ""))
		}
	}
	return a
}
