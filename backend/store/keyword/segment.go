// Package keyword finds passages by their words: no model, no network.
//
// A file's index is one immutable Segment: a byte slice that is searched where it lies, in a memory-mapped database
// for example, without being decoded. The unit is a block of one page. Words of the package:
//
//	block    a passage as the index sees it
//	heading  the heading-like lines of the block's page
//	section  the last heading lines seen up to the block, carried over pages
//	scope    the segments one search looks into; document frequencies and lengths are the scope's own
//	form     a word as it is written, lower-cased; a term is what it is found by: its stem
//	tongue   a language whose stop words and endings are known
//
// The score of a block is BM25(block and heading) + Heading·BM25(heading) + Section·BM25(section), times
// one plus the share of figures among its terms. Several files are ranked first, by name, first words and whole
// text. See Search for what a question may say beside words.
package keyword

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math"
	"sort"

	"lectern/backend/messages"
)

// ErrFormat is a segment that is damaged or was written by another version: build it again.
var ErrFormat = messages.Error("keyword.damaged")

const (
	magic      = "LKS7"
	numbers    = 7                       // in the header: sums and counts,
	areas      = 8                       // and lengths of the areas behind it
	headerSize = 4 + 4*numbers + 4*areas // with the magic
	blockSize  = 16
	pageSize   = 8
	maxTongues = 10
)

// The fields that have postings of their own, by block except those of headings, which are by page.
const (
	fieldBody = iota
	fieldHeading
	fieldSection
	fields
)

// Segment is a file's index. It aliases the bytes it was opened from.
type Segment struct {
	raw       []byte
	blockArea []byte // of each block: its page, lengths, share of figures, and where its sequence begins
	pageArea  []byte // of each page: its number, length of its heading
	table     []byte // a hash table of terms: where each begins, plus one; 0: none
	offsets   []byte // where each form begins
	name      []byte // terms of the file's name
	sequences []byte // of each block: its words as numbers of forms, in order
	formArea  []byte // each form with its terms, in alphabetical order
	terms     []byte // each term with how often it occurs and where
}

// Bytes is what Open takes back.
func (s Segment) Bytes() []byte { return s.raw }

// Open checks a segment's shape; verify also reads it through against its checksum.
func Open(raw []byte, verify bool) (Segment, error) {
	s := Segment{raw: raw}
	if len(raw) < headerSize+4 || string(raw[:4]) != magic {
		return s, ErrFormat
	}
	rest := raw[headerSize : len(raw)-4]
	for i, area := range []*[]byte{&s.blockArea, &s.pageArea, &s.table, &s.offsets, &s.name, &s.sequences, &s.formArea, &s.terms} {
		n := uint64(binary.LittleEndian.Uint32(raw[4+4*numbers+4*i:]))
		if n > uint64(len(rest)) {
			return s, ErrFormat
		}
		*area, rest = rest[:n:n], rest[n:]
	}
	slots := len(s.table) / 4
	if len(rest) > 0 || len(s.blockArea)%blockSize+len(s.pageArea)%pageSize+len(s.table)%4+len(s.offsets)%4 > 0 ||
		slots == 0 || slots&(slots-1) > 0 || s.blocks() > 0 && s.pages() == 0 {
		return s, ErrFormat
	}
	if verify && crc32.ChecksumIEEE(raw[:len(raw)-4]) != binary.LittleEndian.Uint32(raw[len(raw)-4:]) {
		return s, messages.Error("keyword.checksum", messages.Args{"error": ErrFormat})
	}
	return s, nil
}

func (s Segment) number(i int) int     { return int(binary.LittleEndian.Uint32(s.raw[4+4*i:])) }
func (s Segment) sum(field int) int    { return s.number(field) }
func (s Segment) firstLength() int     { return s.number(3) }
func (s Segment) wholeLength() int     { return s.number(4) }
func (s Segment) tongue() int          { return min(s.number(5), len(tongues)-1) } // index of its language
func (s Segment) names() int           { return s.number(6) }
func (s Segment) blocks() int          { return len(s.blockArea) / blockSize }
func (s Segment) pages() int           { return len(s.pageArea) / pageSize }
func (s Segment) forms() int           { return len(s.offsets) / 4 }
func (s Segment) block(i int) []byte   { return s.blockArea[i*blockSize:] }
func (s Segment) page(i int) []byte    { return s.pageArea[i*pageSize:] }
func (s Segment) pageNumber(i int) int { return int(binary.LittleEndian.Uint32(s.page(i))) }

// Page is the number of the page that a block stands on; false if there is no such block.
func (s Segment) Page(block int) (int, bool) {
	if block < 0 || block >= s.blocks() {
		return 0, false
	}
	return s.pageNumber(s.blockPage(block)), true
}

