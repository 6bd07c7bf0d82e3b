package rag

import (
	"strings"

	"lectern/backend/proof/figures"
)

// A model hands over, behind its answer, which row of a table each figure is from. The person doesn't see it.
const (
	rowsBegin = "<rows>"
	rowsEnd   = "</rows>"
)

// mostRows bounds what is taken of it.
const mostRows = 60

// SplitRows parts a draft into its text and the labels of rows that were handed over with figures: behind <rows>, a line
// "figure | label" for each.
func SplitRows(draft string) (text string, rows []figures.Row) {
	text, rest, _ := strings.Cut(draft, rowsBegin)
	rest, after, _ := strings.Cut(rest, rowsEnd)
	for line := range strings.Lines(rest) {
		figure, label, ok := strings.Cut(line, "|")
		figure, label = strings.TrimSpace(strings.TrimLeft(figure, " -*•")), strings.TrimSpace(label)
		if ok && figure != "" && label != "" && len(rows) < mostRows {
			rows = append(rows, figures.Row{Figure: figure, Label: label})
		}
	}
	if after = strings.TrimSpace(after); after != "" {
		text = strings.TrimSpace(text) + "\n\n" + after
	}
	return strings.TrimSpace(text), rows
}

// Unrowed hands on what a model streams up to where the labels of rows begin. Close it to get what was held back.
type Unrowed struct {
	To func(piece string)

	held string
	over bool
}

// Write takes the next piece.
func (u *Unrowed) Write(piece string) {
	if u.over {
		return
	}
	u.held += piece
	if i := strings.Index(u.held, rowsBegin); i >= 0 {
		u.To(strings.TrimRight(u.held[:i], " \n"))
		u.held, u.over = "", true
		return
	}
	keep := 0 // of what may be the beginning of the mark
	for n := min(len(rowsBegin)-1, len(u.held)); n > 0; n-- {
		if strings.HasSuffix(u.held, rowsBegin[:n]) {
			keep = n
			break
		}
	}
	for body := u.held[:len(u.held)-keep]; keep < len(u.held) && strings.HasSuffix(body, "\n"); body = body[:len(body)-1] {
		keep++ // lines that may stand before it
	}
	u.To(u.held[:len(u.held)-keep])
	u.held = u.held[len(u.held)-keep:]
}

// Close hands on what was held back.
func (u *Unrowed) Close() {
	if !u.over && u.held != "" {
		u.To(u.held)
	}
	u.held = ""
}
