package export

import (
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"lectern/backend/graph/analyst"
	"lectern/backend/pdfout"
	"lectern/backend/runs"
)

// The measures of a chart, in points. It is drawn as the page draws it (frontend/src/lib/plot.ts).
const (
	chartWidth, chartHeight = 460.0, 160.0
	titleHeight, rowHeight  = 22.0, 15.0
	chartTop, chartAxis     = 20.0, 22.0
	titleSize, nameSize     = 11.0, 8.5
	widestBar, barShare     = 44.0, .84
	pieRadius               = 62.0
	mostPoints              = 500
)

var (
	ink, grey, hair = pdfout.Color{R: 28, G: 27, B: 25}, pdfout.Color{R: 95, G: 91, B: 85}, pdfout.Color{R: 214, G: 209, B: 201}
	tones           = []pdfout.Color{{R: 47, G: 79, B: 196}, {R: 128, G: 145, B: 219}, {R: 27, G: 107, B: 58}, {R: 138, G: 82, B: 0}, {R: 31, G: 95, B: 139}, {R: 179, G: 38, B: 30}, {R: 95, G: 91, B: 85}, {R: 143, G: 138, B: 130}}
)

// charts are those of a turn that can be drawn.
func charts(t runs.Turn) []pdfout.Figure {
	var made struct {
		Charts []analyst.Chart `json:"charts"`
	}
	if json.Unmarshal(t.Made, &made) != nil {
		return nil
	}
	var out []pdfout.Figure
	for _, c := range made.Charts {
		if fits(c) {
			out = append(out, drawn(c))
		}
	}
	return out
}

// fits tells whether there is a point for each label, of figures that can be drawn.
func fits(c analyst.Chart) bool {
	if len(c.Labels) == 0 || len(c.Labels) > mostPoints || len(c.Series) == 0 || len(c.Series) > len(tones) {
		return false
	}
	return !slices.ContainsFunc(c.Series, func(s analyst.Series) bool {
		return len(s.Points) != len(c.Labels) || slices.ContainsFunc(s.Points, func(p analyst.Point) bool { return math.IsNaN(p.Number) || math.IsInf(p.Number, 0) })
	})
}

// drawing collects the shapes of a figure.
type drawing struct{ pdfout.Figure }

func (d *drawing) area(c pdfout.Color, points ...pdfout.Point) {
	d.Shapes = append(d.Shapes, pdfout.Shape{Points: points, Color: c})
}

func (d *drawing) box(c pdfout.Color, x, y, w, h float64) {
	d.area(c, pdfout.Point{X: x, Y: y}, pdfout.Point{X: x + w, Y: y}, pdfout.Point{X: x + w, Y: y + h}, pdfout.Point{X: x, Y: y + h})
}

func (d *drawing) line(c pdfout.Color, thick float64, points ...pdfout.Point) {
	d.Shapes = append(d.Shapes, pdfout.Shape{Points: points, Line: thick, Color: c})
}

func (d *drawing) text(c pdfout.Color, size float64, bold bool, anchor string, x, y float64, words string) {
	if words = line(words); words != "" {
		d.Shapes = append(d.Shapes, pdfout.Shape{Points: []pdfout.Point{{X: x, Y: y}}, Text: words, Size: size, Bold: bold, Anchor: anchor, Color: c})
	}
}

func drawn(c analyst.Chart) pdfout.Figure {
	d := &drawing{pdfout.Figure{Width: chartWidth}}
	title := strings.Join(slices.DeleteFunc([]string{c.Title, c.Unit}, func(s string) bool { return s == "" }), ", ")
	d.text(ink, titleSize, true, "start", 0, titleSize, cut(title, chartWidth, titleSize))
	top := titleHeight
	if c.Kind != "pie" && len(c.Series) > 1 {
		top = d.legend(c, top)
	}
	if c.Kind == "pie" {
		d.pie(c, top)
	} else {
		d.upright(c, top)
	}
	return d.Figure
}

