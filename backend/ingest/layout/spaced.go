package layout

import (
	"slices"
	"unicode"
)

const (
	// leastSpaced is how many letters in a row, each parted from the next, are words in spaced letters: fewer may be initials,
	// or marks of a table's columns.
	leastSpaced = 6
	// widerThan is how many times a gap is wider than those between letters where it parts words,
	widerThan = 1.6
	// nearer is how many letters' widths the gaps between letters are at most: columns stand further apart.
	nearer = 1.5
	// longestSpaced is how many letters a word has at most: in a longer run nothing tells where one ends.
	longestSpaced = 24
)

// joined puts words in spaced letters together, in place: "p r o g r a m" is searched for by nobody. Where a gap is wider than
// the others of its run, it goes on parting words.
func joined(runes []rune, boxes []Box) ([]rune, []Box) {
	n := 0
	for i := 0; i < len(runes); {
		end := spacedFrom(runes, i)
		gap, letter := 0., 0.
		if (end-i+1)/2 >= leastSpaced {
			gap, letter = middleOf(boxes[i+1:end-1]), middleOf(boxes[i:end])
		}
		if gap == 0 || gap > nearer*letter || longest(boxes[i:end], widerThan*gap) > longestSpaced {
			runes[n], boxes[n] = runes[i], boxes[i]
			n++
			i++
			continue
		}
		for ; i < end; i++ {
			if runes[i] == ' ' && boxes[i].width() < widerThan*gap {
				continue
			}
			runes[n], boxes[n] = runes[i], boxes[i]
			n++
		}
	}
	return runes[:n], boxes[:n]
}

// spacedFrom is the end of the run of letters, each parted from the next by a space, that begins at a place; the place itself
// if none does.
func spacedFrom(runes []rune, at int) int {
	end := at
	if at > 0 && runes[at-1] != ' ' {
		return at
	}
	for i := at; i < len(runes) && unicode.IsLetter(runes[i]); i += 2 {
		if i+1 < len(runes) && runes[i+1] != ' ' {
			if !unicode.IsLetter(runes[i+1]) { // a mark ends the run
				end = i + 1
			}
			break
		}
		end = i + 1
	}
	return end
}

// longest is how many letters stand between two gaps as wide, at most; letters and gaps take turns.
func longest(boxes []Box, wide float64) (most int) {
	n := 0
	for i, b := range boxes {
		if i%2 == 0 {
			n++
			most = max(most, n)
		} else if b.width() >= wide {
			n = 0
		}
	}
	return most
}

// middleOf is the median width of every second box, beginning with the first.
func middleOf(boxes []Box) float64 {
	var widths []float64
	for i := 0; i < len(boxes); i += 2 {
		widths = append(widths, boxes[i].width())
	}
	slices.Sort(widths)
	if len(widths) == 0 {
		return 0
	}
	return widths[len(widths)/2]
}

func (b Box) width() float64 { return max(0, float64(b.X1)-float64(b.X0)) }
