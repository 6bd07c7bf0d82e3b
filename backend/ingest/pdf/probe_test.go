package pdf

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"encoding/binary"
	"math"
	"unicode/utf16"
)

func TestProbe(t *testing.T) {
	pat := os.Getenv("PROBE")
	if pat == "" {
		t.Skip()
	}
	s, err := NewSandbox("/tmp/rd/cache")
	if err != nil {
		t.Fatal(err)
	}
	var mine, theirs time.Duration
	var pages int
	fs, _ := filepath.Glob(pat)
	for _, f := range fs {
		b, _ := os.ReadFile(f)
		d, err := s.Open(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			fmt.Println(f, err)
			continue
		}
		var same, a, c int
		for i := 0; i < d.Pages(); i++ {
			t0 := time.Now()
			p, err := d.Page(i)
			mine += time.Since(t0)
			if err != nil {
				fmt.Println(f, i, err)
				break
			}
			t0 = time.Now()
			w := bounded(d, i)
			theirs += time.Since(t0)
			pages++
			m := map[string]int{}
			for _, x := range strings.Fields(w) {
				m[x]++
				c++
			}
			miss := ""
			for _, x := range strings.Fields(p.Text) {
				a++
				if m[x] > 0 {
					m[x]--
					same++
				} else {
					miss += " " + x
				}
			}
			if miss != "" && os.Getenv("MISS") != "" {
				fmt.Printf("  p%d: %.200q\n", i+1, miss)
			}
			if os.Getenv("SHOW") == fmt.Sprint(i+1) {
				fmt.Println(p.Label, "\n", p.Text)
			}
		}
		fmt.Printf("%-60s pages %d words %d/%d same %d\n", filepath.Base(f), d.Pages(), a, c, same)
		d.Close()
	}
	fmt.Println(pages, "pages", mine/time.Duration(max(pages, 1)), theirs/time.Duration(max(pages, 1)))
}

func bounded(d *Document, i int) string {
	in := d.in
	pg := in.call("FPDF_LoadPage", d.handle, uint64(i))
	if d.forms && d.widgets(pg) {
		in.call("FPDFPage_Flatten", pg, 0)
		in.call("FPDF_ClosePage", pg)
		pg = in.call("FPDF_LoadPage", d.handle, uint64(i))
	}
	tp := in.call("FPDFText_LoadPage", pg)
	in.call("FPDF_GetPageBoundingBox", pg, uint64(in.out))
	l, t, r, b := in.floats()
	n := in.call("FPDFText_GetBoundedText", tp, math.Float64bits(l), math.Float64bits(t), math.Float64bits(r), math.Float64bits(b), 0, 0)
	if n == 0 {
		return ""
	}
	at := in.allocate(int(n) * 2)
	in.call("FPDFText_GetBoundedText", tp, math.Float64bits(l), math.Float64bits(t), math.Float64bits(r), math.Float64bits(b), uint64(at), n)
	raw := in.read(at, uint32(n)*2)
	var u []uint16
	for ; len(raw) >= 2; raw = raw[2:] {
		u = append(u, binary.LittleEndian.Uint16(raw))
	}
	in.call("free", uint64(at))
	in.call("FPDFText_ClosePage", tp)
	in.call("FPDF_ClosePage", pg)
	return string(utf16.Decode(u))
}
