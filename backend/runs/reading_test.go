package runs

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lectern/backend/graph/chat"
	"lectern/backend/graph/whole/wholetest"
	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

func TestAReadingThatIsStoppedGoesOnWhereItWas(t *testing.T) {
	home, server := t.TempDir(), llmtest.New(t)
	d := open(t, home, server)
	var want []string
	for i := range 12 {
		name := fmt.Sprintf("Supplier %c", 'A'+i)
		d.add(fmt.Sprintf("Report %02d", i), strings.Repeat("Nothing is told here of any plant. ", 60)+"We buy from "+name+" again.")
		want = append(want, "- "+name)
	}
	reached, release := make(chan bool), make(chan bool)
	reader := &wholetest.Perfect{Before: func(call int) bool {
		if call == 4 {
			close(reached)
			<-release
		}
		return call == 4
	}}
	server.Always(reader.Reply)
	q := Question{Text: "List all suppliers", Mode: chat.Documents, Numbers: []store.Override{{Name: "contextTokens", Value: 2048}, {Name: "readers", Value: 1}}}
	s, err := d.Start(q)
	if err != nil {
		t.Fatal(err)
	}
	<-reached
	d.Stop(s.Run)
	close(release)
	if turn := d.turn(s); turn.Status != store.Stopped {
		t.Fatalf("%s: %s", turn.Status, turn.Message)
	}
	d.close() // and the program is started again
	d = open(t, home, server)
	t.Cleanup(d.close)
	if _, err := d.Resume(s.Run); err != nil {
		t.Fatal(err)
	}
	d.Wait(s.Run)
	turn := d.turn(s)
	var got []string
	for line := range strings.Lines(turn.Answer) {
		if entry, _, ok := strings.Cut(line, ":"); ok && strings.HasPrefix(entry, "- ") {
			got = append(got, entry)
		}
	}
	if turn.Status != store.Answered || turn.AnswerMode != "read" || !slices.Equal(got, want) || len(turn.Citations) != len(want) {
		t.Errorf("%s %s: %s", turn.Status, turn.Message, turn.Answer)
	}
	if read := reader.Read(); len(read) != 12 || slices.Max(read) != 1 {
		t.Errorf("%d passages were read, one of them %d times", len(read), slices.Max(read))
	}
}
