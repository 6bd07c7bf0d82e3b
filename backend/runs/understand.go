package runs

import (
	"cmp"
	"slices"
	"strings"

	"lectern/backend/graph/chat"
	"lectern/backend/graph/rag"
	"lectern/backend/graph/whole"
	"lectern/backend/ingest/metadata"
	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/text"
)

// reads says whether a workflow prefers what its question says of documents: those that answer one question from what one search
// found. The others look around, or choose for each search by themselves.
func reads(workflow, mode string) bool {
	return (workflow == "" || workflow == "chat" || workflow == "checked") && mode != chat.Chat
}

// Understood is what was understood of a question before it is answered.
type Understood struct {
	metadata.Narrowed
	Readings []store.Reading

	whole string // the question with what it leaves to the one before it; "": as it stands
}

// Understand tells how a question would be read if it were asked now. Mentions in it are taken at their word: no other
// document is preferred then.
func (r *Runs) Understand(q Question) (Understood, error) {
	run := store.Run{Workflow: q.Workflow, Mode: q.Mode, Folder: q.Folder, Language: q.Language}
	for _, name := range q.Files {
		if d, err := r.workspace.Documents.Named(name); err == nil {
			run.Files = append(run.Files, d.ID)
		}
	}
	if q.Conversation != "" {
		c, runs, err := r.workspace.Conversations.Get(q.Conversation)
		if err != nil {
			return Understood{}, err
		}
		run.Parent = c.Shown
		if i := slices.IndexFunc(runs, func(old store.Run) bool { return old.ID == q.Instead }); i >= 0 {
			run.Parent = runs[i].Parent
		}
	}
	return r.understood(run, q)
}

// understand settles how the question of a new run, whose place in its conversation is known, is read, and what it is limited
// to. What can't be is an error for the person.
func (r *Runs) understand(run *store.Run, q Question) error {
	u, err := r.understood(*run, q)
	if err == nil {
		run.Whole, run.Filters, run.FoundFilters, run.Off = u.whole, u.Wanted, u.Found, q.Off
		run.Readings, run.Dropped = u.Readings, q.Dropped
		if handed(*run) { // by one that always asks documents
			run.Workflow, run.Mode = "chat", chat.Documents
		}
		if run.Language == "" && slices.Contains(q.Dropped, store.ReadLanguage) {
			run.Language = text.LanguageName("en")
		}
		run.Narrowed = u.Said(said(*run)) // in the language that all this makes it
	}
	return err
}

func (r *Runs) understood(run store.Run, q Question) (u Understood, err error) {
	scope, err := r.inFolder(run)
	if err != nil {
		return u, err
	}
	shelf, err := metadata.OpenFacets(r.workspace)
	if err != nil {
		return u, err
	}
	library, err := r.workspace.Documents.List()
	if err != nil {
		return u, err
	}
	mentions := rag.FindMentions(q.Text, library)
	if !slices.Contains(q.Dropped, store.ReadBefore) {
		u.whole = r.whole(run.Parent, q.Text, shelf.Companies(nil))
	}
	var asked []store.Filter
	if len(mentions.Documents) == 0 && !q.All && reads(run.Workflow, run.Mode) {
		asked = shelf.Asked(cmp.Or(u.whole, q.Text))
		asked = slices.DeleteFunc(asked, func(f store.Filter) bool { return slices.Contains(q.Off, f) })
	}
	if u.Narrowed, err = shelf.Narrow(scope, q.Filters, asked); err != nil {
		return u, err
	}
	for _, d := range mentions.Documents {
		if len(q.Filters) > 0 && !slices.Contains(u.Documents, d.ID) {
			return u, messages.Error("runs.not-among-documents", messages.Args{"name": d.Name, "filters": metadata.Words(messages.In("en"), q.Filters)})
		}
		scope = append(scope, d.ID)
	}
	if len(u.Documents) > 0 {
		scope = u.Documents
	}
	u.Readings, err = r.readings(run, rag.FindMentions(cmp.Or(u.whole, q.Text), library), scope)
	if u.whole != "" {
		u.Readings = append([]store.Reading{{As: store.ReadBefore, Text: u.whole}}, u.Readings...)
	}
	u.Readings = slices.DeleteFunc(u.Readings, func(r store.Reading) bool { return slices.Contains(q.Dropped, r.As) })
	return u, err
}

