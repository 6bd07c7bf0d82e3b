package layout

import "testing"

// spacedLine sets a text in letters of width 10; a space is 5 wide, several in a row are one of their width.
func spacedLine(text string, space uint16) (runes []rune, boxes []Box) {
	x := uint16(0)
	for _, r := range text {
		if r == ' ' && len(runes) > 0 && runes[len(runes)-1] == ' ' {
			boxes[len(boxes)-1].X1 += space
			x += space
			continue
		}
		width := uint16(10)
		if r == ' ' {
			width = space
		}
		runes, boxes = append(runes, r), append(boxes, Box{X0: x, X1: x + width, Y1: 10})
		x += width
	}
	return runes, boxes
}

func TestWordsInSpacedLettersArePutTogether(t *testing.T) {
	for text, want := range map[string]string{
		"p r o g r a m": "program",
		"The p r o g r a m   o f   t h e   y e a r.": "The program of the year.",
		"A N N U A L   R E P O R T 2019":             "ANNUAL REPORT 2019",
		"J. R. R. Tolkien":                           "J. R. R. Tolkien",
		"columns A B C D":                            "columns A B C D",
		"a normal line of text":                      "a normal line of text",
		"х о р о ш и й":                              "хороший",
		"":                                           "",
	} {
		runes, boxes := joined(spacedLine(text, 5))
		if string(runes) != want || len(boxes) != len(runes) {
			t.Errorf("%q: %q", text, string(runes))
		}
	}
	if runes, _ := joined(spacedLine("A B C D E F G H", 40)); string(runes) != "A B C D E F G H" {
		t.Errorf("columns became %q", string(runes))
	}
}
