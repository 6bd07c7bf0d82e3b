// Package ingest turns a file into text that can be searched and cited: pages, their sentences, and passages.
//
// The PDF is read in a worker: this program started again, with limits on memory and time, that gets the open file
// as its standard input and answers in frames. Whatever a hostile file does to the worker, this process sees a dead
// child, or frames that it checks before it believes them. The text is then cleaned and cut up here.
//
// Words: a page's text is normalised once, and everything after that is byte ranges of it. A sentence is what a
// citation underlines: a sentence of prose, a row of a table, a heading. A passage is what a search finds: whole
// sentences of one page, about 1,200 characters of them.
//
// A page without text (a scan) is no error; it has no sentences and no passages. A file from which something would
// have to be left out is an error: nothing is cut silently.
package ingest

import (
	"fmt"
	"time"

	"lectern/backend/messages"
)

// Kind says what is wrong with a file.
type Kind int

const (
	Unreadable Kind = iota // it can't be opened, or its reader can't be started
	NotPDF
	Empty
	Protected
	Damaged
	TooLarge // for the limits on memory, pages and text
	TooSlow  // for the limits on time
)

func (k Kind) String() string {
	names := [...]string{"unreadable", "no PDF", "empty", "protected", "damaged", "too large", "too slow"}
	if k < 0 || int(k) >= len(names) {
		return fmt.Sprintf("Kind(%d)", int(k))
	}
	return names[k]
}

// Error says why a file gave no content: Reason is the sentence for the person.
type Error struct {
	Kind   Kind
	Reason string

	said messages.Message
}

func (e *Error) Error() string { return e.Reason }

// Said is what it says in each language, unless the file was given another name since.
func (e *Error) Said() messages.Message {
	if e.said.String() != e.Reason {
		return messages.Plain(e.Reason)
	}
	return e.said
}

// fail makes an Error of a message; {file} in it is the file's name.
func fail(kind Kind, path, key string, args ...messages.Args) *Error {
	m := messages.New(key, append(args, messages.Args{"file": shown(path)})...)
	return &Error{kind, m.String(), m}
}

// Limits bounds what one file may cost. Zero fields have the values of DefaultLimits.
type Limits struct {
	File   int64         // bytes of the file
	Memory int64         // bytes that the worker may allocate
	CPU    time.Duration // the worker's CPU time without finishing a page
	Stall  time.Duration // time without a sign of life
	Total  time.Duration // time for the whole file, without what a Recogniser takes
	Pages  int
	Page   int // characters of one page
	Text   int // characters of all pages
}

// DefaultLimits fits every honest file that was tried: 768 MB is what wazero's compiler and pdfium's 256 MB need
// together with room for the second reader.
var DefaultLimits = Limits{
	File:   1 << 30,
	Memory: 768 << 20,
	CPU:    20 * time.Second,
	Stall:  time.Minute,
	Total:  30 * time.Minute,
	Pages:  50_000,
	Page:   1 << 20,
	Text:   64 << 20,
}

func (l Limits) orDefault() Limits {
	d := DefaultLimits
	fill(&l.File, d.File)
	fill(&l.Memory, d.Memory)
	fill(&l.CPU, d.CPU)
	fill(&l.Stall, d.Stall)
	fill(&l.Total, d.Total)
	fill(&l.Pages, d.Pages)
	fill(&l.Page, d.Page)
	fill(&l.Text, d.Text)
	return l
}

func fill[T int | int64 | time.Duration](v *T, otherwise T) {
	if *v <= 0 {
		*v = otherwise
	}
}
