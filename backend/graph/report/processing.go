package report

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store/keyword"
	"lectern/backend/text"
	"lectern/backend/web"
)

// Extract is what is made of a result for the draft and its verification.
type Extract struct {
	Title      string     `json:"title"`
	Text       string     `json:"text"` // normalised
	Snippets   []string   `json:"snippets"`
	Facts      []string   `json:"facts"`
	Tables     []string   `json:"tables"`
	Provenance Provenance `json:"provenance"`
}

// Provenance is where an extract comes from.
type Provenance struct {
	Address  string `json:"address"` // on the web
	Passage  string `json:"passage"` // of the library
	Language string `json:"language"`
	Time     string `json:"time"`
	Reader   string `json:"reader"` // library, search server, fetcher or worker
}

const (
	factChars  = 240
	tableChars = 1200
)

// processing makes an extract of each result that has none yet.
func (w *Workflow) processing(ctx context.Context, s State) (State, error) {
	d := w.desk(s)
	fresh := len(s.Results) - len(s.Processed)
	rag.StepStarted(ctx, "report.reading", messages.Args{"sources": messages.Count("count.sources", fresh)})
	processed := rag.NonNil(slices.Clone(s.Processed))
	read, facts, tables := 0, 0, 0
	for number := len(processed) + 1; number <= len(s.Results); number++ {
		if ctx.Err() != nil {
			return s, context.Cause(ctx)
		}
		x, err := w.extract(ctx, s, number)
		kept := rag.ArtifactRef{}
		if err == nil {
			if kept, err = d.keep(fmt.Sprintf("report extract %d", number), x); err != nil {
				return s, err
			}
			read, facts, tables = read+1, facts+len(x.Facts), tables+len(x.Tables)
		} else if ctx.Err() == nil {
			d.wrong("report.unused", messages.Args{"source": mark(number), "error": err})
			rag.Note(ctx, "report.source-unread", messages.Args{"source": mark(number), "error": err})
		}
		processed = append(processed, kept)
	}
	if ctx.Err() != nil {
		return s, context.Cause(ctx)
	}
	s.Processed = processed
	d.save("processed.json", w.processedFile(s))
	rag.StepDone(ctx, "report.read", messages.Args{"read": read, "sources": messages.Count("count.sources", fresh), "facts": messages.Count("count.key-facts", facts), "tables": messages.Count("count.tables", tables)})
	s.Errors = d.all()
	return s, nil
}

var errEmptyText = messages.Error("report.no-text")

// extract reads a result. A page of the web of which nothing can be read is represented by its summary.
func (w *Workflow) extract(ctx context.Context, s State, number int) (Extract, error) {
	r, err := w.result(s, number)
	if err != nil {
		return Extract{}, err
	}
	content, err := w.textOf(ctx, &r)
	if ctx.Err() != nil {
		return Extract{}, context.Cause(ctx)
	}
	if err != nil && r.Summary == "" {
		return Extract{}, err
	}
	if err != nil {
		rag.Note(ctx, "report.only-summary", messages.Args{"source": mark(number), "error": err})
		content = r.Summary
	}
	c := w.Config
	x := Extract{
		Title: r.Title, Text: normalise(content, textChars), Snippets: []string{}, Facts: []string{}, Tables: []string{},
		Provenance: Provenance{r.Address, r.Passage, cmp.Or(text.Language(content), r.Language), r.Time, r.Reader},
	}
	if x.Text == "" {
		return Extract{}, errEmptyText
	}
	wanted := keyword.ContentWords(s.Query)
	x.Snippets = append(x.Snippets, best(wanted, pieces(x.Text, c.SnippetChars), c.Snippets)...)
	x.Facts = append(x.Facts, best(wanted, factsIn(x.Text, factChars), mostFacts)...)
	x.Tables = append(x.Tables, tablesIn(x.Text, mostTables, tableChars)...)
	return x, nil
}

// textOf makes text of what was found: a PDF in the isolated worker; HTML in a reader that keeps no tree and runs nothing.
func (w *Workflow) textOf(ctx context.Context, r *Result) (string, error) {
	switch {
	case r.Raw.Name != "":
		r.Reader = "worker"
		return w.pdfText(ctx, r.Raw)
	case r.Kind == web.HTML:
		title, text := web.Text([]byte(r.Content))
		r.Title = cmp.Or(r.Title, shorten(title, summaryChars))
		if text == "" {
			return "", errEmptyText
		}
		return text, nil
	case r.Content == "":
		return "", errEmptyText
	}
	return r.Content, nil
}

func (w *Workflow) pdfText(ctx context.Context, k rag.ArtifactRef) (string, error) {
	if w.Reader == nil {
		return "", errNoReader
	}
	body, err := w.Workspace.Outputs.Get(k.Run, k.Name)
	if err != nil {
		return "", err
	}
	f, err := os.CreateTemp("", "lectern-*.pdf")
	if err != nil {
		return "", messages.Error("report.file-for-reader", messages.Args{"error": err})
	}
	defer os.Remove(f.Name())
	_, err = f.Write(body)
	if err = cmp.Or(err, f.Close()); err != nil {
		return "", messages.Error("report.file-for-reader", messages.Args{"error": err})
	}
	text, err := w.Reader(ctx, f.Name())
	if err == nil && text == "" {
		err = errEmptyText
	}
	return text, err
}

// best chooses the texts that hold most of some words, in the order in which they stand; the earlier of equals.
func best(wanted, texts []string, most int) (out []string) {
	coverage := keyword.NewCoverage(wanted)
	order, scores := make([]int, len(texts)), make([]float64, len(texts))
	for i, t := range texts {
		order[i], scores[i] = i, coverage.Of(t)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	order = order[:min(most, len(order))]
	slices.Sort(order)
	for _, i := range order {
		if !slices.Contains(out, texts[i]) {
			out = append(out, texts[i])
		}
	}
	return out
}

// extracts reads what was processed, by number.
func (w *Workflow) extracts(s State) map[int]Extract {
	out := map[int]Extract{}
	for i, k := range s.Processed {
		if k.Name == "" {
			continue
		}
		if i < len(s.Results) && s.Results[i].Passage != "" {
			if ps, err := w.Passages([]string{s.Results[i].Passage}); err != nil || len(ps) == 0 {
				continue // removed meanwhile: nothing of it is used
			}
		}
		if x, err := read[Extract](w, k); err == nil {
			out[i+1] = x
		}
	}
	return out
}

// processedFile is what the folder keeps of the extracts.
func (w *Workflow) processedFile(s State) any {
	type numbered struct {
		S string `json:"s"`
		Extract
	}
	file := []numbered{}
	all := w.extracts(s)
	for number := range len(s.Results) {
		if x, ok := all[number+1]; ok {
			file = append(file, numbered{mark(number + 1), x})
		}
	}
	return file
}
