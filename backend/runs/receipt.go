package runs

import (
	"errors"
	"time"

	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// Receipt tells what models were given in a run, live or ended.
func (r *Runs) Receipt(run string) (store.Receipt, error) {
	if _, err := r.workspace.Runs.Get(run); err != nil {
		return store.Receipt{Calls: []store.Call{}}, errNoRun
	}
	return r.workspace.Receipts.Of(run)
}

// ReceiptText is what was sent in a call of a run, word for word.
func (r *Runs) ReceiptText(run string, call int) (store.CallText, error) {
	text, err := r.workspace.Receipts.Text(run, call)
	if errors.Is(err, store.ErrNotFound) {
		return store.CallText{Messages: []store.CallMessage{}}, messages.Error("runs.call-not-kept")
	}
	return text, err
}

// called keeps the receipt of a call; out names the task.
func (l *live) called(out store.Event, c llm.Call) {
	call := store.Call{
		Node: out.Node, Task: out.Task, Model: c.Model, Began: c.Began.Format(time.RFC3339), NumCtx: c.NumCtx, Estimated: c.Estimated,
		Counted: c.Counted, Answer: c.Answer, Millis: c.Millis, Images: c.Images, Cut: c.Cut, Problem: c.Problem, Fault: c.Fault, Repair: c.Repair,
		Passages: []store.CallPassage{}, History: store.CallHistory{Kept: c.Given.History, LeftOut: c.Given.Dropped, Tokens: c.Given.Earlier},
		Instructions: c.Estimated - c.Given.Earlier, LeftOut: []store.LeftOut{},
	}
	for _, p := range c.Given.Passages {
		call.Passages = append(call.Passages, store.CallPassage(p))
		call.Instructions -= p.Tokens
	}
	call.Instructions = max(0, call.Instructions)
	for _, x := range c.Given.LeftOut {
		call.LeftOut = append(call.LeftOut, store.LeftOut(x))
	}
	text := store.CallText{Messages: []store.CallMessage{}, Schema: string(c.Schema)}
	for _, m := range c.Messages {
		text.Messages = append(text.Messages, store.CallMessage{Role: m.Role, Text: m.Content})
	}
	if err := l.r.workspace.Receipts.Add(l.run.ID, call, text); err != nil && !errors.Is(err, store.ErrNotFound) {
		l.r.log.Error("the receipt of a call could not be kept", "run", l.run.ID, "node", out.Node, "err", err)
	}
}

// receipt is what the run's end tells of its calls; nil if there were none, or they can't be read.
func (l *live) receipt() *store.Receipt {
	r, err := l.r.workspace.Receipts.Of(l.run.ID)
	if err != nil || len(r.Calls) == 0 {
		return nil
	}
	return &r
}
