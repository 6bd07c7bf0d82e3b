package store

// What an earlier version wrote of a page's boxes is still read: one after the other, most of them in one byte.
//
//	noPlace          the zero box
//	beside + 3w + s  it begins where the one before ended (s = 0), or one unit behind (1) or before (2), and has the
//	                 width number w of those that were last written out
//	apart + w        the same, but its distance from the one before follows
//	gap + w          the same behind a zero box: a letter behind a space
//	wide             its width follows, which takes the place of the oldest one, and its distance
//	row              its upper and lower edge follow, and then one of the above; all others have those of the one before
//
// A distance is a byte, the number of one that was written out plus one; or 0, and the distance, which takes the place of
// the oldest one. Whatever is written out is a varint. In front stands earlierMark, which tells the packing.
const (
	earlierMark = 7
	widths      = 50
	distances   = 255
	noPlace     = 0
	beside      = 1
	apart       = beside + 3*widths
	gap         = apart + widths
	wide        = gap + widths
	row         = wide + 1
)

// recent are the last values that were written out.
type recent struct {
	list [distances]uint16
	next int
	hash [256]uint8 // where in the list one may be, plus 1
}

// learn puts a value in the place of the oldest of so many.
func (r *recent) learn(v uint16, most int) {
	r.list[r.next] = v
	r.hash[hashed(v)] = uint8(r.next + 1)
	r.next = (r.next + 1) % most
}

func (r *recent) find(v uint16) (at int, ok bool) {
	at = int(r.hash[hashed(v)]) - 1
	return at, at >= 0 && r.list[at] == v
}

func hashed(v uint16) uint8 { return uint8(v * 40503 >> 8) } // Fibonacci hashing

// unpackEarlier reads boxes for so many characters.
func unpackEarlier(packed []byte, n int) ([]Box, error) {
	if len(packed) == 0 || packed[0] != earlierMark {
		return nil, errBoxes
	}
	in := numbers{rest: packed[1:]}
	out := make([]Box, 0, min(n, len(packed)))
	var last Box
	var wides, steps recent
	for len(out) < n && len(in.rest) > 0 {
		code := in.byte()
		b := last
		if code == row {
			b.Y0, b.Y1 = in.uint16(), in.uint16()
			code = in.byte()
		}
		var width, step uint16
		switch {
		case code == noPlace:
			out = append(out, Box{})
			continue
		case code < apart:
			width = wides.list[(code-beside)/3]
			if step = uint16((code - beside) % 3); step == 2 {
				step--
				step = -step
			}
		case code < wide:
			if code >= gap {
				out, code = append(out, Box{}), code-widths
			}
			width, step = wides.list[code-apart], in.step(&steps)
		case code == wide:
			width = in.uint16()
			wides.learn(width, widths)
			step = in.step(&steps)
		default:
			return nil, errBoxes
		}
		b.X0 = last.X1 + step
		b.X1 = b.X0 + width
		out, last = append(out, b), b
	}
	if in.bad || len(out) != n || len(in.rest) > 0 {
		return nil, errBoxes
	}
	return out, nil
}

// step reads a distance.
func (in *numbers) step(known *recent) uint16 {
	if at := in.byte(); at > 0 {
		return known.list[at-1]
	}
	v := uint16(in.signed())
	known.learn(v, distances)
	return v
}
