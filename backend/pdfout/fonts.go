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

// typeface is the embedded fonts, unpacked: some 9 MB that are there for as long as a document is set, and 4 for one in Chinese.
type typeface struct{ regular, bold, chineseRegular, chineseBold []byte }

func unpack(withChinese bool) (t typeface, err error) {
	fonts := map[*[]byte][]byte{&t.regular: regular, &t.bold: bold}
	if withChinese {
		fonts[&t.chineseRegular], fonts[&t.chineseBold] = chineseRegular, chineseBold
	}
	for to, packed := range fonts {
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

// gb2312 are the characters of the Chinese font, and of each whether it is one that Japanese has no use for, so that the other
// font lacks it.
var gb2312 = sync.OnceValue(func() map[rune]bool {
	out := map[rune]bool{}
	decoder, encoder := simplifiedchinese.GBK.NewDecoder(), japanese.ShiftJIS.NewEncoder()
	for a := byte(0xA1); a <= 0xF7; a++ {
		for b := byte(0xA1); b <= 0xFE; b++ {
			s, err := decoder.String(string([]byte{a, b}))
			r := []rune(s)
			if err != nil || len(r) != 1 {
				continue
			}
			if unicode.Is(unicode.Han, r[0]) {
				_, err := encoder.String(s)
				out[r[0]] = err != nil
			} else if strings.ContainsRune("、。《》「」【】！（），．：；？“”‘’…", r[0]) {
				out[r[0]] = false
			}
		}
	}
	return out
})

// inChinese tells whether a character is set in the Chinese font: in a Chinese text each that it has, so that no line mixes
// two faces; elsewhere those that Japanese has no use for, which the other font lacks.
func inChinese(r rune, language string) bool {
	if r < unicode.MaxASCII {
		return false
	}
	alone, has := gb2312()[r]
	return has && (alone || language == "zh")
}

// needsChinese tells whether a document has characters that are set in the Chinese font.
func needsChinese(markdown string, o Options) bool {
	has := func(text string) bool {
		return strings.ContainsFunc(text, func(r rune) bool { return inChinese(r, o.Language) })
	}
	for _, group := range o.Evidence {
		for _, e := range group {
			if has(e.Title + e.Place + e.Note + e.Lacks + e.Verdict + e.Why + strings.Join(e.Quotes, "")) {
				return true
			}
		}
	}
	return o.Language == "zh" || has(o.Title+markdown)
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
