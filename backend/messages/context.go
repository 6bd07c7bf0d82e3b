package messages

import "context"

type contextKey struct{}

// Into gives what runs under a context the language of its conversation (ISO 639-1).
func Into(ctx context.Context, code string) context.Context {
	return context.WithValue(ctx, contextKey{}, code)
}

// From gives the messages in the language of the conversation that a context belongs to; English if it belongs to none.
func From(ctx context.Context) Messages {
	code, _ := ctx.Value(contextKey{}).(string)
	return In(code)
}
