package library

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"lectern/backend/ingest"
	"lectern/backend/messages"
)

// File is a file that is to be added, and the group that it goes to; "" is none.
type File struct {
	Path, Folder string
}

// FolderName is what a group is called: the parts of a path, without what isn't seen. What leads out of it is left out.
func FolderName(name string) string {
	var parts []string
	for _, part := range strings.Split(filepath.ToSlash(name), "/") {
		if part = strings.TrimSpace(ingest.Shown(part)); strings.Trim(part, ".") != "" {
			parts = append(parts, part)
		}
	}
	return path.Join(parts...)
}

// Move puts documents into a group, "" takes them out of theirs, and tells of each.
func (l *Library) Move(ids []string, folder string) error {
	folder = FolderName(folder)
	if r := []rune(folder); len(r) > longestText {
		return messages.Error("library.too-long", messages.Args{"text": string(r[:40]), "most": longestText})
	}
	l.tells.Lock()
	defer l.tells.Unlock()
	if err := l.Workspace.Documents.Move(l.moveComing(ids, folder), folder); err != nil {
		return absent(err)
	}
	l.keepQueue(true)
	all, err := l.List()
	if err == nil {
		l.Notify(slices.DeleteFunc(all, func(d Document) bool { return !slices.Contains(ids, d.ID) }))
	}
	return err
}

// moveComing does so with those that aren't in the library yet, and with what is shown of the others; it tells which ones
// are there to be moved.
func (l *Library) moveComing(ids []string, folder string) (there []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, id := range ids {
		j, p := l.jobs[id], l.due[id]
		if j != nil {
			j.shown.Folder = folder
		}
		if p != nil {
			p.shown.Folder = folder
		}
		if j == nil || j.again {
			there = append(there, id)
		}
	}
	return there
}
