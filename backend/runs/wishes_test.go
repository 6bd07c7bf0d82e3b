package runs

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/llm/llmtest"
	"lectern/backend/models"
	"lectern/backend/store"
)

func TestAFolderLimitsTheSearchToWhatWasAddedFromIt(t *testing.T) {
	d := newDesk(t)
	at := t.TempDir()
	d.addAt(filepath.Join(at, "flats", "Old.pdf"), "The notice period of the old flat is two months.")
	d.addAt(filepath.Join(at, "flats", "new", "New.pdf"), "The notice period of the new flat is one month.")
	d.addAt(filepath.Join(at, "flatshare", "Shared.pdf"), "The notice period of the shared flat is a week.")
	d.server.Always(func(api.ChatRequest) llmtest.Reply { return llmtest.Reply{Text: "It is short [1]."} })
	names := func(turn Turn) (out []string) {
		for _, s := range turn.Sources {
			out = append(out, s.Doc)
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	first := d.ask(Question{Text: "What is the notice period?", Mode: "documents", Folder: filepath.Join(at, "flats")})
	turn := d.turn(first)
	if got := names(turn); !slices.Equal(got, []string{"New", "Old"}) || turn.Folder != filepath.Join(at, "flats") || len(turn.Files) != 0 {
		t.Errorf("%v %+v", got, turn)
	}
	again, err := d.StartOver(first.Run, turn.Steps[0].Checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	d.Wait(again.Run)
	if turn := d.turn(again); !slices.Equal(names(turn), []string{"New", "Old"}) || turn.Folder == "" {
		t.Errorf("%v %+v", names(turn), turn)
	}
	with := d.ask(Question{Text: "What is the notice period?", Mode: "documents", Folder: filepath.Join(at, "flats", "new"), Files: []string{"Lease"}})
	if got := names(d.turn(with)); !slices.Equal(got, []string{"Lease", "New"}) {
		t.Errorf("%v", got)
	}
	if _, err := d.Start(Question{Text: "What?", Folder: filepath.Join(at, "boats")}); err == nil || !strings.Contains(err.Error(), "boats") {
		t.Errorf("a folder without documents: %v", err)
	}
}

func TestNumbersCanDifferInOneRun(t *testing.T) {
	d := newDesk(t)
	d.server.Always(func(r api.ChatRequest) llmtest.Reply {
		switch {
		case llmtest.Purpose(r) == "evaluate":
			return llmtest.Reply{Text: `{"faithfulness":0.3,"relevance":0.3,"completeness":0.3,"citation_quality":0.3}`}
		case r.Format != nil:
			return llmtest.Reply{Text: `{"hallucination":false,"unsupported_claims":["how long"],"logical_gaps":[],"conflicting_evidence":[],"confidence":0.2}`}
		}
		return llmtest.Reply{Text: "The notice period is three months [1]."}
	})
	calls := func(numbers ...store.Override) int {
		before := len(d.server.Chats())
		turn := d.turn(d.ask(Question{Text: "What is the notice period?", Workflow: "checked", Numbers: numbers}))
		if turn.Status != store.NeedsPerson {
			t.Errorf("%s: %s", turn.Status, turn.Message)
		}
		if !slices.Equal(turn.Numbers, numbers) {
			t.Errorf("%v", turn.Numbers)
		}
		return len(d.server.Chats()) - before
	}
	if usual, none, one := calls(), calls(store.Override{Name: "retries"}), calls(store.Override{Name: "retries", Value: 1}); usual != 9 || none != 3 || one != 6 {
		t.Errorf("%d, %d and %d calls", usual, none, one)
	}
	for _, n := range []store.Override{{Name: "retries", Value: 99}, {Name: "retries", Value: .5}, {Name: "luck", Value: 1}} {
		if s, err := d.Start(Question{Text: "What?", Workflow: "checked", Numbers: []store.Override{n}}); err == nil {
			t.Errorf("%v was taken: %v", n, s)
		}
	}
}

func TestASingleStepCanHaveAModelOfItsOwn(t *testing.T) {
	d := newDesk(t)
	const small = "small:latest"
	d.server.Models(llmtest.ChatModel, llmtest.EmbedModel, small)
	err := d.models.Save(t.Context(), models.Settings{OllamaHost: d.server.URL, ChatModel: llmtest.ChatModel, Nodes: map[string]string{"checked.critic": small}})
	if err != nil {
		t.Fatal(err)
	}
	d.server.Always(func(r api.ChatRequest) llmtest.Reply {
		switch {
		case llmtest.Purpose(r) == "evaluate":
			return llmtest.Reply{Text: `{"faithfulness":0.9,"relevance":0.9,"completeness":0.9,"citation_quality":0.9}`}
		case r.Format != nil:
			return llmtest.Reply{Text: `{"hallucination":false,"unsupported_claims":[],"logical_gaps":[],"conflicting_evidence":[],"confidence":0.9}`}
		}
		return llmtest.Reply{Text: "The notice period is three months [1]."}
	})
	turn := d.turn(d.ask(Question{Text: "What is the notice period?", Workflow: "checked"}))
	var asked []string
	for _, r := range d.server.Chats() {
		asked = append(asked, r.Model)
	}
	if turn.Status != store.Answered || turn.Model != llmtest.ChatModel || !slices.Equal(asked, []string{llmtest.ChatModel, small, llmtest.ChatModel}) {
		t.Errorf("%s %s, asked %v: %s", turn.Status, turn.Model, asked, turn.Message)
	}
	for _, step := range turn.Steps {
		if step.Node == "critic" && step.Model != small {
			t.Errorf("%+v", step)
		}
	}
}

// A step that Settings offers a model for is one of its workflow, else the choice would do nothing.
func TestStepsWithModelsOfTheirOwnAreNodes(t *testing.T) {
	for _, w := range workflows() {
		drawn, err := os.ReadFile(filepath.Join("..", "graph", w.Name, "graph.md"))
		if err != nil || len(w.Nodes) == 0 {
			t.Fatal(w.Name, err)
		}
		for _, node := range w.Nodes {
			if !strings.Contains(string(drawn), "["+strconv.Quote(node)+"]") {
				t.Errorf("%s has no node %q", w.Name, node)
			}
		}
	}
}
