package whole

import (
	"context"
	"time"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// What reading costs beside the passages, in tokens: instructions and the form of the answer a call, and what is found in a
// passage on the average.
const (
	callTokens  = 450
	foundTokens = 15
)

// Takes is how long the work takes by the model's measured speed; known is false where it wasn't measured yet.
func (r *Reader) Takes(ctx context.Context, w Work) (t time.Duration, known bool) {
	if len(w.unread) == 0 {
		return 0, true
	}
	if r.Speeds == nil || r.Speeds.Of(r.ModelAt(ctx)) == 0 {
		return 0, false
	}
	cost := rag.Cost{TokensIn: w.Tokens + w.Calls*callTokens, TokensOut: len(w.unread) * foundTokens}
	return time.Duration(cost.Work() / r.Speeds.Of(r.ModelAt(ctx)) * float64(time.Second)), true
}

// First is the work of one call, by which the speed of a model is measured that isn't known.
func (r *Reader) First(ctx context.Context, w Work) (Work, error) {
	room, err := r.room(ctx)
	if err != nil || len(w.unread) == 0 {
		return w, err
	}
	w.unread = batches(w.unread, room)[0]
	w.Tokens, w.Calls = cost(w.unread), 1
	return w, nil
}

// Duration says how long something takes, roughly.
func Duration(t time.Duration) messages.Message {
	switch minutes := int(t.Round(time.Minute) / time.Minute); {
	case minutes >= 100:
		return messages.Count("count.hours", int(t.Round(time.Hour)/time.Hour))
	case minutes >= 2:
		return messages.Count("count.minutes", minutes)
	}
	return messages.Count("count.seconds", max(1, int(t.Round(time.Second)/time.Second)))
}
