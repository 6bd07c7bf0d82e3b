// Command tables measures how well the tables of real pages are found and read: against what somebody read on the pages
// as they are drawn, who knew nothing of the rules that find them.
//
//	go run ./build/tables [-half tune|kept] [-items] FOLDER    a labelled set
//	go run ./build/tables -show N FILE                          what is found on page N of a file
//
// A labelled set is a folder with labels.jsonl, a page a line (see label), and pdf/ with the files that it names. Of the
// half "kept" only totals are printed, whatever -items says.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lectern/backend/app"
	"lectern/backend/ingest"
	"lectern/backend/store"
)

// label is what stands on a page.
type label struct {
	PDF    string  `json:"pdf"`
	Page   int     `json:"page"` // from 1
	Kind   string  `json:"kind"` // of document: report, paper, brochure, …
	Half   string  `json:"half"` // tune or kept
	Tables []truth `json:"tables"`
	Charts []boxed `json:"charts"`
	Maybe  []boxed `json:"maybe"` // where a table may be seen or not
}

type boxed struct {
	Box rect `json:"box"`
}

// truth is a table as a person reads it.
type truth struct {
	Box   rect       `json:"box"`
	What  string     `json:"what"`  // figures or text
	Heads []string   `json:"heads"` // a column's, outer ones first with " / " between them; the first is over the labels
	Rows  [][]string `json:"rows"`  // label and cells as printed, "" for an empty one
	More  bool       `json:"more"`  // there are more rows than these
}

// rect is left, top, right and bottom, as shares of the page.
type rect [4]float64

func (r rect) area() float64 { return max(r[2]-r[0], 0) * max(r[3]-r[1], 0) }

func (r rect) common(o rect) float64 {
	return rect{max(r[0], o[0]), max(r[1], o[1]), min(r[2], o[2]), min(r[3], o[3])}.area()
}

func rectOf(b store.Box) rect {
	r := b.Rect()
	return rect{r.X, r.Y, r.X + r.W, r.Y + r.H}
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == app.WorkerCommand {
		os.Exit(ingest.Worker(os.Stdin, os.Stdout, os.Args[2:]))
	}
	half := flag.String("half", "", "tune or kept: measure this half alone")
	items := flag.Bool("items", false, "print what is wrong on each page of the half tune")
	show := flag.Int("show", -1, "print the tables on this page of a file; 0: on all")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	var err error
	if *show >= 0 {
		err = print(flag.Arg(0), *show)
	} else {
		err = measure(flag.Arg(0), *half, *items)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tables:", err)
		os.Exit(1)
	}
}

