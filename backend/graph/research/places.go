package research

import (
	"cmp"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/graph/rag"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
)

// numbered tells of a reference to a part of a document that carries a number, or that stands above or below.
func (r Reference) numbered() bool {
	return r.Pattern == labelPattern || r.Pattern == herePattern || r.Pattern == sectionENPattern || r.Pattern == sectionDEPattern || r.Pattern == lawPattern
}

// labelled are the passages of a document that begin where a reference points to: by the document's outline, its labels and its
// headings. None if it has no such part.
func (w *Workflow) labelled(r Reference, document string) ([]rag.Passage, error) {
	all, err := w.Workspace.Passages.Of(document)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	at := 0 // the passage that the reference stands in, if it is of this document
	if from, err := store.ParseRef(r.Passage); err == nil && from.Document == document {
		at = min(from.Passage, len(all)-1)
	}
	if r.Type == Nearby {
		return w.nearby(r, document, all, at)
	}
	page, offset, err := w.pointsTo(r, document, all[at].Page)
	if err != nil || page == 0 {
		return nil, err
	}
	first := slices.IndexFunc(all, func(p store.Passage) bool { return p.Page == page && p.Span.End > offset })
	if first < 0 {
		if first = slices.IndexFunc(all, func(p store.Passage) bool { return p.Page >= page }); first < 0 {
			return nil, nil
		}
	}
	p, err := w.Workspace.Pages.Get(document, page)
	if err != nil {
		return nil, err
	}
	last := page
	if offset > len(p.Text)/2 { // it goes on on the next one
		last++
	}
	var ids []string
	for i := first; i < min(len(all), first+w.Config.ScopedPassages) && all[i].Page <= last; i++ {
		if id := (store.Ref{Document: document, Passage: i}).String(); id != r.Passage {
			ids = append(ids, id)
		}
	}
	return w.Passages(ids)
}

// nearby are the passages above or below that have most of the words of the sentence that points there; a table if it points
// to one.
func (w *Workflow) nearby(r Reference, document string, all []store.Passage, at int) ([]rag.Passage, error) {
	const reach = 3 // pages
	own, err := w.Passages([]string{r.Passage})
	if err != nil || len(own) == 0 {
		return nil, err
	}
	words := strings.ToLower(r.Target)
	above := strings.Contains(words, "above") || strings.Contains(words, "oben") || strings.Contains(words, "vorstehend") || strings.Contains(words, "obig") || strings.Contains(words, "vorgehend")
	step := 1
	if above {
		step = -1
	}
	table := strings.Contains(words, "table") || strings.Contains(words, "tabelle")
	var ids []string
	for i := at + step; i >= 0 && i < len(all) && (all[i].Page-all[at].Page)*step <= reach; i += step {
		if table && all[i].Table == 0 {
			continue
		}
		ids = append(ids, store.Ref{Document: document, Passage: i}.String())
		if table {
			break
		}
	}
	ps, err := w.Passages(ids)
	if err != nil || table {
		return ps, err
	}
	said := keyword.NewCoverage(keyword.ContentWords(surroundings(own[0].Text.Text, r.Original, w.Config.Surroundings)))
	slices.SortStableFunc(ps, func(a, b rag.Passage) int { return cmp.Compare(said.Of(b.Text.Text), said.Of(a.Text.Text)) })
	const most = 2
	return ps[:min(len(ps), most)], nil
}

// pointsTo is the page of a document, from 1, and where on it in bytes, that a reference which stands on a page of it points to; 0
// if it has no such part.
func (w *Workflow) pointsTo(r Reference, document string, from int) (page, offset int, err error) {
	kind, number, ok := strings.Cut(r.Target, " ")
	if r.Type == AcademicNumbered {
		kind, number, ok = "reference", strings.Trim(r.Target, "[]"), true
	}
	if !ok {
		return 0, 0, nil
	}
	if kind == "Art." {
		kind = "article"
	}
	found, err := w.places(kind, number, document)
	if err != nil {
		return 0, 0, err
	}
	if parts := lettered.FindStringSubmatch(number); len(found) == 0 && kind == "note" && parts != nil { // "Note 2B" is B in note 2
		above, err := w.places(kind, parts[1], document)
		if err != nil || len(above) == 0 {
			return 0, 0, err
		}
		note := nearest(above, from)
		found, err = w.places("part", parts[2], document)
		if err != nil {
			return 0, 0, err
		}
		found = slices.DeleteFunc(found, func(s spot) bool { return s.page < note.page || s.page == note.page && s.offset < note.offset })
		if len(found) == 0 {
			return note.page, note.offset, nil
		}
		return found[0].page, found[0].offset, nil
	}
	if len(found) == 0 {
		if whole, _, cut := strings.Cut(number, "("); cut { // "section 3.1(A)" is in 3.1
			if found, err = w.places(kind, whole, document); err != nil {
				return 0, 0, err
			}
		}
	}
	if len(found) == 0 {
		return 0, 0, nil
	}
	s := nearest(found, from)
	return s.page, s.offset, nil
}

