package sheet

import (
	"slices"

	"lectern/backend/store"
)

// Head is a head over some columns.
type Head struct {
	Text string `json:"text"`
	From int    `json:"from"` // the first column
	Span int    `json:"span"` // how many
}

// Heads are the heads of columns line by line, the outermost first: one that columns beside each other share stands
// over all of them, and the last line has one for each column. Every line covers all columns.
func Heads(columns []store.Column) [][]Head {
	depth := 0
	for _, c := range columns {
		depth = max(depth, len(c.Heads))
	}
	over := make([][]string, len(columns)) // of each column, filled up at the top
	for i, c := range columns {
		over[i] = append(make([]string, depth-len(c.Heads)), c.Heads...)
	}
	out := make([][]Head, depth)
	for level := range depth {
		for i := range columns {
			n := len(out[level])
			if i > 0 && level < depth-1 && over[i][level] != "" && slices.Equal(over[i][:level+1], over[i-1][:level+1]) {
				out[level][n-1].Span++
				continue
			}
			out[level] = append(out[level], Head{line(over[i][level]), i, 1})
		}
	}
	return out
}
