package ingest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"lectern/backend/ingest/pdf"
	"lectern/backend/messages"
)

// Tesseract recognises letters by the program of that name.
type Tesseract struct {
	Program   string
	Languages []string // as tesseract calls them: eng, deu, jpn
}

// doubtfulWord is tesseract's confidence, of 100, below which a word in a drawing is a wave or a leaf.
const doubtfulWord = 30

// languagesAtOnce is how many languages are looked for in one picture: each makes it slower.
const languagesAtOnce = 4

// preferred are languages in the order in which they are taken if more are installed than are looked for at once.
var preferred = []string{"eng", "deu", "fra", "spa", "jpn", "chi_sim", "ita", "por", "nld"}

// FindTesseract looks for the program on the PATH, and which languages it knows; nil if it isn't there or knows none.
func FindTesseract(ctx context.Context) *Tesseract {
	program, err := exec.LookPath("tesseract")
	if err != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, program, "--list-langs").CombinedOutput()
	if err != nil {
		return nil
	}
	t := &Tesseract{Program: program}
	for line := range strings.Lines(string(out)) {
		if l := strings.TrimSpace(line); l != "" && !strings.ContainsAny(l, " :/") && l != "osd" && l != "equ" && l != "snum" {
			t.Languages = append(t.Languages, l)
		}
	}
	rank := func(l string) int {
		if i := slices.Index(preferred, l); i >= 0 {
			return i
		}
		return len(preferred)
	}
	slices.SortStableFunc(t.Languages, func(a, b string) int { return rank(a) - rank(b) })
	if len(t.Languages) == 0 {
		return nil
	}
	return t
}

// Name implements Recogniser.
func (t *Tesseract) Name() string { return "tesseract" }

// Read implements Recogniser. Each word's characters share its box evenly.
func (t *Tesseract) Read(ctx context.Context, p Picture) ([]Glyph, error) {
	languages := t.Languages[:min(len(t.Languages), languagesAtOnce)]
	c := exec.CommandContext(ctx, t.Program, "stdin", "stdout", "-l", strings.Join(languages, "+"), "--dpi", strconv.Itoa(dotsPerInch), "tsv")
	c.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1") // more threads make it slower
	c.WaitDelay = time.Second
	header := fmt.Sprintf("P5\n%d %d\n255\n", p.Width, p.Height)
	c.Stdin = bytes.NewReader(append([]byte(header), p.Grey...))
	var out limited
	c.Stdout = &out
	if err := c.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, messages.Error("worker.ended-with-an-error")
	}
	least := 0.0
	if p.Bare {
		least = doubtfulWord
	}
	return tabular(out.String(), least), nil
}

// limited keeps the beginning of what is written to it.
type limited struct{ bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	const most = 16 << 20
	if l.Len()+len(p) > most {
		return 0, messages.Error("worker.too-much")
	}
	return l.Buffer.Write(p)
}

// tabular reads tesseract's table of words: level, page, block, paragraph, line, word, left, top, width, height,
// confidence, text. Words of less confidence than least are left out.
func tabular(table string, least float64) (out []Glyph) {
	const fields, level, confidence, word = 12, 0, 10, "5"
	line := ""
	for row := range strings.Lines(table) {
		f := strings.SplitN(strings.TrimRight(row, "\r\n"), "\t", fields)
		if len(f) != fields || f[level] != word {
			continue
		}
		text := strings.TrimSpace(strings.ToValidUTF8(f[11], ""))
		n := utf8.RuneCountInString(text)
		if sure, err := strconv.ParseFloat(f[confidence], 64); n == 0 || err == nil && sure < least {
			continue
		}
		var box [4]float64
		for i := range box {
			box[i], _ = strconv.ParseFloat(f[6+i], 64) // else it has no place
		}
		if at := strings.Join(f[2:5], " "); at != line {
			if line != "" {
				out = append(out, Glyph{R: '\n'})
			}
			line = at
		} else {
			out = append(out, Glyph{R: ' '})
		}
		each := box[2] / float64(n)
		i := 0
		for _, r := range text {
			x := box[0] + each*float64(i)
			out = append(out, Glyph{R: r, Box: pdf.Box{X0: x, Y0: box[1], X1: x + each, Y1: box[1] + box[3]}})
			i++
		}
	}
	return out
}
