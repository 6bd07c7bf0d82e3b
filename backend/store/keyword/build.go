package keyword

import (
	"encoding/binary"
	"hash/crc32"
	"maps"
	"math"
	"slices"
)

// File is what a segment is built from.
type File struct {
	Name     string
	Language string  // ISO 639-1, for stemming and stop words
	Blocks   []Block // in reading order
}

// Block is one passage.
type Block struct {
	Page    int // number of its page, from 1
	Text    string
	Heading string
	Section string
}

const (
	firstWords  = 400 // terms of the first pages that describe the file
	firstPages  = 3
	minCounted  = 20 // a block's share of figures is taken of at least so many terms
	maxTermFreq = 60000
)

type posting struct{ unit, freq uint32 }

// entry collects one term while a segment is built.
type entry struct {
	number       bool
	first, whole uint32
	place        uint32 // of its record, plus one
	lists        [fields][]posting
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

// form is a word as it is written, lower-cased.
type form struct {
	text string
	term *entry // what it is found by; nil for a stop word
	read bool   // term is known
	id   uint32 // its place among the forms
}

// word is a form where it stands.
type word struct {
	*form
	part bool // see emit
}

// builder collects a file's words.
type builder struct {
	scanner
	tongue
	forms   map[string]*form
	entries map[string]*entry
	heads   map[string][]word // of texts that repeat

	compounds // in a file whose tongue has them
}

// Build makes a file's segment.
func Build(f File) Segment {
	main := tongueOf(f.Language)
	b := builder{scanner: scannerOf(f.Language), tongue: tongues[main], forms: map[string]*form{}, entries: map[string]*entry{}, heads: map[string][]word{}}
	if b.tongue.compounds {
		b.learn(f)
	}
	var e encoder
	lastPage, page := 0, ^uint32(0)
	var heading []word
	for i, block := range f.Blocks {
		unit := uint32(i)
		words := b.words(nil, block.Text)
		if block.Page != lastPage || i == 0 {
			lastPage, page = block.Page, page+1
			heading = b.repeated(block.Heading)
			e.page(block.Page, b.add(heading, fieldHeading, page, &e))
		}
		figures, counted := 0, 0
		for _, w := range words {
			term := b.entry(w.form)
			if term == nil {
				continue
			}
			term.lists[fieldBody] = bump(term.lists[fieldBody], unit)
			if w.part {
				continue
			}
			for _, p := range b.pieces(w.form) {
				if term := b.entry(p); term != nil {
					term.lists[fieldBody] = bump(term.lists[fieldBody], unit)
				}
			}
			counted++
			if term.number {
				figures++
			} else {
				term.whole++
				e.sums.whole++
			}
			if e.sums.first < firstWords && block.Page <= firstPages {
				term.first++
				e.sums.first++
			}
		}
		length := uint32(counted - figures) // figures don't make a text long
		length += b.add(heading, fieldBody, unit, nil)
		e.sums.fields[fieldBody] += length
		e.block(blockRecord{
			page: page, body: length,
			section: b.add(b.repeated(block.Section), fieldSection, unit, &e),
			figures: float32(figures) / float32(max(counted, minCounted)),
		}, words)
	}
	e.sums.tongue = uint32(main)
	return e.segment(f, &b)
}

// words cuts a text into words.
func (b *builder) words(out []word, text string) []word {
	b.scan(text, func(bytes []byte, part bool) { out = append(out, word{b.form(bytes), part}) })
	return out
}

func (b *builder) form(bytes []byte) *form {
	f := b.forms[string(bytes)]
	if f == nil {
		f = &form{text: string(bytes)}
		b.forms[f.text] = f
	}
	return f
}

// repeated cuts a text that many blocks have into words.
func (b *builder) repeated(text string) []word {
	words, known := b.heads[text]
	if !known {
		words = b.words(nil, text)
		b.heads[text] = words
	}
	return words
}

// entry is what a form is found by; nil for a stop word.
func (b *builder) entry(f *form) *entry {
	if !f.read {
		f.read = true
		if term := b.term(f.text); term != "" {
			if f.term = b.entries[term]; f.term == nil {
				f.term = &entry{number: isNumber(term)}
				b.entries[term] = f.term
			}
		}
	}
	return f.term
}

// add puts words into a field of a unit and gives how long they make it. It adds to the encoder's sums, if there is one.
func (b *builder) add(words []word, field int, unit uint32, e *encoder) (length uint32) {
	for _, w := range words {
		term := b.entry(w.form)
		if term == nil {
			continue
		}
		term.lists[field] = bump(term.lists[field], unit)
		if !w.part && !term.number {
			length++
		}
	}
	if e != nil {
		e.sums.fields[field] += length
	}
	return length
}

// blockRecord is what a segment keeps of each block.
type blockRecord struct {
	page          uint32  // index of its page
	body, section uint32  // lengths in terms
	figures       float32 // share of figures among the terms
}

// encoder lays a segment out: see Segment.
type encoder struct {
	sums struct {
		fields       [fields]uint32
		first, whole uint32
		tongue       uint32
	}
	blocks, pages []byte
	sequences     [][]*form
}

func (e *encoder) page(number int, length uint32) {
	e.pages = binary.LittleEndian.AppendUint32(e.pages, uint32(number))
	e.pages = binary.LittleEndian.AppendUint32(e.pages, length)
}

func (e *encoder) block(r blockRecord, words []word) {
	e.blocks = binary.LittleEndian.AppendUint32(e.blocks, r.page)
	for _, n := range []uint32{r.body, r.section} {
		e.blocks = binary.LittleEndian.AppendUint16(e.blocks, uint16(min(n, math.MaxUint16)))
	}
	e.blocks = binary.LittleEndian.AppendUint32(e.blocks, math.Float32bits(r.figures))
	e.blocks = binary.LittleEndian.AppendUint32(e.blocks, 0) // where its sequence begins
	sequence := make([]*form, 0, len(words))
	for _, w := range words {
		if !w.part {
			sequence = append(sequence, w.form)
		}
	}
	e.sequences = append(e.sequences, sequence)
}

func (e *encoder) segment(f File, b *builder) Segment {
	var name []byte
	nameTerms := NewAnalyzer(f.Language).Terms(nameWords(f.Name))
	for _, t := range nameTerms {
		name = append(binary.AppendUvarint(name, uint64(len(t))), t...)
	}
	table, terms := e.terms(b.entries)
	offsets, forms := e.forms(b.forms)
	var sequences []byte
	for i, s := range e.sequences {
		binary.LittleEndian.PutUint32(e.blocks[i*blockSize+12:], uint32(len(sequences)))
		sequences = binary.AppendUvarint(sequences, uint64(len(s)))
		for _, w := range s {
			sequences = binary.AppendUvarint(sequences, uint64(w.id))
		}
	}
	areas := [][]byte{e.blocks, e.pages, table, offsets, name, sequences, forms, terms}
	out := append([]byte{}, magic...)
	for _, n := range []uint32{
		e.sums.fields[fieldBody], e.sums.fields[fieldHeading], e.sums.fields[fieldSection],
		e.sums.first, e.sums.whole, e.sums.tongue, uint32(len(nameTerms)),
	} {
		out = binary.LittleEndian.AppendUint32(out, n)
	}
	for _, a := range areas {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(a)))
	}
	for _, a := range areas {
		out = append(out, a...)
	}
	out = binary.LittleEndian.AppendUint32(out, crc32.ChecksumIEEE(out))
	s, _ := Open(out, false)
	return s
}

