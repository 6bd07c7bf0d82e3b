package research

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/llm/llmtest"
)

// reader is a desk with a dozen passages on the rent, of which one task reads most at once.
func reader(t testing.TB, atOnce int) *desk {
	d := newDesk(t)
	for i := range 12 {
		d.Add(fmt.Sprintf("Lease %d", i), fmt.Sprintf("The rent of flat %d is %d euros.", i, 900+i))
	}
	d.Config.AtOnce, d.Config.TaskQueries, d.Config.TaskPassages, d.Config.Method = atOnce, 1, 12, ByRegex
	return d
}

// beside is how many passages were being read at the same time, at most, as far as what was told says.
type beside struct{ now, most int }

func (b *beside) hear(e graph.Event) {
	switch {
	case e.Node == "extract" && e.Kind == graph.KindStart:
		b.now++
	case e.Node == "extract" && e.Kind == graph.KindUpdate:
		b.now--
	}
	b.most = max(b.most, b.now)
}

// read are the passages whose extracts were asked for, in that order, by the flat.
func (d *desk) read() (flats []string) {
	for _, prompt := range d.prompt["extract"] {
		_, rest, _ := strings.Cut(prompt, "The rent of flat ")
		flat, _, _ := strings.Cut(rest, " ")
		flats = append(flats, flat)
	}
	return flats
}

// approved takes a question to where its plan is approved, and gives the run that goes on from there.
func (d *desk) approved(ctx context.Context, question string) rag.Run {
	d.T.Helper()
	var h heard
	h.follow(d.again().Start(ctx, ragtest.Thread, d.Turn(question)), nil)
	if h.err != nil || len(h.Questions) != 1 {
		d.T.Fatalf("%v, %d questions", h.err, len(h.Questions))
	}
	return d.again().AnswerAll(ctx, ragtest.Thread, h.answers(d))
}

// killedReading begins a question and kills the run while it reads its nth passage, from 0.
func (d *desk) killedReading(question string, nth int) {
	d.T.Helper()
	ctx, kill := context.WithCancel(d.T.Context())
	defer kill()
	d.meanwhile = func(kind string, n int) {
		if kind == "extract" && n == nth {
			kill()
		}
	}
	var h heard
	h.follow(d.approved(ctx, question), nil)
	if !errors.Is(h.err, context.Canceled) {
		d.T.Fatal(h.err)
	}
}

func TestPassagesReadSideBySideComeToTheSame(t *testing.T) {
	t.Parallel()
	var made []string
	for _, atOnce := range []int{1, 4} {
		d := reader(t, atOnce)
		var h heard
		var at beside
		h.follow(d.approved(t.Context(), "What is the rent?"), at.hear)
		if h.err != nil || at.most > atOnce || at.most == 1 && atOnce > 1 || d.did("extract") < 6 {
			t.Fatalf("%v, %d at once and not %d, %d read", h.err, at.most, atOnce, d.did("extract"))
		}
		slices.Sort(h.Ends) // they are told as they come
		made = append(made, measured.ReplaceAllString(fmt.Sprint(string(h.Made), string(rag.MustJSON(h.Answer)), h.Ends), ""))
	}
	if made[0] != made[1] {
		t.Errorf("one by one:\n%s\nside by side:\n%s", made[0], made[1])
	}
}

// However many are read at once, a run that is killed in the middle of it reads only those again that weren't finished.
func TestAKilledRunReadsOnlyThePassagesThatWereNotFinished(t *testing.T) {
	t.Parallel()
	for _, atOnce := range []int{1, 3} {
		whole := reader(t, atOnce)
		if h := whole.ask("What is the rent?"); h.err != nil {
			t.Fatal(h.err)
		}
		all := whole.did("extract")

		d := reader(t, atOnce)
		d.killedReading("What is the rent?", 4)
		before := d.did("extract")
		var h heard
		h.follow(d.again().Continue(t.Context(), ragtest.Thread), nil)
		if again := d.did("extract") - all; h.err != nil || before >= all || again < 0 || again > atOnce {
			t.Errorf("%d at once: %v, %d read before, %d of %d again", atOnce, h.err, before, again, all)
		}
		flats := d.read()
		if slices.Sort(flats); len(slices.Compact(flats)) != all {
			t.Errorf("%q of %d were read", flats, all)
		}
	}
}

