package research

import (
	"context"

	"lectern/backend/graph"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/text"
)

// Asking is the state of the subgraph in which the question is made clear with the person. Its nodes run one at a time, so
// each returns the state as it is to be.
type Asking struct {
	rag.Turn             // with the language and the scope that were recognised
	Subject   string     `json:"subject"` // the question with mentions as plain names
	Round     int        `json:"round"`   // from 1
	Queries   []string   `json:"queries"`
	Seen      []string   `json:"seen"`       // ids of the passages found so far
	Fresh     []string   `json:"fresh"`      // those of them that this round found
	Found     int        `json:"found"`      // by this round,
	Again     int        `json:"again"`      // of which were seen before
	Analysis  string     `json:"analysis"`   // of what was found
	Gaps      []string   `json:"gaps"`       // in it
	Coverage  float64    `json:"coverage"`   // of the question by it, 0 to 1
	Questions []string   `json:"questions"`  // to be put to the person
	Exchanges []Exchange `json:"exchanges"`  // that were, with the answers
	Reason    string     `json:"reason"`     // why it ended
	Anchor    Anchor     `json:"anchor"`     //
	Brief     Brief      `json:"brief"`      //
	Cost      rag.Cost   `json:"cost"`       //
	Passage   int        `json:"perPassage"` // tokens of one, on average
}

// Exchange is a round's questions with the person's answer.
type Exchange struct {
	Questions []string `json:"questions"`
	Answer    string   `json:"answer"`
}

// Why the asking ended.
const (
	UserEnd       = "user_end"
	MaxIterations = "max_iterations"
	Convergence   = "convergence"
	NoQuestions   = "no_questions" // the model had none
)

func (w *Workflow) asking() *graph.Graph[Asking] {
	calls := func(node graph.Node[Asking]) graph.Node[Asking] {
		return metered(w, node, func(s *Asking) *rag.Cost { return &s.Cost })
	}
	p := w.Policy()
	return graph.New[Asking]("asking back").
		Node("init", w.init).
		Node("generate queries", calls(w.generateQueries), p).
		Node("retrieve", w.retrieve, p).
		Node("analyze", calls(w.analyze), p).
		Node("questions", calls(w.questions), p).
		Node("answer", w.answer).
		Node("finalize", calls(w.finalize), p).
		Rescue("generate queries", w.questionAlone).
		Rescue("analyze", w.nothingCovered).
		Rescue("questions", w.noQuestions).
		Rescue("finalize", w.finalizedAsPut).
		Edge(graph.Start, "init").
		Edge("init", "generate queries").
		Edge("generate queries", "retrieve").
		Edge("retrieve", "analyze").
		Edge("analyze", "questions").
		Branch("questions", afterQuestions, graph.When("questions to the person", "answer"), graph.When("nothing to ask", "finalize")).
		Branch("answer", afterAnswer, graph.When("another round", "generate queries"), graph.When("clear enough", "finalize")).
		Edge("finalize", graph.End)
}

func afterQuestions(s Asking) string {
	if len(s.Questions) > 0 {
		return "questions to the person"
	}
	return "nothing to ask"
}

func afterAnswer(s Asking) string {
	if s.Reason == "" {
		return "another round"
	}
	return "clear enough"
}

// askingBack is the subgraph as a node of the whole.
func (w *Workflow) askingBack(sub *graph.Workflow[Asking]) graph.Node[State] {
	return graph.Sub(sub, func(s State) Asking { return Asking{Turn: s.Turn} }, func(s State, a Asking) State {
		s.Asked, s.Anchor, s.Brief, s.Cost = a.Scope, a.Anchor, a.Brief, s.Cost.Plus(a.Cost)
		return s
	})
}

// init reads the question, its language and its scope.
func (w *Workflow) init(ctx context.Context, s Asking) (Asking, error) {
	rag.StepStarted(ctx, "rag.reading-question")
	b, err := w.begin(ctx, s.Turn)
	if err != nil {
		return s, err
	}
	s.Subject, s.Scope, s.Language = b.question, b.scope, b.language
	rag.StepDone(ctx, "research.researches-in", messages.Args{"where": searching(messages.From(ctx), s.Scope), "language": inLanguage(messages.From(ctx), s.Language)})
	return s, nil
}

func inLanguage(say messages.Messages, language string) string {
	if language == "" {
		return ""
	}
	if key := languageNames[rag.LanguageSet(language)]; text.LanguageName(rag.LanguageSet(language)) == language {
		language = say.Text(key)
	}
	return say.Text("research.answers-in", messages.Args{"language": language})
}

// languageNames are messages by the languages' codes.
var languageNames = map[string]string{"en": "language.en", "de": "language.de", "ja": "language.ja", "fr": "language.fr", "es": "language.es", "zh": "language.zh"}