// legend names the series, and tells how far down it reaches.
func (d *drawing) legend(c analyst.Chart, top float64) float64 {
	x := 0.0
	for i, s := range c.Series {
		name := cut(s.Name, chartWidth-20, nameSize)
		wide := widthOf(name, nameSize) + 28
		if x > 0 && x+wide > chartWidth {
			x, top = 0, top+rowHeight
		}
		d.box(tones[i], x, top, 8, 8)
		d.text(grey, nameSize, false, "start", x+13, top+7.5, name)
		x += wide
	}
	return top + rowHeight + 4
}

// upright are bars, or lines with their points, above and below zero.
func (d *drawing) upright(c analyst.Chart, top float64) {
	low, high := reach(c)
	below := 0.0
	if low < 0 {
		below = rowHeight // for labels under bars
	}
	room := chartHeight - chartTop - chartAxis - below
	y := func(n float64) float64 { return top + chartTop + (high-n)/(high-low)*room }
	zero := y(max(low, min(0, high)))
	band := chartWidth / float64(len(c.Labels))
	labelled := labelsFit(c, band)
	d.line(hair, .8, pdfout.Point{X: 0, Y: zero}, pdfout.Point{X: chartWidth, Y: zero})
	for k, s := range c.Series {
		if c.Kind == "bar" {
			d.bars(c, k, band, zero, y, labelled)
		} else {
			d.stretches(s, tones[k], band, y, labelled)
		}
	}
	// Of names that would touch only every second is written, or every third.
	widest := 0.0
	for _, name := range c.Labels {
		widest = max(widest, widthOf(name, nameSize))
	}
	step := max(1, int(math.Ceil((min(widest, 90)+6)/band)))
	for i := 0; i < len(c.Labels); i += step {
		d.text(grey, nameSize, false, "middle", band*(float64(i)+.5), top+chartHeight-6, cut(c.Labels[i], band*float64(step)-4, nameSize))
	}
	d.Height = top + chartHeight
}

func (d *drawing) bars(c analyst.Chart, k int, band, zero float64, y func(float64) float64, labelled bool) {
	all := float64(len(c.Series))
	step := min(widestBar*all, band*barShare) / all
	for i, p := range c.Series[k].Points {
		if p.Value == "" {
			continue // a gap
		}
		x := band*(float64(i)+.5) + (float64(k)-all/2)*step
		end := y(p.Number)
		d.box(tones[k], x, min(end, zero), max(1, step-1.5), max(.8, math.Abs(zero-end)))
		if labelled {
			base := end - 4
			if p.Number < 0 {
				base = end + nameSize + 2
			}
			d.text(ink, nameSize, true, "middle", x+step/2, base, p.Shown)
		}
	}
}

// stretches are the parts of a line without gaps, with their points.
func (d *drawing) stretches(s analyst.Series, c pdfout.Color, band float64, y func(float64) float64, labelled bool) {
	var path []pdfout.Point
	flush := func() {
		if len(path) > 1 {
			d.line(c, 1.6, path...)
		}
		path = nil
	}
	for i, p := range s.Points {
		if p.Value == "" {
			flush()
			continue
		}
		at := pdfout.Point{X: band * (float64(i) + .5), Y: y(p.Number)}
		path = append(path, at)
		d.area(c, around(at, 2.6, 0, 2*math.Pi)...)
		if labelled {
			d.text(ink, nameSize, true, "middle", at.X, at.Y-7, p.Shown)
		}
	}
	flush()
}

// around are places on a circle from one angle to another.
func around(middle pdfout.Point, radius, from, to float64) (out []pdfout.Point) {
	const step = math.Pi / 36
	n := max(2, int(math.Ceil((to-from)/step)))
	for i := 0; i <= n; i++ {
		a := from + (to-from)*float64(i)/float64(n)
		out = append(out, pdfout.Point{X: middle.X + radius*math.Sin(a), Y: middle.Y - radius*math.Cos(a)})
	}
	return out
}

