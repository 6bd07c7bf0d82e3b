// Package web asks the internet, which nothing else in this program does: a search server of the person's choice that
// speaks the Model Context Protocol (MCP), and pages at the addresses that it gives (Fetcher).
//
// It is used only where the person has switched it on, and whoever uses it tells them beforehand what leaves the
// machine, and where to. What comes back is data: it is never run and its addresses are never opened by themselves.
//
// # Caveats
//
//   - Nothing is fetched, and no page is asked of the search server, at an address whose host is private by any of its
//     spellings, leads to one address that is, or leads nowhere. Fetcher goes to the addresses that were looked at, and
//     looks anew at every redirect; a search server looks names up itself, and may hear something else. Fetcher takes no
//     proxy, as a proxy would look names up elsewhere: behind one, pages can't be fetched.
//   - A search server is a program that the person trusts. It has their rights, and may run on this machine.
package web

import (
	"context"
	"errors"
	"net"
	"net/http"
	"regexp"
	"time"

	"lectern/backend/messages"
)

// Result is one thing that a search found.
type Result struct {
	Title    string    `json:"title"`
	Address  string    `json:"address"`
	Summary  string    `json:"summary"`  // a few lines
	Content  string    `json:"content"`  // the page's text; "" if only the summary came
	Language string    `json:"language"` // as a code; "" if not known
	Time     time.Time `json:"time"`     // when it was found
}

// Client asks a search server. Implementations try again by themselves what may well succeed in a moment.
type Client interface {
	// Host is where questions go, for the person to read.
	Host() string
	// Search finds pages and their text.
	Search(ctx context.Context, query string, limit int) ([]Result, error)
	// Summaries finds pages without their text: the second strategy.
	Summaries(ctx context.Context, query string, limit int) ([]Result, error)
	// Page reads the text of one page. ErrNoTool if the server can't.
	Page(ctx context.Context, address string) (string, error)
}

// ErrNoTool: the person gave no name of a tool for this, or the server has none of that name.
var ErrNoTool = messages.Error("web.no-such-tool")

// Tries say how often something is tried that may well succeed in a moment.
type Tries struct {
	Attempts int           // in all; 0: 3
	Wait     time.Duration // before the second, doubled before each further one; 0: half a second
}

func (t Tries) orDefault() Tries {
	const attempts, wait = 3, 500 * time.Millisecond
	if t.Attempts == 0 {
		t.Attempts = attempts
	}
	if t.Wait == 0 {
		t.Wait = wait
	}
	return t
}

// do tries until it works, fails for good, or was tried often enough.
func (t Tries) do(ctx context.Context, try func() error) error {
	t = t.orDefault()
	for attempt := 1; ; attempt++ {
		err := try()
		if err == nil || attempt >= t.Attempts || ctx.Err() != nil || !passing(err) {
			return err
		}
		select {
		case <-time.After(t.Wait << (attempt - 1)):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// StatusError is an answer that is no page.
type StatusError struct{ Status int }

func (e *StatusError) Error() string { return e.Said().String() }

// Said is what it says in each language.
func (e *StatusError) Said() messages.Message {
	return messages.New("web.answered", messages.Args{"status": e.Status, "text": http.StatusText(e.Status)})
}

// passingWords recognise trouble that passes where only a sentence tells of it, as of a search server's own requests.
var passingWords = regexp.MustCompile(`(?i)\b(?:429|5\d\d)\b|too many requests|rate.?limit|time[d -]*out|deadline exceeded|service unavailable|bad gateway`)

// passing tells whether the same may well succeed in a moment: 429, 5xx, and whatever took too long.
func passing(err error) bool {
	var status *StatusError
	var slow net.Error
	var told *toolError
	switch {
	case errors.As(err, &status):
		return status.Status == http.StatusTooManyRequests || status.Status >= http.StatusInternalServerError
	case errors.As(err, &told):
		return passingWords.MatchString(told.said)
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &slow) && slow.Timeout():
		return true
	}
	return false
}
