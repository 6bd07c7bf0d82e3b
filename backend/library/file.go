package library

import (
	"path/filepath"
	"strings"

	"lectern/backend/ingest"
)

// nameOf is what a document is called that was added from a path, or under the name of an upload.
func nameOf(path string) string {
	name := ingest.Shown(filepath.Base(path))
	if ext := filepath.Ext(name); strings.EqualFold(ext, ".pdf") {
		name = strings.TrimSpace(strings.TrimSuffix(name, ext))
	}
	if name == "" || name == "." || name == "/" {
		return "Untitled"
	}
	return name
}