var lettered = regexp.MustCompile(`^(\d+)([A-Z])\d*$`)

// spot is where a document may have a part.
type spot struct {
	page, offset int
	worth        int // how much it looks like the part's own heading
}

// nearest is of the best spots the one that comes next, else the last before. On pages that follow each other the first
// counts: the others repeat it.
func nearest(spots []spot, from int) spot {
	best := 0
	for _, s := range spots {
		best = max(best, s.worth)
	}
	var firsts []spot
	last := -2
	for _, s := range spots {
		if s.worth == best {
			if s.page > last+1 {
				firsts = append(firsts, s)
			}
			last = s.page
		}
	}
	for _, s := range firsts {
		if s.page >= from {
			return s
		}
	}
	return firsts[len(firsts)-1]
}

// places are the spots of a document that a label may mean, in order.
func (w *Workflow) places(kind, number, document string) (out []spot, err error) {
	if kind == "page" {
		return w.pageCalled(number, document)
	}
	forms := formsOf(kind, number)
	info, err := w.Workspace.Documents.Info(document)
	if err != nil {
		return nil, err
	}
	for _, h := range info.Outline {
		if h.Page > 0 && forms.worth(strings.TrimSpace(h.Title)) > 1 {
			out = append(out, spot{page: h.Page})
		}
	}
	if len(out) > 0 && kind != "table" && kind != "figure" {
		return w.onPage(out, forms, document)
	}
	out = nil
	err = w.Workspace.Pages.Each(document, func(p store.Page) error {
		var here []spot
		others := 0
		for offset, line := range headingLines(p.Text) {
			if forms.any != nil && forms.any.MatchString(line) {
				others++
			}
			if n := forms.worth(line); n > 0 && (forms.alone(line) || !contentsLine.MatchString(line)) {
				here = append(here, spot{p.Number, offset, n})
			}
		}
		const contents = 6 // headings of one kind on a page: it is a table of contents
		if others < contents {
			out = append(out, here...)
		}
		return nil
	})
	return out, err
}

// onPage finds where on its page a heading of the outline stands.
func (w *Workflow) onPage(spots []spot, f forms, document string) ([]spot, error) {
	for i := range spots {
		p, err := w.Workspace.Pages.Get(document, spots[i].page)
		if err != nil {
			return nil, err
		}
		for offset, line := range headingLines(p.Text) {
			if f.worth(line) > 0 {
				spots[i].offset = offset
				break
			}
		}
	}
	return spots, nil
}

// pageCalled is the page that has a number printed on it, else the one that has this number among the document's pages.
func (w *Workflow) pageCalled(number, document string) ([]spot, error) {
	n, _ := strconv.Atoi(number)
	var labelled, counted []spot
	err := w.Workspace.Pages.Each(document, func(p store.Page) error {
		if p.Label == number {
			labelled = append(labelled, spot{page: p.Number})
		}
		if p.Number == n {
			counted = append(counted, spot{page: n})
		}
		return nil
	})
	if len(labelled) > 0 {
		return labelled[:1], err
	}
	return counted, err
}

// headingLines are the lines of a page with where they begin. A short one goes on with those below it: some files have each word
// of a heading by itself.
func headingLines(text string) iter.Seq2[int, string] {
	const short, long = 10, 100
	return func(yield func(int, string) bool) {
		offset := 0
		for line := range strings.Lines(text) {
			whole := strings.TrimSpace(line)
			if n := len(whole); n > 0 && n <= short {
				paragraph, _, _ := strings.Cut(text[offset:], "\n\n")
				if whole = strings.Join(strings.Fields(paragraph), " "); len(whole) > long {
					whole = strings.ToValidUTF8(whole[:long], "")
				}
			}
			if !yield(offset, whole) {
				return
			}
			offset += len(line)
		}
	}
}

