package chat

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/whole"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// router decides whether the question goes to the documents, and to which.
func (w *Workflow) router(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "rag.reading-question")
	r, library, err := w.mentioned(s)
	if err != nil {
		return s, err
	}
	spoken := r.Whole != nil && len(r.Targets) == 0
	if spoken { // what is read from end to end are the documents that the question speaks of
		if spoken, err = w.speaksOf(r, s.Preferred, library); err != nil {
			return s, err
		}
	}
	if spoken {
		r.limit(s.Preferred, library)
	}
	why, err := w.decide(ctx, s, &r, library)
	if err != nil {
		return s, err
	}
	if r.Intent != IntentWhole {
		r.Whole = nil
		if spoken {
			r.Targets, r.Named = nil, nil
			if r.Intent == IntentSpecific {
				r.Intent = IntentDirect
			}
		}
	}
	r.ByModel = r.Whole != nil && w.Model != "" && !w.Small && r.Whole.NeedsModel()
	if r.FollowUp && len(s.Preferred) == 0 {
		s.Preferred = s.LastPreferred
	}
	if r.Intent == IntentDirect && len(r.Targets) > 0 {
		r.Intent = IntentSpecific
	}
	return w.routed(ctx, s, r, why), nil
}

// inDoubt routes a question to the documents if the models could not be asked what it is about.
func (w *Workflow) inDoubt(ctx context.Context, s State, err error) (State, error) {
	r, _, wrong := w.mentioned(s)
	if wrong != nil {
		return s, wrong
	}
	rag.Note(ctx, "chat.not-routed", messages.Args{"error": err})
	r.Intent, r.Whole = IntentDirect, nil
	return w.routed(ctx, s, r, messages.From(ctx).Text("chat.why-doubt")), nil
}

// mentioned begins a route with what the question names, and what it wants of the whole.
func (w *Workflow) mentioned(s State) (r Route, library []store.Document, err error) {
	if library, err = w.Library(nil); err != nil {
		return r, nil, err
	}
	m := rag.FindMentions(s.Asks(), library)
	r = Route{Plain: m.Rest, Unknown: m.Unknown}
	for _, d := range library {
		if slices.ContainsFunc(m.Documents, func(o store.Document) bool { return o.ID == d.ID }) ||
			len(m.Documents) == 0 && slices.Contains(s.Scope, d.ID) {
			r.Targets, r.Named = append(r.Targets, d.ID), append(r.Named, d.Name)
		}
	}
	if q, ok := whole.Read(m); ok && !s.Drops(string(q.Kind)) && len(library) > 0 && (len(r.Unknown) == 0 || len(r.Targets) > 0) {
		r.Whole = &q
	}
	return r, library, nil
}

// mostNamed is how many documents are told by their names.
const mostNamed = 6

// routed tells where the question goes, and why.
func (w *Workflow) routed(ctx context.Context, s State, r Route, why string) State {
	for _, name := range r.Unknown {
		rag.Note(ctx, "rag.no-document-called", messages.Args{"name": name})
	}
	switch {
	case r.Intent == IntentChat:
		rag.StepDone(ctx, "chat.no-documents-needed", messages.Args{"why": why})
	case len(r.Targets) > mostNamed:
		rag.StepDone(ctx, "chat.looks-into", messages.Args{"documents": len(r.Targets)})
	case len(r.Targets) > 0:
		rag.StepDone(ctx, "chat.looks-into-named", messages.Args{"names": strings.Join(r.Named, ", ")})
	default:
		rag.StepDone(ctx, "chat.looks-into-library", messages.Args{"why": why})
	}
	s.Route, s.Asked, s.Documents = r, r.Targets, r.Intent != IntentChat
	return s
}

