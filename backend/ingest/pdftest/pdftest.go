// Package pdftest writes small PDFs for tests, with nothing but the standard library: pages of text lines in
// Helvetica, page labels, a password. Text that Latin-1 can't write is set in a font without glyphs, which shows
// nothing but reads well.
package pdftest

import (
	"bytes"
	"crypto/md5"
	"crypto/rc4"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"
)

// Page is a page's lines from top to bottom. A line that begins with "# " is set large, an empty one leaves a gap, and one
// of "---" is drawn as a rule: it is no text.
type Page []string

// File is a PDF to write.
type File struct {
	Pages    []Page
	Labels   []string // of the first pages; "" leaves a page without one
	Password string   // opens the file; "" leaves it open to all
	AES      int      // bits of its key, 128 or 256; 0: RC4 with 40
	Notes    []string // somebody's, one a page; "" leaves a page without one
	Title    string
	Author   string
	Outline  []string // entries, each of which leads to the page of its place
	Loop     bool     // the outline's last entry is followed by its first
}

// Text is a plain file with these pages, each of lines divided by "\n".
func Text(pages ...string) []byte {
	var f File
	for _, p := range pages {
		f.Pages = append(f.Pages, strings.Split(p, "\n"))
	}
	return f.Bytes()
}

// Object numbers: the page tree's follow the fonts', two for a page.
const (
	catalog = iota + 1
	tree
	latin
	composite
	descendant
	unicodes
	firstPage
)

// Bytes writes the file.
func (f File) Bytes() []byte {
	w := writer{}
	if f.Password != "" {
		if f.AES > 0 {
			w.protectAES(f.Password, f.AES)
		} else {
			w.protect(f.Password)
		}
	}
	w.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	w.object(catalog, fmt.Sprintf("<</Type/Catalog/Pages %d 0 R%s%s>>", tree, f.labels(&w), f.outlines()))
	var kids strings.Builder
	for i := range f.Pages {
		fmt.Fprintf(&kids, "%d 0 R ", firstPage+2*i)
	}
	w.object(tree, fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", kids.String(), len(f.Pages)))
	w.object(latin, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>")
	w.object(composite, fmt.Sprintf("<</Type/Font/Subtype/Type0/BaseFont/None/Encoding/Identity-H/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>", descendant, unicodes))
	w.object(descendant, fmt.Sprintf("<</Type/Font/Subtype/CIDFontType2/BaseFont/None/DW 1000/CIDSystemInfo<</Registry %s/Ordering %s/Supplement 0>>>>",
		w.literal(descendant, []byte("Adobe")), w.literal(descendant, []byte("Identity"))))
	w.stream(unicodes, cmap())
	for i, p := range f.Pages {
		w.object(firstPage+2*i, fmt.Sprintf("<</Type/Page/Parent %d 0 R/MediaBox[0 0 612 792]/Resources<</Font<</L %d 0 R/C %d 0 R>>>>/Contents %d 0 R%s>>",
			tree, latin, composite, firstPage+2*i+1, f.note(&w, i)))
		w.stream(firstPage+2*i+1, p.content())
	}
	f.about(&w)
	return w.end()
}

// behind is the number of the first object behind the pages.
func (f File) behind() int { return firstPage + 2*len(f.Pages) }

func (f File) outlines() string {
	if len(f.Outline) == 0 {
		return ""
	}
	return fmt.Sprintf("/Outlines %d 0 R", f.behind()+1)
}

func (f File) note(w *writer, page int) string {
	if page >= len(f.Notes) || f.Notes[page] == "" {
		return ""
	}
	return fmt.Sprintf("/Annots[<</Type/Annot/Subtype/Text/Rect[300 700 320 720]/Contents %s>>]", w.text(firstPage+2*page, f.Notes[page]))
}

// about writes what the file says of itself, and its outline.
func (f File) about(w *writer) {
	info, outline := f.behind(), f.behind()+1
	w.object(info, fmt.Sprintf("<</Title %s/Author %s/CreationDate %s>>", w.text(info, f.Title), w.text(info, f.Author), w.text(info, "D:20190131120000Z")))
	w.info = info
	if len(f.Outline) == 0 {
		return
	}
	first, last := outline+1, outline+len(f.Outline)
	w.object(outline, fmt.Sprintf("<</Type/Outlines/First %d 0 R/Last %d 0 R/Count %d>>", first, last, len(f.Outline)))
	for i, title := range f.Outline {
		next := ""
		if i+1 < len(f.Outline) {
			next = fmt.Sprintf("/Next %d 0 R", first+i+1)
		} else if f.Loop {
			next = fmt.Sprintf("/Next %d 0 R", first)
		}
		w.object(first+i, fmt.Sprintf("<</Title %s/Parent %d 0 R%s/Dest[%d 0 R/Fit]>>", w.text(first+i, title), outline, next, firstPage+2*i))
	}
}

func (f File) labels(w *writer) string {
	if len(f.Labels) == 0 {
		return ""
	}
	var nums strings.Builder
	for i, l := range f.Labels {
		fmt.Fprintf(&nums, "%d<</P %s>>", i, w.text(catalog, l))
	}
	return "/PageLabels<</Nums[" + nums.String() + "]>>"
}

// content places the lines with a leading that lets them all fit.
func (p Page) content() []byte {
	const top, left, height, usual = 760.0, 40.0, 740.0, 14.0
	leading := min(usual, height/float64(max(len(p), 1)))
	var b bytes.Buffer
	b.WriteString("BT\n")
	y := top
	var rules bytes.Buffer
	for _, line := range p {
		if line == "---" {
			fmt.Fprintf(&rules, "\n%g %.2f 500 2 re f", left, y)
			line = ""
		}
		size := leading * 11 / usual
		if rest, ok := strings.CutPrefix(line, "# "); ok {
			line, size = rest, size*1.5
		}
		if line != "" {
			fmt.Fprintf(&b, "1 0 0 1 %g %.2f Tm %s Tj\n", left, y, show(line, size))
		}
		y -= leading
	}
	b.WriteString("ET")
	return append(b.Bytes(), rules.Bytes()...)
}

// show chooses the font for a line and writes the line in it.
func show(line string, size float64) string {
	latin1 := make([]byte, 0, len(line))
	for _, r := range line {
		if r > 0xFF {
			var hex strings.Builder
			for _, u := range utf16.Encode([]rune(line)) {
				fmt.Fprintf(&hex, "%04x", u)
			}
			return fmt.Sprintf("/C %.2f Tf <%s>", size, hex.String())
		}
		latin1 = append(latin1, byte(r))
	}
	return fmt.Sprintf("/L %.2f Tf <%x>", size, latin1)
}

// cmap says that every code is the UTF-16 unit that it looks like, in ranges of a hundred rows.
func cmap() []byte {
	var b bytes.Buffer
	b.WriteString("/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def\n1 begincodespacerange <0000> <FFFF> endcodespacerange\n")
	for at := 0; at < 256; at += 64 {
		b.WriteString("64 beginbfrange\n")
		for row := at; row < at+64; row++ {
			fmt.Fprintf(&b, "<%02x00> <%02xff> <%02x00>\n", row, row, row)
		}
		b.WriteString("endbfrange\n")
	}
	b.WriteString("endcmap end end")
	return b.Bytes()
}

type writer struct {
	bytes.Buffer
	offsets []int
	key     []byte // of an encrypted file
	aes     int    // see File.AES
	encrypt string
	info    int
}

var id = []byte("0123456789abcdef")

func (w *writer) object(n int, body string) {
	for len(w.offsets) <= n {
		w.offsets = append(w.offsets, 0)
	}
	w.offsets[n] = w.Len()
	fmt.Fprintf(w, "%d 0 obj\n%s\nendobj\n", n, body)
}

func (w *writer) stream(n int, data []byte) {
	data = w.crypt(n, data)
	w.object(n, fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(data), data))
}

// text writes a string of object n.
func (w *writer) text(n int, s string) string {
	b := []byte{0xFE, 0xFF}
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.BigEndian.AppendUint16(b, u)
	}
	return w.literal(n, b)
}

