package report

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// SearchClient finds results. The library is the default one; the web comes in where the person has switched it on.
// What goes wrong with one query or page is noted at the desk, and the others go on.
type SearchClient interface {
	// Search finds results for a first round's question, or for the claims of a draft that did not hold.
	Search(ctx context.Context, ask request) []Result
	// Again finds more in a second way, where the first gave too little.
	Again(ctx context.Context, ask request) []Result
	// Further finds what stands around the question.
	Further(ctx context.Context, ask request) []Result
	// Bodies gets the texts of up to so many results that came without.
	Bodies(ctx context.Context, results []Result, most int)
}

// request is what is to be searched.
type request struct {
	Question string
	Parts    []string // of it; each is searched by itself
	Claims   []string // of a draft, that did not hold; empty in a first round
	Own      bool     // the claims may rest on the person's documents, so they stay on the machine
}

// search looks for results, adds the new ones to those that there are, and keeps them beside the run.
func (w *Workflow) search(ctx context.Context, s State) (State, error) {
	in, err := w.within(ctx, s)
	if err != nil {
		return s, err
	}
	ask := w.request(s, in)
	w.announce(ctx, s, in, ask)
	f := &finder{w: w, desk: w.desk(s), s: s, in: in, time: w.Now().UTC().Format(time.RFC3339)}
	var fresh []Result
	for _, c := range w.clients(ctx, f) {
		found := c.Search(ctx, ask)
		if bodies(found) < w.Config.Enough {
			found = append(found, c.Again(ctx, ask)...)
		}
		found = f.distinct(append(found, c.Further(ctx, ask)...), fresh)
		c.Bodies(ctx, found, w.Config.Bodies)
		fresh = append(fresh, found...)
	}
	if ctx.Err() != nil {
		return s, context.Cause(ctx)
	}
	results, err := f.add(ctx, fresh)
	if err != nil {
		return s, err
	}
	s.Results, s.Queries = results, f.asked(s.Queries)
	f.desk.save("results.json", w.resultsFile(s))
	rag.StepDone(ctx, "report.found", messages.Args{"sources": messages.Count("count.new-sources", len(results)-f.before), "queries": messages.Count("count.queries", len(f.queries)), "before": inAll(ctx, f.before, len(results))})
	graph.Emit(ctx, rag.Report{Kind: rag.KindOutput, Made: rag.MustJSON(w.made(s))})
	s.Retrievals, s.WebCalls, s.Errors = s.Retrievals+f.retrievals, s.WebCalls+f.webCalls, f.desk.all()
	s.Asked, s.Documents = rag.IDs(in.targets), true
	if s.Round.Number > 0 {
		s.Loops++
	}
	return s, nil
}

func inAll(ctx context.Context, before, all int) string {
	if before == 0 {
		return ""
	}
	return messages.From(ctx).Text("report.in-all", messages.Args{"number": all})
}

func (w *Workflow) announce(ctx context.Context, s State, in scope, ask request) {
	say := messages.From(ctx)
	where := say.Say(messages.Count("count.documents", len(in.documents)))
	if w.asksWeb(s, in) {
		if where += say.Text("report.and-web"); w.Config.Where == webAlone {
			where = say.Text("report.the-web")
		}
	}
	if len(ask.Claims) > 0 {
		rag.StepStarted(ctx, "report.searching-again", messages.Args{"where": where, "claims": messages.Count("count.claims", len(ask.Claims))})
	} else {
		rag.StepStarted(ctx, "report.searching", messages.Args{"where": where})
	}
}

// scope is what the run is limited to.
type scope struct {
	documents []store.Document // that may be searched
	targets   []store.Document // the same, if they aren't the whole library
	limited   bool
	query     string // with the names of mentioned documents in the place of their @mentions
}

// within reads the person's choice of files, and the @mentions of the question.
func (w *Workflow) within(ctx context.Context, s State) (scope, error) {
	library, err := w.Library(nil)
	if err != nil {
		return scope{}, err
	}
	named := rag.FindMentions(s.Query, library)
	for _, name := range named.Unknown {
		rag.Note(ctx, "rag.no-document-called", messages.Args{"name": name})
	}
	in := scope{documents: library, query: named.Rest, limited: len(s.Scope) > 0 || len(named.Documents) > 0}
	if len(s.Scope) > 0 {
		in.documents = slices.DeleteFunc(slices.Clone(library), func(d store.Document) bool { return !slices.Contains(s.Scope, d.ID) })
	}
	if mentioned := slices.DeleteFunc(slices.Clone(named.Documents), func(d store.Document) bool {
		return !slices.ContainsFunc(in.documents, func(o store.Document) bool { return o.ID == d.ID })
	}); len(mentioned) > 0 {
		in.documents = mentioned
	}
	if in.limited {
		in.targets = in.documents
	}
	return in, nil
}