// decide sets the intent and says why.
func (w *Workflow) decide(ctx context.Context, s State, r *Route, library []store.Document) (why string, err error) {
	switch s.Mode {
	case Chat:
		if len(r.Targets) > 0 {
			rag.Note(ctx, "chat.set-aside", messages.Args{"names": strings.Join(r.Named, ", ")})
			r.Targets, r.Named = nil, nil
		}
		r.Intent = IntentChat
		return messages.From(ctx).Text("chat.why-chat-mode"), nil
	case Documents:
		r.Intent = IntentDirect
		if w.followsUp(s, *r) {
			w.keepFiles(s, r, library)
		}
		w.wholeOrSpecific(ctx, r, library)
		return messages.From(ctx).Text("chat.why-documents-only"), nil
	}
	if len(r.Targets) > 0 {
		w.wholeOrSpecific(ctx, r, library)
		return messages.From(ctx).Text("chat.why-named"), nil
	}
	if r.Whole != nil && r.Whole.Exact() {
		w.wholeOrSpecific(ctx, r, library)
		return messages.From(ctx).Text("chat.why-whole"), nil
	}
	about := w.words.documents.in(r.Plain)
	talk := w.words.chat.in(r.Plain)
	if w.followsUp(s, *r) && (talk == "" || about != "") {
		r.Intent = IntentDirect
		w.keepFiles(s, r, library)
		w.wholeOrSpecific(ctx, r, library)
		return messages.From(ctx).Text("chat.why-follows-up"), nil
	}
	r.Intent = IntentDirect
	switch {
	case about != "":
		w.wholeOrSpecific(ctx, r, library)
		return messages.From(ctx).Text("chat.why-says", messages.Args{"phrase": about}), nil
	case talk != "":
		r.Intent = IntentChat
		return messages.From(ctx).Text("chat.why-says", messages.Args{"phrase": talk}), nil
	case r.Whole != nil && (r.Whole.Kind == whole.Summary && r.Whole.Of == "" || len(library) <= fewDocuments):
		w.wholeOrSpecific(ctx, r, library)
		return messages.From(ctx).Text("chat.why-whole"), nil
	}
	if word := wordsOfNames(library).in(r.Plain); word != "" {
		w.wholeOrSpecific(ctx, r, library)
		return messages.From(ctx).Text("chat.why-name", messages.Args{"word": word}), nil
	}
	if r.Intent, why, err = w.probe(ctx, r.Plain, library); err == nil && r.Intent == IntentDirect {
		w.wholeOrSpecific(ctx, r, library)
	}
	return why, err
}

// followsUp says whether the question leans on an answer from documents right before it.
func (w *Workflow) followsUp(s State, r Route) bool {
	if !s.LastDocuments || len(s.History()) == 0 || len(r.Targets) > 0 {
		return false
	}
	return s.Whole != "" || utf8.RuneCountInString(r.Plain) < w.Config.FollowUpChars || w.words.followUp.in(r.Plain) != ""
}

// keepFiles carries the files of the turn before over, those that are still there.
func (w *Workflow) keepFiles(s State, r *Route, library []store.Document) {
	r.FollowUp = true
	r.limit(s.LastTargets, library)
}

// limit adds documents to the targets, those that are there.
func (r *Route) limit(ids []string, library []store.Document) {
	for _, d := range library {
		if slices.Contains(ids, d.ID) {
			r.Targets, r.Named = append(r.Targets, d.ID), append(r.Named, d.Name)
		}
	}
}

// wholeOrSpecific settles the intent of a question that goes to documents.
func (w *Workflow) wholeOrSpecific(ctx context.Context, r *Route, library []store.Document) {
	if len(r.Targets) > 0 {
		r.Intent = IntentSpecific
	}
	q := r.Whole
	if q != nil && q.Kind == whole.Count { // which a table may tell
		if f, _, err := w.Figure(ctx, r.Plain, r.Targets); err != nil || f != nil {
			return
		}
	}
	if q != nil && (q.Kind != whole.Summary || q.Of == "" || w.Model != "" && !w.Small && (len(r.Targets) > 0 || len(library) <= fewDocuments)) {
		r.Intent = IntentWhole
	}
}

