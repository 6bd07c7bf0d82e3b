package pdfout

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"
)

// face is unpacked once for all tests: it takes its time.
var face = sync.OnceValues(func() (typeface, error) { return unpack(true) })

func put(w io.Writer, markdown string, o Options) error {
	f, err := face()
	if err != nil {
		return err
	}
	return f.write(w, markdown, o)
}

func set(t testing.TB, markdown string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := put(&b, markdown, Options{Title: "A title", Language: "de", Created: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pages(pdf []byte) int { return bytes.Count(pdf, []byte("/Type /Page\n")) }

// words are a PDF's, as a reader finds them.
func words(t *testing.T, pdf []byte) string {
	t.Helper()
	tool, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("pdftotext is not installed")
	}
	path := filepath.Join(t.TempDir(), "a.pdf")
	if err := os.WriteFile(path, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(tool, "-layout", path, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestADocumentHasBookmarksLinksNumbersAndItsWords(t *testing.T) {
	for _, l := range []string{"de", "ja"} {
		md, err := os.ReadFile("testdata/" + l + ".md")
		if err != nil {
			t.Fatal(err)
		}
		pdf := set(t, string(md))
		for _, want := range []string{"/Outlines", "/URI (https://www.", "/Lang (de)", "/FontFile2"} {
			if !bytes.Contains(pdf, []byte(want)) {
				t.Errorf("%s: no %s", l, want)
			}
		}
		if n := bytes.Count(pdf, []byte("/Dest ")); n != strings.Count("\n"+string(md), "\n#") {
			t.Errorf("%s: %d bookmarks", l, n)
		}
		const most = 100_000 // the fonts have 9 MB
		if len(pdf) > most {
			t.Errorf("%s has %d bytes: the fonts are there as a whole", l, len(pdf))
		}
		if string(pdf) != string(set(t, string(md))) {
			t.Errorf("%s: the same Markdown gave another file", l)
		}
		if dir := os.Getenv("LECTERN_LOOK"); dir != "" { // to be looked at
			if err := os.WriteFile(filepath.Join(dir, l+".pdf"), pdf, 0o600); err != nil {
				t.Error(err)
			}
		}
	}
	md, _ := os.ReadFile("testdata/de.md")
	text := strings.ReplaceAll(words(t, set(t, string(md))), " / ", "/")
	for _, want := range []string{"Kündigungsfrist", "§ 580a Abs. 2 BGB", "drei Monate", "92 %", "beginn.AddDate(0, 3, 0)", "1/2", "2/2", "A title"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	md, _ = os.ReadFile("testdata/ja.md")
	if text = words(t, set(t, string(md))); !strings.Contains(text, "解約予告期間") || !strings.Contains(text, "900ユーロ") {
		t.Errorf("%s", text)
	}
}

func TestNothingLeadsOutButAddressesOfTheWeb(t *testing.T) {
	pdf := set(t, "[a](javascript:alert(1)) [b](file:///etc/passwd) <http://example.com/c> [d](https://example.com/d) ![e](https://example.com/e.png) <script>x</script> [f](//example.com) [g](mailto:a@example.com)")
	if n := bytes.Count(pdf, []byte("/URI (")); n != 2 {
		t.Errorf("%d links", n)
	}
	for _, bad := range []string{"javascript", "file:", "mailto", "/JS", "/Launch", "e.png"} {
		if bytes.Contains(pdf, []byte(bad)) {
			t.Errorf("%s stands in it", bad)
		}
	}
}

func TestNoLineBeginsOrEndsWithTheWrongCharacter(t *testing.T) {
	measure := func(p piece) float64 {
		w := 0.0
		for _, r := range p.text {
			if wide(r) {
				w++
			}
			w++
		}
		return w
	}
	text := "「賃料は、毎月一日に前払いする（ただし、コンピューターの費用を除く）。」と定められています。Die Miete beträgt 900 Euro, z. B. am 1. März. ウェブサーバー、データ…など％"
	for width := 6.0; width < 60; width++ {
		whole := ""
		for _, l := range breakLines([]piece{{text: text}}, width, measure) {
			s := ""
			for _, p := range l.pieces {
				s += p.text
			}
			first, _ := utf8.DecodeRuneInString(s)
			last, _ := utf8.DecodeLastRuneInString(s)
			if width > 14 && (strings.ContainsRune(notFirst, first) || strings.ContainsRune(notLast, last)) {
				t.Errorf("width %v: the line %q", width, s)
			}
			if l.width > width {
				t.Errorf("width %v: %q has %v", width, s, l.width)
			}
			if strings.HasPrefix(s, " ") || strings.HasSuffix(s, " ") {
				t.Errorf("width %v: blanks at %q", width, s)
			}
			whole += s
		}
		if strings.ReplaceAll(whole, " ", "") != strings.ReplaceAll(text, " ", "") {
			t.Errorf("width %v: %q", width, whole)
		}
	}
}

func TestLongTablesRepeatTheirHeadAndLongRowsGoOn(t *testing.T) {
	md := "| Claim | Confidence |\n|---|--:|\n" + strings.Repeat("| The rent is 900 euros a month, in advance | 92 % |\n", 120)
	if text := words(t, set(t, md)); strings.Count(text, "Claim") < 3 || strings.Count(text, "92 %") != 120 {
		t.Errorf("%d heads, %d rows", strings.Count(text, "Claim"), strings.Count(text, "92 %"))
	}
	if n := pages(set(t, "| a | b |\n|---|---|\n| "+strings.Repeat("word ", 3000)+" | c |\n")); n < 3 {
		t.Errorf("a long row has %d pages", n)
	}
	wide := "|" + strings.Repeat(" c |", 30) + "\n|" + strings.Repeat("---|", 30) + "\n|" + strings.Repeat(" something long |", 30) + "\n"
	set(t, wide)
}

func TestWhateverComesIsSet(t *testing.T) {
	bits := []string{"# Heading\n", "\n\n", "word ", "[a](https://example.com/", ")", "| a | b |\n|---|---|\n| c | d |\n", "- item\n", "  1. deep\n", "> quoted\n", "```\ncode\n", "**", "*", "`", "~~", "日本語。「", "」、", "é", "😀",
		"\x00", "\xff", "\u202e", "\u00ad", "<b>", "&amp;", "\\", "$x$", strings.Repeat("x", 300), strings.Repeat("#", 7), "---\n", "![p](q)", "\t", "    ", "###### six\n", "\uffff", "漢", "مرحبا", "\u0301"}
	for seed := range 20 {
		random := rand.New(rand.NewPCG(uint64(seed), 3))
		var md strings.Builder
		for range random.IntN(120) {
			md.WriteString(bits[random.IntN(len(bits))])
		}
		var b bytes.Buffer
		if err := put(&b, md.String(), Options{Title: bits[random.IntN(len(bits))]}); err != nil || !bytes.HasPrefix(b.Bytes(), []byte("%PDF-")) {
			t.Errorf("seed %d: %v\n%q", seed, err, md.String())
		}
	}
	for name, md := range map[string]string{
		"nothing": "", "deep lists": deep("- ", 60), "deep quotes": strings.Repeat("> ", 200) + "x", "long": strings.Repeat("A sentence of many. ", 4000), "one word": strings.Repeat("x", 8000),
	} {
		var b bytes.Buffer
		if err := put(&b, md, Options{}); err != nil || b.Len() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func deep(mark string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s%sitem %d\n", strings.Repeat("  ", i), mark, i)
	}
	return b.String()
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestAFileThatCannotBeWrittenIsAnError(t *testing.T) {
	if err := Write(broken{}, "# A", Options{}); err == nil {
		t.Error("no error")
	}
}
