// Command research measures what deep research loses between the pages and its document: broad questions, each made of all
// that a set asks of one document, are put to it with a reader and a writer that are perfect, so that what is missing at the
// end is what the workflow did not read or did not carry on. Beside it, in the same run, stands the plain way: one search for
// the whole question, whose best passages are one prompt.
//
//	go run ./build/research -documents DIR,DIR [-home DIR] [-most 10] [-set KEY=N] SET.jsonl …
//
// A set has a line for each question: {qid, question, doc, gold: [{doc, page}], answer}. The documents are looked for by their
// names in the folders, which are no part of the project; what was read of them is kept in -home.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/backend/app"
	"lectern/backend/graph/research"
	"lectern/backend/ingest"
	"lectern/backend/llm/llmtest"
	"lectern/backend/models"
	"lectern/backend/runs"
	"lectern/backend/store"
)

// question is one of a set.
type question struct {
	Text   string `json:"question"`
	Doc    string `json:"doc"`
	Answer string `json:"answer"`
	Gold   []struct {
		Doc  string `json:"doc"`
		Page int    `json:"page"`
	} `json:"gold"`
}

// broad is what is asked of one document.
type broad struct {
	doc   string
	parts []question
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == app.WorkerCommand {
		os.Exit(ingest.Worker(os.Stdin, os.Stdout, os.Args[2:]))
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	documents := flag.String("documents", "", "folders with the documents, with commas between them")
	home := flag.String("home", filepath.Join(cache, "lectern", "research"), "folder for what was read of them")
	most := flag.Int("most", 10, "broad questions: those of the documents that most is asked of")
	numbers := map[string]float64{"research.askBack": 0}
	flag.Func("set", "a number of Settings, as in research.taskPassages=6; may be repeated", func(text string) error {
		key, value, _ := strings.Cut(text, "=")
		n, err := strconv.ParseFloat(value, 64)
		numbers[key] = n
		return err
	})
	flag.Parse()
	if err := measure(context.Background(), strings.FieldsFunc(*documents, func(r rune) bool { return r == ',' }), *home, *most, numbers, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "research:", err)
		os.Exit(1)
	}
}

func measure(ctx context.Context, folders []string, home string, most int, numbers map[string]float64, sets []string) error {
	all, err := read(sets)
	if err != nil {
		return err
	}
	asked := byDocument(all)
	asked = asked[:min(len(asked), most)]
	server := llmtest.Start()
	defer server.End()
	core, err := app.Open(app.Config{Home: home, Workspace: "Library"})
	if err != nil {
		return err
	}
	defer core.Close()
	ids, err := added(ctx, core, folders, asked)
	if err != nil {
		return err
	}
	settings := models.Settings{OllamaHost: server.URL, Advanced: numbers}
	if err := core.Models.Save(ctx, settings); err != nil {
		return err
	}
	fmt.Printf("%-38s %5s %6s | %9s %9s | %5s %7s %7s | %9s\n", "", "tasks", "pages", "read", "in it", "calls", "in", "out", "plain way")
	var sum row
	phases := map[string]int{}
	for _, b := range asked {
		r, err := ask(ctx, core, server, b, ids[b.doc], phases)
		if err != nil {
			return fmt.Errorf("%s: %w", b.doc, err)
		}
		r.print(b.doc)
		sum.add(r)
	}
	sum.print(fmt.Sprintf("all %d", len(asked)))
	for _, kind := range slices.Sorted(maps.Keys(phases)) {
		fmt.Printf("  %-16s %4d calls\n", kind, phases[kind])
	}
	return nil
}

func read(sets []string) (out []question, err error) {
	for _, path := range sets {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			var q question
			if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			if len(q.Gold) > 0 {
				out = append(out, q)
			}
		}
	}
	return out, nil
}

// byDocument puts questions together that go to the same document, those of the most asked first.
func byDocument(all []question) (out []broad) {
	for _, q := range all {
		i := slices.IndexFunc(out, func(b broad) bool { return b.doc == q.Doc })
		if i < 0 {
			i, out = len(out), append(out, broad{doc: q.Doc})
		}
		out[i].parts = append(out[i].parts, q)
	}
	slices.SortStableFunc(out, func(a, b broad) int { return len(b.parts) - len(a.parts) })
	return out
}

