// Package keyword finds passages by their words: no model, no network.
//
// A file's index is one immutable Segment: a byte slice that is searched where it lies, in a memory-mapped database
// for example, without being decoded. The unit is a block of one page. Words of the package:
//
//	block    a passage as the index sees it
//	heading  the heading-like lines of the block's page
//	section  the last heading lines seen up to the block, carried over pages
//	scope    the segments one search looks into; document frequencies and lengths are the scope's own
//
// The score of a block is BM25(block and heading) + Heading·BM25(heading) + Section·BM25(section), times one plus the
// share of figures among its terms. Several files are ranked first, by name, first words and whole text.
package keyword

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"math"
	"slices"
	"sort"
	"strings"
)

// File is what a segment is built from.
type File struct {
	Name     string
	Language string  // ISO 639-1, for stemming
	Blocks   []Block // in reading order
}

// Block is one passage.
type Block struct {
	Page    int // number of its page, from 1
	Text    string
	Heading string
	Section string
}

// ErrFormat is a segment that is damaged or was written by another version: build it again.
var ErrFormat = errors.New("keyword segment is damaged or of another version")

const (
	magic       = "LKS1"
	headerSize  = 4 + 8*4 + 8 // magic, eight counts, language
	blockSize   = 12
	pageSize    = 8
	firstWords  = 400 // terms of the first pages that describe the file
	firstPages  = 3
	minCounted  = 20 // a block's share of figures is taken of at least so many terms
	maxTermFreq = 60000
)

type posting struct{ unit, freq uint32 }

// entry collects one term while a segment is built.
type entry struct {
	name, first, whole         uint32
	body, heading, sectionList []posting
}

func bump(list []posting, unit uint32) []posting {
	if n := len(list); n > 0 && list[n-1].unit == unit {
		if list[n-1].freq < maxTermFreq {
			list[n-1].freq++
		}
		return list
	}
	return append(list, posting{unit, 1})
}

// Build makes a file's segment.
func Build(f File) Segment {
	a := NewAnalyzer(f.Language)
	entries := map[string]*entry{}
	at := func(term string) *entry {
		e := entries[term]
		if e == nil {
			e = &entry{}
			entries[term] = e
		}
		return e
	}
	words := func(terms []string) (n uint32) { // figures don't make a text long
		for _, t := range terms {
			if !isNumber(t) {
				n++
			}
		}
		return n
	}
	var blocks, pages []byte
	var sumBody, sumHeading, sumSection, whole, first uint32
	lastPage, page := 0, ^uint32(0)
	var heading []string
	for i, b := range f.Blocks {
		if b.Page != lastPage || i == 0 {
			lastPage, page = b.Page, page+1
			heading = a.Terms(b.Heading)
			for _, t := range heading {
				e := at(t)
				e.heading = bump(e.heading, page)
			}
			n := words(heading)
			sumHeading += n
			pages = binary.LittleEndian.AppendUint32(pages, uint32(b.Page))
			pages = binary.LittleEndian.AppendUint32(pages, n)
		}
		terms := a.Terms(b.Text)
		figures := 0
		for _, t := range terms {
			e := at(t)
			e.body = bump(e.body, uint32(i))
			if isNumber(t) {
				figures++
			} else {
				e.whole++
				whole++
			}
			if first < firstWords && b.Page <= firstPages {
				e.first++
				first++
			}
		}
		for _, t := range heading {
			e := at(t)
			e.body = bump(e.body, uint32(i))
		}
		section := a.Terms(b.Section)
		for _, t := range section {
			e := at(t)
			e.sectionList = bump(e.sectionList, uint32(i))
		}
		nb, ns := words(terms)+words(heading), words(section)
		sumBody, sumSection = sumBody+nb, sumSection+ns
		blocks = binary.LittleEndian.AppendUint32(blocks, page)
		blocks = binary.LittleEndian.AppendUint16(blocks, uint16(min(nb, math.MaxUint16)))
		blocks = binary.LittleEndian.AppendUint16(blocks, uint16(min(ns, math.MaxUint16)))
		share := float32(figures) / float32(max(len(terms), minCounted))
		blocks = binary.LittleEndian.AppendUint32(blocks, math.Float32bits(share))
	}
	name := a.Terms(nameWords(f.Name))
	for _, t := range name {
		at(t).name++
	}
	return encode(f.Language, blocks, pages, [6]uint32{sumBody, sumHeading, sumSection, uint32(len(name)), first, whole}, entries)
}

