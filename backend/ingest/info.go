package ingest

import (
	"encoding/json"
	"strings"

	"lectern/backend/ingest/pdf"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// Info is what a file says of itself, which may be wrong. All of it is one line without control characters.
type Info = pdf.Info

// readInfo checks what a worker tells of a file with so many pages.
func readInfo(raw []byte, pages int) (*Info, error) {
	var i Info
	if err := json.Unmarshal(raw, &i); err != nil {
		return nil, messages.Error("worker.frame-info", messages.Args{"error": errFrame, "cause": messages.About(err)})
	}
	for _, s := range i.Texts() {
		*s = oneLine(*s)
	}
	kept := []pdf.Heading{}
	for _, h := range i.Outline {
		if h.Title = oneLine(h.Title); h.Title != "" && h.Page >= 0 && h.Page <= pages && h.Level >= 1 && h.Level <= pdf.MaxLevel && len(kept) < pdf.MaxOutline {
			kept = append(kept, h)
		}
	}
	i.Outline = kept
	return &i, nil
}

// stored is an Info as it is kept.
func stored(i Info) store.Info {
	out := store.Info{Title: i.Title, Authors: i.Authors, Subject: i.Subject, Keywords: i.Keywords, Created: i.Created, Language: i.Language, XMP: store.XMP(i.XMP), Outline: []store.Heading{}}
	for _, h := range i.Outline {
		out.Outline = append(out.Outline, store.Heading(h))
	}
	return out
}

// oneLine is a text as a line of bounded length.
func oneLine(s string) string {
	const longest = 500 // characters
	r := []rune(strings.Join(strings.Fields(strings.ReplaceAll(clean(s), string(hyphen), "-")), " "))
	return string(r[:min(len(r), longest)])
}