// added reads the documents in that aren't in the library, and gives their ids by their names.
func added(ctx context.Context, core *app.Core, folders []string, asked []broad) (map[string]string, error) {
	ids := map[string]string{}
	have, err := core.Workspace.Documents.List()
	if err != nil {
		return nil, err
	}
	for _, d := range have {
		ids[d.Name] = d.ID
	}
	for _, b := range asked {
		for _, folder := range folders {
			path := filepath.Join(folder, b.doc+".pdf")
			if _, err := os.Stat(path); ids[b.doc] != "" || err != nil {
				continue
			}
			d, err := core.Library.Add(ctx, path)
			if err != nil {
				return nil, err
			}
			ids[b.doc] = d.ID
		}
		if ids[b.doc] == "" {
			return nil, fmt.Errorf("%s is in none of the folders", b.doc)
		}
	}
	return ids, nil
}

// row is what one broad question came to.
type row struct {
	tasks, gold, read, cited, plain int // gold pages: all, of which a passage was read, cited in the document, found by the plain way
	calls, in, out                  int
}

func (r *row) add(o row) {
	r.tasks, r.gold, r.read, r.cited, r.plain = r.tasks+o.tasks, r.gold+o.gold, r.read+o.read, r.cited+o.cited, r.plain+o.plain
	r.calls, r.in, r.out = r.calls+o.calls, r.in+o.in, r.out+o.out
}

func (r row) print(name string) {
	share := func(n int) string { return fmt.Sprintf("%3d %4.2f", n, float64(n)/float64(max(1, r.gold))) }
	fmt.Printf("%-38s %5d %6d | %9s %9s | %5d %7d %7d | %9s\n", name[:min(len(name), 38)], r.tasks, r.gold, share(r.read), share(r.cited), r.calls, r.in, r.out, share(r.plain))
}

// ask puts a broad question to deep research, limited to its document, and to one search.
func ask(ctx context.Context, core *app.Core, server *llmtest.Server, b broad, id string, phases map[string]int) (r row, err error) {
	s, err := newScript(core.Workspace, id, b)
	if err != nil {
		return r, err
	}
	before := len(server.Chats())
	server.Always(s.reply)
	whole := "What does the document say on these matters? " + strings.Join(s.tasks, " ")
	started, err := core.Runs.Start(runs.Question{Text: whole, Workflow: "research", Model: llmtest.ChatModel, Files: []string{b.doc}})
	if err != nil {
		return r, err
	}
	core.Runs.Wait(started.Run)
	turn, err := core.Runs.Turn(started.Run)
	for limit := time.Now().Add(5 * time.Minute); err == nil && turn.Status == store.NeedsPerson && time.Now().Before(limit); {
		replies := map[string]store.Reply{}
		for _, c := range turn.Cards {
			replies[c.ID] = store.Reply{Items: c.Items}
		}
		if _, err = core.Runs.Reply(started.Run, replies); err != nil {
			return r, err
		}
		core.Runs.Wait(started.Run)
		turn, err = core.Runs.Turn(started.Run)
	}
	if err != nil {
		return r, err
	}
	if turn.Status != store.Answered {
		return r, fmt.Errorf("it ended %s: %s", turn.Status, turn.Message)
	}
	var made research.Output
	if err := json.Unmarshal(turn.Made, &made); err != nil {
		return r, err
	}
	r = row{tasks: len(s.tasks), gold: len(s.gold), calls: made.Cost.Calls, in: made.Cost.TokensIn, out: made.Cost.TokensOut}
	cited := map[int]bool{}
	for _, c := range turn.Citations {
		cited[c.Page] = true
	}
	for page := range s.gold {
		if s.read[page] {
			r.read++
		}
		if cited[page] {
			r.cited++
		}
	}
	for _, c := range server.Chats()[before:] {
		phases[llmtest.Purpose(c)]++
	}
	const plain = 8 // passages: a prompt of some 2,500 tokens
	found, err := core.Search(ctx, app.SearchRequest{Text: whole, Documents: []string{id}, Limit: plain})
	if err != nil {
		return r, err
	}
	seen := map[int]bool{}
	for _, h := range found.Hits {
		if _, gold := s.gold[h.Page]; gold && !seen[h.Page] {
			seen[h.Page] = true
			r.plain++
		}
	}
	return r, nil
}