// terms writes the postings of all terms and a hash table of where each begins.
func (e *encoder) terms(entries map[string]*entry) (table, blob []byte) {
	slots := 1
	for slots < len(entries)*3/2 {
		slots *= 2
	}
	table = make([]byte, 4*slots)
	for _, t := range slices.Sorted(maps.Keys(entries)) {
		slot := hash([]byte(t)) & uint32(slots-1)
		for binary.LittleEndian.Uint32(table[4*slot:]) != 0 {
			slot = (slot + 1) & uint32(slots-1)
		}
		en := entries[t]
		en.place = uint32(len(blob)) + 1
		binary.LittleEndian.PutUint32(table[4*slot:], en.place)
		blob = append(binary.AppendUvarint(blob, uint64(len(t))), t...)
		blob = binary.AppendUvarint(blob, uint64(en.first))
		blob = binary.AppendUvarint(blob, uint64(en.whole))
		for _, list := range en.lists {
			blob = binary.AppendUvarint(blob, uint64(len(list)))
			prev := uint32(0)
			for _, p := range list {
				blob = binary.AppendUvarint(blob, uint64(p.unit-prev))
				blob = binary.AppendUvarint(blob, uint64(p.freq))
				prev = p.unit
			}
		}
	}
	return table, blob
}

// forms writes all forms in order, each with its term, and numbers them.
func (e *encoder) forms(forms map[string]*form) (offsets, blob []byte) {
	for i, text := range slices.Sorted(maps.Keys(forms)) {
		f := forms[text]
		f.id = uint32(i)
		offsets = binary.LittleEndian.AppendUint32(offsets, uint32(len(blob)))
		blob = append(binary.AppendUvarint(blob, uint64(len(text))), text...)
		place := uint32(0)
		if f.term != nil {
			place = f.term.place
		}
		blob = binary.AppendUvarint(blob, uint64(place))
	}
	return offsets, blob
}