// speaksOf tells whether a question speaks of some documents by more than the words that it looks for: which documents mention
// Boeing is to be looked up in all.
func (w *Workflow) speaksOf(r Route, preferred []string, library []store.Document) (bool, error) {
	if !r.Whole.Exact() || len(preferred) == 0 {
		return true, nil
	}
	all, err := w.Workspace.Descriptions.List()
	var called []store.Document
	for _, d := range library {
		if slices.Contains(preferred, d.ID) {
			d.Name += " " + all[d.ID].Metadata().Company
			called = append(called, d)
		}
	}
	return wordsOfNames(called).in(strings.Join(r.Whole.Terms, " ")) == "", err
}

// probe looks whether anything in the library is near the question; if so, a small model call decides.
func (w *Workflow) probe(ctx context.Context, question string, library []store.Document) (intent, why string, err error) {
	if len(library) == 0 {
		if w.Model == "" {
			return IntentDirect, messages.From(ctx).Text("chat.why-no-model"), nil
		}
		return IntentChat, messages.From(ctx).Text("chat.why-library-empty"), nil
	}
	near, distance, err := w.nearest(ctx, question)
	switch {
	case err != nil:
		return "", "", err
	case w.Model == "":
		return IntentDirect, messages.From(ctx).Text("chat.why-no-model"), nil
	case !near && distance > 0:
		return IntentChat, messages.From(ctx).Text("chat.why-nothing-near", messages.Args{"distance": fmt.Sprintf("%.2f", distance)}), nil
	case !near:
		return IntentChat, messages.From(ctx).Text("chat.why-no-words"), nil
	}
	if w.Small {
		return IntentDirect, messages.From(ctx).Text("chat.why-doubt"), nil
	}
	names := make([]string, 0, 20)
	for _, d := range library[:min(20, len(library))] {
		names = append(names, d.Name)
	}
	var out intentReply
	if err := w.ask(ctx, "intent.md", map[string]any{"Names": rag.Attributes(names), "Question": rag.EscapePrompt(question)}, 64, &out); err != nil {
		return "", "", err
	}
	if out.Intent == "chat" {
		return IntentChat, messages.From(ctx).Text("chat.why-judged"), nil
	}
	return IntentDirect, messages.From(ctx).Text("chat.why-judged"), nil
}

type intentReply struct {
	Intent string `json:"intent" schema:"enum=documents|chat"`
}

// Validate implements the check of llm.Structured.
func (r *intentReply) Validate() error {
	if r.Intent != "chat" && r.Intent != "documents" {
		return messages.Error("chat.wrong-intent", messages.Args{"intent": fmt.Sprintf("%q", r.Intent)})
	}
	return nil
}

// ask makes one structured call with a prompt.
func (w *Workflow) ask(ctx context.Context, prompt string, data any, tokens int, out any) error {
	text, err := rag.Render(w.prompts, prompt, data)
	if err != nil {
		return err
	}
	return w.Structured(ctx, strings.TrimSuffix(prompt, ".md"), text, tokens, out)
}

// nearest probes the vectors, or the words where there is no embedding model. distance is 0 for words.
func (w *Workflow) nearest(ctx context.Context, question string) (near bool, distance float64, err error) {
	q := store.Query{Text: question}
	if _, err := w.Embedder.Vectors(ctx, &q); err != nil {
		return false, 0, err
	}
	if q.Vector != nil {
		hits, err := w.Workspace.Vectors.Nearest(ctx, q.Space, q.Vector, 1)
		if err != nil {
			return false, 0, err
		}
		if len(hits) > 0 {
			distance = 1 - hits[0].Cosine
			return distance <= w.Calibrations.Far(q.Space.Model, w.Config.ProbeDistance), distance, nil
		}
	}
	hits, err := w.Workspace.Passages.Search(ctx, store.Query{Text: question, Limit: 1})
	return len(hits) > 0 && hits[0].Keyword > 0, 0, err
}
