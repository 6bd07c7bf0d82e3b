//go:build linux

package ingest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"
)

func TestProbe(t *testing.T) {
	pat := os.Getenv("PROBE")
	if pat == "" {
		t.Skip()
	}
	r := &Reader{CacheDir: "/tmp/rd/cache"}
	t0 := time.Now()
	if err := r.Warm(context.Background()); err != nil {
		t.Fatal(err)
	}
	fmt.Println("warm", time.Since(t0))
	fs, _ := filepath.Glob(pat)
	kinds := map[string]int{}
	pages, passages := 0, 0
	t0 = time.Now()
	var slowest time.Duration
	for _, f := range fs {
		s := time.Now()
		c, err := r.Read(context.Background(), f, nil)
		d := time.Since(s)
		slowest = max(slowest, d)
		var e *Error
		switch {
		case errors.As(err, &e):
			kinds[e.Kind.String()]++
			fmt.Printf("%-40s %6dms %s: %s\n", filepath.Base(f), d.Milliseconds(), e.Kind, e.Reason)
		case err != nil:
			t.Error(f, err)
		default:
			kinds["read by "+c.Reader]++
			pages += len(c.Pages)
			passages += len(c.Passages)
			sent, empty := 0, 0
			for _, p := range c.Pages {
				sent += len(p.Sentences)
				if p.Text == "" {
					empty++
				}
			}
			if os.Getenv("QUIET") == "" || d > 3*time.Second {
				fmt.Printf("%-40s %6dms %d pages (%d empty) %d sentences %d passages %s %s\n", filepath.Base(f), d.Milliseconds(), len(c.Pages), empty, sent, len(c.Passages), c.Reader, c.Language)
			}
			if n := os.Getenv("SHOW"); n != "" {
				var k int
				fmt.Sscan(n, &k)
				p := c.Pages[k-1]
				fmt.Println("HEADING", p.Heading, "LABEL", p.Label)
				for _, s := range p.Sentences {
					fmt.Printf("  | %q\n", p.Text[s.Start:s.End])
				}
				for _, s := range c.Passages {
					if s.Page == k {
						fmt.Printf("PASSAGE %d [%s] %.60q\n", s.Span.End-s.Span.Start, s.Section, p.Text[s.Span.Start:s.Span.End])
					}
				}
			}
		}
	}
	var ru syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_CHILDREN, &ru)
	var self syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &self)
	var ms runtime.MemStats
	runtime.ReadMemStats(&ms)
	fmt.Println(len(fs), "files", kinds, pages, "pages", passages, "passages", time.Since(t0), "slowest", slowest, "child rss MB", ru.Maxrss/1024, "parent rss MB", self.Maxrss/1024,
		"child cpu", time.Duration(ru.Utime.Nano()+ru.Stime.Nano()), "parent cpu", time.Duration(self.Utime.Nano()+self.Stime.Nano()))
}