// readings are how a question is read in itself: that everything is to be read for it, its parts, and another language than
// the window's.
func (r *Runs) readings(run store.Run, m rag.Mentions, scope []string) (out []store.Reading, err error) {
	all, ok := whole.Read(m)
	if ok {
		if ok, err = r.readsWhole(run, all, m, scope); err != nil {
			return nil, err
		}
	}
	switch {
	case ok:
		out = append(out, store.Reading{As: string(all.Kind), Text: cmp.Or(strings.Join(all.Terms, ", "), all.Of)})
	case !reads(run.Workflow, run.Mode):
		return nil, nil
	default:
		parts, err := rag.Parts(r.ctx, r.workspace, m.Rest, scope)
		if err != nil {
			return nil, err
		}
		var names []string
		for _, part := range parts {
			names = append(names, part.Name)
		}
		if len(names) > 0 {
			out = append(out, store.Reading{As: store.ReadParts, Text: strings.Join(names, "; ")})
		}
	}
	if code := text.Language(m.Rest); run.Language == "" && code != "" && code != "en" && slices.Contains(messages.Languages(), code) {
		out = append(out, store.Reading{As: store.ReadLanguage, Text: code})
	}
	return out, nil
}

// readsWhole says whether everything is read for a question: that is the chat's, whichever workflow was to answer. A summary that
// is to be about something may rest on the best passages, and figures of companies and years that are listed are looked up in
// tables, which the analyst does; reports and research are more than an answer.
func (r *Runs) readsWhole(run store.Run, q whole.Question, m rag.Mentions, scope []string) (bool, error) {
	switch run.Workflow {
	case "", "chat":
		return run.Mode != chat.Chat, nil
	case "checked", "analyst":
		if len(run.Overrides) > 0 || q.Kind == whole.Summary && q.Of != "" || len(m.Unknown) > 0 && len(scope) == 0 {
			return false, nil
		}
	default:
		return false, nil
	}
	if run.Workflow == "checked" || q.Exact() || q.Sort != "" {
		return true, nil
	}
	a, err := r.Facts.ReadComparison(r.ctx, m.Rest, scope, nil)
	return len(a.Measures) == 0, err
}

// handed says whether a run of another workflow is answered by the chat, which can read everything.
func handed(run store.Run) bool {
	everything := []string{store.ReadMentions, store.ReadNever, store.ReadList, store.ReadCount, store.ReadSummary}
	return (run.Workflow == "checked" || run.Workflow == "analyst") &&
		slices.ContainsFunc(run.Readings, func(r store.Reading) bool { return slices.Contains(everything, r.As) })
}

// whole is a question with what it leaves to the one before it, whose run is its parent; "" if it stands for itself.
func (r *Runs) whole(parent, question string, among []metadata.Company) string {
	if parent == "" {
		return ""
	}
	before, err := r.workspace.Runs.Get(parent)
	if err != nil {
		return ""
	}
	return rag.Complete(cmp.Or(before.Whole, before.Question), question, among)
}

// scope are the ids of the documents that a run is limited to: its files and those of its folder, of these the ones that
// are like its filters; none: all. Preferred are those among them that are like what its question says.
func (r *Runs) scope(run store.Run) (scope, preferred []string, err error) {
	scope, err = r.inFolder(run)
	if err != nil || len(run.Filters)+len(run.FoundFilters) == 0 {
		return scope, nil, err
	}
	shelf, err := metadata.OpenFacets(r.workspace)
	if err != nil {
		return nil, nil, err
	}
	n, err := shelf.Narrow(scope, run.Filters, run.FoundFilters)
	if err != nil {
		return nil, nil, messages.Error("runs.no-document-of", messages.Args{"filters": metadata.Words(said(run), run.Filters)})
	}
	if n.Documents != nil {
		scope = n.Documents
	}
	return scope, n.Preferred, nil
}

// inFolder are the ids of a run's files and of the documents of its folder. None: all.
func (r *Runs) inFolder(run store.Run) ([]string, error) {
	scope := slices.Clone(run.Files)
	if run.Folder == "" {
		return scope, nil
	}
	documents, err := r.workspace.Documents.List()
	if err != nil {
		return nil, err
	}
	inside := 0
	for _, d := range documents {
		if !d.In(run.Folder) || d.Failed != "" {
			continue
		}
		inside++
		if !slices.Contains(scope, d.ID) {
			scope = append(scope, d.ID)
		}
	}
	if inside == 0 {
		return nil, messages.Error("runs.no-document-from", messages.Args{"folder": strings.TrimSpace(run.Folder)})
	}
	return scope, nil
}
