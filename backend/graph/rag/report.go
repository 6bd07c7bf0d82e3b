// Package rag holds the steps that workflows share: reading @mentions, retrieving and reranking passages, citing them,
// and answering without a model. What a node has to say to the person goes out as a Report.
package rag

import (
	"context"
	"encoding/json"

	"lectern/backend/graph"
	"lectern/backend/llm"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// The kinds of reports; they become the events of the same names (see store.Event), but for KindUsage, which is summed up,
// and KindCall, which goes into the receipt.
const (
	KindStep     = "step"
	KindNote     = "note"
	KindStepDone = "stepdone"
	KindSources  = "sources"
	KindCitation = "citation"
	KindToken    = "token"
	KindUsage    = "usage"
	KindCall     = "call"
	KindRestart  = "restart" // what was said of the answer is dropped; it begins anew
	KindOutput   = "made"    // what the workflow has made so far
)

// Report is what a node tells while it runs.
type Report struct {
	Kind     string
	Text     string
	Sources  []store.Source
	Citation store.Citation
	Usage    llm.Usage
	Call     llm.Call
	Made     json.RawMessage
	Leaves   bool // of a note: what it tells of goes to another machine
	Idle     bool // of a step's end: it came to nothing that a person waits to hear
}

// StepStarted announces a step in the present tense: "Searching 3 documents…".
func StepStarted(ctx context.Context, key string, args ...messages.Args) {
	graph.Emit(ctx, Report{Kind: KindStep, Text: messages.From(ctx).Text(key, args...)})
}

// StepDone sums a step up in the past tense: "Kept 7 of 10 passages".
func StepDone(ctx context.Context, key string, args ...messages.Args) {
	graph.Emit(ctx, Report{Kind: KindStepDone, Text: messages.From(ctx).Text(key, args...)})
}

// StepIdle sums up a step that came to nothing which a person waits to hear: one of many looks that found nothing.
func StepIdle(ctx context.Context, key string, args ...messages.Args) {
	graph.Emit(ctx, Report{Kind: KindStepDone, Text: messages.From(ctx).Text(key, args...), Idle: true})
}

// Note tells something that the person may want to know: a fallback taken, a history cut.
func Note(ctx context.Context, key string, args ...messages.Args) {
	graph.Emit(ctx, Report{Kind: KindNote, Text: messages.From(ctx).Text(key, args...)})
}

// NoteStopped is the note that an answer was ended before its end, if it was.
func NoteStopped(ctx context.Context, reply llm.Reply) {
	if !reply.Stopped.Empty() {
		graph.Emit(ctx, Report{Kind: KindNote, Text: messages.From(ctx).Say(reply.Stopped)})
	}
}

// Leaves tells that something goes to another machine, before it does: which one, and what it is asked for.
func Leaves(ctx context.Context, host, what string) {
	graph.Emit(ctx, Report{Kind: KindNote, Leaves: true, Text: messages.From(ctx).Text("rag.leaves", messages.Args{"host": host, "what": what})})
}

// EmitToken streams a piece of the answer.
func EmitToken(ctx context.Context, text string) {
	if text != "" {
		graph.Emit(ctx, Report{Kind: KindToken, Text: text})
	}
}

// Used tells what a model call cost; see llm.WithUsage.
func Used(ctx context.Context, u llm.Usage) { graph.Emit(ctx, Report{Kind: KindUsage, Usage: u}) }
