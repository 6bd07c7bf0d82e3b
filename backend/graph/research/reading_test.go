package research

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
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
