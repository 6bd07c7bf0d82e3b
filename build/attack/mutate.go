package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"time"

	"lectern/backend/ingest/pdftest"
	"lectern/backend/pdfout"
)

// honestFiles are what the project can make: text and scripts, labels, notes and outlines, one behind a password, and a
// report with its fonts inside and everything packed.
func honestFiles() (map[string][]byte, error) {
	var pages []string
	for p := range 12 {
		pages = append(pages, fmt.Sprintf("# Results of unit %d\nIn 20%02d revenue was %d.%d million, after %d.\n%s", p, 10+p, 37*p+11, p%10, 31*p, strings.Repeat("Costs rose with volumes, and margins held.\n", 20)))
	}
	var report bytes.Buffer
	err := pdfout.Write(&report, "# A report\n\nRevenue rose, as *table 1* shows.\n\n| year | revenue |\n|---|---|\n| 2021 | 1,261 |\n| 2022 | 1,577 |\n\n- one\n- two\n\n> said\n\n"+
		strings.Repeat("Margins held while costs rose in all units. ", 200), pdfout.Options{Created: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)})
	if err != nil {
		return nil, err
	}
	return map[string][]byte{
		"text": pdftest.Text(pages...),
		"rich": pdftest.File{Title: "A title", Author: "Somebody", Labels: []string{"i", "ii", "1"}, Notes: []string{"a note", "", "another"}, Outline: []string{"One", "Two", "Three"}, Pages: []pdftest.Page{
			{"# Первый отчёт", "Выручка выросла на 5 процентов."}, {"第二頁 收入", "---", "Revenue 1,577 1,261", "Costs 1,200 1,100"}, {"Last page", "الصفحة الأخيرة"}}}.Bytes(),
		"protected": pdftest.File{Pages: []pdftest.Page{{"secret"}}, Password: "x"}.Bytes(),
		"report":    report.Bytes(),
	}, nil
}

var (
	digits = regexp.MustCompile(`[0-9]`)
	object = regexp.MustCompile(`(?s)\n\d+ 0 obj\n.*?\nendobj`)
)

// mutations are ways to spoil an honest file.
var mutations = []struct {
	name  string
	spoil func(*rand.Rand, []byte) []byte
}{
	{"cut", func(r *rand.Rand, b []byte) []byte { return b[:20+r.IntN(len(b)-20)] }},
	{"cut at its end", func(r *rand.Rand, b []byte) []byte { return b[:len(b)-1-r.IntN(min(200, len(b)/2))] }},
	{"cut at its beginning", func(r *rand.Rand, b []byte) []byte { return b[r.IntN(1200):] }},
	{"1 byte of 10,000 flipped", flip(1e-4)},
	{"1 byte of 1,000 flipped", flip(1e-3)},
	{"1 byte of 100 flipped", flip(1e-2)},
	{"digits changed", func(r *rand.Rand, b []byte) []byte {
		at := digits.FindAllIndex(b, -1)
		for range min(20, len(at)) {
			b[at[r.IntN(len(at))][0]] = byte('0' + r.IntN(10))
		}
		return b
	}},
	{"objects swapped", func(r *rand.Rand, b []byte) []byte {
		at := object.FindAllIndex(b, -1)
		if len(at) < 2 {
			return b
		}
		i := r.IntN(len(at) - 1)
		j := i + 1 + r.IntN(len(at)-1-i)
		return bytes.Join([][]byte{b[:at[i][0]], b[at[j][0]:at[j][1]], b[at[i][1]:at[j][0]], b[at[i][0]:at[i][1]], b[at[j][1]:]}, nil)
	}},
	{"without cross references", func(_ *rand.Rand, b []byte) []byte {
		if at := bytes.LastIndex(b, []byte("xref\n0")); at > 0 {
			return append(b[:at:at], "%%EOF\n"...)
		}
		return bytes.ReplaceAll(b, []byte("startxref"), []byte("nothing  "))
	}},
	{"doubled", func(r *rand.Rand, b []byte) []byte {
		at := r.IntN(len(b))
		return append(b[:at:at], b...)
	}},
	{"with a hole", func(r *rand.Rand, b []byte) []byte {
		from := 20 + r.IntN(len(b)/2)
		return append(b[:from:from], b[min(from+1+r.IntN(2000), len(b)):]...)
	}},
}

func flip(rate float64) func(*rand.Rand, []byte) []byte {
	return func(r *rand.Rand, b []byte) []byte {
		for range max(1, int(rate*float64(len(b)))) {
			b[20+r.IntN(len(b)-20)] = byte(r.Uint32())
		}
		return b
	}
}

// mutated are so many spoilt files.
func mutated(random *rand.Rand, n int) (map[string][]byte, error) {
	honest, err := honestFiles()
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	names := []string{"text", "rich", "report", "protected"}
	for i := 0; len(out) < n; i++ {
		name, m := names[(i/len(mutations))%len(names)], mutations[i%len(mutations)]
		out[fmt.Sprintf("%s, %s, %d", name, m.name, i)] = m.spoil(random, bytes.Clone(honest[name]))
	}
	return out, nil
}
