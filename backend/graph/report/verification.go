package report

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// Verification is what a round found out about its draft.
type Verification struct {
	Claims    []Claim `json:"claims"`
	Passed    int     `json:"passed"`
	Review    int     `json:"review"`
	Failed    int     `json:"failed"`
	PassRatio float64 `json:"passRatio"`      // of the claims that passed; 0 if there are none
	Mean      float64 `json:"meanConfidence"` // 0 if there are none
	NeedsMore bool    `json:"needsMore"`      // more search is advised
	ByModel   bool    `json:"byModel"`        // else by words and figures alone
}

type checkReply struct {
	Checks []struct {
		Claim         int     `json:"claim"`
		Confidence    float64 `json:"confidence" schema:"minimum=0 maximum=1"`
		Contradiction string  `json:"contradiction" schema:"maxLength=240"`
	} `json:"checks" schema:"maxItems=20"`
}

// Validate implements the check of llm.Structured. Above 1 a confidence is read as percent.
func (r *checkReply) Validate() error {
	if len(r.Checks) == 0 {
		return messages.Error("report.no-check")
	}
	for i, c := range r.Checks {
		const percent = 100
		if c.Confidence > 1 {
			c.Confidence /= percent
		}
		if c.Confidence < 0 || c.Confidence > 1 || math.IsNaN(c.Confidence) {
			return messages.Error("report.confidence-out-of-bounds", messages.Args{"confidence": r.Checks[i].Confidence})
		}
		r.Checks[i].Confidence = c.Confidence
	}
	return nil
}

// verification checks the draft's claims against the sources, and decides whether it is searched again.
func (w *Workflow) verification(ctx context.Context, s State) (State, error) {
	claims, passages, err := w.toCheck(ctx, s)
	if err != nil {
		return s, err
	}
	if len(claims) == 0 {
		return w.verified(ctx, s, claims, false)
	}
	reply, err := w.check(ctx, s, claims, passages)
	if err != nil {
		if rag.GivenUp(ctx, err) {
			return w.byRule(ctx, s, err)
		}
		return s, err
	}
	for i := range claims {
		checked := false
		for _, c := range reply.Checks {
			if c.Claim == i+1 && !checked {
				claims[i].Confidence, checked = c.Confidence, true
				claims[i].Contradiction = shorten(strings.Join(strings.Fields(c.Contradiction), " "), claimRunes)
			}
		}
		if !checked {
			claims[i].Confidence = unasked
		}
	}
	return w.verified(ctx, s, w.judged(say(s), claims, passages), true)
}

// byRule checks without a model, which could not be asked: by words and figures.
func (w *Workflow) byRule(ctx context.Context, s State, err error) (State, error) {
	claims, passages, wrong := w.toCheck(ctx, s)
	if wrong != nil {
		return s, wrong
	}
	rag.Note(ctx, "report.checked-by-words", messages.Args{"error": err})
	for i := range claims {
		claims[i].Confidence = unasked
	}
	s.Errors = w.noted(s, "report.by-rule", messages.Args{"n": s.Round.Number, "error": err})
	return w.verified(ctx, s, w.judged(say(s), claims, passages), false)
}

func (w *Workflow) noted(s State, key string, args messages.Args) []string {
	d := w.desk(s)
	d.wrong(key, args)
	return d.all()
}

// toCheck reads the draft's claims, and the passages that each is checked against.
func (w *Workflow) toCheck(ctx context.Context, s State) (claims []Claim, passages [][]against, err error) {
	if s.Round.Draft.Name == "" || s.Round.Plain { // what sources say themselves needs no check against them
		rag.StepStarted(ctx, "report.checking")
		return []Claim{}, nil, nil
	}
	draft, err := w.Workspace.Outputs.Get(s.Round.Draft.Run, s.Round.Draft.Name)
	if err != nil {
		return nil, nil, messages.Error("report.draft-of-round-failed", messages.Args{"round": s.Round.Number, "error": err})
	}
	claims = claimsIn(string(draft), w.Config.Claims)
	rag.StepStarted(ctx, "report.checking-claims", messages.Args{"claims": messages.Count("count.claims", len(claims))})
	texts := map[int][]string{}
	for n, x := range w.usable(s) {
		texts[n] = append(pieces(x.Text, w.Config.SnippetChars), x.Tables...)
	}
	for i := range claims {
		passages = append(passages, w.passagesFor(claims[i], texts))
		if len(claims[i].Sources) == 0 {
			for _, p := range passages[i] {
				if !slices.Contains(claims[i].Sources, p.number) {
					claims[i].Sources = append(claims[i].Sources, p.number)
				}
			}
		}
	}
	return claims, passages, nil
}

