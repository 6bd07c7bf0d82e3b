package web

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"lectern/backend/messages"
)

// Limits of what is taken of an answer.
const (
	mostResults = 20
	titleRunes  = 200
	summaryLen  = 1000 // runes
)

// found is a result as search servers write one in JSON; they differ in the names.
type found struct {
	Title       string `json:"title"`
	URL         string `json:"url"`
	Link        string `json:"link"`
	Description string `json:"description"`
	Summary     string `json:"summary"`
	Snippet     string `json:"snippet"`
	FullContent string `json:"fullContent"`
	Content     string `json:"content"`
	Language    string `json:"language"`
}

func (f found) result() Result {
	return Result{
		Title: f.Title, Address: first(f.URL, f.Link), Summary: first(f.Description, f.Summary, f.Snippet),
		Content: first(f.FullContent, f.Content), Language: f.Language,
	}
}

func first(all ...string) string {
	for _, s := range all {
		if s != "" {
			return s
		}
	}
	return ""
}

// ErrMixed: what was found can't be told apart from the text of pages, which could pretend to be something found.
var ErrMixed = messages.Error("web.mixed-answer")

// results reads an answer: JSON if it is that, else the headings and fields that web-search-mcp writes. What has no
// address of the public web is left out.
func (s said) results() (out []Result, err error) {
	all := s.inJSON()
	if all == nil {
		all, err = inWords(s.items)
	}
	out, now := []Result{}, time.Now().UTC().Truncate(time.Second)
	for _, r := range all {
		u, err := Address(r.Address)
		if err != nil || len(out) == mostResults {
			continue
		}
		r.Address, r.Time = u.String(), now
		r.Title, r.Summary = firstRunes(oneLine(r.Title), titleRunes), firstRunes(oneLine(r.Summary), summaryLen)
		r.Content = strings.TrimSpace(head(r.Content, mostText))
		if r.Title == "" {
			r.Title = u.Hostname()
		}
		out = append(out, r)
	}
	return out, err
}

func (s said) inJSON() (out []Result) {
	for _, raw := range append([]string{string(s.structured)}, s.text()) {
		var list []found
		var named struct {
			Results []found `json:"results"`
		}
		if json.Unmarshal([]byte(raw), &list) != nil && json.Unmarshal([]byte(raw), &named) == nil {
			list = named.Results
		}
		for _, f := range list {
			out = append(out, f.result())
		}
		if out != nil {
			return out
		}
	}
	return nil
}

var (
	entryHead = regexp.MustCompile(`(?m)^\*\*(\d{1,4})\. (.*)\*\*\nURL: (\S+)\n`)
	counted   = regexp.MustCompile(`with (\d{1,4}) results?\W*$`)
	bodyHead  = regexp.MustCompile(`(?m)^\*\*(?:Full Content|Content Preview|Content):\*\*\n`)
	noBody    = regexp.MustCompile(`(?m)^\*\*Content Extraction Failed:\*\*.*$`)
	field     = regexp.MustCompile(`(?m)^(?:URL:|\*\*|---)`) // a line that is no further line of a description
	address   = regexp.MustCompile(`(?m)^URL: `)
	pageHead  = regexp.MustCompile(`(?s)^\*\*Page Content from:.*?\n\*\*Content:\*\*\n`)
)

// inWords reads entries of the form "**1. Title**", "URL: …", "Description: …", "**Full Content:**". Titles,
// descriptions and texts are those of pages, and each may hold lines that look like another entry. What is taken must be
// certain whatever stands there:
//
//   - an item of its own holds one entry;
//   - of an answer in one piece that counts one result, everything belongs to that;
//   - one that counts several is taken if every line of it is accounted for without the text of any page, by as many
//     entries as it counts, in order. A line that pretends to begin an entry is one too many then.
//
// Everything else is ErrMixed.
func inWords(items []string) (out []Result, err error) {
	var lists []string
	for _, item := range items {
		if at := entryHead.FindStringIndex(item); at == nil {
			continue
		} else if lists = append(lists, item); at[0] != 0 {
			continue
		}
		r, ok := alone(item)
		if !ok {
			return nil, ErrMixed
		}
		out = append(out, r)
	}
	switch {
	case len(lists) == 0, len(out) == len(lists):
		return out, nil
	case len(lists) == 1:
		return entries(lists[0])
	}
	return nil, ErrMixed // some begin with an entry, and some don't
}

// entries reads an answer in one piece.
func entries(text string) (out []Result, err error) {
	first, _, _ := strings.Cut(text, "\n")
	m := counted.FindStringSubmatch(first)
	if m == nil {
		return nil, ErrMixed
	}
	n, _ := strconv.Atoi(m[1])
	rest := text[entryHead.FindStringIndex(text)[0]:] + "\n"
	if n == 1 {
		r, ok := alone(rest)
		if !ok {
			return nil, ErrMixed
		}
		return []Result{r}, nil
	}
	for strings.TrimSpace(rest) != "" {
		at := entryHead.FindStringSubmatchIndex(rest)
		if at == nil || at[0] != 0 || rest[at[2]:at[3]] != strconv.Itoa(len(out)+1) {
			return nil, ErrMixed
		}
		r := Result{Title: rest[at[4]:at[5]], Address: rest[at[6]:at[7]]}
		rest = rest[at[1]:]
		end := len(rest)
		if at := field.FindStringIndex(rest); at != nil {
			end = at[0]
		}
		r.Summary = described(rest[:end])
		rest = strings.TrimLeft(rest[end:], "\n")
		if failed := noBody.FindStringIndex(rest); failed != nil && failed[0] == 0 {
			rest = rest[failed[1]:]
		}
		rest = strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(rest, "\n"), "---\n"), "\n")
		out = append(out, r)
	}
	if len(out) != n {
		return nil, ErrMixed
	}
	return out, nil
}

// alone reads a text that is one entry. A second line with an address shows that a title or a text pretends.
func alone(text string) (Result, bool) {
	at := entryHead.FindStringSubmatchIndex(text)
	if at == nil || at[0] != 0 || address.MatchString(text[at[1]:]) {
		return Result{}, false
	}
	rest := strings.TrimSuffix(strings.TrimSpace(text[at[1]:]), "---")
	r := Result{Title: text[at[4]:at[5]], Address: text[at[6]:at[7]], Summary: noBody.ReplaceAllString(rest, "")}
	if body := bodyHead.FindStringIndex(rest); body != nil {
		r.Summary, r.Content = rest[:body[0]], rest[body[1]:]
	}
	r.Summary = described(r.Summary)
	return r, true
}

func described(s string) string { return strings.TrimPrefix(strings.TrimSpace(s), "Description: ") }

// page is the text of a single page.
func (s said) page() string {
	text := s.text()
	if fs := s.inJSON(); len(fs) == 1 && fs[0].Content != "" {
		text = fs[0].Content
	}
	var one found
	if json.Unmarshal([]byte(text), &one) == nil && one.result().Content != "" {
		text = one.result().Content
	}
	return strings.TrimSpace(head(pageHead.ReplaceAllString(text, ""), mostText))
}

func firstRunes(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n]) + "…"
}

// head is a text's beginning of so many bytes, whole letters.
func head(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
