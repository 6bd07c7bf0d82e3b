package store

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestPlacesComeBackAsTheyWerePacked(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		boxes := make([]Box, r.IntN(300))
		for i := range boxes {
			if r.IntN(5) > 0 {
				boxes[i] = Box{uint16(r.IntN(65536)), uint16(r.IntN(65536)), 0, uint16(r.IntN(65536))}
				boxes[i].X1 = boxes[i].X0 + uint16(r.IntN(65536-int(boxes[i].X0)))
			}
		}
		got, err := unpackBoxes(PackBoxes(boxes), len(boxes))
		if err != nil || !slices.Equal(got, boxes) {
			t.Fatalf("%v\n%v\n%v", err, got, boxes)
		}
		if _, err := unpackBoxes(PackBoxes(boxes), len(boxes)+1); !errors.Is(err, errBoxes) {
			t.Fatalf("one too few: %v", err)
		}
	}
}

// letters are boxes as lines of text have them: a few widths, letters beside each other, give or take one, and spaces.
func letters(r *rand.Rand) (boxes []Box) {
	x, y := 5000, 3000
	for range 2000 {
		switch r.IntN(12) {
		case 0:
			boxes, x = append(boxes, Box{}), x+250+r.IntN(3)
			continue
		case 1:
			x += r.IntN(900)
		}
		if x > 60_000 {
			x, y = 5000, y+900
		}
		x += r.IntN(3) - 1
		width := 200 + 7*r.IntN(80)
		boxes = append(boxes, Box{uint16(x), uint16(y), uint16(x + width), uint16(y + 700)})
		x += width
	}
	return boxes
}

func TestPlacesOfLettersArePackedSmall(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		boxes := letters(r)
		packed := PackBoxes(boxes)
		got, err := unpackBoxes(packed, len(boxes))
		if err != nil || !slices.Equal(got, boxes) {
			t.Fatalf("%v\n%v\n%v", err, got, boxes)
		}
		if most := 3 * len(boxes); len(packed) > most {
			t.Errorf("%d bytes for %d", len(packed), len(boxes))
		}
		for _, cut := range []int{1, 2, len(packed) / 2, len(packed) - 1} {
			if _, err := unpackBoxes(packed[:cut], len(boxes)); !errors.Is(err, errBoxes) {
				t.Errorf("cut at %d: %v", cut, err)
			}
		}
		if _, err := unpackBoxes(append(packed, 0), len(boxes)); !errors.Is(err, errBoxes) {
			t.Errorf("one too many: %v", err)
		}
	}
}

func FuzzUnpackBoxes(f *testing.F) {
	f.Add(PackBoxes([]Box{{1, 2, 3, 4}, {}, {65535, 0, 65535, 9}}), 3)
	f.Add(PackBoxes(letters(rand.New(rand.NewPCG(5, 6)))), 2000)
	f.Add([]byte("nothing of the kind"), 9)
	f.Fuzz(func(t *testing.T, packed []byte, n int) {
		if n < 0 || n > 1<<12 {
			return
		}
		if got, err := unpackBoxes(packed, n); err == nil && len(got) != n {
			t.Fatalf("%d of %d", len(got), n)
		}
	})
}

func TestAQuotationsPlaceIsToldLineByLine(t *testing.T) {
	_, w := openTest(t)
	const text = "The rent is\n900 euros. The rent is due."
	var boxes []Box
	x, y := uint16(0), uint16(1000)
	for _, r := range text {
		if r == '\n' {
			boxes, x, y = append(boxes, Box{}), 0, y+1000
			continue
		}
		boxes = append(boxes, Box{x, y, x + 100, y + 800})
		x += 100
	}
	c := &Content{Pages: []Page{{Number: 1, Text: text}}, Boxes: [][]byte{PackBoxes(boxes)}}
	if _, err := w.Documents.Add(Document{ID: "d", Name: "Lease"}, c); err != nil {
		t.Fatal(err)
	}
	near := func(got []Rect, want ...Rect) {
		t.Helper()
		same := len(got) == len(want)
		for i := range min(len(got), len(want)) {
			g, w := got[i], want[i]
			same = same && math.Abs(g.X-w.X)+math.Abs(g.Y-w.Y)+math.Abs(g.W-w.W)+math.Abs(g.H-w.H) < 1e-6
		}
		if !same {
			t.Errorf("%+v, not %+v", got, want)
		}
	}
	rect := func(x, y, w, h float64) Rect { return Rect{x / boxScale, y / boxScale, w / boxScale, h / boxScale} }
	got, err := w.Pages.Quoted("d", 1, "rent is\n900 euros.", "The ", "")
	if err != nil {
		t.Fatal(err)
	}
	near(got, rect(400, 1000, 700, 800), rect(0, 2000, 1000, 800))
	second, _ := w.Pages.Quoted("d", 1, "The rent is", "euros. ", " due")
	near(second, rect(1100, 2000, 1100, 800))
	first, _ := w.Pages.Quoted("d", 1, "The rent is", "", "\n900")
	near(first, rect(0, 1000, 1100, 800))
	if got, err := w.Pages.Quoted("d", 1, "The rent rises", "", ""); err != nil || len(got) != 0 || got == nil {
		t.Errorf("%v %v", got, err)
	}
	if _, err := w.Pages.Quoted("d", 2, "The rent", "", ""); !errors.Is(err, ErrNotFound) {
		t.Errorf("%v", err)
	}
}
