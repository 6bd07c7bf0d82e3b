package runs

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"lectern/backend/graph/chat"
	"lectern/backend/graph/rag"
	"lectern/backend/ingest/metadata"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// reads says whether a workflow prefers what its question says of documents: those that answer one question from what one search
// found. The others look around, or choose for each search by themselves.
func reads(workflow, mode string) bool {
	return (workflow == "" || workflow == "chat" || workflow == "checked") && mode != chat.Chat
}

// Narrow tells how a question would be narrowed if it were asked now. Mentions in it are taken at their word: it reads
// nothing else then.
func (r *Runs) Narrow(q Question) (metadata.Narrowed, error) {
	run := store.Run{Workflow: q.Workflow, Mode: q.Mode, Folder: q.Folder}
	for _, name := range q.Files {
		if d, err := r.workspace.Documents.Named(name); err == nil {
			run.Files = append(run.Files, d.ID)
		}
	}
	if q.Conversation != "" {
		c, runs, err := r.workspace.Conversations.Get(q.Conversation)
		if err != nil {
			return metadata.Narrowed{}, err
		}
		run.Parent = c.Shown
		if i := slices.IndexFunc(runs, func(old store.Run) bool { return old.ID == q.Instead }); i >= 0 {
			run.Parent = runs[i].Parent
		}
	}
	n, _, err := r.narrowed(run, q)
	return n, err
}

// narrow settles what a new run, whose place in its conversation is known, is limited to. What can't be is an error for
// the person.
func (r *Runs) narrow(run *store.Run, q Question) error {
	n, whole, err := r.narrowed(*run, q)
	if err == nil {
		run.Whole, run.Filters, run.FoundFilters, run.Off, run.Narrowed = whole, n.Wanted, n.Found, q.Off, n.Said(said(*run))
	}
	return err
}

func (r *Runs) narrowed(run store.Run, q Question) (n metadata.Narrowed, whole string, err error) {
	scope, err := r.inFolder(run)
	if err != nil {
		return n, whole, err
	}
	shelf, err := metadata.OpenFacets(r.workspace)
	if err != nil {
		return n, whole, err
	}
	library, err := r.workspace.Documents.List()
	if err != nil {
		return n, whole, err
	}
	mentioned := rag.FindMentions(q.Text, library).Documents
	whole = r.whole(run.Parent, q.Text, shelf.Companies(nil))
	var asked []store.Filter
	if len(mentioned) == 0 && !q.All && reads(run.Workflow, run.Mode) {
		asked = shelf.Asked(cmp.Or(whole, q.Text))
		asked = slices.DeleteFunc(asked, func(f store.Filter) bool { return slices.Contains(q.Off, f) })
	}
	if n, err = shelf.Narrow(scope, q.Filters, asked); err != nil || len(q.Filters) == 0 {
		return n, whole, err
	}
	for _, d := range mentioned {
		if !slices.Contains(n.Documents, d.ID) {
			return n, whole, messages.Error("runs.not-among-documents", messages.Args{"name": d.Name, "filters": metadata.Words(messages.In("en"), q.Filters)})
		}
	}
	return n, whole, nil
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
		if in, err := filepath.Rel(run.Folder, d.Path); err != nil || !filepath.IsLocal(in) || d.Failed != "" {
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