// request puts together what is to be searched: the question, and in a loop the claims that did not pass.
func (w *Workflow) request(s State, in scope) request {
	ask := request{Question: in.query, Parts: s.Parts}
	if s.Round.Number == 0 {
		return ask
	}
	for _, c := range s.Round.Verification.Claims {
		if c.Status != passed {
			ask.Claims = append(ask.Claims, c.Text)
		}
	}
	ask.Own = slices.ContainsFunc(s.Round.Given, func(number int) bool { return s.Results[number-1].Passage != "" })
	return ask
}

// online tells whether the web is switched on, now.
func (w *Workflow) online() bool { return w.Web != nil && (w.On == nil || w.On()) }

// asksWeb tells whether this run goes to the web: switched on, wanted, and the question not limited to files.
func (w *Workflow) asksWeb(_ State, in scope) bool {
	return w.online() && w.Config.Where != documentsAlone && !in.limited
}

func (w *Workflow) clients(ctx context.Context, f *finder) (out []SearchClient) {
	web := w.asksWeb(f.s, f.in)
	if !web || w.Config.Where != webAlone {
		out = append(out, &library{finder: f})
	}
	if web {
		out = append(out, &online{finder: f})
	} else if w.online() && w.Config.Where != documentsAlone {
		rag.Note(ctx, "report.web-not-asked")
	}
	return out
}

// finder is what both clients share.
type finder struct {
	w          *Workflow
	desk       *workspace
	s          State
	in         scope
	time       string
	queries    []Query
	before     int
	retrievals int
	webCalls   int
}

// asked adds this search's queries to those before.
func (f *finder) asked(before []Query) []Query {
	return rag.NonNil(append(slices.Clone(before), f.queries...))
}

func bodies(rs []Result) (n int) {
	for _, r := range rs {
		if r.Content != "" {
			n++
		}
	}
	return n
}

// key tells duplicates apart: by passage in the library, by address on the web.
func (r Result) key() string {
	if r.Passage != "" {
		return r.Passage
	}
	return hash(strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(r.Address), "https://"), "http://"), "/"))
}

// distinct leaves out what is there already; of two results of this search the one with a body stays.
func (f *finder) distinct(found, others []Result) (out []Result) {
	known := map[string]bool{}
	for _, r := range f.s.Results {
		known[r.Key] = true
	}
	for _, r := range others {
		known[r.key()] = true
	}
	at := map[string]int{}
	for _, r := range found {
		key := r.key()
		i, again := at[key]
		switch {
		case known[key]:
		case again && out[i].Content == "" && r.Content != "":
			out[i] = r
		case !again:
			at[key] = len(out)
			out = append(out, r)
		}
	}
	return out
}

// add appends results to the state's, whose numbers stay. The web's are kept beside the run, as they came.
func (f *finder) add(ctx context.Context, fresh []Result) ([]SearchResult, error) {
	out := rag.NonNil(slices.Clone(f.s.Results))
	f.before = len(out)
	if room := f.w.Config.MostResults - len(out); len(fresh) > max(0, room) {
		rag.Note(ctx, "report.results-left-out", messages.Args{"results": messages.Count("count.results", len(fresh)-max(0, room)), "most": f.w.Config.MostResults})
		fresh = fresh[:max(0, room)]
	}
	for _, r := range fresh {
		found := SearchResult{Passage: r.Passage, Key: r.key(), Time: r.Time, Part: r.part}
		if r.Passage == "" {
			var err error
			if found.Kept, err = f.desk.keep(fmt.Sprintf("report result %d", len(out)+1), r); err != nil {
				return nil, err
			}
		}
		out = append(out, found)
	}
	return out, nil
}

// resultsFile is what the folder keeps of the searches: what was asked, and what came.
func (w *Workflow) resultsFile(s State) any {
	type numbered struct {
		S string `json:"s"`
		Result
	}
	file := struct {
		Queries []Query    `json:"queries"`
		Results []numbered `json:"results"`
	}{rag.NonNil(s.Queries), []numbered{}}
	for i := range s.Results {
		if r, err := w.result(s, i+1); err == nil {
			file.Results = append(file.Results, numbered{mark(i + 1), r})
		}
	}
	return file
}
