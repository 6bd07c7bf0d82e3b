package chat

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/graph/whole/wholetest"
)

// plants is a desk with documents of which is known what stands in them, a model that reads them without a fault, and little
// room for what it reads at once.
func plants(t testing.TB) (*desk, wholetest.Suppliers, *wholetest.Perfect) {
	t.Helper()
	d, reader := newDesk(t), &wholetest.Perfect{}
	gold := wholetest.Fill(d.Desk)
	d.Client = d.Narrow(2048)
	d.Server.Always(reader.Reply)
	d.Config.AskAfter = 86400
	return d, gold, reader
}

// listed are the entries of a list with their places, as an answer has them.
func listed(answer string) (names []string, places map[string][]string) {
	places = map[string][]string{}
	for line := range strings.Lines(answer) {
		name, where, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "- "), ": ")
		if !ok || !strings.HasPrefix(line, "- ") {
			continue
		}
		names = append(names, name)
		doc := ""
		for _, place := range strings.Split(rag.WithoutMarks(where), ", ") {
			before, page, _ := strings.Cut(place, "p. ")
			if before = strings.TrimSpace(before); before != "" {
				doc = before
			}
			places[name] = append(places[name], doc+", p. "+page)
		}
	}
	return names, places
}

func TestAListOfEverythingIsExactAndEachPassageIsReadOnce(t *testing.T) {
	d, gold, reader := plants(t)
	h := d.ask(Documents, "List all suppliers")
	names, places := listed(h.Answer.Text)
	if h.err != nil || len(gold.Names) < 200 || !slices.Equal(names, gold.Names) || !strings.Contains(h.Answer.Text, fmt.Sprintf("**%d** found for “suppliers”", len(gold.Names))) {
		t.Fatalf("%v: %d of %d\n%s", h.err, len(names), len(gold.Names), h.Answer.Text)
	}
	for name, want := range gold.Places {
		if got := places[name]; !slices.Equal(got, want[:min(len(want), 4)]) {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
	}
	if !strings.Contains(h.Answer.Text, "Read: all 120 passages of 10 files.") || h.Answer.Mode != rag.Read || h.Answer.Model == "" {
		t.Error(h.Answer.Mode, h.Answer.Text[len(h.Answer.Text)-200:])
	}
	once(t, reader)
	if err := d.Cites(h.Answer); err != nil {
		t.Error(err)
	}
	calls := d.Calls()
	again := d.ask(Documents, "How many suppliers are mentioned?")
	if d.Calls() != calls || !strings.Contains(again.Answer.Text, fmt.Sprintf("**%d** found", len(gold.Names))) {
		t.Errorf("the next question makes %d calls: %s", d.Calls()-calls, again.Answer.Text)
	}
	only := d.ask(Documents, "List all suppliers in @\"Report 03\"")
	if names, _ := listed(only.Answer.Text); d.Calls() != calls || len(names) == 0 || len(names) > 40 || !strings.Contains(only.Answer.Text, "all 12 passages of 1 file") {
		t.Errorf("of one file, with %d calls: %s", d.Calls()-calls, only.Answer.Text)
	}
}

func once(t *testing.T, reader *wholetest.Perfect) {
	t.Helper()
	read := reader.Read()
	if len(read) != wholetest.Documents*wholetest.Pages || slices.Max(read) != 1 {
		t.Errorf("%d passages were read, one of them %d times", len(read), slices.Max(read))
	}
}

func TestEachPassageIsReadOnceHoweverOftenTheRunIsKilled(t *testing.T) {
	const kills = 50
	d, gold, reader := plants(t)
	d.Config.Readers, d.Attempts = 1, 1
	d.Client = d.Narrow(800)
	chance := rand.New(rand.NewPCG(5, 8))
	var mu sync.Mutex // the model's server has goroutines of its own
	killed, left := 0, 0
	var cancel context.CancelFunc
	reader.Before = func(int) bool { // what was found before is stored, and this call isn't answered
		mu.Lock()
		defer mu.Unlock()
		if left--; left > 0 || killed >= kills {
			return false
		}
		killed++
		cancel()
		return true
	}
	turn := d.Turn("List all suppliers")
	turn.Mode = Documents
	next := func(w *graph.Workflow[State], ctx context.Context) *graph.Run[State] {
		return w.Start(ctx, ragtest.Thread, rag.Asking[State](turn))
	}
	for {
		fresh := &Workflow{Tools: d.Tools, Config: d.Config} // which knows nothing but what is stored
		app, err := fresh.Compile(d.Checkpoints())
		if err != nil {
			t.Fatal(err)
		}
		mu.Lock()
		var ctx context.Context
		ctx, cancel = context.WithCancel(context.Background())
		left = chance.IntN(3)
		mu.Unlock()
		run := next(app, ctx)
		for range run.Events() {
		}
		r, err := run.Result()
		stopped := ctx.Err() != nil
		mu.Lock()
		cancel()
		mu.Unlock()
		next = func(w *graph.Workflow[State], ctx context.Context) *graph.Run[State] {
			return w.Continue(ctx, ragtest.Thread)
		}
		if err == nil && len(r.Next) == 0 {
			if names, _ := listed(r.State.Answer.Text); !slices.Equal(names, gold.Names) {
				t.Errorf("%d of %d: %s", len(names), len(gold.Names), r.State.Answer.Text)
			}
			break
		}
		if err != nil && !stopped {
			t.Fatal(err)
		}
	}
	if killed < kills {
		t.Errorf("it was killed %d times only", killed)
	}
	once(t, reader)
}

func TestASummaryIsCondensedInAsManyLevelsAsItTakes(t *testing.T) {
	d, _, reader := plants(t)
	h := d.ask(Documents, "Summarise all documents")
	if h.err != nil || h.Answer.Mode != "model" || !strings.HasPrefix(h.Answer.Text, "The plants buy from many [1].") || !strings.HasSuffix(h.Answer.Text, "*Read: all 120 passages of 10 files.*") {
		t.Fatalf("%v %+v", h.err, h.Answer)
	}
	once(t, reader)
	levels := 0
	for _, p := range d.Prompts() {
		if strings.Contains(p, "There are too many.") {
			levels++
		}
	}
	if levels < 3 || !strings.Contains(d.Prompt(d.Calls()-1), "You write a summary") {
		t.Errorf("%d calls condense", levels)
	}
	if err := d.Cites(h.Answer); err != nil {
		t.Error(err)
	}
}

func TestWhatFitsIntoOneCallIsSummedUpInOne(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Script("Three months of notice [1].")
	h := d.ask(Auto, "Summarise @Lease and @Leese")
	if h.err != nil || d.Calls() != 1 || len(h.Answer.Citations) != 1 || !strings.Contains(h.Answer.Text, "Read: all 3 passages of 1 file.") {
		t.Fatalf("%v, %d calls, %+v", h.err, d.Calls(), h.Answer)
	}
	own := ""
	for _, o := range h.Answer.Own {
		own += h.Answer.Text[o.Start:o.End]
	}
	if !strings.HasPrefix(own, "*No document is called “Leese”.") || !strings.HasSuffix(own, "of 1 file.*") || strings.Contains(own, "Three months") {
		t.Errorf("its own words are %q", own)
	}
}

func TestReadingKilledAtEveryStepEndsTheSame(t *testing.T) {
	whole, stopped := ragtest.Killed(t, func(t testing.TB) ragtest.Journey {
		d, _, _ := plants(t)
		d.Config.Readers = 1
		d.Client = d.Narrow(800)
		d.Server.Uncounted() // what is learnt of tokens by a call that ends while it is cut off changes how the rest is parted
		j := d.journey(`List all suppliers in @"Report 03"`)
		j.Check = nil // of a list, what is cited is more than a few passages
		left := regexp.MustCompile(`,"(?:left|seconds)":\d+`)
		j.Plain = func(s string) string { return left.ReplaceAllString(s, "") } // what a survey that was cut off had read stays read
		return j
	}, 1, 2)
	if s := ragtest.Decoded[State](t, whole); !s.Route.ByModel || whole.Answer.Mode != rag.Read || stopped.Cuts < 4 {
		t.Errorf("%+v; %d stops", whole.Answer, stopped.Cuts)
	}
}