// contentsLine tells of an entry of a table of contents: it ends with dots and a page's number, or has one behind a gap.
var contentsLine = regexp.MustCompile(`(?:\.[\s\p{Z}]?){3,}|[\s\p{Z}]{2,}\d{1,4}$|\p{L}[\s\p{Z}]+\d{1,4}$`)

// forms are how a part's heading may look.
type forms struct {
	named *regexp.Regexp // with its word, as in "Note 16. Debt"
	whole *regexp.Regexp // that is all of the line, as in "Kapitel 6"
	bare  *regexp.Regexp // by its number alone; nil: it is never told so
	sure  bool           // that is enough: "9.6.3 Disks" can be nothing else
	any   *regexp.Regexp // of headings of the same kind; nil: not known
}

func formsOf(kind, number string) (f forms) {
	n := regexp.QuoteMeta(number)
	end := `(?:[.:|)]|` + space + `*[—–-]` + space + `|` + space + `*$|` + space + `+[\p{Lu}“"„(])`
	i := slices.IndexFunc(labels, func(l labelKind) bool { return l.kind == kind })
	if i >= 0 {
		words := labels[i].words
		f.named = regexp.MustCompile(`^(?i:` + words + `)` + space + `*` + n + end)
		f.whole = regexp.MustCompile(`^(?i:` + words + `)` + space + `*` + n + `$`)
		f.any = regexp.MustCompile(`^(?i:` + words + `)` + space + `*[\dIVXA-Z]`)
	}
	title := `[.)]?` + space + `+[\p{Lu}“"„]`
	if strings.Contains(number, ".") {
		title = `[.)]?` + space + `+[\p{L}“"„]`
	}
	switch kind {
	case "section", "clause", "chapter", "note", "§":
		f.bare = regexp.MustCompile(`^` + n + title)
		f.sure = strings.Contains(number, ".")
	case "appendix":
		f.bare = regexp.MustCompile(`^` + n + `(?:` + title + `|[.)]?$)`)
		f.sure = strings.Contains(number, ".")
	case "exhibit":
		f.bare = regexp.MustCompile(`^[*+†]*` + space + `*` + n + `\b` + space + `*[*+†]*` + space + `+\p{Lu}`)
	case "part":
		f.bare = regexp.MustCompile(`^` + n + `\.` + space + `+\p{Lu}`)
		f.sure = true
	case "reference":
		f.named = regexp.MustCompile(`^\[` + n + `\]`)
		f.bare = regexp.MustCompile(`^` + n + `\.` + space + `+\p{Lu}`)
	}
	if f.any != nil && (kind == "table" || kind == "figure" || kind == "§" || kind == "section") {
		f.any = nil // many of these may stand on a page
	}
	return f
}

// alone tells of a line that has nothing but the label, which no table of contents has.
func (f forms) alone(line string) bool { return f.whole != nil && f.whole.MatchString(line) }

// worth is how much a line looks like the heading of the part: 0 for not at all, most where it is written in capitals.
func (f forms) worth(line string) int {
	switch {
	case f.named != nil && f.named.MatchString(line):
		if shouted(line) {
			return 4
		}
		return 3
	case f.bare != nil && f.bare.MatchString(line):
		if f.sure {
			return 2
		}
		return 1
	}
	return 0
}

// shouted tells of a line whose letters are capitals.
func shouted(line string) bool {
	letters, capitals := 0, 0
	for _, r := range line {
		if unicode.IsLetter(r) {
			letters++
			if unicode.IsUpper(r) {
				capitals++
			}
		}
	}
	const fewest = 6
	return letters > fewest && capitals*10 > letters*8
}

// paper is the document of the library that an entry of a bibliography names, the last one of its number; "" for none.
func (w *Workflow) paper(r Reference) string {
	own, number := strings.Split(r.Passage, "/")[0], strings.Trim(r.Target, "[]")
	found, err := w.places("reference", number, own)
	if err != nil || len(found) == 0 {
		return ""
	}
	at := found[len(found)-1]
	page, err := w.Workspace.Pages.Get(own, at.page)
	if err != nil {
		return ""
	}
	const longest, shortest = 500, 12 // of an entry in bytes, and of a name in characters
	entry := page.Text[at.offset:]
	entry, _, _ = strings.Cut(entry[:min(len(entry), longest)], "\n[")
	named := simple(entry)
	reg, err := w.registry()
	if err != nil {
		return ""
	}
	for _, e := range reg.entries {
		for _, n := range e.List() {
			if name := simple(n.Text); e.Document != own && utf8.RuneCountInString(name) >= shortest && within(name, named) {
				return e.Document
			}
		}
	}
	return ""
}
