package ingest

import (
	"fmt"
	"strings"

	"lectern/backend/ingest/pdf"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// manners are the messages for how text is hidden, in the order in which a sentence names them.
var manners = []struct {
	pdf.Manner
	key string
}{
	{pdf.Blended, "ingest.unseen-blended"},
	{pdf.Small, "ingest.unseen-small"},
	{pdf.Outside, "ingest.unseen-outside"},
	{pdf.Covered, "ingest.unseen-covered"},
	{pdf.Invisible, "ingest.unseen-invisible"},
	{pdf.Clipped, "ingest.unseen-clipped"},
	{pdf.Layered, "ingest.unseen-layered"},
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
			out = append(out, store.Hidden{How: messages.Text(m.key), Text: strings.Join(parts, "\n")})
		}
	}
	return out
}

// tellHidden says in a verdict what is hidden on a page, or that it isn't known.
func tellHidden(v *store.Verdict, r read, hidden []store.Hidden) {
	switch {
	case r.failed || r.ocr != "" && len(hidden) == 0:
	case r.sight == pdf.SecondEye:
		v.Hidden = messages.Text("ingest.unseen-not-told")
	case r.sight == pdf.Crowded:
		v.Hidden = messages.Text("ingest.unseen-crowded")
	case r.sight == pdf.Undrawn:
		v.Hidden = messages.Text("ingest.unseen-undrawn")
	}
	if len(hidden) == 0 {
		return
	}
	var parts []string
	for _, h := range hidden {
		n := lettersIn(h.Text)
		v.HiddenChars += n
		count := messages.Plain(fmt.Sprint(n))
		if len(parts) == 0 {
			count = messages.Count("count.characters", n)
		}
		parts = append(parts, messages.Text("ingest.unseen-part", messages.Args{"count": count, "how": h.How}))
	}
	done := messages.Text("ingest.unseen-left-out")
	if v.HiddenUsed = r.kept; r.kept {
		done = messages.Text("ingest.unseen-used")
	}
	v.Hidden = strings.TrimSpace(messages.Text("ingest.unseen-text", messages.Args{"parts": strings.Join(parts, ", "), "done": done, "rest": v.Hidden}))
}
