// Package graph runs workflows: graphs of nodes over one typed state, saved after every step, so that a run can pause
// for a person, fail, be killed, go on where it was, be looked at and be tried again from any point.
//
// # Words
//
// A state S is everything a workflow knows: a struct that survives JSON. A node gets a copy of the state and returns it
// as it is to be:
//
//	func write(ctx context.Context, s State) (State, error) {
//		s.Answer = "42"
//		s.Tries++
//		return s, nil
//	}
//
// Arrows say what runs next: Edge always, Branch by choice. A node with a Spread then runs once per item.
//
//	w, err := graph.New[State]("answer").
//		Node("retrieve", retrieve, graph.Policy{Attempts: 3, Wait: time.Second}).
//		Node("write", write).
//		Edge(graph.Start, "retrieve").
//		Branch("retrieve", found, graph.When("something", "write"), graph.When("nothing", graph.End)).
//		Edge("write", graph.End).
//		Compile(graph.Config{Store: checkpoints})
//
// A thread is one line of work with a history, such as a conversation. A run moves it on:
//
//	run := w.Start(ctx, "thread 1", asking(question)) // or Continue, AnswerAll
//	for e := range run.Events() { … }                 // optional
//	res, err := run.Result()
//
// A step runs every due node at once. When all have returned, what each changed is merged, field by field as JSON has
// them, the arrows are followed, and a checkpoint is saved: the state and the tasks due next. Two tasks of a step may not
// change the same field, unless it is a list that is tagged graph:"append", of which nodes change nothing but the end: their
// items come in the order in which nodes and arrows were declared, never in that of finishing. What single tasks of a
// step changed is saved beside it as they finish, so a step that was cut short repeats only those that had not finished.
//
// Inside a node, Ask puts a question to a person, and Emit tells something while it runs. Sub makes a node of a whole
// workflow.
//
// # Runs that stop early
//
// Result.Next tells: it is empty when the workflow reached End. Otherwise Continue goes on after an error, a cancel, a
// drain, a crash or the step limit, and AnswerAll goes on after a question. Start on a thread with history
// makes of the state that is there what its input says, and begins at Start again; a step left half done is dropped.
//
// An error ends a run only after the node's Policy gave it its attempts and its Rescue, if it has one, failed as well.
//
// # Branches
//
// Every checkpoint stays, with a number. Start, Continue and AnswerAll take one as a last argument: at the last of a branch
// they go on with it, at an earlier one they begin another branch, and the old one is still there. Fork does so with an
// edit. State and History look back, and Prune forgets what is no longer wanted.
//
// # Costs
//
// A step of a small state takes about 12 µs of its own in memory, and one save of the store. It writes the fields that
// changed, some 400 bytes beside them, and what each of several parallel tasks changed. Each task decodes its own copy of
// the state and has what it returns encoded: about 10 ns a byte.
//
// # Caveats
//
//   - A node can run more than once: after a crash, after an answer, on a retry. What it does outside of the state must
//     bear that.
//   - Cancelling the context reaches every node; the run returns when they have. A node that ignores its context
//     holds up the run, and nothing can be done about it.
//   - A thread has one run at a time within a Workflow (ErrBusy). Two Workflows, or two processes, on one thread are
//     for the caller to prevent.
//   - A field changed by two nodes of one step is an error, ErrConflict, as nothing says which should win.
//   - The states that a spread makes share what the one given to it points to.
//   - Ways that part meet again at a node in the step in which both lead to it. If one takes more steps than the other,
//     the node runs once for each.
package graph
