package app

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/backend/store"
)

// said are pieces as one text, what is marked in brackets.
func said(pieces []Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		if p.Marked {
			b.WriteString("[" + p.Text + "]")
		} else {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

func TestMessagesAreFoundByTheirWords(t *testing.T) {
	a, _, done := opened(t, t.TempDir())
	defer done()
	began := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	for i, r := range []store.Run{
		{Question: "What was it for?", Answer: "Among other things, the report **names growth** first among the uses of capital spending [1]."},
		{Question: "How high is capital, and what is spent?", Answer: "Spending was 41.7 million; capital was 12."},
		{Question: "Wie hoch war die Miete in Zürich?", Answer: strings.Repeat("Viel steht davor. ", 9) + "900 Euro in Zürich [2]." + strings.Repeat(" Und viel danach.", 20)},
		{Question: "Who works there?", Answer: "212 people."},
	} {
		r.ID, r.Conversation, r.Status, r.Asked = fmt.Sprint("r", i), fmt.Sprint("c", i), store.Answered, began.Add(time.Duration(i)*time.Hour)
		if err := a.Workspace.Runs.Save(r, r.Question); err != nil {
			t.Fatal(err)
		}
	}
	find := func(wanted string) (out []string) {
		t.Helper()
		found, err := a.FindMessages(wanted)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range found {
			out = append(out, m.Run+": "+said(m.Question)+" / "+said(m.Answer))
		}
		return out
	}
	for wanted, want := range map[string]string{
		"  ": "[]",
		"Capital sp": `["r0: What was it for? / … report names growth first among the uses of [capital] [sp]ending." ` +
			`"r1: How high is [capital], and what is [sp]ent? / [Sp]ending was 41.7 million; [capital] was 12."]`,
		"people who": `["r3: [Who] works there? / 212 [people]."]`,
		"nowhere":    "[]",
	} {
		if got := fmt.Sprintf("%q", find(wanted)); got != want {
			t.Errorf("%q: %s, not %s", wanted, got, want)
		}
	}
	long := find("zurich")
	if len(long) != 1 || !strings.Contains(long[0], "in [Zürich]? / … ") || !strings.Contains(long[0], "900 Euro in [Zürich].") || !strings.HasSuffix(long[0], "…") || len(long[0]) > 320 {
		t.Errorf("%q", long)
	}
	// What is changed or deleted is found as it is now.
	if err := a.Workspace.Runs.Save(store.Run{ID: "r3", Conversation: "c3", Question: "Who works there?", Answer: "Nobody."}, ""); err != nil {
		t.Fatal(err)
	}
	if err := a.Workspace.Conversations.Delete("c0"); err != nil {
		t.Fatal(err)
	}
	if got := append(find("people"), find("growth")...); len(got) != 0 || len(find("nobody")) != 1 {
		t.Errorf("%q", got)
	}
}

// What a thousand conversations of five questions cost, each with a record as large as a checked answer's.
func BenchmarkFindMessages(b *testing.B) {
	a, _, done := opened(&testing.T{}, b.TempDir())
	defer done()
	for c := range 1000 {
		for i := range 5 {
			r := store.Run{ID: fmt.Sprintf("r%d-%d", c, i), Conversation: fmt.Sprint("c", c), Question: fmt.Sprintf("What was spent on plant %d in year %d?", c, i), Asked: time.Now()}
			r.Answer = strings.Repeat(fmt.Sprintf("The company spent %d million on plant and equipment, which the notes explain. ", c), 20)
			for n := range 8 {
				r.Citations = append(r.Citations, store.Citation{N: n, Quote: r.Answer[:400], Prefix: r.Answer[:64], Suffix: r.Answer[:64]})
			}
			if err := a.Workspace.Runs.Save(r, "A title"); err != nil {
				b.Fatal(err)
			}
		}
	}
	began := time.Now()
	if _, err := a.FindMessages("plant 77"); err != nil {
		b.Fatal(err)
	}
	first := time.Since(began)
	for b.Loop() {
		if found, err := a.FindMessages("explain equipment 777"); err != nil || len(found) == 0 {
			b.Fatal(err, len(found))
		}
	}
	b.ReportMetric(float64(first.Milliseconds()), "ms/first")
}
