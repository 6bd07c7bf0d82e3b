// Package graph runs workflows: graphs of nodes over one typed state, saved after every step, so that a run can pause
// for a person, fail, be killed, go on where it was, be looked at and be tried again from any point.
//
// # Words
//
// A state S is everything a workflow knows; it must survive JSON. A node reads a copy of the state and returns an
// update U. One reducer folds updates into the state, the only place where it changes:
//
//	func reduce(s *State, u Update) {
//		if u.Answer != nil { // a pointer replaces
//			s.Answer = *u.Answer
//		}
//		s.Notes = append(s.Notes, u.Notes...) // a slice appends
//		s.Tries += u.Tries                    // a number adds
//	}
//
// Arrows say what runs next: Edge always, Branch by choice, Spread once per item, Join when all of several have run.
//
//	w, err := graph.New("answer", reduce).
//		Node("retrieve", retrieve, graph.Policy{Attempts: 3, Wait: time.Second}).
//		Node("write", write).
//		Edge(graph.Start, "retrieve").
//		Branch("retrieve", enough, graph.When("found something", "write"), graph.When("nothing", graph.End)).
//		Edge("write", graph.End).
//		Compile(graph.Config{Store: checkpoints})
//
// A thread is one line of work with a history, such as a conversation. A run moves it on:
//
//	run := w.Start(ctx, "thread-1", Update{Question: &q}) // or Continue, Answer, AnswerAll
//	for e := range run.Events() { … }                     // optional
//	res, err := run.Result()
//
// A step runs every due node at once. When all have returned, their updates are folded in, in the order in which nodes
// and arrows were declared (never in the order of finishing), the arrows are followed, and a checkpoint is saved: the
// state and the tasks due next. What single tasks of a step return is saved beside it as they finish, so a
// step that was cut short repeats only the tasks that had not finished.
//
// # Runs that stop early
//
// Result.Next tells: it is empty when the workflow reached End. Otherwise Continue goes on after an error, a cancel, a
// crash, the step limit or a breakpoint, and Answer goes on after a question (see Ask). Start on a thread with history
// folds the input into the state that is there and begins at Start again; what the finished tasks of a step left half
// done returned is kept. The reducer decides which fields such an input resets.
//
// # Caveats
//
//   - A node can run more than once: after a crash, after an answer, on a retry. What it does outside of its update
//     must bear that.
//   - Cancelling the context reaches every node; the run returns when they have. A node that ignores its context
//     holds up the run, and nothing can be done about it.
//   - A thread has one run at a time within a Workflow (ErrBusy). Two Workflows, or two processes, on one thread are
//     for the caller to prevent.
//   - A pointer field set by two nodes of one step is an error, ErrConflict, as nothing says which should win.
//   - A Join waits for ever for a node that a Branch never chooses: the run ends without it.
package graph
