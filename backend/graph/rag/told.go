package rag

import "lectern/backend/store"

// Told is how far documents tell what a question asks, by its words: whether a passage answers it, words don't know.
func (s Subject) Told() store.Told {
	out := store.Told{Told: store.ToldYes, Missing: NonNil(s.Missing)}
	switch {
	case s.Off():
		out = store.Told{Told: store.ToldNo, Missing: NonNil(s.Nowhere)}
	case len(s.Missing) > 0:
		out.Told = store.ToldPartly
	case s.Doubtful():
		out.Told = store.ToldUnsure
	}
	return out
}

// ToldBy is how far documents tell what is asked, by the answer that came of it.
func ToldBy(a Answer) store.Told {
	switch {
	case a.Told.Told != "":
		return a.Told
	case a.Figure != nil || a.Mode == Read || len(a.Citations) > 0:
		return store.Told{Told: store.ToldYes, Missing: []string{}}
	}
	return store.Told{}
}
