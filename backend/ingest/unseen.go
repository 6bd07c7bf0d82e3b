package ingest

import (
	"fmt"
	"strings"

	"lectern/backend/ingest/pdf"
	"lectern/backend/store"
)

// manners are the words for how text is hidden, in the order in which a sentence names them.
var manners = []struct {
	pdf.Manner
	words string
}{
	{pdf.Blended, "in the colour of what lies under it"},
	{pdf.Small, "too small to read"},
	{pdf.Outside, "outside the page"},
	{pdf.Covered, "covered by something drawn over it"},
	{pdf.Invisible, "drawn without ink"},
	{pdf.Clipped, "cut away"},
	{pdf.Layered, "on a layer that is switched off"},
}

// hiddenTexts are a page's hidden texts, each manner's together.
func hiddenTexts(found []pdf.Hidden) (out []store.Hidden) {
	for _, m := range manners {
		var parts []string
		for _, h := range found {
			if h.Manner == m.Manner {
				if text := strings.TrimSpace(strings.ReplaceAll(clean(h.Text), string(hyphen), "-")); text != "" {
					parts = append(parts, text)
				}
			}
		}
		if len(parts) > 0 {
			out = append(out, store.Hidden{How: m.words, Text: strings.Join(parts, "\n")})
		}
	}
	return out
}

// tellHidden says in a verdict what is hidden on a page, or that it isn't known.
func tellHidden(v *store.Verdict, r read, hidden []store.Hidden) {
	const notLooked = "Whether all of its text is shown is not known: "
	switch {
	case r.failed || r.ocr != "" && len(hidden) == 0:
	case r.sight == pdf.SecondEye:
		v.Hidden = notLooked + "the second reader, which read it, doesn't tell."
	case r.sight == pdf.Crowded:
		v.Hidden = notLooked + "there is more on it than Lectern looks through."
	case r.sight == pdf.Undrawn:
		v.Hidden = notLooked + "it could not be drawn to look."
	}
	if len(hidden) == 0 {
		return
	}
	var parts []string
	for _, h := range hidden {
		n := lettersIn(h.Text)
		v.HiddenChars += n
		characters := "characters"
		if n == 1 {
			characters = "character"
		}
		if len(parts) > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, h.How))
		} else {
			parts = append(parts, fmt.Sprintf("%d %s %s", n, characters, h.How))
		}
	}
	done := "It was left out"
	if v.HiddenUsed = r.kept; r.kept {
		done = "It is used, as you chose"
	}
	v.Hidden = strings.TrimSpace(fmt.Sprintf("This page holds text that isn't shown: %s. %s. %s", strings.Join(parts, ", "), done, v.Hidden))
}
