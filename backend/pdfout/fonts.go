package pdfout

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"strings"
	"unicode"

	"codeberg.org/go-pdf/fpdf"

	"lectern/backend/messages"
)

//go:embed fonts/BIZUDPGothic-Regular.ttf.gz
var regular []byte

//go:embed fonts/BIZUDPGothic-Bold.ttf.gz
var bold []byte

// family is the embedded font; mono is one that every PDF reader has, for code in plain letters.
const (
	family = "biz"
	mono   = "courier"
)

// typeface is the embedded font, unpacked: some 9 MB that are there for as long as a document is set.
type typeface struct{ regular, bold []byte }

func unpack() (t typeface, err error) {
	for to, packed := range map[*[]byte][]byte{&t.regular: regular, &t.bold: bold} {
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

func (t typeface) add(pdf *fpdf.Fpdf) error {
	pdf.AddUTF8FontFromBytes(family, "", t.regular)
	pdf.AddUTF8FontFromBytes(family, "B", t.bold)
	return pdf.Error()
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
