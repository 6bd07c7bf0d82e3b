package llm

import (
	"context"
	"math"
	"strings"

	"github.com/ollama/ollama/api"

	"lectern/backend/messages"
)

// Judge is a model that is asked yes-or-no questions.
type Judge struct {
	Model Model

	client *Client
}

// topTokens is how many of the likeliest first tokens are asked for: as many as Ollama gives.
const topTokens = 20

// Judge finds a model to be asked. It may be asked from several goroutines; Ollama decides how many it answers at once.
func (c *Client) Judge(ctx context.Context, model string) (*Judge, error) {
	m, err := c.chat.find(ctx, model)
	if err == nil && !m.Chat {
		err = &Error{ErrWrongUse, messages.New("llm.cannot-chat", messages.Args{"model": model})}
	}
	return &Judge{m, c}, err
}

// Yes asks a question and returns how sure the model is of yes, 0 to 1: P(yes)/(P(yes)+P(no)) of the first word that it
// would say. ErrWrongUse says that the server doesn't tell probabilities, ErrFormat that neither word is likely.
func (j *Judge) Yes(ctx context.Context, question string) (float64, error) {
	no := false
	r := Request{Model: j.Model.Name, Messages: []Message{{Role: "user", Content: question}}, MaxTokens: 1}
	call := j.client.receipt(j.Model, r)
	call.NumCtx = j.client.room(j.Model, j.client.need(j.Model, r))
	req := &api.ChatRequest{
		Model: j.Model.Name, Messages: []api.Message{{Role: "user", Content: question}}, Stream: &no, KeepAlive: j.client.alive(), Truncate: &no, Shift: &no,
		Logprobs: true, TopLogprobs: topTokens,
		Options: map[string]any{"num_ctx": call.NumCtx, "num_predict": 1, "temperature": 0},
	}
	if j.Model.Think {
		req.Think = &api.ThinkValue{Value: false}
	}
	var reply api.ChatResponse
	err := j.client.watched(withPurpose(ctx, "yes or no"), j.Model, &call, req, func(part api.ChatResponse) error {
		reply.Done = part.Done
		reply.Metrics = part.Metrics
		reply.Logprobs = append(reply.Logprobs, part.Logprobs...)
		return nil
	})
	switch {
	case ctx.Err() != nil:
		return 0, context.Cause(ctx)
	case err != nil:
		return 0, j.client.chat.explain(ctx, j.Model.Name, err)
	case !reply.Done:
		return 0, &Error{ErrCut, messages.New("llm.stopped-before-the-end-try-again")}
	}
	used(ctx, Usage{j.Model.Name, reply.PromptEvalCount, reply.EvalCount})
	call.Counted = reply.PromptEvalCount
	call.done(ctx, Reply{AnswerTokens: reply.EvalCount}, nil)
	if len(reply.Logprobs) == 0 || len(reply.Logprobs[0].TopLogprobs) == 0 {
		return 0, &Error{ErrWrongUse, messages.New("llm.does-not-tell-how-sure", messages.Args{"name": j.Model.Name})}
	}
	yes, against := 0.0, 0.0
	for _, t := range reply.Logprobs[0].TopLogprobs {
		switch word(t.Token) {
		case "yes":
			yes += math.Exp(t.Logprob)
		case "no":
			against += math.Exp(t.Logprob)
		}
	}
	if yes+against == 0 {
		return 0, &Error{ErrFormat, messages.New("llm.neither-yes-nor-no", messages.Args{"name": j.Model.Name})}
	}
	return yes / (yes + against), nil
}

// word is a token without the mark of a blank that vocabularies put before it, and what may stand around it.
func word(token string) string {
	return strings.ToLower(strings.Trim(token, " \t\n▁Ġ.,:!\"'*"))
}
