// Package app is Lectern without a face: the parts wired together over one data folder, and what a person does with them.
// The window, the browser mode and the terminal show the same use cases in three ways; none of them has rules of its own.
//
// A Core is the program over a data folder. What the page gets are plain named structs without nil slices, and errors that
// are sentences. What happens on its own is told by events (events.go).
package app
