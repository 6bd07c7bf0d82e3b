package pdf

import (
	"bytes"
	"compress/zlib"
	"io"
	"strconv"
)

// traits are what pdfium doesn't tell of a file.
type traits struct {
	layers bool    // it has optional content, or may have
	unit   float64 // points of the largest unit that its pages are measured in; 1 if it says none
}

// traitsOf looks for the names of these in the file's bytes, and in those that stand in it as compressed objects. Where
// it can't look, as in a file that is encrypted, there may be layers.
func traitsOf(file io.ReaderAt, size int64) traits {
	const most = 64 << 20
	t := traits{unit: 1}
	if size > most {
		t.layers = true
		return t
	}
	all, err := io.ReadAll(io.NewSectionReader(file, 0, size))
	if err != nil {
		t.layers = true
		return t
	}
	t.in(all)
	if bytes.Contains(all, []byte("/Encrypt")) && bytes.Contains(all, []byte("/ObjStm")) { // names are encrypted in these alone
		t.layers = true
		return t
	}
	left := int64(32 << 20) // of what is unpacked
	for at := all; left > 0; {
		i := bytes.Index(at, []byte("/ObjStm"))
		if i < 0 {
			return t
		}
		at = at[i+len("/ObjStm"):]
		const near = 400 // bytes of an object's dictionary behind the name
		i = bytes.Index(at[:min(len(at), near)], []byte("stream"))
		if i < 0 {
			t.layers = true
			continue
		}
		r, err := zlib.NewReader(bytes.NewReader(bytes.TrimLeft(at[i+len("stream"):], "\r\n")))
		if err != nil {
			t.layers = true // packed in another way
			continue
		}
		objects, _ := io.ReadAll(io.LimitReader(r, left)) // what comes before a fault counts
		left -= int64(len(objects))
		t.in(objects)
	}
	t.layers = true
	return t
}

// in looks for the names in a part of the file.
func (t *traits) in(b []byte) {
	t.layers = t.layers || bytes.Contains(b, []byte("/OCProperties"))
	name := []byte("/UserUnit")
	for {
		i := bytes.Index(b, name)
		if i < 0 {
			return
		}
		b = bytes.TrimLeft(b[i+len(name):], " \r\n\t")
		n := 0
		for n < len(b) && (b[n] >= '0' && b[n] <= '9' || b[n] == '.') {
			n++
		}
		if unit, err := strconv.ParseFloat(string(b[:n]), 64); err == nil && unit > t.unit {
			t.unit = unit
		}
	}
}
