package graphtest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"lectern/backend/graph"
)

// Benchmark measures a step, saved to the store in Sync durability, with a small and a usual size of state.
func Benchmark(b *testing.B, store graph.Store) {
	for _, kb := range []int{0, 30} {
		b.Run(fmt.Sprintf("%dKB", kb), func(b *testing.B) { benchmark(b, store, kb) })
	}
}

func benchmark(b *testing.B, store graph.Store, kb int) {
	const steps = 10
	g := build()
	from := graph.Start
	for i := range steps {
		name := fmt.Sprint("n", i)
		g.Node(name, func(context.Context, State) (Update, error) { return Update{Count: 1}, nil }).Edge(from, name)
		from = name
	}
	w := compile(b, g.Edge(from, graph.End), graph.Config{Store: store})
	var input Update
	const line = "The \"quick\" brown fox jumps over the lazy dog, as it says in passages.\n"
	for range kb {
		input.Log = append(input.Log, strings.Repeat(line, 1024/len(line)))
	}
	runs := 0
	b.ReportAllocs()
	for b.Loop() {
		finish(b, w.Start(b.Context(), "t", input))
		if err := store.Delete(b.Context(), "t"); err != nil {
			b.Fatal(err)
		}
		runs++
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(runs*(steps+1)), "µs/step")
}
