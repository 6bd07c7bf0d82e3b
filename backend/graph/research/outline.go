package research

import (
	"context"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// group is what one section of the document is about: a task, or several that rest on the same passages.
type group struct {
	Tasks    []string // ids
	Passages []string // ids, each once, those of the first task first
}

// outline groups what was found and makes sections of it, which the model names and puts in order.
func (w *Workflow) outline(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "research.outlining")
	groups := grouped(s.Plan)
	if len(groups) < 2 {
		return w.outlined(ctx, s, groups, nil)
	}
	found, err := w.found(s, groups)
	if err != nil {
		return s, err
	}
	out := outlineReply{groups: len(groups)}
	if err := w.call(ctx, "outline.md", map[string]any{"Anchor": s.Anchor, "Found": found}, &out); err != nil {
		return s, err
	}
	return w.outlined(ctx, s, groups, out.Sections)
}

// outlineByTask gives sections the words of their tasks, in the order of the plan, where the model doesn't name them.
func (w *Workflow) outlineByTask(ctx context.Context, s State, err error) (State, error) {
	if err := without(ctx, err, "research.not-outlined"); err != nil {
		return s, err
	}
	return w.outlined(ctx, s, grouped(s.Plan), nil)
}

// outlined begins the draft. Groups that the model didn't name stand behind the others, under the words of their first task.
func (w *Workflow) outlined(ctx context.Context, s State, groups []group, named []outlineSection) (State, error) {
	order, headings := []int{}, make([]string, len(groups))
	for _, sec := range named {
		order, headings[sec.Group-1] = append(order, sec.Group-1), sec.Heading
	}
	for i, g := range groups {
		if headings[i] == "" {
			order, headings[i] = append(order, i), taskText(s.Plan, g.Tasks[0])
		}
	}
	var d Draft
	for _, i := range order {
		parts, err := w.divided(ctx, s, groups[i], headings[i])
		if err != nil {
			return s, err
		}
		d.Parts = append(d.Parts, parts...)
	}
	if len(d.Parts) == 1 { // it is the whole document, and begins with the answer
		d.Parts[0].Heading = ""
	}
	rag.StepDone(ctx, "research.outlined", messages.Args{"sections": messages.Count("count.sections", len(groups))})
	s.Draft, s.Earlier = d, Draft{}
	return s, nil
}

// divided makes parts of a group, so that what was extracted on it fits the model's context.
func (w *Workflow) divided(ctx context.Context, s State, g group, heading string) ([]Part, error) {
	_, room, err := w.instructions(ctx, s, Draft{Parts: []Part{{Heading: heading}}})
	if err != nil {
		return nil, err
	}
	sections, err := w.sections(s, g.Tasks)
	if err != nil {
		return nil, err
	}
	costs := map[string]int{}
	for _, sec := range sections {
		room -= w.tokens(ctx, sec.Task) + w.tokens(ctx, sec.Finding)
		for _, p := range sec.ps {
			costs[p.Ref.String()] += w.tokens(ctx, p.Text.Text) + blockTokens
		}
	}
	parts, left := []Part{{Heading: heading, Tasks: g.Tasks}}, room
	for _, id := range g.Passages {
		last := &parts[len(parts)-1]
		if costs[id] > left && len(last.Passages) > 0 && len(parts) < partsOfGroup {
			parts = append(parts, Part{Heading: heading, More: true, Tasks: g.Tasks})
			last, left = &parts[len(parts)-1], room
		}
		last.Passages, left = append(last.Passages, id), left-costs[id]
	}
	return parts, nil
}

// partsOfGroup is how many calls write a section at most. What doesn't fit them is told to be left out.
const partsOfGroup = 4

// grouped puts the tasks that found something together where they rest on the same passages: two sections that share more
// than half of theirs would say the same.
func grouped(plan []Task) (out []group) {
	for _, t := range plan {
		if len(t.Passages) == 0 {
			continue
		}
		i := slices.IndexFunc(out, func(g group) bool {
			shared := 0
			for _, id := range t.Passages {
				if slices.Contains(g.Passages, id) {
					shared++
				}
			}
			return 2*shared > len(t.Passages)+len(g.Passages)-shared
		})
		if i < 0 {
			i, out = len(out), append(out, group{})
		}
		out[i].Tasks = append(out[i].Tasks, t.ID)
		for _, id := range t.Passages {
			if !slices.Contains(out[i].Passages, id) {
				out[i].Passages = append(out[i].Passages, id)
			}
		}
	}
	return out
}

// found tells of each group what was looked for and what it came to.
func (w *Workflow) found(s State, groups []group) (out [][]section, err error) {
	for _, g := range groups {
		sections, err := w.sections(s, g.Tasks)
		if err != nil {
			return nil, err
		}
		out = append(out, sections)
	}
	return out, nil
}

func taskText(plan []Task, id string) string {
	for _, t := range plan {
		if t.ID == id {
			return t.Text
		}
	}
	return ""
}

// heading is a line of a model as the head of a section: without signs of Markdown, numbers and marks.
func heading(line string) string {
	line = figureMarks.ReplaceAllString(line, "")
	return clip(strings.Trim(strings.Join(strings.Fields(line), " "), "#*_ .:"), headingLength)
}

// headingLength is how long the head of a section may be, in characters.
const headingLength = 120

type outlineReply struct {
	Sections []outlineSection `json:"sections" schema:"minItems=1 maxItems=50"`

	groups int
}

type outlineSection struct {
	Group   int    `json:"group" schema:"minimum=1"`
	Heading string `json:"heading" schema:"maxLength=120"`
}

// Validate implements the check of llm.Structured. A group that is named twice keeps its first place.
func (r *outlineReply) Validate() error {
	var kept []outlineSection
	for _, sec := range r.Sections {
		known := slices.ContainsFunc(kept, func(k outlineSection) bool { return k.Group == sec.Group })
		sec.Heading = heading(sec.Heading)
		if sec.Group < 1 || sec.Group > r.groups || sec.Heading == "" || known {
			continue
		}
		kept = append(kept, sec)
	}
	if len(kept) == 0 {
		return messages.Error("research.no-section", messages.Args{"groups": r.groups})
	}
	r.Sections = kept
	return nil
}
