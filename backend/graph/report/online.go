package report

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/url"
	"path"
	"strings"
	"time"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/text"
	"lectern/backend/web"
)

// online asks the search server that the person has set, and fetches pages. What leaves the machine, and where to, is
// told before it does. Nothing of a document or of a draft that was written from documents is ever part of it.
type online struct{ *finder }

// Search implements SearchClient: the question, shaped to its language, or each claim that did not hold.
func (o *online) Search(ctx context.Context, ask request) (out []Result) {
	if len(ask.Claims) == 0 {
		return o.ask(ctx, ask.Question+" "+messages.In(o.s.Code).Text("report.query-latest"), webResults, o.w.Web.Search)
	}
	if ask.Own {
		rag.Note(ctx, "report.claims-not-sent")
		return nil
	}
	for _, claim := range ask.Claims {
		out = append(out, o.ask(ctx, claim, followUpResults, o.w.Web.Search)...)
	}
	return out
}

// Again implements SearchClient: summaries, of which the texts are fetched then.
func (o *online) Again(ctx context.Context, ask request) []Result {
	if len(ask.Claims) > 0 {
		return nil
	}
	return o.ask(ctx, ask.Question+" "+messages.In(o.s.Code).Text("report.query-latest"), webResults, o.w.Web.Summaries)
}

// Further implements SearchClient: three questions that follow from the first.
func (o *online) Further(ctx context.Context, ask request) (out []Result) {
	if len(ask.Claims) > 0 {
		return nil
	}
	for _, key := range []string{"report.query-data", "report.query-case", "report.query-news"} {
		words := messages.In(o.s.Code).Text(key)
		out = append(out, o.ask(ctx, ask.Question+" "+words, followUpResults, o.w.Web.Search)...)
	}
	return out
}

func (o *online) ask(ctx context.Context, query string, limit int, by func(context.Context, string, int) ([]web.Result, error)) (out []Result) {
	const longest = 400 // characters
	query = shorten(strings.Join(strings.Fields(query), " "), longest)
	if !o.leaves(ctx, o.w.Web.Host(), "“"+query+"”") {
		return nil
	}
	found, err := by(ctx, query, limit)
	o.webCalls++
	if err != nil && ctx.Err() == nil && !errors.Is(err, web.ErrNoTool) {
		o.desk.wrong("report.web-failed", messages.Args{"query": query, "error": err})
		rag.Note(ctx, "report.no-answer-from-web", messages.Args{"error": err})
	}
	for _, r := range found[:min(limit, len(found))] {
		if _, err := web.Address(r.Address); err != nil {
			continue
		}
		language := r.Language
		if language == "" {
			language = text.Language(r.Summary + "\n" + shorten(r.Content, textChars))
		}
		out = append(out, Result{
			Title: r.Title, Address: r.Address, Summary: r.Summary, Content: r.Content, Kind: kindOf(r.Content),
			Language: language, Time: r.Time.UTC().Format(time.RFC3339), Reader: "search server",
		})
	}
	o.queries = append(o.queries, Query{Where: o.w.Web.Host(), Text: query, Found: len(out)})
	return out
}

// leaves tells what is about to leave the machine, and whether it may.
func (o *online) leaves(ctx context.Context, host, what string) bool {
	if ctx.Err() != nil || o.off() {
		return false
	}
	rag.Leaves(ctx, host, what)
	return true
}

// off tells whether the person has switched the web off meanwhile; the report says so.
func (o *online) off() bool {
	if o.w.online() {
		return false
	}
	o.desk.wrong("report.web-off", nil)
	return true
}

// Bodies implements SearchClient: the search server reads the page, and if it can't, this program fetches it.
func (o *online) Bodies(ctx context.Context, results []Result, most int) {
	for i := range results {
		r := &results[i]
		if r.Content != "" || r.Raw.Name != "" || ctx.Err() != nil {
			continue
		}
		if most--; most < 0 || o.off() {
			return
		}
		if err := o.body(ctx, r); err != nil && ctx.Err() == nil {
			o.desk.wrong("report.unread", messages.Args{"source": r.Address, "error": err})
			rag.Note(ctx, "report.page-unread", messages.Args{"host": hostOf(r.Address), "error": err})
		}
	}
}

func (o *online) body(ctx context.Context, r *Result) error {
	u, err := web.Address(r.Address)
	if err != nil {
		return err
	}
	o.webCalls++
	if path.Ext(strings.ToLower(u.Path)) != ".pdf" && o.leaves(ctx, o.w.Web.Host(), messages.From(ctx).Text("report.page-to-the-web", messages.Args{"address": r.Address})) {
		text, err := o.w.Web.Page(ctx, r.Address)
		if err == nil && strings.TrimSpace(text) != "" {
			r.Content, r.Kind, r.Reader = text, kindOf(text), "search server"
			return nil
		}
	}
	if !o.leaves(ctx, u.Host, r.Address) {
		return context.Cause(ctx)
	}
	page, err := o.w.Pages.Fetch(ctx, r.Address)
	if err != nil {
		return err
	}
	r.Kind, r.Reader = page.Kind, "fetcher"
	if page.Kind != web.PDF {
		r.Content = string(page.Body)
		return nil
	}
	r.Raw, err = o.desk.keep("report page "+hash(r.Address), page.Body)
	return err
}

// kindOf tells HTML from plain text where nobody said so.
func kindOf(text string) string {
	start := strings.ToLower(strings.TrimSpace(text[:min(len(text), 200)]))
	if strings.HasPrefix(start, "<!doctype html") || strings.HasPrefix(start, "<html") || strings.HasPrefix(start, "<head") || strings.HasPrefix(start, "<body") {
		return web.HTML
	}
	return web.Plain
}

func hostOf(address string) string {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		return u.Host
	}
	return "the page"
}

func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:8])
}
