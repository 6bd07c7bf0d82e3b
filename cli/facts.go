package cli

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"lectern/backend/app"
	"lectern/backend/facts"
	"lectern/backend/formula"
	"lectern/backend/messages"
	"lectern/backend/sheet"
	"lectern/backend/store"
)

type factsCommand struct {
	File  []string `placeholder:"NAME" help:"Only in this document; may be repeated."`
	All   bool     `help:"List every figure in the tables of a document, which is named instead of a question."`
	CSV   bool     `name:"csv" help:"With --all, as CSV."`
	Query []string `arg:"" help:"The question, as \"net sales 2022\"; with --all the name of a document."`
}

// Validate is called by the parser.
func (c *factsCommand) Validate() error {
	if c.CSV && !c.All {
		return messages.Error("cli.csv-of-all")
	}
	return nil
}

func (c *factsCommand) Run(e *env) error {
	if c.CSV && e.json {
		fmt.Fprintln(e.Stderr, messages.Text("cli.csv-or-json"))
		return exitError{ExitUsage}
	}
	core, err := e.open()
	if err != nil {
		return err
	}
	defer core.Close()
	if c.All {
		all, err := core.AllFacts(joined(c.Query))
		if err != nil {
			return err
		}
		return c.list(e, all)
	}
	found, err := core.Fact(e.ctx, joined(c.Query), c.File)
	switch {
	case err != nil:
		return err
	case e.json:
		return e.print(found)
	}
	return writeFact(e.Stdout, e.Stderr, found)
}

// writeFact tells a figure, what may have been meant, or that there is nothing like it.
func writeFact(out, notes io.Writer, found app.FactResult) error {
	f := found.Figure
	switch {
	case f == nil && found.Maybe != nil:
		fmt.Fprintln(notes, messages.Text("chat.figure-maybe"))
		f = found.Maybe
	case f == nil && len(found.Near) == 0:
		fmt.Fprintln(notes, messages.Text("cli.no-figure-near"))
		return nil
	case f == nil:
		fmt.Fprintln(notes, messages.Text("cli.no-figure"))
		return writeFigures(out, found.Near)
	}
	fmt.Fprintln(out, f.Shown)
	if f.Formula != "" {
		fmt.Fprintln(out, formula.Text(f.Formula))
	}
	if others := facts.Variants(f, messages.In("en")); others != "" {
		fmt.Fprintln(out, others)
	}
	if f.Restated {
		fmt.Fprintln(out, messages.Text("chat.figure-restated"))
	}
	return writeFigures(out, f.Cells)
}

// factLine is a figure of a document in JSON.
type factLine struct {
	Page   int    `json:"page"`
	Row    string `json:"row"`
	Column string `json:"column"`
	Period string `json:"period"`
	Unit   string `json:"unit"`
	Value  string `json:"value"` // in base units
	Text   string `json:"text"`  // as it is written
}

func (c *factsCommand) list(e *env, all []store.Operand) error {
	out := csv.NewWriter(e.Stdout)
	if c.CSV {
		_ = out.Write([]string{"page", "row", "column", "period", "unit", "value", "text"}) // an error is kept until the end
	}
	for _, o := range all {
		var err error
		switch {
		case e.json:
			err = e.print(factLine{o.Page, rowPath(o), o.Column, o.Period, o.Unit, o.Value, o.Text})
		case c.CSV:
			err = out.Write([]string{strconv.Itoa(o.Page), sheet.Harmless(rowPath(o)), sheet.Harmless(o.Column), o.Period, o.Unit, o.Value, sheet.Harmless(o.Text)})
		default:
			err = writeFigures(e.Stdout, []store.Operand{o})
		}
		if err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// rowPath is a row's label with those that it stands under.
func rowPath(o store.Operand) string {
	return strings.TrimPrefix(strings.Join(append(o.Parents[:len(o.Parents):len(o.Parents)], o.Row), " › "), " › ")
}

func writeFigures(w io.Writer, all []store.Operand) error {
	for _, o := range all {
		if _, err := fmt.Fprintln(w, messages.Text("cli.cell", messages.Args{"name": o.Doc, "page": o.Page, "row": rowPath(o), "column": o.Column, "text": o.Text})); err != nil {
			return err
		}
	}
	return nil
}