func (w *writer) literal(n int, b []byte) string { return fmt.Sprintf("<%x>", w.crypt(n, b)) }

func (w *writer) end() []byte {
	start := w.Len()
	fmt.Fprintf(w, "xref\n0 %d\n0000000000 65535 f \n", len(w.offsets))
	for _, at := range w.offsets[1:] {
		fmt.Fprintf(w, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(w, "trailer\n<</Size %d/Root %d 0 R/Info %d 0 R%s>>\nstartxref\n%d\n%%%%EOF\n", len(w.offsets), catalog, w.info, w.encrypt, start)
	return w.Bytes()
}

// The standard security handler, revision 2: RC4 with a key of 40 bits (PDF 1.7, 7.6.3).
const padding = "\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A"

func (w *writer) protect(password string) {
	padded := []byte(password + padding)[:32]
	hash := md5.Sum(padded)
	owner := rc4Of(hash[:5], padded)
	b := append(append([]byte{}, padded...), owner...)
	p := int32(permissions)
	b = binary.LittleEndian.AppendUint32(b, uint32(p))
	hash = md5.Sum(append(b, id...))
	w.key = append([]byte{}, hash[:5]...)
	w.encrypt = fmt.Sprintf("/ID[<%x><%x>]/Encrypt<</Filter/Standard/V 1/R 2/P %d/O<%x>/U<%x>>>", id, id, permissions, owner, rc4Of(w.key, []byte(padding)))
}

func (w *writer) crypt(n int, data []byte) []byte {
	if w.key == nil {
		return data
	}
	if w.aes > 0 {
		return w.cryptAES(n, data)
	}
	hash := md5.Sum(append(append([]byte{}, w.key...), byte(n), byte(n>>8), byte(n>>16), 0, 0))
	return rc4Of(hash[:10], data)
}

func rc4Of(key, data []byte) []byte {
	c, err := rc4.NewCipher(key)
	if err != nil {
		panic(err) // only for a key of a wrong length
	}
	out := make([]byte, len(data))
	c.XORKeyStream(out, data)
	return out
}
