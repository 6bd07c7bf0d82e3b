package store

import "encoding/json"

// Box is a part of a page, as the page is shown: left, top, right and bottom in 65,535ths of its width and height. The
// zero box is no place.
type Box struct{ X0, Y0, X1, Y1 uint16 }

// boxScale is the far edge of a page in a Box.
const boxScale = 65535

// MarshalJSON writes a box as its four numbers.
func (b Box) MarshalJSON() ([]byte, error) {
	return json.Marshal([4]uint16{b.X0, b.Y0, b.X1, b.Y1})
}

// UnmarshalJSON reads four numbers.
func (b *Box) UnmarshalJSON(raw []byte) error {
	var n [4]uint16
	err := json.Unmarshal(raw, &n)
	*b = Box{n[0], n[1], n[2], n[3]}
	return err
}

// Rect is the box in shares of the page.
func (b Box) Rect() Rect {
	return Rect{float64(b.X0) / boxScale, float64(b.Y0) / boxScale, float64(b.X1-b.X0) / boxScale, float64(b.Y1-b.Y0) / boxScale}
}

// Rect is a part of a page as shares of its width and height, from its upper left corner.
type Rect struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
	W float64 `json:"w"`
	H float64 `json:"h"`
}
