package pdf

import (
	ledongthuc "github.com/ledongthuc/pdf"
)

// letter is a character that the second reader found, in the page's own measure: x and y are where it begins on its baseline.
type letter struct {
	r                rune
	x, y, size, wide float64
}

// affine is a matrix without its last column, which is 0 0 1.
type affine struct{ a, b, c, d, e, f float64 }

var still = affine{a: 1, d: 1}

func (x affine) then(y affine) affine {
	return affine{
		x.a*y.a + x.b*y.c, x.a*y.b + x.b*y.d,
		x.c*y.a + x.d*y.c, x.c*y.b + x.d*y.d,
		x.e*y.a + x.f*y.c + y.e, x.e*y.b + x.f*y.d + y.f,
	}
}

// face is a font of a page, read once: the reader's own way reads its table of characters whenever the page changes to it,
// which takes longer than all the rest.
type face struct {
	ledongthuc.Font
	encoder ledongthuc.TextEncoding
	widths  map[byte]float64
}

func (f *face) width(code byte) float64 {
	w, known := f.widths[code]
	if !known {
		w = f.Width(int(code))
		f.widths[code] = w
	}
	return w
}

type plainText struct{} // a font that says nothing of its characters

// Decode implements ledongthuc.TextEncoding.
func (plainText) Decode(raw string) string { return raw }

// pen is what a page's text operators set: see the PDF reference, 5.2 and 5.3.
type pen struct {
	font                          *face
	size, space, rise, lead, wide float64
	text, line, page              affine
}

// lettersOf reads the characters of a page. It panics where the file is malformed.
func lettersOf(page ledongthuc.Page) (out []letter) {
	contents := page.V.Key("Contents")
	if contents.Kind() == ledongthuc.Null {
		return nil
	}
	var faces map[string]*face
	var encoder ledongthuc.TextEncoding = plainText{} // which Q doesn't give back
	g := pen{wide: 1, page: still, font: &face{widths: map[byte]float64{}}}
	var kept []pen
	show := func(s string) {
		n := 0
		for _, r := range encoder.Decode(s) {
			width := 0.0
			if n < len(s) {
				width = g.font.width(s[n])
			}
			n++
			at := affine{g.size * g.wide, 0, 0, g.size, 0, g.rise}.then(g.text).then(g.page)
			out = append(out, letter{r, at.e, at.f, at.a, width / 1000 * at.a})
			g.text = affine{1, 0, 0, 1, (width/1000*g.size + g.space) * g.wide, 0}.then(g.text)
		}
	}
	next := func(x, y float64) {
		g.line = affine{1, 0, 0, 1, x, y}.then(g.line)
		g.text = g.line
	}
	ledongthuc.Interpret(contents, func(stack *ledongthuc.Stack, op string) {
		args := make([]ledongthuc.Value, stack.Len())
		for i := len(args) - 1; i >= 0; i-- {
			args[i] = stack.Pop()
		}
		need := func(n int) {
			if len(args) != n {
				panic("an operator " + op + " without what it needs")
			}
		}
		number := func(i int) float64 { return args[i].Float64() }
		matrix := func() affine {
			need(6)
			return affine{number(0), number(1), number(2), number(3), number(4), number(5)}
		}
		switch op {
		case "cm":
			g.page = matrix().then(g.page)
		case "re": // a page that has it wrong isn't read by its own reader either
			need(4)
		case "q":
			kept = append(kept, g)
		case "Q":
			g = kept[len(kept)-1]
			kept = kept[:len(kept)-1]
		case "BT":
			g.text, g.line = still, still
		case "T*":
			next(0, -g.lead)
		case "Tc":
			need(1)
			g.space = number(0)
		case "TD", "Td":
			need(2)
			if op == "TD" {
				g.lead = -number(1)
			}
			next(number(0), number(1))
		case "Tf":
			need(2)
			name := args[0].Name()
			f := faces[name]
			if f == nil {
				f = &face{Font: page.Font(name), widths: map[byte]float64{}}
				if f.encoder = f.Encoder(); f.encoder == nil {
					f.encoder = plainText{}
				}
				if faces == nil {
					faces = map[string]*face{}
				}
				faces[name] = f
			}
			g.font, g.size, encoder = f, number(1), f.encoder
		case "\"":
			need(3)
			g.space = number(1)
			next(0, -g.lead)
			show(args[2].RawString())
		case "'":
			need(1)
			next(0, -g.lead)
			show(args[0].RawString())
		case "Tj":
			need(1)
			show(args[0].RawString())
		case "TJ":
			for i, v := 0, args[0]; i < v.Len(); i++ {
				if x := v.Index(i); x.Kind() == ledongthuc.String {
					show(x.RawString())
				} else {
					g.text = affine{1, 0, 0, 1, -x.Float64() / 1000 * g.size * g.wide, 0}.then(g.text)
				}
			}
			show("\n") // as its own reader does; ingest knows of the letter that some fonts make of it
		case "TL":
			need(1)
			g.lead = number(0)
		case "Tm":
			g.text = matrix()
			g.line = g.text
		case "Tr", "Tw":
			need(1)
		case "Ts":
			need(1)
			g.rise = number(0)
		case "Tz":
			need(1)
			g.wide = number(0) / 100
		}
	})
	return out
}
