package pdfout

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"strings"
	"sync"
	"unicode"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"

	"lectern/backend/messages"
)

//go:embed fonts/BIZUDPGothic-Regular.ttf.gz
var regular []byte

//go:embed fonts/BIZUDPGothic-Bold.ttf.gz
var bold []byte

// The characters of GB 2312 out of Noto Sans SC, and its wide punctuation.
//
//go:embed fonts/NotoSansSC-Regular.ttf.gz
var chineseRegular []byte

//go:embed fonts/NotoSansSC-Bold.ttf.gz
var chineseBold []byte

// The families of the embedded fonts, and one that every PDF reader has, for code in plain letters.
const (
	family  = "biz"
	chinese = "sc"
	mono    = "courier"
)

// typeface is the embedded fonts, unpacked: some 13 MB that are there for as long as a document is set.
type typeface struct{ regular, bold, chineseRegular, chineseBold []byte }

func unpack() (t typeface, err error) {
	for to, packed := range map[*[]byte][]byte{&t.regular: regular, &t.bold: bold, &t.chineseRegular: chineseRegular, &t.chineseBold: chineseBold} {
		r, err := gzip.NewReader(bytes.NewReader(packed))
		if err == nil {
			*to, err = io.ReadAll(r)
		}
		if err != nil {
			return t, messages.Error("pdfout.font", messages.Args{"error": err})
		}
	}
	return t, nil
}

// add gives the fonts to a document; the Chinese one only where it has need of it.
func (t typeface) add(pdf *fpdf.Fpdf, withChinese bool) error {
	pdf.AddUTF8FontFromBytes(family, "", t.regular)
	pdf.AddUTF8FontFromBytes(family, "B", t.bold)
	if withChinese {
		pdf.AddUTF8FontFromBytes(chinese, "", t.chineseRegular)
		pdf.AddUTF8FontFromBytes(chinese, "B", t.chineseBold)
	}
	return pdf.Error()
}

// gb2312 are the characters of the Chinese font.
var gb2312 = sync.OnceValue(func() map[rune]bool {
	out := map[rune]bool{}
	decoder := simplifiedchinese.GBK.NewDecoder()
	for a := byte(0xA1); a <= 0xF7; a++ {
		for b := byte(0xA1); b <= 0xFE; b++ {
			s, err := decoder.String(string([]byte{a, b}))
			if r := []rune(s); err == nil && len(r) == 1 && (unicode.Is(unicode.Han, r[0]) || strings.ContainsRune("、。《》「」【】！（），．：；？“”‘’…", r[0])) {
				out[r[0]] = true
			}
		}
	}
	return out
})

// inChinese tells whether a character is set in the Chinese font: in a Chinese text each that it has, so that no line mixes
// two faces; elsewhere those that Japanese has no use for, which the other font lacks.
func inChinese(r rune, language string) bool {
	switch {
	case r < 0x80 || !gb2312()[r]:
		return false
	case language == "zh":
		return true
	}
	_, err := japanese.ShiftJIS.NewEncoder().String(string(r))
	return unicode.Is(unicode.Han, r) && err != nil
}

// printable takes out what has no glyph or would upset the library.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\u00a0' || r == '\u202f' || r == '\u2007' || r == '\u2009' || r == '\u200a':
			return ' '
		case r == '\u2011' || r == '\u2010':
			return '-'
		case r >= 0xFE00 && r <= 0xFE0F || r == 0xFEFF || r == 0x00AD:
			return -1
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			return -1
		case r >= 0xFFFF || r == unicode.ReplacementChar:
			return '□'
		}
		return r
	}, s)
}
