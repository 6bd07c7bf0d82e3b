package rag

import "lectern/backend/store"

// Told is how far documents tell what a question asks, by its words: whether a passage answers it, words don't know.
func (s Subject) Told() store.Told {
	out := store.Told{Told: store.ToldYes, Missing: NonNil(s.missing())}
	switch {
	case s.Off():
		out.Told = store.ToldNo
	case s.Partly():
		out.Told = store.ToldPartly
	case s.Doubtful():
		out.Told = store.ToldUnsure
	}
	return out
}

// missing is what of a question the documents lack: what it names, else what they only mention, and where they aren't about
// it all words that they don't have.
func (s Subject) missing() []string {
	switch {
	case len(s.Missing) > 0 || !s.Partly():
		return s.Missing
	case s.Off() && len(s.Nowhere) > 0:
		return s.Nowhere
	case len(s.Passing) > 0:
		return s.Passing
	}
	return s.Nowhere
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