// pie shows shares of a whole, with what each is beside it.
func (d *drawing) pie(c analyst.Chart, top float64) {
	points, sum := c.Series[0].Points, 0.0
	for _, p := range points {
		sum += max(0, p.Number)
	}
	middle := pdfout.Point{X: pieRadius + 4, Y: top + pieRadius + 4}
	angle, y := 0.0, top+rowHeight
	for i, p := range points {
		tone := tones[i%len(tones)]
		if share := max(0, p.Number) / max(sum, math.SmallestNonzeroFloat64); share > 0 {
			to := angle + share*2*math.Pi
			d.area(tone, append([]pdfout.Point{middle}, around(middle, pieRadius, angle, to)...)...)
			angle = to
		}
		x := 2*pieRadius + 40
		d.box(tone, x, y-7.5, 8, 8)
		d.text(ink, nameSize, false, "start", x+14, y, cut(c.Labels[i], 190, nameSize))
		d.text(ink, nameSize, true, "end", chartWidth-20, y, p.Shown)
		y += rowHeight
	}
	d.Height = max(middle.Y+pieRadius+10, y)
}

// reach is what is shown from bottom to top. Bars begin at zero; lines do where that takes little room.
func reach(c analyst.Chart) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, s := range c.Series {
		for _, p := range s.Points {
			if p.Value != "" {
				low, high = min(low, p.Number), max(high, p.Number)
			}
		}
	}
	switch {
	case low > high:
		return 0, 1
	case c.Kind == "line" && low > high*.4:
		low -= max(high-low, high*.1) * .25
	default:
		low, high = min(0, low), max(0, high)
	}
	if low == high {
		high = low + 1
	}
	return low, high
}

func labelsFit(c analyst.Chart, band float64) bool {
	room := band
	if c.Kind == "bar" {
		room = band * barShare / float64(len(c.Series))
	}
	for _, s := range c.Series {
		for _, p := range s.Points {
			if widthOf(p.Shown, nameSize)+3 > max(room, 0) {
				return false
			}
		}
	}
	return true
}

// widthOf is how wide a text is at most in the letters of charts.
func widthOf(s string, size float64) float64 {
	ems := 0.0
	for _, r := range s {
		switch {
		case r >= 0x2e80:
			ems++
		case strings.ContainsRune(".,:;'|!ijl ", r):
			ems += .32
		case strings.ContainsRune("MWmw@%—", r):
			ems += .92
		default:
			ems += .62
		}
	}
	return ems * size
}

// cut shortens a text to a width.
func cut(s string, width, size float64) string {
	if widthOf(s, size) <= width {
		return s
	}
	for s != "" && widthOf(s, size)+size > width {
		_, n := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-n]
	}
	return strings.TrimRight(s, " ") + "…"
}

// svg is a figure as part of a page. What it says is escaped, and it has no styles, which the page's policy forbids.
func svg(f pdfout.Figure) template.HTML {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %g %g" role="img" aria-label="%s">`, round(f.Width), round(f.Height), html.EscapeString(f.Shapes[0].Text))
	for _, s := range f.Shapes {
		c := fmt.Sprintf("#%02x%02x%02x", s.Color.R, s.Color.G, s.Color.B)
		var points []string
		for _, p := range s.Points {
			points = append(points, fmt.Sprintf("%g,%g", round(p.X), round(p.Y)))
		}
		switch {
		case s.Text != "":
			class, weight := "ink", "400"
			if s.Color == grey {
				class = "grey"
			}
			if s.Bold {
				weight = "600"
			}
			fmt.Fprintf(&b, `<text class="%s" x="%g" y="%g" font-size="%g" font-weight="%s" text-anchor="%s">%s</text>`, class, round(s.Points[0].X), round(s.Points[0].Y), s.Size, weight, s.Anchor, html.EscapeString(s.Text))
		case s.Line > 0:
			fmt.Fprintf(&b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="%g"/>`, strings.Join(points, " "), c, s.Line)
		default:
			fmt.Fprintf(&b, `<polygon points="%s" fill="%s"/>`, strings.Join(points, " "), c)
		}
	}
	b.WriteString("</svg>")
	return template.HTML(b.String()) //nolint:gosec // what isn't ours is escaped above
}

func round(n float64) float64 { return math.Round(n*10) / 10 }
