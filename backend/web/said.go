package web

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
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

// results reads an answer: JSON if it is that, else the headings and fields that web-search-mcp writes. What has no
// address of the web is left out.
func (s said) results() []Result {
	all := s.inJSON()
	if all == nil {
		all = inWords(s.text)
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
	return out
}

func (s said) inJSON() (out []Result) {
	for _, raw := range []string{string(s.structured), s.text} {
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
	entryHead = regexp.MustCompile(`(?m)^\*\*(\d{1,3})\. (.*)\*\*\nURL: (\S+)\n`)
	counted   = regexp.MustCompile(`with (\d{1,4}) results?`)
	bodyHead  = regexp.MustCompile(`(?m)^\*\*(?:Full Content|Content Preview|Content):\*\*\n`)
	noBody    = regexp.MustCompile(`(?m)^\*\*Content Extraction Failed:\*\*.*$`)
	pageHead  = regexp.MustCompile(`(?s)^\*\*Page Content from:.*?\n\*\*Content:\*\*\n`)
)

// inWords reads entries of the form "**1. Title**", "URL: …", "Description: …", "**Full Content:**". The text of a page
// could pretend to be a further entry: if there are more than the answer counts, or they are counted wrongly, no text is
// taken from it, only titles, addresses and descriptions.
func inWords(text string) (out []Result) {
	heads := entryHead.FindAllStringSubmatchIndex(text, -1)
	pretended := false
	if m := counted.FindStringSubmatch(head(text, summaryLen)); m != nil {
		n, _ := strconv.Atoi(m[1])
		pretended = n != len(heads)
	}
	for i, h := range heads {
		if n, _ := strconv.Atoi(text[h[2]:h[3]]); n != i+1 {
			pretended = true
		}
		end := len(text)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		rest := strings.TrimSuffix(strings.TrimSpace(text[h[1]:end]), "---")
		r := Result{Title: text[h[4]:h[5]], Address: text[h[6]:h[7]], Summary: noBody.ReplaceAllString(rest, "")}
		if at := bodyHead.FindStringIndex(rest); at != nil {
			r.Summary, r.Content = rest[:at[0]], rest[at[1]:]
		}
		r.Summary = strings.TrimPrefix(strings.TrimSpace(r.Summary), "Description: ")
		out = append(out, r)
	}
	if pretended {
		for i := range out {
			out[i].Content = ""
		}
	}
	return out
}

// page is the text of a single page.
func (s said) page() string {
	text := s.text
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