func (s Segment) blockPage(i int) int {
	return min(int(binary.LittleEndian.Uint32(s.block(i))), s.pages()-1) // a damaged segment must not bring a search down
}

func (s Segment) figures(i int) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(s.block(i)[8:])))
}

// length is how many terms a field of a unit has.
func (s Segment) length(field int, unit uint32) int {
	switch field {
	case fieldHeading:
		return int(binary.LittleEndian.Uint32(s.page(int(unit))[4:]))
	case fieldSection:
		return int(binary.LittleEndian.Uint16(s.block(int(unit))[6:]))
	}
	return int(binary.LittleEndian.Uint16(s.block(int(unit))[4:]))
}

// units is how many a field has.
func (s Segment) units(field int) int {
	if field == fieldHeading {
		return s.pages()
	}
	return s.blocks()
}

func hash(term []byte) uint32 { // FNV-1a
	h := uint32(2166136261)
	for _, b := range term {
		h = (h ^ uint32(b)) * 16777619
	}
	return h
}

// found is what a segment knows of one term; its postings are decoded when they are asked for.
type found struct {
	first, whole uint32
	rest         reader
}

// find looks a term up.
func (s Segment) find(term []byte) (f found, ok bool) {
	mask := uint32(len(s.table)/4 - 1)
	slot := hash(term) & mask
	for range mask + 1 {
		at := binary.LittleEndian.Uint32(s.table[4*slot:])
		if at == 0 {
			return f, false
		}
		if r, ok := s.at(at); ok && bytes.Equal(r.text(), term) {
			return foundAt(r), true
		}
		slot = (slot + 1) & mask
	}
	return f, false
}

// foundAt reads a term's record from behind its text.
func foundAt(r reader) (f found) {
	f.first = r.number()
	f.whole = r.number()
	f.rest = r
	return f
}

// at is the record of a term, from its place plus one.
func (s Segment) at(place uint32) (reader, bool) {
	if place == 0 || int(place) > len(s.terms) {
		return reader{}, false
	}
	return reader{s.terms[place-1:]}, true
}

// postings of each field.
func (f found) postings(s Segment) (lists [fields][]posting) {
	r := f.rest
	for field := range lists {
		lists[field] = r.postings(s.units(field))
	}
	return lists
}

// form is the text of a form, and a reader of the term that it is found by; false for a stop word.
func (s Segment) form(i int) (text []byte, term reader, found bool) {
	at := min(int(binary.LittleEndian.Uint32(s.offsets[4*i:])), len(s.formArea))
	r := reader{s.formArea[at:]}
	text = r.text()
	term, found = s.at(r.number())
	return text, term, found
}

// formsFrom is the number of the first form that isn't before a text.
func (s Segment) formsFrom(text []byte) int {
	return sort.Search(s.forms(), func(i int) bool {
		f, _, _ := s.form(i)
		return bytes.Compare(f, text) >= 0
	})
}

// formOf is the number of a form.
func (s Segment) formOf(text []byte) (uint32, bool) {
	i := s.formsFrom(text)
	if i == s.forms() {
		return 0, false
	}
	f, _, _ := s.form(i)
	return uint32(i), bytes.Equal(f, text)
}

// beginning lists the terms of all forms that begin with a text.
func (s Segment) beginning(text []byte) (terms []string) {
	for i := s.formsFrom(text); i < s.forms(); i++ {
		f, term, found := s.form(i)
		if !bytes.HasPrefix(f, text) {
			break
		}
		if found {
			terms = append(terms, string(term.text()))
		}
	}
	return terms
}

// sequence gives the words of a block in order, as numbers of forms.
func (s Segment) sequence(block int) reader {
	at := min(int(binary.LittleEndian.Uint32(s.block(block)[12:])), len(s.sequences))
	return reader{s.sequences[at:]}
}

// reader decodes a record; past the end, or outside its bounds, it reads zeros.
type reader struct{ b []byte }

func (r *reader) number() uint32 {
	if len(r.b) > 0 && r.b[0] < 0x80 {
		n := r.b[0]
		r.b = r.b[1:]
		return uint32(n)
	}
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.b = nil
		return 0
	}
	r.b = r.b[n:]
	return uint32(v)
}

func (r *reader) text() []byte {
	n := min(int(r.number()), len(r.b))
	t := r.b[:n]
	r.b = r.b[n:]
	return t
}

func (r *reader) postings(units int) []posting {
	n := min(int(r.number()), units)
	out := make([]posting, 0, n)
	unit := uint32(0)
	for range n {
		unit += r.number()
		if p := (posting{unit, r.number()}); int(unit) < units {
			out = append(out, p)
		}
	}
	return out
}