// encode lays a segment out: header, blocks, pages, offsets of the terms, the terms in order, checksum.
func encode(language string, blocks, pages []byte, sums [6]uint32, entries map[string]*entry) Segment {
	terms := slices.Sorted(maps.Keys(entries))
	out := append(make([]byte, 0, len(blocks)+len(pages)+32*len(terms)), magic...)
	for _, n := range append([]uint32{uint32(len(blocks) / blockSize), uint32(len(terms))}, sums[:]...) {
		out = binary.LittleEndian.AppendUint32(out, n)
	}
	var lang [8]byte
	copy(lang[:4], language)
	binary.LittleEndian.PutUint32(lang[4:], uint32(len(pages)/pageSize))
	out = append(append(append(out, lang[:]...), blocks...), pages...)
	offsets, blob := []byte{}, []byte{}
	list := func(ps []posting) {
		blob = binary.AppendUvarint(blob, uint64(len(ps)))
		prev := uint32(0)
		for _, p := range ps {
			blob = binary.AppendUvarint(blob, uint64(p.unit-prev))
			blob = binary.AppendUvarint(blob, uint64(p.freq))
			prev = p.unit
		}
	}
	for _, t := range terms {
		offsets = binary.LittleEndian.AppendUint32(offsets, uint32(len(blob)))
		blob = append(binary.AppendUvarint(blob, uint64(len(t))), t...)
		e := entries[t]
		for _, n := range []uint32{e.name, e.first, e.whole} {
			blob = binary.AppendUvarint(blob, uint64(n))
		}
		list(e.body)
		list(e.heading)
		list(e.sectionList)
	}
	out = append(append(out, offsets...), blob...)
	return Segment{binary.LittleEndian.AppendUint32(out, crc32.ChecksumIEEE(out))}
}

// Segment is a file's index. It aliases the bytes it was opened from.
type Segment struct{ raw []byte }

// Bytes is what Open takes back.
func (s Segment) Bytes() []byte { return s.raw }

// Open checks a segment's shape; verify also reads it through against its checksum.
func Open(raw []byte, verify bool) (Segment, error) {
	s := Segment{raw}
	if len(raw) < headerSize+4 || string(raw[:4]) != magic {
		return s, ErrFormat
	}
	fixed := uint64(headerSize) + uint64(s.blocks())*blockSize + uint64(s.pages())*pageSize + uint64(s.terms())*4 + 4
	if fixed > uint64(len(raw)) || s.blocks() > 0 && s.pages() == 0 {
		return s, ErrFormat
	}
	if verify && crc32.ChecksumIEEE(raw[:len(raw)-4]) != binary.LittleEndian.Uint32(raw[len(raw)-4:]) {
		return s, fmt.Errorf("%w: checksum", ErrFormat)
	}
	return s, nil
}

func (s Segment) count(i int) int    { return int(binary.LittleEndian.Uint32(s.raw[4+4*i:])) }
func (s Segment) blocks() int        { return s.count(0) }
func (s Segment) terms() int         { return s.count(1) }
func (s Segment) sumBody() int       { return s.count(2) }
func (s Segment) sumHeading() int    { return s.count(3) }
func (s Segment) sumSection() int    { return s.count(4) }
func (s Segment) firstLength() int   { return s.count(6) }
func (s Segment) wholeLength() int   { return s.count(7) }
func (s Segment) pages() int         { return s.count(9) }
func (s Segment) language() string   { return strings.TrimRight(string(s.raw[36:40]), "\x00") }
func (s Segment) block(i int) []byte { return s.raw[headerSize+i*blockSize:] }
func (s Segment) page(i int) []byte  { return s.raw[headerSize+s.blocks()*blockSize+i*pageSize:] }

func (s Segment) blockPage(i int) int {
	return min(int(binary.LittleEndian.Uint32(s.block(i))), s.pages()-1) // a damaged segment must not bring a search down
}

func (s Segment) bodyLength(i int) int    { return int(binary.LittleEndian.Uint16(s.block(i)[4:])) }
func (s Segment) sectionLength(i int) int { return int(binary.LittleEndian.Uint16(s.block(i)[6:])) }
func (s Segment) figures(i int) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(s.block(i)[8:]))
}
func (s Segment) pageNumber(i int) int    { return int(binary.LittleEndian.Uint32(s.page(i))) }
func (s Segment) headingLength(i int) int { return int(binary.LittleEndian.Uint32(s.page(i)[4:])) }

// found is what a segment knows of one term.
type found struct {
	name, first, whole     uint32
	body, heading, section []posting
}

// find looks a term up; the zero found if it doesn't occur.
func (s Segment) find(term string) (f found) {
	base := headerSize + s.blocks()*blockSize + s.pages()*pageSize
	offsets, blob := s.raw[base:], s.raw[base+4*s.terms():len(s.raw)-4]
	at := func(i int) reader {
		return reader{blob[min(int(binary.LittleEndian.Uint32(offsets[4*i:])), len(blob)):]}
	}
	i := sort.Search(s.terms(), func(i int) bool { r := at(i); return r.text() >= term })
	if i == s.terms() {
		return f
	}
	r := at(i)
	if r.text() != term {
		return f
	}
	f.name, f.first, f.whole = r.number(), r.number(), r.number()
	f.body, f.heading, f.section = r.postings(s.blocks()), r.postings(s.pages()), r.postings(s.blocks())
	return f
}

// reader decodes a term's record; past the end, or outside its bounds, it reads zeros.
type reader struct{ b []byte }

func (r *reader) number() uint32 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.b = nil
		return 0
	}
	r.b = r.b[n:]
	return uint32(v)
}

func (r *reader) text() string {
	n := min(int(r.number()), len(r.b))
	t := r.b[:n]
	r.b = r.b[n:]
	return string(t)
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
