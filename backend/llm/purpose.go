package llm

import (
	"context"
	"net/http"
)

// PurposeHeader tells the server what a call is for: Request.Purpose. Ollama takes no notice of it; it is for the logs of a
// server in between, and for servers of tests, which so need not know how a prompt is worded.
const PurposeHeader = "Lectern-Purpose"

type purposeKey struct{}

func withPurpose(ctx context.Context, purpose string) context.Context {
	return context.WithValue(ctx, purposeKey{}, purpose)
}

// labelled adds the purpose to requests that have one.
type labelled struct{ http.RoundTripper }

func (l labelled) RoundTrip(r *http.Request) (*http.Response, error) {
	if purpose, _ := r.Context().Value(purposeKey{}).(string); purpose != "" {
		r = r.Clone(r.Context())
		r.Header.Set(PurposeHeader, purpose)
	}
	return l.RoundTripper.RoundTrip(r)
}
