package main

import (
	"encoding/binary"
	"maps"
	"slices"
)

// charsmap writes what characters are replaced by in the form that SentencePiece keeps it in: the length of a double
// array, the array, and the replacements, each ended by a zero (github.com/s-yata/darts-clone, sentencepiece/normalizer.cc).
//
// A node of the array is 32 bits: the byte that leads to it (0 to 7), whether a text ends there (8), and where its
// children are (10 to 30): the child by byte c is at its own place ^ that ^ c. The child by 0 holds the value, with bit 31.
func charsmap(replaced map[rune]string) []byte {
	keys := slices.SortedFunc(maps.Keys(replaced), func(a, b rune) int { return slices.Compare([]byte(string(a)), []byte(string(b))) })
	var texts []byte
	root := &branch{}
	for _, key := range keys {
		root.put(string(key), len(texts))
		texts = append(append(texts, replaced[key]...), 0)
	}
	a := &doubleArray{nodes: make([]uint32, 256), taken: map[int]bool{0: true}, bases: map[int]bool{}, free: 1}
	a.place(root, 0)
	out := binary.LittleEndian.AppendUint32(nil, uint32(4*len(a.nodes)))
	for _, n := range a.nodes {
		out = binary.LittleEndian.AppendUint32(out, n)
	}
	return append(out, texts...)
}

// branch is a node of the tree of keys.
type branch struct {
	ends     bool
	value    int
	bytes    []byte // in the order of the children
	children []*branch
}

func (b *branch) put(key string, value int) {
	for i := range len(key) {
		n := len(b.bytes) - 1 // keys come sorted: if it is there, it is the last
		if n < 0 || b.bytes[n] != key[i] {
			b.bytes, b.children = append(b.bytes, key[i]), append(b.children, &branch{})
			n++
		}
		b = b.children[n]
	}
	b.ends, b.value = true, value
}

type doubleArray struct {
	nodes []uint32
	taken map[int]bool // places
	bases map[int]bool // a byte tells children from strangers' only if no two nodes have theirs at the same base
	free  int          // no place before it is free
}

// place puts a node's children into the array; the node is at a place already.
func (a *doubleArray) place(b *branch, at int) {
	labels := b.bytes
	if b.ends {
		labels = append([]byte{0}, labels...)
	}
	if len(labels) == 0 {
		return
	}
	base := a.base(labels)
	a.bases[base] = true
	for _, c := range labels {
		a.taken[base^int(c)] = true
	}
	for a.taken[a.free] {
		a.free++
	}
	for len(a.nodes) <= base|255 {
		a.nodes = append(a.nodes, make([]uint32, 256)...)
	}
	a.nodes[at] |= uint32(at^base) << 10
	if b.ends {
		a.nodes[at] |= 1 << 8
		a.nodes[base] = 1<<31 | uint32(b.value)
	}
	for i, c := range b.bytes {
		a.nodes[base^int(c)] = uint32(c)
		a.place(b.children[i], base^int(c))
	}
}

// base is the first place from which all children fall on free ones.
func (a *doubleArray) base(labels []byte) int {
	for first := a.free; ; first++ {
		base := first ^ int(labels[0])
		fits := !a.bases[base]
		for _, c := range labels {
			fits = fits && !a.taken[base^int(c)]
		}
		if fits {
			return base
		}
	}
}
