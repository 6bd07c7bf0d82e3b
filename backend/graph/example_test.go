package graph_test

import (
	"context"
	"fmt"

	"lectern/backend/graph"
	"lectern/backend/graph/graphtest"
)

// Letter is what the workflow of the example knows.
type Letter struct {
	To, Text, Wish string
	Drafts         int
}

// A letter is drafted until a person is content with it: a loop with a question. Between any two lines of it the program
// could end; with a store that outlives it, AnswerAll goes on all the same.
func Example() {
	write := func(_ context.Context, l Letter) (Letter, error) {
		l.Text = fmt.Sprintf("Dear %s, hello.", l.To)
		if l.Wish != "" {
			l.Text = fmt.Sprintf("Dear %s, hello and %s.", l.To, l.Wish)
		}
		l.Drafts++
		return l, nil
	}
	show := func(ctx context.Context, l Letter) (_ Letter, err error) {
		l.Wish, err = graph.Ask[string](ctx, "Any wishes? "+l.Text) // the first time, err ends the node here
		return l, err
	}
	content := func(l Letter) string {
		if l.Wish == "" {
			return "content"
		}
		return "wishes"
	}
	letters, err := graph.New[Letter]("letter").
		Node("write", write).
		Node("show", show).
		Edge(graph.Start, "write").
		Edge("write", "show").
		Branch("show", content, graph.When("wishes", "write"), graph.When("content", graph.End)).
		Compile(graph.Config{Store: new(graphtest.Memory)})
	if err != nil {
		fmt.Println(err)
		return
	}

	ctx := context.Background()
	r, err := letters.Start(ctx, "first letter", func(l Letter) Letter { l.To = "Ada"; return l }).Result()
	fmt.Printf("%s %v\n", r.Questions[0].Value, err)
	r, err = letters.AnswerAll(ctx, "first letter", map[string]any{r.Questions[0].ID: "goodbye"}).Result()
	fmt.Printf("%s %v\n", r.Questions[0].Value, err)
	r, err = letters.AnswerAll(ctx, "first letter", map[string]any{r.Questions[0].ID: ""}).Result()
	fmt.Println(r.State.Text, r.State.Drafts, "drafts", err)

	// Look back, and answer the first question otherwise: another branch, beside the one above.
	history, _ := letters.History(ctx, "first letter")
	asked := history[len(history)-2]
	fmt.Println("before", asked.Next, "at", asked.Checkpoint, "of", len(history))
	r, _ = letters.Continue(ctx, "first letter", asked.Checkpoint).Result()
	r, err = letters.AnswerAll(ctx, "first letter", map[string]any{r.Questions[0].ID: ""}).Result()
	fmt.Println(r.State.Text, r.State.Drafts, "draft", err)
	// Output:
	// "Any wishes? Dear Ada, hello." <nil>
	// "Any wishes? Dear Ada, hello and goodbye." <nil>
	// Dear Ada, hello and goodbye. 2 drafts <nil>
	// before [show] at 2 of 5
	// Dear Ada, hello. 1 draft <nil>
}
