// Package frontend holds the window's page as npm built it. A clone where npm never ran still
// compiles: dist then has only its .gitkeep, and Built says so.
package frontend

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// FS is the content of dist: index.html at its root when the page was built.
func FS() fs.FS {
	root, err := fs.Sub(dist, "dist")
	if err != nil { // only for an invalid path, and "dist" is a valid one
		panic(err)
	}
	return root
}

// Built reports whether the page is there, which needs `npm ci && npm run build` once.
func Built() bool {
	_, err := fs.Stat(FS(), "index.html")
	return err == nil
}
