package runs

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

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
	return r.narrowed(run, q)
}

// narrow settles what a new run, whose place in its conversation is known, is limited to. What can't be is an error for
// the person.
func (r *Runs) narrow(run *store.Run, q Question) error {
	n, err := r.narrowed(*run, q)
	if err == nil {
		run.Filters, run.FoundFilters, run.Off, run.Narrowed = n.Wanted, n.Found, q.Off, n.Said(said(*run))
	}
	return err
}

func (r *Runs) narrowed(run store.Run, q Question) (n metadata.Narrowed, err error) {
	scope, err := r.inFolder(run)
	if err != nil {
		return n, err
	}
	shelf, err := metadata.OpenFacets(r.workspace)
	if err != nil {
		return n, err
	}
	library, err := r.workspace.Documents.List()
	if err != nil {
		return n, err
	}
	mentioned := rag.FindMentions(q.Text, library).Documents
	var asked []store.Filter
	if len(mentioned) == 0 && !q.All && reads(run.Workflow, run.Mode) {
		asked = r.carried(run, q.Text, shelf.Asked(q.Text))
		asked = slices.DeleteFunc(asked, func(f store.Filter) bool { return slices.Contains(q.Off, f) })
	}
	if n, err = shelf.Narrow(scope, q.Filters, asked); err != nil || len(q.Filters) == 0 {
		return n, err
	}
	for _, d := range mentioned {
		if !slices.Contains(n.Documents, d.ID) {
			return n, messages.Error("runs.not-among-documents", messages.Args{"name": d.Name, "filters": metadata.Words(messages.In("en"), q.Filters)})
		}
	}
	return n, nil
}

// elliptic is how long a question may be, in characters, to lean on the one before.
const elliptic = 40

// carried adds the company that the question before was about to a short one that names another year or type but no
// company: "and in 2019?"
func (r *Runs) carried(run store.Run, question string, asked []store.Filter) []store.Filter {
	company := func(f store.Filter) bool { return f.Field == store.ByCompany }
	if len(asked) == 0 || run.Parent == "" || utf8.RuneCountInString(question) > elliptic || slices.ContainsFunc(asked, company) {
		return asked
	}
	parent, err := r.workspace.Runs.Get(run.Parent)
	if err != nil {
		return asked
	}
	for _, f := range parent.FoundFilters {
		if company(f) {
			asked = append(asked, f)
		}
	}
	return asked
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