// perfect is a reader that reads every block that it is given and says of each sentence which tasks it bears on.
func (d *desk) perfect() {
	d.Server.Always(func(r api.ChatRequest) llmtest.Reply {
		kind, prompt := llmtest.Purpose(r), r.Messages[len(r.Messages)-1].Content
		d.mu.Lock()
		defer d.mu.Unlock()
		d.calls[kind]++
		d.prompt[kind] = append(d.prompt[kind], prompt)
		if kind != "extract" {
			return llmtest.Reply{Text: d.says[kind][0]}
		}
		var out struct {
			Passages []passageReply `json:"passages"`
			Lines    []lineReply    `json:"lines"`
		}
		_, listed, _ := strings.Cut(prompt, "<tasks>\n")
		listed, _, _ = strings.Cut(listed, "</tasks>")
		tasks := strings.Split(strings.TrimSpace(listed), "\n")
		for i, block := range strings.Split(prompt, "<knowledge_base")[2:] { // the first is named in the instructions
			x := passageReply{Passage: i + 1}
			for n, sentence := range numberedSentence.FindAllString(block, -1) {
				l := lineReply{Passage: i + 1, Text: sentence[3:], Sentences: []int{n + 1}}
				for t, task := range tasks {
					if strings.Contains(sentence, strings.TrimPrefix(task, fmt.Sprint(t+1, ". "))) {
						l.Tasks, x.Relevance = append(l.Tasks, t+1), .9
					}
				}
				if len(l.Tasks) > 0 {
					out.Lines = append(out.Lines, l)
				}
			}
			out.Passages = append(out.Passages, x)
		}
		return llmtest.Reply{Text: string(rag.MustJSON(out))}
	})
}

var numberedSentence = regexp.MustCompile(`(?m)^\d\. .*$`)

// contract is a library of which every passage speaks of two matters, and points nowhere but in words.
func contract(t testing.TB) *desk {
	d := newDesk(t)
	matters := []string{"rent", "deposit", "heating", "repairs", "notice"}
	for i := range 20 {
		a, b := matters[i%5], matters[(i+1)%5]
		d.Add(fmt.Sprint("Lease ", i), fmt.Sprintf("In house %d the %s is %d euros. What the %s costs is told in the files that are kept: %d.", i, a, 900+i, b, 100+i))
	}
	d.says["plan"] = []string{`{"tasks":["rent","deposit","heating","repairs","notice"]}`}
	d.says["reevaluate"] = []string{`{"findings":"Found.","gap":"","queries":[],"tasks":[]}`}
	d.says["queries"] = []string{`{"queries":["euros of the house","what it costs"]}`}
	d.perfect()
	return d
}

func TestAPassageIsReadOnceInARunAndSeveralInACall(t *testing.T) {
	t.Parallel()
	var found [2][]string
	for i, batch := range []int{1, 4} {
		d := contract(t)
		d.Config.Batch = batch
		h := d.ask("What is told of the rent, the deposit, the heating, the repairs and the notice?")
		if h.err != nil || len(h.made.Findings) != 5 {
			t.Fatalf("%v %+v", h.err, h.made)
		}
		read := map[string]int{}
		for _, prompt := range d.prompt["extract"] {
			for _, name := range leaseNames.FindAllString(prompt, -1) {
				read[name]++
			}
		}
		for name, n := range read {
			if n != 1 {
				t.Errorf("%s was read %d times", name, n)
			}
		}
		for _, f := range h.made.Findings {
			slices.Sort(f.Passages)
			found[i] = append(found[i], f.Task+fmt.Sprint(f.Passages))
		}
		reading := (len(read) + batch - 1) / batch // at best
		if n := d.did("extract"); n < reading || n > reading+5 || d.did("references") > 0 || d.Calls() != n+20 || len(read) < 10 {
			t.Errorf("%d a call: %d calls: %v, %d passages read", batch, d.Calls(), d.calls, len(read))
		}
	}
	if !slices.Equal(found[0], found[1]) {
		t.Errorf("one a call:\n%q\nfour:\n%q", found[0], found[1])
	}
}

var leaseNames = regexp.MustCompile(`Lease \d+`)