func tablesOf(path string) ([]store.Table, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	reader := &ingest.Reader{Program: program, Args: []string{app.WorkerCommand}, CacheDir: filepath.Join(cache, "lectern")}
	content, err := reader.Read(context.Background(), path, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return content.Tables, nil
}

func print(path string, page int) error {
	found, err := tablesOf(path)
	if err != nil {
		return err
	}
	for _, t := range found {
		if page > 0 && t.Page != page {
			continue
		}
		b := rectOf(t.Box)
		fmt.Printf("page %d, %q, confidence %.2f, at %.2f %.2f %.2f %.2f, units %q, continues %v\n", t.Page, t.Caption, t.Confidence, b[0], b[1], b[2], b[3], t.Units.Text, t.Continues)
		for i, c := range t.Columns {
			fmt.Printf("  column %d: %q\n", i, c.Heads)
		}
		for _, r := range t.Rows {
			fmt.Printf("  %s%q", strings.Repeat("· ", len(r.Parents)), r.Label)
			for _, c := range r.Cells {
				fmt.Printf(" | %d %s", c.Column, c.Text)
			}
			fmt.Println()
		}
	}
	return nil
}

func measure(folder, half string, items bool) error {
	raw, err := os.ReadFile(filepath.Join(folder, "labels.jsonl"))
	if err != nil {
		return err
	}
	pages := map[string][]label{}
	var files []string
	lines := bufio.NewScanner(bytes.NewReader(raw))
	for lines.Buffer(nil, 1<<24); lines.Scan(); {
		var l label
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return fmt.Errorf("labels.jsonl: %w", err)
		}
		if half != "" && l.Half != half {
			continue
		}
		if pages[l.PDF] == nil {
			files = append(files, l.PDF)
		}
		pages[l.PDF] = append(pages[l.PDF], l)
	}
	scores := map[string]*score{}
	slices.Sort(files)
	for _, file := range files {
		found, err := tablesOf(filepath.Join(folder, "pdf", file))
		if err != nil {
			return err
		}
		for _, l := range pages[file] {
			here := slices.DeleteFunc(slices.Clone(found), func(t store.Table) bool { return t.Page != l.Page })
			s, faults := judge(l, here)
			for _, of := range []string{l.Half, l.Half + ", " + l.Kind} {
				if scores[of] == nil {
					scores[of] = &score{}
				}
				scores[of].add(s)
			}
			if items && l.Half == "tune" && len(faults) > 0 {
				fmt.Printf("%s, page %d (%s)\n  %s\n", file, l.Page, l.Kind, strings.Join(faults, "\n  "))
			}
		}
	}
	var of []string
	for name := range scores {
		of = append(of, name)
	}
	slices.Sort(of)
	fmt.Printf("%-20s %5s │ %-30s │ %-20s │ %5s %6s │ %-18s %s\n", "", "pages", "figures: found  whole  rows", "texts: found usable", "false", "charts", "heads", "at .8 right, wrong below .7")
	for _, name := range of {
		fmt.Printf("%-20s %s\n", name, scores[name])
	}
	return nil
}

// count is how many of all are right.
type count struct{ right, all int }

func (c *count) tell(right bool) {
	c.all++
	if right {
		c.right++
	}
}

func (c count) String() string {
	if c.all == 0 {
		return "-"
	}
	return fmt.Sprintf("%d/%d", c.right, c.all)
}

// score is what became of some pages. A table is found if most of its cells are; it is whole if every row has its label and
// its cells in their columns, and usable if four of five have. Sure are tables of confidence .8 and more that are whole, doubted are
// wrong ones below .7.
type score struct {
	pages, wrong, charts                                              int
	figures, whole, rows, texts, usable, heads, headed, sure, doubted count
}

func (s *score) add(o score) {
	s.pages, s.wrong, s.charts = s.pages+o.pages, s.wrong+o.wrong, s.charts+o.charts
	theirs := o.counts()
	for i, c := range s.counts() {
		c.right, c.all = c.right+theirs[i].right, c.all+theirs[i].all
	}
}

func (s *score) counts() []*count {
	return []*count{&s.figures, &s.whole, &s.rows, &s.texts, &s.usable, &s.heads, &s.headed, &s.sure, &s.doubted}
}

func (s *score) String() string {
	return fmt.Sprintf("%5d │ %14s %6s %8s │ %12s %7s │ %5d %6d │ %9s %8s %9s %9s", s.pages, s.figures, s.whole, s.rows, s.texts, s.usable, s.wrong, s.charts, s.heads, s.headed, s.sure, s.doubted)
}

