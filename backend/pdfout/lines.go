package pdfout

import (
	"strings"
	"unicode"
)

// style is how a piece of text looks.
type style struct {
	size    float64
	bold    bool
	slanted bool
	code    bool
	struck  bool
	muted   bool
	chinese bool   // in the Chinese font
	link    string // an address on the web; "" for none
	to      string // the key of the evidence that it leads to; "" for none
	back    int    // a link to a mark; 0: none
}

// piece is a run of text of one style. The text "\n" is a forced break.
type piece struct {
	text string
	style
	width float64 // once measured
}

// faced cuts pieces where their font changes.
func faced(pieces []piece, language string) (out []piece) {
	for _, p := range pieces {
		from := 0
		for i, r := range p.text {
			if is := inChinese(r, language); is != p.chinese {
				if i > from {
					out = append(out, piece{text: p.text[from:i], style: p.style})
				}
				from, p.chinese = i, is
			}
		}
		if from < len(p.text) {
			out = append(out, piece{text: p.text[from:], style: p.style})
		}
	}
	return out
}

// line is what stands beside each other.
type line struct {
	pieces []piece
	width  float64
}

// Characters that no line begins or ends with, beside the spaces.
const (
	notFirst = `、。，．・：；？！ヽヾゝゞー々」』）】〉》〕］｝〟’”»…‥％‰℃ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;?!)]}%`
	notLast  = `「『（【〈《〔［｛〝‘“«([{￥＄£€$¥`
)

// wide tells of characters that lines may be broken between.
func wide(r rune) bool {
	return r >= 0x2E80 && r <= 0x9FFF || r >= 0xF900 && r <= 0xFAFF || r >= 0xFF00 && r <= 0xFFEF || r == '…' || r == '‥'
}

// mayBreak tells whether a line may end between two characters that no space parts.
func mayBreak(a, b rune) bool {
	switch {
	case strings.ContainsRune(notFirst, b) || strings.ContainsRune(notLast, a):
		return false
	case wide(a) || wide(b):
		return true
	case a == '-' || a == '–' || a == '/':
		return unicode.IsLetter(b)
	}
	return false
}

// cluster is what stays together on a line, and whether a space follows it.
type cluster struct {
	pieces []piece
	space  bool
	broken bool // a line ends behind it
}

// clusters cuts text where lines may end.
func clusters(pieces []piece) (out []cluster) {
	var now cluster
	before := rune(0)
	end := func(space, broken bool) {
		if len(now.pieces) > 0 || broken {
			now.space, now.broken = space, broken
			out = append(out, now)
		} else if space && len(out) > 0 {
			out[len(out)-1].space = true
		}
		now, before = cluster{}, 0
	}
	for _, p := range pieces {
		for _, r := range p.text {
			switch {
			case r == '\n':
				end(false, true)
				continue
			case r == ' ' || r == '\t':
				end(true, false)
				continue
			case before != 0 && mayBreak(before, r):
				end(false, false)
			}
			before = r
			if last := len(now.pieces) - 1; last >= 0 && now.pieces[last].style == p.style {
				now.pieces[last].text += string(r)
			} else {
				now.pieces = append(now.pieces, piece{text: string(r), style: p.style})
			}
		}
	}
	end(false, false)
	return out
}

// breakLines fills lines up to a width. What fits on no line is cut between two characters.
func breakLines(pieces []piece, width float64, measure func(piece) float64) (out []line) {
	var now line
	var space *piece
	flush := func() {
		out = append(out, now)
		now, space = line{}, nil
	}
	add := func(p piece) {
		if last := len(now.pieces) - 1; last >= 0 && now.pieces[last].style == p.style {
			now.pieces[last].text += p.text
		} else {
			now.pieces = append(now.pieces, p)
		}
		now.width += measure(p)
	}
	for _, c := range clusters(pieces) {
		w, gap := 0.0, 0.0
		for _, p := range c.pieces {
			w += measure(p)
		}
		if space != nil {
			gap = measure(*space)
		}
		if len(now.pieces) > 0 && now.width+gap+w > width {
			flush()
		}
		if w > width {
			for _, p := range c.pieces {
				for _, r := range p.text {
					one := piece{text: string(r), style: p.style}
					if len(now.pieces) > 0 && now.width+measure(one) > width {
						flush()
					}
					add(one)
				}
			}
		} else {
			if space != nil && len(now.pieces) > 0 {
				if c.pieces[0].style == now.pieces[len(now.pieces)-1].style {
					space.style = c.pieces[0].style // a link, or what is struck out, goes through
					space.chinese = false           // whose font has no blank
				}
				add(*space)
			}
			for _, p := range c.pieces {
				add(p)
			}
		}
		space = nil
		if c.space && len(c.pieces) > 0 {
			last := c.pieces[len(c.pieces)-1]
			blank := piece{text: " ", style: last.style}
			blank.link, blank.to, blank.back, blank.code, blank.struck, blank.chinese = "", "", 0, false, false, false
			space = &blank
		}
		if c.broken {
			flush()
		}
	}
	if len(now.pieces) > 0 {
		flush()
	}
	for i := range out {
		for j, p := range out[i].pieces {
			out[i].pieces[j].width = measure(p)
		}
	}
	return out
}
