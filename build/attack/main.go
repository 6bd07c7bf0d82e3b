// Command attack turns on the built program what may happen to it, and prints a table of what it withstood:
//
//	go run ./build/attack [-short] [-only hostile,kills,full,damage,folders,nofiles,http] [-program BIN] [-seed 1] [-keep] [-v]
//
// Its files, its moments and its damage come from the seed. Everything lies in a new folder, which is removed at the end
// unless -keep is given. The exit code is 1 if anything broke, or was not reached in time; with -short, which takes a
// sample of each trial that hangs on no clock, there is no deadline to miss.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// trial is one kind of attack. A trial that has no run can't be made on this system.
type trial struct {
	name  string
	limit time.Duration // for the whole form, on two cold cores
	run   func(*yard)
	why   string // it can't be made here
}

func trials() []trial {
	return []trial{
		{"hostile", 9 * time.Minute, hostile, ""},
		{"kills", 6 * time.Minute, kills, ""},
		{"full", 2 * time.Minute, full, noFull},
		{"damage", 3 * time.Minute, damage, ""},
		{"folders", time.Minute, folders, ""},
		{"nofiles", 2 * time.Minute, noFiles, noSpecials},
		{"http", time.Minute, attackHTTP, ""},
	}
}

// whole is how long all trials may take together.
const whole = 15 * time.Minute

func main() {
	short := flag.Bool("short", false, "a sample of every trial, in a minute")
	only := flag.String("only", "", "the trials to make, divided by commas; all if empty")
	program := flag.String("program", "build/bin/lectern-static", "the program to attack")
	seed := flag.Uint64("seed", 1, "what everything random comes from")
	verbose := flag.Bool("v", false, "tell all that broke, not only the first few of each trial")
	keep := flag.Bool("keep", false, "leave the folder")
	flag.Parse()
	ok, err := attack(*program, *only, *seed, *short, *keep, *verbose)
	if err != nil {
		fmt.Fprintln(os.Stderr, "attack:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

func attack(program, only string, seed uint64, short, keep, verbose bool) (ok bool, err error) {
	if program, err = filepath.Abs(program); err != nil {
		return false, err
	}
	if _, err := os.Stat(program); err != nil {
		return false, fmt.Errorf("%w; build it with make build/bin/lectern-static, or name another with -program", err)
	}
	all := trials()
	for name := range strings.SplitSeq(only, ",") {
		if name != "" && !slices.ContainsFunc(all, func(t trial) bool { return t.name == name }) {
			return false, fmt.Errorf("there is no trial %q", name)
		}
	}
	dir, err := os.MkdirTemp("", "lectern-attack-*")
	if err != nil {
		return false, err
	}
	if !keep {
		defer os.RemoveAll(dir)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if !short {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, whole)
		defer cancel()
	}
	fmt.Printf("%s/%s, %d CPUs, seed %d, in %s\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), seed, dir)
	var done []*yard
	for _, t := range all {
		if only != "" && !slices.Contains(strings.Split(only, ","), t.name) {
			continue
		}
		y := newYard(ctx, t, program, filepath.Join(dir, t.name), seed, short)
		y.make()
		done = append(done, y)
	}
	return print(done, verbose)
}

// print writes the table and tells whether everything held.
func print(done []*yard, verbose bool) (ok bool, err error) {
	ok = true
	fmt.Println()
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "trial\thow many\theld\tbroke\tseconds\tpeak memory\t")
	for _, y := range done {
		ok = ok && len(y.broken) == 0
		peak := "-"
		if y.peak > 0 {
			peak = fmt.Sprintf("%d MB", y.peak>>20)
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%.0f\t%s\t%s\n", y.name, y.many, y.many-y.failed, y.failed, y.took.Seconds(), peak, strings.Join(y.notes, "; "))
	}
	if err := w.Flush(); err != nil {
		return false, err
	}
	fmt.Println("peak memory:", measured)
	for _, y := range done {
		few := 8
		if verbose {
			few = len(y.broken)
		}
		for _, what := range y.broken[:min(few, len(y.broken))] {
			fmt.Printf("%s: %s\n", y.name, what)
		}
		if more := len(y.broken) - few; more > 0 {
			fmt.Printf("%s: and %d more\n", y.name, more)
		}
	}
	return ok, nil
}
