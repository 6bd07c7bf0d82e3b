// Package pdf reads the text of one PDF, page by page.
//
// Two readers do it. The first is pdfium, compiled to WebAssembly and run by wazero: it sees no file system, at
// most 256 MB of memory, and the file's bytes through one call. The second, a reader in Go, steps in where pdfium
// can't open a file or a page; it gets letters right and leaves words and lines to us.
//
// Neither is safe against every hostile file: the Go reader can overflow its stack, and both can take long. The
// package is therefore used inside a worker process with limits, never in the program that has the window.
//
// A page comes as its characters with their boxes, in the order in which the reader finds them, and its drawn lines.
// What these make up, words and lines and columns, is found out elsewhere. Characters that nobody sees are told apart:
// what speaks against a text is cheap to find (suspects.go), and what is drawn decides (hidden.go, canvas.go, ink.go).
package pdf

import "lectern/backend/messages"

var (
	// ErrProtected says that the file opens only with a password.
	ErrProtected = messages.Error("pdf.needs-password")
	// ErrDamaged says that the reader can't make sense of the file or page.
	ErrDamaged = messages.Error("pdf.damaged")
	// ErrTooMuch says that a page holds more characters than MaxChars.
	ErrTooMuch = messages.Error("pdf.page-too-long")
)

// MaxChars is the largest number of characters of one page that is read; a printed page holds some 5,000.
const MaxChars = 1_000_000

// NotLooked is a page's Lettering where something is drawn that could not be looked at.
const NotLooked = -1

// Page is what stands on one page.
type Page struct {
	Label         string  // the page's name in the document ("iv"); "" when it has none
	Width, Height float64 // in points, as it is shown
	Glyphs        []Glyph // in the reader's order
	Rules         []Rule
	Shapes        []Shape
	Pictures      float64  // share of the page that pictures cover, 0 to 1
	Drawn         bool     // something is drawn on it besides text
	Lettering     int      // marks in what is drawn that stand in rows, as letters do; NotLooked
	Flat          bool     // what is drawn is nothing but colour, and a rule or two
	Hidden        []Hidden // text that nobody sees, which isn't among the glyphs
	Sight                  // whether such text was looked for
}
