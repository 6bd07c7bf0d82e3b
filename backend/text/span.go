package text

// Span is a range of bytes of a text.
type Span struct {
	Start int `json:"s"`
	End   int `json:"e"`
}
