package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// measured says what the peaks are sums of.
const measured = "PSS of the program and its workers together, every 50 ms"

// gauge samples what a process and all that it started hold in memory together, until it is stopped.
type gauge struct {
	peak atomic.Int64
	stop chan struct{}
	done chan struct{}
}

func watch(pid int) *gauge {
	g := &gauge{stop: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(g.done)
		every := time.NewTicker(50 * time.Millisecond)
		defer every.Stop()
		for {
			if now := together(pid); now > g.peak.Load() {
				g.peak.Store(now)
			}
			select {
			case <-every.C:
			case <-g.stop:
				return
			}
		}
	}()
	return g
}

// end stops sampling and gives the most that was held, in bytes.
func (g *gauge) end() int64 {
	close(g.stop)
	<-g.done
	return g.peak.Load()
}

// together is what a process and its descendants hold now. One that has just ended counts nothing.
func together(pid int) (sum int64) {
	sum = held(pid)
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, t := range tasks {
		raw, _ := os.ReadFile(t)
		for _, child := range strings.Fields(string(raw)) {
			if n, err := strconv.Atoi(child); err == nil {
				sum += together(n)
			}
		}
	}
	return sum
}

// held is a process's share of memory: its own pages, and of shared ones its part.
func held(pid int) int64 {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return 0
	}
	for lines := bufio.NewScanner(bytes.NewReader(raw)); lines.Scan(); {
		if rest, ok := strings.CutPrefix(lines.Text(), "Pss:"); ok {
			kb, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(rest, "kB")), 10, 64)
			return kb << 10
		}
	}
	return 0
}
