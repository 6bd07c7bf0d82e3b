// Command mutate says which rules of the table reader its fixtures need: each condition of backend/ingest/table is taken
// out by itself, and each step left out, and the fixtures are read again. What makes none of them worse survives.
//
//	go run ./build/mutate [-only FILE] [-all] [-laid FOLDER] [FOLDER …]
//
// With folders of PDFs it says of each survivor how many of their pages it acts on, and how many read differently
// without it. All mutants are in one program, and each is tried only on pages where it acts.
package main

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

const room = "backend/ingest/table"

//go:embed switch.txt
var switches string // what the changed reader calls

//go:embed driver.txt
var driver string // the test that tries the mutants

func main() {
	only := flag.String("only", "", "try the rules of this file alone")
	all := flag.Bool("all", false, "print those that fixtures need, too")
	laid := flag.String("laid", "", "keep pages that were laid out in this folder, for further runs")
	flag.Parse()
	if err := run(*only, *laid, *all, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func run(only, laid string, all bool, folders []string) error {
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	mutants, err := overlay(dir)
	if err != nil {
		return err
	}
	for i, f := range folders {
		if folders[i], err = filepath.Abs(f); err != nil {
			return err
		}
	}
	env := append(os.Environ(), "MUTATE_FOLDERS="+strings.Join(folders, ":"), "MUTATE_DIR="+cmp.Or(laid, dir))
	program, own := filepath.Join(dir, "pages.test"), filepath.Join(dir, "own.test")
	for _, b := range [][]string{{program, "./backend/ingest"}, {own, "./" + room}} {
		build := exec.Command("go", "test", "-c", "-overlay", filepath.Join(dir, "overlay.json"), "-o", b[0], b[1])
		if out, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
	}
	var tried []mutant
	for _, m := range mutants {
		if only == "" || m.File == only {
			tried = append(tried, m)
		}
	}
	results := make([]string, len(mutants)+1)
	if err := tryPages(program, dir, env, tried, results); err != nil {
		return err
	}
	tryOwn(own, env, tried, results)
	print(tried, results, all)
	return nil
}

// tryPages tries mutants on the pages, a share of them in each of some processes. The first lays all pages out.
func tryPages(program, dir string, env []string, tried []mutant, results []string) error {
	start := func(shard, of int) error {
		list := filepath.Join(dir, fmt.Sprintf("mutants%d", shard))
		var mine []mutant
		for i, m := range tried {
			if of > 0 && i%of == shard {
				mine = append(mine, m)
			}
		}
		raw, err := json.Marshal(mine)
		if err != nil {
			return err
		}
		if err := os.WriteFile(list, raw, 0o600); err != nil {
			return err
		}
		c := exec.Command(program, "-test.run", "^TestMutants$", "-test.timeout", "0")
		c.Env, c.Dir = append(env, "MUTATE_LIST="+list), "backend/ingest"
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		raw, err = os.ReadFile(list + ".out")
		if err != nil {
			return err
		}
		for line := range strings.SplitSeq(strings.TrimSpace(string(raw)), "\n") {
			var id int
			if n, _ := fmt.Sscan(line, &id); n == 1 {
				_, results[id], _ = strings.Cut(line, "\t")
			}
		}
		return nil
	}
	if err := start(0, 0); err != nil {
		return err
	}
	shards := min(runtime.NumCPU(), 4)
	errs := make([]error, shards)
	var all sync.WaitGroup
	for k := range shards {
		all.Go(func() { errs[k] = start(k, shards) })
	}
	all.Wait()
	return errors.Join(errs...)
}

// tryOwn tries what survived with the room's own tests.
func tryOwn(program string, env []string, tried []mutant, results []string) {
	todo := make(chan mutant)
	var all sync.WaitGroup
	for range min(runtime.NumCPU(), 4) {
		all.Go(func() {
			for m := range todo {
				c := exec.Command(program, "-test.skip", "InTime", "-test.timeout", "20s")
				c.Env, c.Dir = append(env, fmt.Sprintf("MUTANT=%d", m.ID), fmt.Sprintf("MUTANT_FORCE=%v", m.Force)), room
				if out, err := c.CombinedOutput(); err != nil {
					name := "its own tests"
					for line := range strings.SplitSeq(string(out), "\n") {
						if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "--- FAIL: "); ok {
							name, _, _ = strings.Cut(rest, " ")
						}
					}
					results[m.ID] = killed + "\t" + name
				}
			}
		})
	}
	for _, m := range tried {
		if !strings.HasPrefix(results[m.ID], killed) {
			todo <- m
		}
	}
	close(todo)
	all.Wait()
}

const killed = "needed"

func print(tried []mutant, results []string, all bool) {
	dead := 0
	for _, m := range tried {
		if strings.HasPrefix(results[m.ID], killed) {
			if dead++; !all {
				continue
			}
		}
		fmt.Printf("%s:%d\t%s\t%s\t%s\n", m.File, m.Line, m.Func, m.What, results[m.ID])
	}
	fmt.Printf("%d mutants, %d that fixtures need, %d that none does\n", len(tried), dead, len(tried)-dead)
}
