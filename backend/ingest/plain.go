package ingest

import "lectern/backend/store"

// Sentences cuts a text that doesn't come from a page, as one that does: see Page.Sentences.
func Sentences(text string) []store.Span { return sentences(text) }
