package whole_test

import (
	"strings"
	"testing"

	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/graph/whole"
	"lectern/backend/llm"
	"lectern/backend/llm/llmtest"
	"lectern/backend/messages"
)

func TestARealServerReadsEverythingOnce(t *testing.T) {
	client, err := llm.New(llm.Config{Host: llmtest.Real(t), NumCtx: 1024})
	if err != nil {
		t.Fatal(err)
	}
	d := ragtest.New(t)
	for _, name := range []string{"One", "Two"} {
		d.Add(name, strings.Repeat("The tenant pays the rent in advance. ", 20), strings.Repeat("Pets are allowed in the garden of "+name+". ", 20), "The notice period is three months.")
	}
	tools := d.Given()
	tools.Client, tools.Model = client, llmtest.RealChatModel
	c, err := whole.Of(tools, nil)
	if err != nil {
		t.Fatal(err)
	}
	q := asked(t, "List all duties")
	r, err := whole.NewReader(tools, c, q, "List all duties", 2)
	if err != nil {
		t.Fatal(err)
	}
	work, err := r.Work(t.Context())
	if err != nil || work.Read != 0 || work.Passages != 6 {
		t.Fatalf("%v %+v", err, work)
	}
	if err := r.Read(t.Context(), work, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	a, err := r.Items(t.Context(), messages.In("en"))
	if err != nil || !strings.Contains(a.Text, "Read: all 6 passages of 2 files.") {
		t.Errorf("%v %s", err, a.Text)
	}
	if again, err := r.Work(t.Context()); err != nil || again.Read == 0 && !strings.Contains(a.Text, "nothing usable") {
		t.Errorf("%v: it reads all again: %+v", err, again)
	}
}
