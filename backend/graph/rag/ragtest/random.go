package ragtest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
)

// Trial is a journey on which chance decides what the model says, and maybe more.
type Trial struct {
	Journey
	Questions []string         // asked one after the other; none: the journey's
	Most      int              // questions that may be put to the person in one run
	Way       func(End) string // how a run ended that did so without an error, in a word; "" is wrong
	Fails     string           // part of the only error that a run may end with; "": none may
}

// Random goes so many journeys, each with a seed of its own, on which a model says anything. Wherever a run stops, its state
// is what Check wants; it puts no more questions than it may; and what stands on the screen at its end is its answer. It
// tells how many ended in which way.
func Random(t *testing.T, runs int, sit func(t testing.TB, seed int) Trial) map[string]int {
	t.Helper()
	ended := map[string]int{}
	for seed := range runs {
		trial := sit(t, seed)
		if len(trial.Questions) == 0 {
			trial.Questions = []string{trial.Question}
		}
		for _, question := range trial.Questions {
			end, err := trial.ask(question)
			way := "error"
			switch {
			case err == nil:
				if way = trial.Way(end); way == "" || strings.TrimSpace(end.Text) != strings.TrimSpace(end.Answer.Text) {
					t.Errorf("seed %d ended %q with %+v, and %q on the screen", seed, way, end.Answer, end.Text)
				}
			case trial.Fails == "" || !strings.Contains(err.Error(), trial.Fails):
				t.Errorf("seed %d: %v", seed, err)
			}
			ended[way]++
			if t.Failed() {
				t.Fatalf("with seed %d", seed)
			}
		}
	}
	t.Log(ended)
	return ended
}

// ask runs a question to its end, replying to what is asked.
func (t Trial) ask(question string) (end End, err error) {
	t.T.Helper()
	next := func(ctx context.Context) rag.Run { return t.fresh().Start(ctx, Thread, t.Turn(question)) }
	for asked := 0; ; asked++ {
		err = end.follow(next, false, func(graph.Kind) bool { return false })
		standing, wrong := graph.Inspect(context.Background(), t.Store.Checkpoints, Thread, "", 0)
		t.must(wrong)
		if end.State = standing.State; t.Check != nil {
			t.Check(end)
		}
		switch {
		case err != nil || len(end.Questions) == 0:
			return end, err
		case asked == t.Most:
			return end, fmt.Errorf("it asks more than %d times", t.Most)
		}
		next = func(ctx context.Context) rag.Run { return t.fresh().AnswerAll(ctx, Thread, t.replies(&end)) }
	}
}

// All fails unless runs ended in each of these ways.
func All(t *testing.T, ended map[string]int, ways ...string) {
	t.Helper()
	for _, way := range ways {
		if ended[way] == 0 {
			t.Errorf("no run ended %q: %v", way, ended)
		}
	}
}
