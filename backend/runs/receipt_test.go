package runs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

// wordy adds documents that together are more than a small window holds.
func (d *desk) wordy(n int) {
	for i := range n {
		d.read(fmt.Sprintf("Lease %d", i), fmt.Sprintf("The notice period of the lease number %d is three months. ", i)+
			strings.Repeat("Whoever rents the flat pays the rent on the first day of the month, and keeps the house in order. ", 8), store.Verdict{Verdict: store.Confirmed})
	}
}

func TestEveryWorkflowLeavesAReceipt(t *testing.T) {
	for _, workflow := range Workflows() {
		t.Run(workflow, func(t *testing.T) {
			d := open(t, t.TempDir(), llmtest.New(t))
			t.Cleanup(d.close)
			d.Reports = t.TempDir()
			d.read("Lease", "The notice period of the lease is three months.", store.Verdict{Verdict: store.Confirmed})
			mark := "[1]"
			if workflow == "report" {
				mark = "[S1]"
			}
			d.server.Always(agreeable("The notice period of the lease is three months " + mark + "."))
			turn := d.through(Question{Text: "What is the notice period in @Lease?", Workflow: workflow})
			receipt, err := d.Receipt(turn.Run)
			if err != nil || turn.Status != store.Answered {
				t.Fatal(turn.Status, turn.Message, err)
			}
			if asked := len(d.server.Chats()); len(receipt.Calls) != asked {
				t.Errorf("%d receipts of %d calls", len(receipt.Calls), asked)
			}
			given := false
			for i, call := range receipt.Calls {
				text, err := d.ReceiptText(turn.Run, call.N)
				if err != nil {
					t.Fatal(err)
				}
				sent := d.server.Chats()[i]
				for k, m := range sent.Messages {
					if text.Messages[k].Text != m.Content || text.Messages[k].Role != m.Role {
						t.Errorf("call %d, message %d: %q was sent, the receipt has %q", i, k, m.Content, text.Messages[k].Text)
					}
				}
				var form bytes.Buffer
				if text.Schema != "" {
					if err := json.Compact(&form, []byte(text.Schema)); err != nil {
						t.Fatal(err)
					}
				}
				if form.String() != string(sent.Format) || call.NumCtx != 4096 || call.Node == "" || call.Model != llmtest.ChatModel || call.Cut || call.Problem != "" {
					t.Errorf("call %d: %+v", i, call)
				}
				of := call.Instructions + call.History.Tokens
				for _, p := range call.Passages {
					of += p.Tokens
					given = given || p.Doc == "Lease" && p.Page == 1 && p.Label == "iv" && p.Tokens > 0 && p.Passage != ""
				}
				if call.Counted == 0 || of != call.Estimated {
					t.Errorf("call %d: %d tokens counted, of about %d; its parts come to %d", i, call.Counted, call.Estimated, of)
				}
			}
			if !given {
				t.Error("no call says that it was given the lease")
			}
			done := d.done(turn.Run)
			if done.Receipt == nil || len(done.Receipt.Calls) != len(receipt.Calls) || done.Receipt.Counted != receipt.Counted || receipt.Counted == 0 {
				t.Errorf("the end tells %+v", done.Receipt)
			}
		})
	}
}

// done is the last event that tells a run's end.
func (d *desk) done(run string) (done store.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, e := range d.events {
		if e.Run == run && e.Kind == "done" {
			done = e
		}
	}
	return done
}

func TestCutPromptIsSentAgainSmaller(t *testing.T) {
	const answer = "The notice period is three months [1]."
	for workflow, window := range map[string]int{"chat": 900, "checked": 1400} {
		t.Run(workflow, func(t *testing.T) {
			d := open(t, t.TempDir(), llmtest.New(t))
			t.Cleanup(d.close)
			d.wordy(16)
			d.server.Always(agreeable(answer))
			d.server.Cut(window)
			turn := d.through(Question{Text: "What is the notice period of the lease?", Workflow: workflow, Mode: "documents"})
			if turn.Status != store.Answered || turn.AnswerMode != "model" || turn.Answer != answer {
				t.Fatalf("%s %s: %q, %q", turn.Status, turn.AnswerMode, turn.Answer, turn.Message)
			}
			receipt, err := d.Receipt(turn.Run)
			if err != nil {
				t.Fatal(err)
			}
			cut := slices.IndexFunc(receipt.Calls, func(c store.Call) bool { return c.Cut })
			if cut < 0 || receipt.Cut != 1 || cut+1 == len(receipt.Calls) {
				t.Fatalf("no call, or more than one, is known to have been cut: %+v", receipt)
			}
			before, after := receipt.Calls[cut], receipt.Calls[cut+1]
			if before.Node != after.Node || len(after.Passages) >= len(before.Passages) && after.Passages[0].Why == before.Passages[0].Why ||
				after.Counted >= before.Counted || after.Cut || len(after.LeftOut) == 0 {
				t.Errorf("cut: %+v\nthen: %+v", before, after)
			}
			if !slices.ContainsFunc(turn.Steps, func(s StepInfo) bool {
				return slices.ContainsFunc(s.Notes, func(n Note) bool { return strings.Contains(n.Text, "Trying again: Ollama gave") })
			}) {
				t.Errorf("nobody is told: %+v", turn.Steps)
			}
			if said := d.said(turn.Run); said != answer {
				t.Errorf("on the screen stands %q", said)
			}
		})
	}
}

func TestReceiptSaysWhichMessagesWereLeftOut(t *testing.T) {
	d := open(t, t.TempDir(), llmtest.New(t))
	t.Cleanup(d.close)
	d.server.Always(func(api.ChatRequest) llmtest.Reply { return llmtest.Reply{Text: llmtest.Words(500)} })
	var s Started
	for range 6 {
		s = d.ask(Question{Conversation: s.Conversation, Text: "Tell me a story, please.", Mode: "chat"})
	}
	receipt, err := d.Receipt(s.Run)
	if err != nil || len(receipt.Calls) == 0 {
		t.Fatal(receipt, err)
	}
	last := receipt.Calls[len(receipt.Calls)-1]
	if last.History.Kept == 0 || last.History.LeftOut == 0 || last.History.Kept+last.History.LeftOut != 10 || last.History.Tokens == 0 {
		t.Errorf("%+v", last.History)
	}
}
