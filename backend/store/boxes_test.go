package store

import (
	"encoding/hex"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unicode/utf8"
)

// someText has so many characters.
func someText(r *rand.Rand, n int) string {
	runes := make([]rune, n)
	for i := range runes {
		runes[i] = []rune("aeiä日 .")[r.IntN(7)]
	}
	return string(runes)
}

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
		text := someText(r, len(boxes))
		got, err := unpackBoxes(text, PackBoxes(text, boxes))
		if err != nil || !slices.Equal(got, boxes) {
			t.Fatalf("%v\n%v\n%v", err, got, boxes)
		}
		if _, err := unpackBoxes(text+"a", PackBoxes(text, boxes)); !errors.Is(err, errBoxes) {
			t.Fatalf("one too few: %v", err)
		}
	}
}

func TestPlacesOfAnEarlierVersionAreRead(t *testing.T) {
	packed, err := hex.DecodeString("07fc325afb5000c801fb3c0000c900780500fc648c019700810506fb970400b50c")
	if err != nil {
		t.Fatal(err)
	}
	want := []Box{
		{100, 50, 180, 90}, {180, 50, 240, 90}, {}, {300, 50, 380, 90}, {381, 50, 441, 90}, {}, {120, 100, 200, 140}, {199, 100, 259, 140}, {65000, 100, 65535, 140},
	}
	if got, err := unpackBoxes("ab cd\nefg", packed); err != nil || !slices.Equal(got, want) {
		t.Errorf("%v %v", got, err)
	}
	if _, err := unpackBoxes("ab cd\nef", packed); !errors.Is(err, errBoxes) {
		t.Errorf("one too many: %v", err)
	}
}

// letters are boxes as lines of text have them: each letter's width, letters beside each other, give or take one, and spaces.
func letters(r *rand.Rand) (text string, boxes []Box) {
	x, y := 5000, 3000
	for range 2000 {
		if r.IntN(6) == 0 {
			text, boxes, x = text+" ", append(boxes, Box{}), x+250+r.IntN(3)
			continue
		}
		if x > 60_000 {
			x, y = 5000, y+900
		}
		x += r.IntN(3) - 1
		letter := r.IntN(26)
		width := 200 + 7*letter + r.IntN(2)
		text, boxes = text+string(rune('a'+letter)), append(boxes, Box{uint16(x), uint16(y), uint16(x + width), uint16(y + 700)})
		x += width
	}
	return text, boxes
}

func TestPlacesOfLettersArePackedSmall(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		text, boxes := letters(r)
		packed := PackBoxes(text, boxes)
		got, err := unpackBoxes(text, packed)
		if err != nil || !slices.Equal(got, boxes) {
			t.Fatalf("%v\n%v\n%v", err, got, boxes)
		}
		if most := len(boxes) * 3 / 4; len(packed) > most {
			t.Errorf("%d bytes for %d", len(packed), len(boxes))
		}
		for _, cut := range []int{1, 2, len(packed) / 2, len(packed) - 1} {
			if _, err := unpackBoxes(text, packed[:cut]); !errors.Is(err, errBoxes) {
				t.Errorf("cut at %d: %v", cut, err)
			}
		}
		if _, err := unpackBoxes(text, append(packed, 0)); !errors.Is(err, errBoxes) {
			t.Errorf("one too many: %v", err)
		}
	}
}

func FuzzUnpackBoxes(f *testing.F) {
	f.Add("a b", PackBoxes("a b", []Box{{1, 2, 3, 4}, {}, {65535, 0, 65535, 9}}))
	text, boxes := letters(rand.New(rand.NewPCG(5, 6)))
	f.Add(text, PackBoxes(text, boxes))
	f.Add("some text", []byte("nothing of the kind"))
	f.Fuzz(func(t *testing.T, text string, packed []byte) {
		if got, err := unpackBoxes(text, packed); err == nil && len(got) != utf8.RuneCountInString(text) {
			t.Fatalf("%d of %q", len(got), text)
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
	c := &Content{Pages: []Page{{Number: 1, Text: text}}, Boxes: [][]byte{PackBoxes(text, boxes)}}
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
