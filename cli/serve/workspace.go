package serve

import (
	"net/http"

	"lectern/backend/app"
	"lectern/backend/messages"
)

// workspaceHeader has the id of the workspace that a page shows, once it knows.
const workspaceHeader = "Lectern-Workspace"

// current refuses what a page wants that shows another workspace than the program: nothing that was begun in one is done in
// another. Files that are on their way go on to where they were dropped.
func (b *browser) current(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get(workspaceHeader)
		if id != "" && r.URL.Path != "/api/upload" && r.URL.Path != "/api/events" {
			leave := b.core.Enter()
			shown := b.core.Shown()
			leave()
			if shown.Workspace != nil && shown.Workspace.ID() != id {
				turnAway(w, http.StatusConflict, messages.Text("serve.other-workspace"))
				return
			}
		}
		next(w, r)
	}
}

// workspace is the program in the one that a page shows.
func (b *browser) workspace(r *http.Request) (*app.Core, error) {
	if id := r.Header.Get(workspaceHeader); id != "" {
		return b.core.In(id)
	}
	return b.core.Shown(), nil
}