// check asks the model. Where it all doesn't fit, each claim keeps fewer passages.
func (w *Workflow) check(ctx context.Context, s State, claims []Claim, passages [][]against) (reply checkReply, err error) {
	size, err := w.Client.ContextOf(ctx, w.ModelAt(ctx))
	if err != nil {
		return reply, err
	}
	tokens := min(checkTokens, size/2)
	for most := w.Config.Passages; ; most-- {
		var b strings.Builder
		for i, c := range claims {
			fmt.Fprintf(&b, "<claim id=\"%d\">\n%s\n", i+1, rag.EscapePrompt(c.Text))
			for _, p := range passages[i][:min(most, len(passages[i]))] {
				fmt.Fprintf(&b, "<passage source=%q>\n%s\n</passage>\n", mark(p.number), rag.EscapePrompt(p.text))
			}
			b.WriteString("</claim>\n")
		}
		prompt, err := rag.Render(w.prompts, "verify.md", brief{Claims: b.String(), Language: answerLanguage(s)})
		if err != nil {
			return reply, err
		}
		if w.Client.Tokens(w.ModelAt(ctx), prompt)+tokens > size {
			if most > 1 {
				continue
			}
			return reply, &llm.Error{Kind: llm.ErrContext, Message: messages.New("report.claims-too-long", messages.Args{"model": w.ModelAt(ctx)})}
		}
		err = w.Structured(ctx, "verify", prompt, tokens, &reply)
		return reply, err
	}
}

// unasked is the confidence of a claim that no model judged.
const unasked = -1

// judged bounds the confidences by what is known without a model, and names the statuses.
func (w *Workflow) judged(say messages.Messages, claims []Claim, passages [][]against) []Claim {
	for i := range claims {
		c := &claims[i]
		proved, likely := held(say, *c, passages[i])
		if c.Confidence == unasked {
			c.Confidence = min(likely, byWordsMost(proved.Verdict))
		}
		if proved.Verdict == store.Contradicted && c.Contradiction == "" {
			c.Contradiction = shorten(proved.Why, claimRunes)
		}
		switch {
		case len(passages[i]) == 0:
			c.Confidence = 0
		case proved.Loose:
			c.Confidence = min(c.Confidence, noFigureMost)
		case c.Contradiction != "":
			c.Confidence = min(c.Confidence, contradictedMost)
		}
		switch {
		case c.Confidence >= w.Config.Pass:
			c.Status = passed
		case c.Confidence >= w.Config.Review:
			c.Status = review
		default:
			c.Status = failed
		}
	}
	return claims
}

// byWordsMost is the confidence at most of a claim that words alone have decided on.
func byWordsMost(verdict string) float64 {
	switch verdict {
	case store.Verified:
		return 1
	case store.Partly:
		return partlyMost
	}
	return notFoundMost
}

// verified sums a round up and decides how it goes on.
func (w *Workflow) verified(ctx context.Context, s State, claims []Claim, byModel bool) (State, error) {
	v := w.sum(claims)
	v.ByModel = byModel
	r := s.Round
	r.Verification = v
	s.Again = v.NeedsMore && s.Loops < w.Config.Loops
	s.Errors = rag.NonNil(s.Errors)
	if r.Number > 0 {
		d := w.desk(s)
		d.save(fmt.Sprintf("verification-%d.json", r.Number), v)
		s.Errors = d.all()
	}
	s.Round, s.Best = r, better(s.Best, r)
	graph.Emit(ctx, rag.Report{Kind: rag.KindOutput, Made: rag.MustJSON(w.made(s))})
	switch {
	case len(claims) == 0:
		rag.StepDone(ctx, "report.no-claims")
	case s.Again:
		rag.StepDone(ctx, "report.again", messages.Args{"told": told(v), "number": s.Loops + 1, "most": w.Config.Loops})
	default:
		rag.StepDone(ctx, "messages.text", messages.Args{"text": told(v)})
	}
	return s, nil
}

func told(v Verification) messages.Message {
	return messages.New("report.verified", messages.Args{"passed": v.Passed, "review": v.Review, "failed": v.Failed, "claims": messages.Count("count.claims", len(v.Claims)), "confidence": fmt.Sprintf("%.0f", 100*v.Mean)})
}

// sum counts, and tells whether more search is advised: a claim failed, too few passed, or the mean is too low.
func (w *Workflow) sum(claims []Claim) Verification {
	v := Verification{Claims: claims}
	for _, c := range claims {
		v.Mean += c.Confidence
		switch c.Status {
		case passed:
			v.Passed++
		case review:
			v.Review++
		default:
			v.Failed++
		}
	}
	if n := float64(len(claims)); n > 0 {
		v.Mean /= n
		v.PassRatio = float64(v.Passed) / n
		v.NeedsMore = v.Failed > 0 || v.PassRatio < w.Config.PassRatio || v.Mean < w.Config.MeanLeast
	}
	return v
}

// better is the round to be reported: a model's before extracts, then the one that holds better, the later of equals.
func better(best, r Round) Round {
	a, b := best.Verification, r.Verification
	switch {
	case r.Number == 0:
		return best
	case best.Number == 0, best.Plain && !r.Plain:
		return r
	case r.Plain && !best.Plain:
		return best
	case len(a.Claims) > 0 && len(b.Claims) == 0, b.Failed > a.Failed, b.Failed == a.Failed && b.Mean < a.Mean:
		return best
	}
	return r
}