// judge says what became of a page's tables, and what is wrong with them.
func judge(l label, found []store.Table) (s score, faults []string) {
	s.pages = 1
	taken := make([]bool, len(found))
	for n, t := range l.Tables {
		best, most := -1, .0
		for i, f := range found {
			if share := t.common(f); !taken[i] && t.Box.common(rectOf(f.Box)) > 0 && share > most {
				best, most = i, share
			}
		}
		name := fmt.Sprintf("table %d (%s, %.40q)", n+1, t.What, strings.Join(t.Rows[0], " "))
		isFound := most >= .5
		if t.What == "figures" {
			s.figures.tell(isFound)
		} else {
			s.texts.tell(isFound)
		}
		if best >= 0 {
			taken[best] = true
		}
		var f store.Table
		if isFound {
			f = found[best]
		} else {
			faults = append(faults, fmt.Sprintf("%s: not found (%.2f of its cells)", name, most))
		}
		rows, heads, wrong := t.against(f)
		if isFound {
			for _, w := range wrong {
				faults = append(faults, name+": "+w)
			}
		}
		whole := rows.right == rows.all
		if t.What == "figures" {
			s.rows = count{s.rows.right + rows.right, s.rows.all + rows.all}
			s.whole.tell(whole)
			s.heads = count{s.heads.right + heads.right, s.heads.all + heads.all}
			s.headed.tell(heads.right == heads.all)
		} else {
			s.usable.tell(5*rows.right >= 4*rows.all)
		}
		if best >= 0 {
			s.trust(found[best], whole && isFound)
		}
	}
	for i, f := range found {
		if taken[i] {
			continue
		}
		b := rectOf(f.Box)
		of := "false table"
		for _, t := range l.Tables {
			if b.common(t.Box) > .5*b.area() {
				of = "a part of a table"
			}
		}
		for _, c := range l.Charts {
			if of == "false table" && b.common(c.Box) > .3*b.area() {
				of = "a chart read as a table"
			}
		}
		if slices.ContainsFunc(l.Maybe, func(m boxed) bool { return of == "false table" && b.common(m.Box) > .5*b.area() }) {
			continue
		}
		switch of {
		case "false table":
			s.wrong++
		case "a chart read as a table":
			s.charts++
		}
		s.trust(f, false)
		text := ""
		for _, r := range f.Rows[:min(len(f.Rows), 3)] {
			text += " / " + r.Label
			for _, c := range r.Cells {
				text += " | " + c.Text
			}
		}
		faults = append(faults, fmt.Sprintf("%s %q (%d × %d, confidence %.2f) %.200s", of, f.Caption, len(f.Rows), len(f.Columns), f.Confidence, text))
	}
	return s, faults
}

func (s *score) trust(f store.Table, right bool) {
	if f.Confidence >= .8 {
		s.sure.tell(right)
	}
	if !right {
		s.doubted.tell(f.Confidence < .7)
	}
}

// common is the share of a table's cells that are among those found.
func (t truth) common(f store.Table) float64 {
	have := map[string]int{}
	for _, r := range f.Rows {
		have[bare(r.Label)]++
		for _, c := range r.Cells {
			have[bare(c.Text)]++
		}
	}
	same, all := 0, 0
	for _, r := range t.Rows {
		for _, c := range r {
			if c = bare(c); c == "" {
				continue
			}
			all++
			if have[c] > 0 {
				have[c]--
				same++
			}
		}
	}
	return float64(same) / float64(max(all, 1))
}

// against holds a table against the one that was found.
func (t truth) against(f store.Table) (rows, heads count, wrong []string) {
	type pair struct {
		row   []string
		found *store.Row
	}
	var pairs []pair
	for _, row := range t.Rows {
		if slices.ContainsFunc(row[1:], func(c string) bool { return bare(c) != "" }) { // else a heading between the rows
			pairs = append(pairs, pair{row: row})
		}
	}
	common := make([][]int, len(pairs))
	for i, p := range pairs {
		for _, r := range f.Rows {
			common[i] = append(common[i], alike(p.row, r))
		}
	}
	for i, at := range inOrder(common, len(f.Rows)) {
		if at >= 0 {
			pairs[i].found = &f.Rows[at]
		}
	}
	// Which column of the table a found one is: that in which most of its cells stand. The labels are one, too: which of two
	// columns of texts holds them is a matter of taste.
	votes := make([][]int, len(f.Columns)+1)
	for i := range votes {
		votes[i] = make([]int, len(t.Heads))
	}
	for _, p := range pairs {
		if p.found == nil {
			continue
		}
		for _, c := range textsOf(*p.found) {
			for i, cell := range p.row {
				if i < len(t.Heads) && bare(cell) != "" && c.is(cell) {
					votes[c.column][i]++
				}
			}
		}
	}
	is := inOrder(votes, len(t.Heads))
	for _, p := range pairs {
		why := ""
		if p.found == nil {
			why = "not found"
		} else {
			why = differs(p.row, *p.found, is)
		}
		rows.tell(why == "")
		if why != "" {
			wrong = append(wrong, fmt.Sprintf("row %q: %s", strings.Join(p.row, " | "), why))
		}
	}
	for i := 1; i < len(t.Heads); i++ {
		if bare(t.Heads[i]) == "" {
			continue
		}
		got := "(no such column)"
		if c := slices.Index(is, i); c > 0 {
			got = f.Columns[c-1].Head()
		} else if c == 0 {
			got = f.Stub
		}
		ok := bare(got) == bare(t.Heads[i]) || bare(unbracketed(got)) == bare(unbracketed(t.Heads[i]))
		heads.tell(ok)
		if !ok {
			wrong = append(wrong, fmt.Sprintf("head %q: %q", t.Heads[i], got))
		}
	}
	return rows, heads, wrong
}

