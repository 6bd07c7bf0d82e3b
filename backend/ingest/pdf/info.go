package pdf

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"io"
	"strings"
	"unicode/utf16"
)

// Info is what a file says of itself.
type Info struct {
	Title    string    `json:"title"`
	Authors  string    `json:"authors"`
	Subject  string    `json:"subject"`
	Keywords string    `json:"keywords"`
	Created  string    `json:"created"` // as the file writes dates: D:20190131…
	Language string    `json:"language"`
	XMP      XMP       `json:"xmp"`
	Outline  []Heading `json:"outline"`
}

// XMP is what the file's second description of itself says.
type XMP struct {
	Title    string `json:"title"`
	Authors  string `json:"authors"`
	Language string `json:"language"`
	Created  string `json:"created"`
}

// Heading is an entry of the outline.
type Heading struct {
	Title string `json:"title"`
	Page  int    `json:"page"`  // from 1; 0: it leads to none
	Level int    `json:"level"` // from 1
}

// The most of an outline that is read.
const (
	MaxOutline = 2000
	MaxLevel   = 8
)

// Texts are the fields that hold text, to be cleaned.
func (i *Info) Texts() []*string {
	return []*string{&i.Title, &i.Authors, &i.Subject, &i.Keywords, &i.Created, &i.Language, &i.XMP.Title, &i.XMP.Authors, &i.XMP.Language, &i.XMP.Created}
}

// Info reads what the file says of itself. What can't be read is left out.
func (d *Document) Info() (i Info, err error) {
	defer caught(&err)
	i.Title, i.Authors, i.Subject = d.meta("Title"), d.meta("Author"), d.meta("Subject")
	i.Keywords, i.Created = d.meta("Keywords"), d.meta("CreationDate")
	i.XMP = readXMP(d.file, d.size)
	i.Outline = []Heading{}
	d.outline(0, 1, map[uint64]bool{}, &i.Outline)
	return i, nil
}

const metaLimit = 4 << 10 // bytes

func (d *Document) meta(key string) string {
	name := d.in.allocate(len(key) + 1)
	copy(d.in.read(name, uint32(len(key)+1)), key+"\x00")
	defer d.in.call("free", uint64(name))
	return d.in.utf16(func(at, n uint64) uint64 { return d.in.call("FPDF_GetMetaText", d.handle, uint64(name), at, n) })
}

// utf16 reads a text of UTF-16 with a closing zero from a function that fills a buffer and gives its size in bytes.
func (in *instance) utf16(fill func(at, n uint64) uint64) string {
	n := uint32(fill(0, 0))
	if n < 4 || n > metaLimit {
		return ""
	}
	at := in.allocate(metaLimit)
	defer in.call("free", uint64(at))
	fill(uint64(at), uint64(n))
	b := in.read(at, n-2)
	units := make([]uint16, 0, len(b)/2)
	for ; len(b) >= 2; b = b[2:] {
		units = append(units, binary.LittleEndian.Uint16(b))
	}
	return strings.ToValidUTF8(string(utf16.Decode(units)), "")
}

// outline walks the entries below one, in order, as deep and as far as is allowed; an entry that comes again ends it.
func (d *Document) outline(parent uint64, level int, seen map[uint64]bool, out *[]Heading) {
	if level > MaxLevel {
		return
	}
	for at := d.in.call("FPDFBookmark_GetFirstChild", d.handle, parent); at != 0 && !seen[at] && len(*out) < MaxOutline; at = d.in.call("FPDFBookmark_GetNextSibling", d.handle, at) {
		seen[at] = true
		h := Heading{Level: level}
		h.Title = d.in.utf16(func(to, n uint64) uint64 { return d.in.call("FPDFBookmark_GetTitle", at, to, n) })
		if dest := d.in.call("FPDFBookmark_GetDest", d.handle, at); dest != 0 {
			if page := int32(d.in.call("FPDFDest_GetDestPageIndex", d.handle, dest)); page >= 0 {
				h.Page = int(page) + 1
			}
		}
		*out = append(*out, h)
		d.outline(at, level+1, seen, out)
	}
}

// readXMP finds the description that stands in the file as plain text, as XMP is meant to.
func readXMP(file io.ReaderAt, size int64) (x XMP) {
	const most, window = 256 << 10, 4 << 20 // bytes of a description, and of the file's beginning and end that are looked at
	for _, from := range []int64{max(0, size-window), 0} {
		b := make([]byte, min(window, size-from))
		if n, err := file.ReadAt(b, from); err != nil && err != io.EOF {
			return x
		} else {
			b = b[:n]
		}
		start := bytes.LastIndex(b, []byte("<x:xmpmeta"))
		if start < 0 {
			continue
		}
		end := bytes.Index(b[start:], []byte("</x:xmpmeta>"))
		if end < 0 || end > most {
			continue
		}
		return parseXMP(b[start : start+end+len("</x:xmpmeta>")])
	}
	return x
}

// parseXMP reads the fields of Dublin Core, each of them a list or a plain text.
func parseXMP(raw []byte) (x XMP) {
	d := xml.NewDecoder(bytes.NewReader(raw))
	d.Strict = false
	fields := map[string]*string{"title": &x.Title, "creator": &x.Authors, "language": &x.Language, "CreateDate": &x.Created}
	var in *string
	depth := 0
	for {
		token, err := d.Token()
		if err != nil {
			return x
		}
		switch t := token.(type) {
		case xml.StartElement:
			if in != nil {
				depth++
			} else if field := fields[t.Name.Local]; field != nil && *field == "" {
				in, depth = field, 0
			}
			for _, a := range t.Attr {
				if a.Name.Local == "CreateDate" && x.Created == "" {
					x.Created = a.Value
				}
			}
		case xml.EndElement:
			if in != nil {
				if depth--; depth < 0 {
					in = nil
				}
			}
		case xml.CharData:
			if text := strings.TrimSpace(string(t)); in != nil && text != "" && len(*in) < metaLimit {
				if *in != "" {
					*in += "; "
				}
				*in += text
			}
		}
	}
}
