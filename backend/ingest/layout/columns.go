package layout

import (
	"math"
	"slices"
)

// A page whose reader went across its columns alternates between them line by line. It is told by the lines: prose on
// both sides of an empty stripe, at the same heights, one after the other.
const (
	columnRunes  = 20 // characters that a line of a column's prose has at least, on average
	columnLines  = 5  // lines that a column has at least
	crossings    = 4  // how often the reader went to and fro, at least
	widestColumn = .6 // of the text's width; what is wider runs over both
)

// reordered puts the lines of columns in order where the reader went across them.
func reordered(lines []line) []line {
	left, right := extent(lines)
	spans := func(l line) bool { return l.turned || l.X1-l.X0 > widestColumn*(right-left) }
	out := make([]line, 0, len(lines))
	for from := 0; from < len(lines); { // stretches between lines that run over the whole width
		to := from
		for to < len(lines) && !spans(lines[to]) {
			to++
		}
		out = append(out, columns(lines[from:to])...)
		for to < len(lines) && spans(lines[to]) {
			out = append(out, lines[to])
			to++
		}
		from = to
	}
	return out
}

// extent is the left and right of all lines that aren't turned.
func extent(lines []line) (left, right float64) {
	left, right = math.Inf(1), math.Inf(-1)
	for _, l := range lines {
		if !l.turned {
			left, right = min(left, l.X0), max(right, l.X1)
		}
	}
	return left, right
}

// columns orders a stretch of lines: by column if the reader went across, else as they came.
func columns(lines []line) []line {
	if len(lines) < 2*columnLines {
		return lines
	}
	at, ok := gutter(lines)
	if !ok {
		return lines
	}
	side := func(l line) int {
		if (l.X0+l.X1)/2 < at {
			return 0
		}
		return 1
	}
	var parts [2][]line
	changes, runes := 0, [2]int{}
	for i, l := range lines {
		s := side(l)
		parts[s] = append(parts[s], l)
		runes[s] += len(l.runes)
		if i > 0 && s != side(lines[i-1]) {
			changes++
		}
	}
	for s := range parts {
		if len(parts[s]) < columnLines || runes[s] < columnRunes*len(parts[s]) {
			return lines
		}
	}
	if changes < crossings || changes < min(len(parts[0]), len(parts[1])) { // it goes down one column, then the other
		return lines
	}
	return slices.Concat(parts[0], parts[1])
}

// gutter finds the middle of the empty stripe between two columns, if there is one.
func gutter(lines []line) (at float64, ok bool) {
	left, right := extent(lines)
	const steps = 200
	width := right - left
	if width <= 0 {
		return 0, false
	}
	var covered [steps + 1]int
	for _, l := range lines {
		from, to := int((l.X0-left)/width*steps), int((l.X1-left)/width*steps)
		for i := max(from, 0); i <= min(to, steps); i++ {
			covered[i]++
		}
	}
	best, length := 0, 0
	for i, run := steps*3/10, 0; i <= steps*7/10; i++ { // it lies near the middle
		if covered[i] == 0 {
			run++
		} else {
			run = 0
		}
		if run > length {
			best, length = i, run
		}
	}
	if length < 2 {
		return 0, false
	}
	return left + width*(float64(best)-float64(length)/2+.5)/steps, true
}