// inOrder gives each found column a true one, or -1, in the order of both, so that most votes count.
func inOrder(votes [][]int, columns int) []int {
	best := make([][]int, len(votes)+1) // of the first found ones and the first true ones
	best[0] = make([]int, columns+1)
	for i := range votes {
		best[i+1] = make([]int, columns+1)
		for k := range columns {
			best[i+1][k+1] = max(best[i][k+1], best[i+1][k], best[i][k]+votes[i][k])
		}
	}
	is := make([]int, len(votes))
	k := columns
	for i := len(votes) - 1; i >= 0; i-- {
		is[i] = -1
		for k > 0 && best[i+1][k] == best[i+1][k-1] {
			k--
		}
		if k > 0 && best[i+1][k] != best[i][k] {
			k--
			is[i] = k
		}
	}
	return is
}

// text is what stands in a column of a found row, 0 that of the labels, without the marks of notes and with them.
type text struct {
	column         int
	without, marks string
}

func (t text) is(cell string) bool {
	return bare(cell) == bare(t.without) || bare(cell) == bare(t.without+t.marks)
}

func textsOf(r store.Row) []text {
	out := []text{{0, r.Label, strings.Join(r.Notes, "")}}
	for _, c := range r.Cells {
		out = append(out, text{c.Column + 1, c.Text, strings.Join(c.Notes, "")})
	}
	return slices.DeleteFunc(out, func(t text) bool { return bare(t.without) == "" })
}

// alike counts what a row and a found one have in common, the label most.
func alike(row []string, f store.Row) int {
	n := 0
	texts := textsOf(f)
	for i, cell := range row {
		if bare(cell) != "" && slices.ContainsFunc(texts, func(t text) bool { return t.is(cell) }) {
			n += 2
			if i == 0 {
				n++
			}
		}
	}
	return n
}

// differs says in what a found row isn't what stands there; "" if in nothing.
func differs(row []string, f store.Row, is []int) string {
	got := map[int]text{}
	for _, c := range textsOf(f) {
		at := is[c.column]
		if at < 0 {
			return fmt.Sprintf("%q stands in no column of it", c.without)
		}
		got[at] = text{at, got[at].without + c.without, got[at].marks + c.marks}
	}
	for i, cell := range row {
		if !got[i].is(cell) {
			return fmt.Sprintf("%q is %q", cell, got[i].without)
		}
	}
	return ""
}

// bare is what of a text counts: letters, digits and signs, small. A dash is nothing.
func bare(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case strings.ContainsRune("–—−‐‑‒", r):
			b.WriteRune('-')
		case strings.ContainsRune(" \u00a0\u2009\u202f\t\n…·•*†‡$€£¥'’\"“”:", r):
		default:
			b.WriteRune(r)
		}
	}
	if out := strings.Trim(b.String(), "."); strings.Trim(out, "-") != "" {
		return out
	}
	return ""
}

// unbracketed is a head without what stands in brackets: its units, a mark.
func unbracketed(text string) string {
	for {
		from := strings.IndexAny(text, "([")
		if from < 0 {
			return text
		}
		to := strings.IndexAny(text[from:], ")]")
		if to < 0 {
			return text
		}
		text = text[:from] + " " + text[from+to+1:]
	}
}
