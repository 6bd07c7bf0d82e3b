package llm

import "context"

// Usage is what one call of a model cost, in tokens as counted by the server; 0 where it broke off before counting.
type Usage struct {
	Model string
	In    int // read
	Out   int // written
}

type usageKey struct{}

// WithUsage has every call of a model tell what it cost. hear gets the call's own context, and must bear being called
// from several goroutines.
func WithUsage(ctx context.Context, hear func(context.Context, Usage)) context.Context {
	return context.WithValue(ctx, usageKey{}, hear)
}

func used(ctx context.Context, u Usage) {
	if hear, ok := ctx.Value(usageKey{}).(func(context.Context, Usage)); ok {
		hear(ctx, u)
	}
}
