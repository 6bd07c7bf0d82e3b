package pdf

import (
	"bytes"
	"io"
)

// silent are the kinds of things, besides links and pop-ups, that a file may hold without there being notes in it.
var silent = map[string]bool{
	"Link": true, "Popup": true, "Image": true, "Form": true, "PS": true, "XML": true, "Type0": true, "Type1": true, "Type1C": true, "Type3": true,
	"MMType1": true, "TrueType": true, "OpenType": true, "CIDFontType0": true, "CIDFontType0C": true, "CIDFontType2": true,
}

// linksOnly tells whether the file shows, without being parsed, that it has no annotations but links and pop-ups: all its
// objects stand in it as plain text, and each that names its subtype is of a silent kind. Papers have dozens of links on a
// page, and parsing them takes a tenth of the time that reading the page does.
func linksOnly(file io.ReaderAt, size int64) bool {
	const most, window, longest = 64 << 20, 1 << 20, 64 // bytes; the last of a subtype with what stands before it
	if size > most {
		return false
	}
	b := make([]byte, window+longest)
	for from := int64(0); from < size; from += window {
		n, err := file.ReadAt(b, from)
		if err != nil && err != io.EOF || !plainLinks(b[:n], min(n, window)) {
			return false
		}
	}
	return true
}

// plainLinks looks for what speaks against it among what begins in the first bytes of b.
func plainLinks(b []byte, first int) bool {
	packed, subtype := []byte("/ObjStm"), []byte("/Subtype")
	if i := bytes.Index(b, packed); i >= 0 && i < first {
		return false
	}
	for at := 0; ; {
		i := bytes.Index(b[at:], subtype)
		if at += i + len(subtype); i < 0 || at-len(subtype) >= first {
			return true
		}
		name, ok := bytes.CutPrefix(bytes.TrimLeft(b[at:], "\x00\t\n\f\r "), []byte("/"))
		if end := bytes.IndexAny(name, "\x00\t\n\f\r /<>[]()%"); end >= 0 {
			name = name[:end]
		}
		if !ok || !silent[string(name)] {
			return false
		}
	}
}
