package pdfout

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
)

// glyphs are the characters that a TrueType font has, by the table for the basic plane (cmap, format 4).
func glyphs(t *testing.T, font []byte) func(rune) bool {
	t.Helper()
	u16 := func(at int) int { return int(binary.BigEndian.Uint16(font[at:])) }
	u32 := func(at int) int { return int(binary.BigEndian.Uint32(font[at:])) }
	for i := range u16(4) {
		entry := 12 + 16*i
		if string(font[entry:entry+4]) != "cmap" {
			continue
		}
		cmap := u32(entry + 8)
		for j := range u16(cmap + 2) {
			table := cmap + u32(cmap+4+8*j+4)
			if u16(table) != 4 {
				continue
			}
			double := u16(table + 6) // bytes of each of its lists
			return func(r rune) bool {
				for at := table + 14; at < table+14+double; at += 2 {
					if int(r) <= u16(at) {
						return int(r) >= u16(at+double+2)
					}
				}
				return false
			}
		}
	}
	t.Fatal("the font has no such table")
	return nil
}

func TestTheFontsHaveAllThatIsSetInThem(t *testing.T) {
	f, err := face()
	if err != nil {
		t.Fatal(err)
	}
	for name, font := range map[string][]byte{"regular": f.chineseRegular, "bold": f.chineseBold} {
		has := glyphs(t, font)
		n := 0
		for r := range gb2312() {
			if inChinese(r, "zh") {
				if n++; !has(r) {
					t.Errorf("%s has no %c", name, r)
				}
			}
		}
		if n < 6763 {
			t.Errorf("%d characters", n)
		}
	}
	has := glyphs(t, f.regular)
	for _, r := range "読図売価あアー、。abcÄöéñ" {
		if inChinese(r, "ja") || !has(r) {
			t.Errorf("%c", r)
		}
	}
}

func TestChineseIsDrawnInAFontThatHasIt(t *testing.T) {
	for _, c := range []struct {
		text, language string
		want           string // of its characters, those in the Chinese font
	}{
		{"租金是九百欧元。见第3页。", "zh", "租金是九百欧元。见第页。"},
		{"Die Miete heißt 租赁, kurz 租.", "de", "赁"},
		{"読図します。", "ja", ""},
		{"読图します。", "ja", "图"},
		{"Plain.", "zh", ""},
	} {
		var got strings.Builder
		for _, p := range faced([]piece{{text: c.text}}, c.language) {
			if p.chinese {
				got.WriteString(p.text)
			}
		}
		if got.String() != c.want {
			t.Errorf("%s: %q", c.text, got.String())
		}
	}
	for _, l := range breakLines(faced([]piece{{text: "门票 价格 — 多少"}}, "zh"), 1000, func(piece) float64 { return 1 }) {
		for _, p := range l.pieces {
			if p.chinese && strings.ContainsAny(p.text, " —") {
				t.Errorf("%q is in a font that has no blank", p.text)
			}
		}
	}
	var b bytes.Buffer
	if err := put(&b, "# 门票\n\n门票的**价格**是多少？", Options{Title: strings.Repeat("门票 ", 100), Language: "zh"}); err != nil {
		t.Fatal(err)
	}
	if got := words(t, b.Bytes()); !strings.Contains(got, "门票的价格是多少？") {
		t.Error(got)
	}
}
