package pdfout

import "strings"

// ascii tells whether the font for code has all of a text.
func ascii(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return (r < ' ' || r > '~') && r != '\u00a0' })
}

// font sets the font of a piece and gives its text as that font wants it.
func (p *page) font(c piece) string {
	if c.code && ascii(c.text) {
		p.pdf.SetFont(mono, "", c.size)
		return strings.ReplaceAll(c.text, "\u00a0", " ")
	}
	weight := ""
	if c.bold {
		weight = "B"
	}
	size := c.size
	if c.code {
		size *= .92 // as large as the other one looks
	}
	face := family
	if c.chinese {
		face = chinese
	}
	p.pdf.SetFont(face, weight, size)
	return strings.ReplaceAll(c.text, "\u00a0", " ")
}

func (p *page) measure(c piece) float64 {
	text := p.font(c)
	return p.pdf.GetStringWidth(text)
}

// line draws a line in the height that it is given, without going on to the next.
func (p *page) line(l line, left, height float64) {
	x := left
	for _, c := range l.pieces {
		base := p.y + height/2 + c.size*.36
		text := p.font(c)
		switch {
		case c.link != "" || c.to != "" || c.back > 0:
			p.pdf.SetTextColor(20, 82, 160)
		case c.muted:
			p.pdf.SetTextColor(87, 96, 106)
		default:
			p.pdf.SetTextColor(28, 32, 38)
		}
		if c.slanted {
			p.pdf.TransformBegin()
			p.pdf.TransformSkewX(skew, x, base)
		}
		p.pdf.Text(x, base, text)
		if c.slanted {
			p.pdf.TransformEnd()
		}
		switch {
		case c.struck:
			p.pdf.SetDrawColor(87, 96, 106)
			p.pdf.SetLineWidth(.6)
			p.pdf.Line(x, base-c.size*.3, x+c.width, base-c.size*.3)
		case c.link != "":
			p.pdf.SetDrawColor(150, 180, 215)
			p.pdf.SetLineWidth(.4)
			p.pdf.Line(x, base+1.6, x+c.width, base+1.6)
			p.pdf.LinkString(x, p.y, c.width, height, c.link)
		case c.to != "":
			p.lead(c.to, x, c.width, height)
		case c.back > 0:
			p.pdf.Link(x, p.y, c.width, height, c.back)
		}
		x += c.width
	}
}
