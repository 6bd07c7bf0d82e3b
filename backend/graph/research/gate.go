package research

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// gate has the model decide whether the next reference is worth following. Those that a guard stops cost no call.
func (w *Workflow) gate(ctx context.Context, s TaskState) (TaskState, error) {
	rag.StepStarted(ctx, "research.deciding-references")
	if s = w.guard(ctx, s); s.Judged == len(s.References) {
		rag.StepIdle(ctx, "research.no-further-reference")
		return s, nil
	}
	r := &s.References[s.Judged]
	ps, err := w.Passages([]string{r.Passage})
	if err != nil {
		return s, err
	}
	around := r.Original
	if len(ps) > 0 {
		around = surroundings(ps[0].Text.Text, r.Original, w.Config.Surroundings)
	}
	var out gateReply
	if err := w.call(ctx, "gate.md", map[string]any{"Anchor": s.Anchor, "Task": s.Task.Text, "Reference": r, "Around": around}, &out); err != nil {
		return s, err
	}
	r.Status, r.Reason = NotFollowed, cmp.Or(clip(out.Reason, lineLength), messages.From(ctx).Text("research.no-reason"))
	if out.Follow {
		r.Status = Following
		rag.StepDone(ctx, "research.follows", messages.Args{"label": r.label(), "reason": r.Reason})
		return s, nil
	}
	s.Judged++
	rag.StepDone(ctx, "research.does-not-follow", messages.Args{"label": r.label(), "reason": r.Reason})
	return s, nil
}

// inDoubtFollow follows the reference where the model doesn't decide.
func (w *Workflow) inDoubtFollow(ctx context.Context, s TaskState, err error) (TaskState, error) {
	if err := without(ctx, err, "research.reference-undecided"); err != nil {
		return s, err
	}
	s = w.guard(ctx, s)
	r := &s.References[s.Judged]
	r.Status, r.Reason = Following, messages.From(ctx).Text("research.in-doubt")
	rag.StepDone(ctx, "research.follows-in-doubt", messages.Args{"label": r.label()})
	return s, nil
}

// guard passes over the references that are not followed whatever the model would say.
func (w *Workflow) guard(ctx context.Context, s TaskState) TaskState {
	for ; s.Judged < len(s.References); s.Judged++ {
		r := &s.References[s.Judged]
		switch {
		case r.Type == External:
			r.Reason = messages.From(ctx).Text("research.reference-outside")
		case slices.Contains(s.Visited, r.Key()) || slices.ContainsFunc(s.References[:s.Judged], func(o Reference) bool { return o.visited() && o.Key() == r.Key() }):
			r.Reason = messages.From(ctx).Text("research.followed-before")
		case s.Ended != "":
			r.Reason = s.Ended
		case r.Pattern == numberPattern && w.paper(*r) == "": // most of a bibliography isn't at hand, and costs no call
			r.Reason = messages.From(ctx).Text("research.paper-not-in-library")
		default:
			return s
		}
		r.Status = NotFollowed
	}
	return s
}

func (r Reference) label() string {
	if r.Document != "" && !strings.Contains(r.Target, r.Document) {
		return "“" + r.Target + " " + r.Document + "”"
	}
	return "“" + r.Target + "”"
}

// surroundings are so many characters of a text around a part of it.
func surroundings(text, part string, most int) string {
	at := strings.Index(text, part)
	if at < 0 { // it stands there with other spaces
		if word, _, _ := strings.Cut(part, " "); word != "" {
			at = max(0, strings.Index(text, word))
		}
		at = max(0, at)
	}
	runes, middle := []rune(text), utf8.RuneCountInString(text[:at])+utf8.RuneCountInString(part)/2
	from := max(0, min(middle-most/2, len(runes)-most))
	return strings.TrimSpace(string(runes[from:min(len(runes), from+most)]))
}

type gateReply struct {
	Reason string `json:"reason" schema:"maxLength=250"`
	Follow bool   `json:"follow"`
}

// ended says why the following of references is over, if it is.
func (w *Workflow) ended(say messages.Messages, s TaskState) string {
	if s.Tokens >= w.Config.ReferenceTokens {
		return say.Text("research.reference-tokens-used", messages.Args{"tokens": w.Config.ReferenceTokens})
	}
	for _, id := range sortedKeys(s.Led) {
		if s.Led[id] >= w.Config.SameDocument && len(s.Scope) != 1 {
			return say.Text("research.reference-same-document", messages.Args{"number": s.Led[id]})
		}
	}
	return ""
}
