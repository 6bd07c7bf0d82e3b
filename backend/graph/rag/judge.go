package rag

import (
	"context"
	"fmt"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/proof"
)

type judgements struct {
	Claims []proof.Judgement `json:"claims" schema:"maxItems=12"`
}

// Validate implements the check of llm.Structured.
func (o *judgements) Validate() error {
	for _, c := range o.Claims {
		switch c.Verdict {
		case proof.Supported, proof.PartlyTrue, proof.Unsupported, proof.Contradicted:
		default:
			return messages.Error("rag.verdict-unknown", messages.Args{"claim": c.N, "verdict": fmt.Sprintf("%q", c.Verdict)})
		}
	}
	return nil
}

const (
	judgedAtOnce    = 6   // claims in one call
	judgementTokens = 120 // for each
	judgementShare  = .6  // of the model's context that claims and passages take at most
	whyRunes        = 200
)

// Judge asks the model about sentences that words didn't prove, a few in a call. An opinion is given by the index of its
// sentence; what the model passed over has none.
func (t Tools) Judge(ctx context.Context, doubted []proof.Doubted) (map[int]proof.Judgement, error) {
	out := map[int]proof.Judgement{}
	if t.Model == "" {
		return out, t.NoModel()
	}
	prompts, model, size, err := t.judge(ctx)
	if err != nil {
		return out, err
	}
	for from := 0; from < len(doubted); from += judgedAtOnce {
		some := doubted[from:min(from+judgedAtOnce, len(doubted))]
		prompt, err := Render(prompts, "second.md", map[string]any{"Claims": t.claimBlocks(model, some, int(judgementShare*float64(size))/len(some))})
		if err != nil {
			return out, err
		}
		var reply judgements
		if err := t.Structured(ctx, "second opinion", prompt, judgementTokens*len(some), &reply); err != nil {
			return out, err
		}
		for _, o := range reply.Claims {
			if o.N >= 1 && o.N <= len(some) {
				o.Why = strings.Join(strings.Fields(o.Why), " ")
				if r := []rune(o.Why); len(r) > whyRunes {
					o.Why = string(r[:whyRunes]) + "…"
				}
				out[from+o.N-1] = o
			}
		}
	}
	return out, nil
}

type claimBlock struct {
	N        int
	Text     string
	Passages []string
}

// claimBlocks are claims with as many of their passages as fit each one's room, in tokens.
func (t Tools) claimBlocks(model string, doubted []proof.Doubted, room int) (out []claimBlock) {
	for i, d := range doubted {
		b := claimBlock{N: i + 1, Text: EscapePrompt(d.Text)}
		left := room - t.Client.Tokens(model, d.Text)
		for _, p := range d.Passages {
			if left -= t.Client.Tokens(model, p); left < 0 {
				break
			}
			b.Passages = append(b.Passages, EscapePrompt(p))
		}
		out = append(out, b)
	}
	return out
}
