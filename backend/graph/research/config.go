package research

import (
	"fmt"

	"lectern/backend/graph/rag"
)

// The ways to find references; the values of Config.Method.
const (
	ByRegex = iota
	ByModel
	Hybrid
)

// Config is every number of deep research, as shown in Settings. The zero value is invalid; begin with Defaults.
type Config struct {
	AskBack       int     `json:"askBack"`       // 1: the question is made clear with the person first
	Rounds        int     `json:"rounds"`        // of asking back, at most
	Queries       int     `json:"queries"`       // of one round
	PerQuery      int     `json:"perQuery"`      // passages kept for each of them
	Covered       float64 `json:"covered"`       // coverage from which the asking converges,
	Duplicates    float64 `json:"duplicates"`    // with at least this share of passages that were seen before
	FewGaps       int     `json:"fewGaps"`       // and at most so many gaps
	FewQuestions  int     `json:"fewQuestions"`  // put to the person in one round, about,
	MostQuestions int     `json:"mostQuestions"` // and at most
	Topics        int     `json:"topics"`        // research queries that the asking comes to, at most

	FirstTasks int `json:"firstTasks"` // of the first plan, about
	MostTasks  int `json:"mostTasks"`  // of a plan, those that are done included
	NewTasks   int `json:"newTasks"`   // that one re-evaluation adds, at most

	TaskQueries     int     `json:"taskQueries"`     // of one round of a task
	TaskPassages    int     `json:"taskPassages"`    // kept for each of them
	Iterations      int     `json:"iterations"`      // rounds of a task, at most
	Method          int     `json:"method"`          // of finding references: ByRegex, ByModel or Hybrid
	Depth           int     `json:"depth"`           // references in what references led to, …
	References      int     `json:"references"`      // looked at in one task, at most
	ReferenceTokens int     `json:"referenceTokens"` // of passages that references lead to, in one task
	SameDocument    int     `json:"sameDocument"`    // as often led to, a document ends the following
	ScopedPassages  int     `json:"scopedPassages"`  // kept of a search in the document that a reference names
	BroadPassages   int     `json:"broadPassages"`   // kept of a search in the whole library for it
	Fuzzy           float64 `json:"fuzzy"`           // similarity from which a name is a document's
	Surroundings    int     `json:"surroundings"`    // characters around a reference that the model sees
	Relevance       float64 `json:"relevance"`       // from which a passage is kept
	FewPassages     int     `json:"fewPassages"`     // kept in any case, if there are so many
	BestSentences   int     `json:"bestSentences"`   // of a passage that no model could condense

	Quality int `json:"quality"` // sum of the five scores from which a document passes
	Retries int `json:"retries"` // of writing it

	PerDocument  int     `json:"perDocument"`  // hits of one search in each file of a scope
	PerLibrary   int     `json:"perLibrary"`   // hits of one search in the library
	Temperature  float64 `json:"temperature"`  // of prose
	AnswerTokens int     `json:"answerTokens"` // room for the document, or a part of it
	ReplyTokens  int     `json:"replyTokens"`  // room for any other answer of a model

	StepLimit int `json:"-"` // of each graph; 0: the longest way that the others allow
}

// Defaults are the numbers of the specification.
func Defaults() Config {
	return Config{
		AskBack: 1, Rounds: 5, Queries: 3, PerQuery: 3, Covered: .8, Duplicates: .7, FewGaps: 2, FewQuestions: 2, MostQuestions: 3, Topics: 5,
		FirstTasks: 5, MostTasks: 15, NewTasks: 3,
		TaskQueries: 3, TaskPassages: 4, Iterations: 3, Method: Hybrid, Depth: 2, References: 40, ReferenceTokens: 50000, SameDocument: 3,
		ScopedPassages: 5, BroadPassages: 3, Fuzzy: .7, Surroundings: 400, Relevance: .6, FewPassages: 3, BestSentences: 3,
		Quality: 375, Retries: 1,
		PerDocument: 20, PerLibrary: 7, Temperature: .3, AnswerTokens: 2048, ReplyTokens: 800,
	}
}

// Fields lists the numbers that Settings shows.
func (c *Config) Fields() []rag.Field {
	return []rag.Field{
		rag.Choice(&c.AskBack, "askBack", "Ask back before planning", "Makes the question clear with you first. Off: one question, only if it is needed.", "off", "on"),
		rag.Whole(&c.Rounds, "rounds", "Rounds of asking back", "At most; /end ends them earlier.", 1, 20),
		rag.Whole(&c.Queries, "queries", "Queries a round", "Of asking back; the question is one of the first.", 1, 6),
		rag.Whole(&c.PerQuery, "perQuery", "Passages a query", "While asking back.", 1, 20),
		rag.Real(&c.Covered, "covered", "Well covered", "Coverage of the question from which the asking may end by itself.", 0, 1, .05),
		rag.Real(&c.Duplicates, "duplicates", "Nothing new", "Share of passages seen before from which the asking may end by itself.", 0, 1, .05),
		rag.Whole(&c.FewGaps, "fewGaps", "Few gaps", "Gaps with which the asking may end by itself.", 0, 20),
		rag.Whole(&c.FewQuestions, "fewQuestions", "Questions a round, about", "Put to you.", 1, 10),
		rag.Whole(&c.MostQuestions, "mostQuestions", "Questions a round, at most", "Put to you.", 1, 10),
		rag.Whole(&c.Topics, "topics", "Research queries", "That the asking comes to, at most.", 1, 20),
		rag.Whole(&c.FirstTasks, "firstTasks", "Tasks of the first plan", "About so many.", 1, 50),
		rag.Whole(&c.MostTasks, "mostTasks", "Tasks of a plan", "At most, those that are done included.", 1, 50),
		rag.Whole(&c.NewTasks, "newTasks", "Tasks added at once", "After each task, at most.", 0, 10),
		rag.Whole(&c.TaskQueries, "taskQueries", "Queries a task", "In each of its rounds.", 1, 6),
		rag.Whole(&c.TaskPassages, "taskPassages", "Passages a query of a task", "Each is read by the model.", 1, 20),
		rag.Whole(&c.Iterations, "iterations", "Rounds of a task", "At most; another one needs a gap that has a name.", 1, 10),
		rag.Choice(&c.Method, "method", "References are found by", "Patterns know English and German; the model reads what was extracted.", "patterns", "the model", "both"),
		rag.Whole(&c.Depth, "depth", "Depth of references", "How far references in what references led to are followed. 0: none is.", 0, 5),
		rag.Whole(&c.References, "references", "References a task", "Looked at, at most.", 0, 200),
		rag.Whole(&c.ReferenceTokens, "referenceTokens", "Tokens of references a task", "Of passages that references lead to.", 0, 1000000),
		rag.Whole(&c.SameDocument, "sameDocument", "Same document", "So often led to, it ends the following in a task.", 1, 100),
		rag.Whole(&c.ScopedPassages, "scopedPassages", "Passages of a named document", "Kept for one reference.", 1, 20),
		rag.Whole(&c.BroadPassages, "broadPassages", "Passages of the library", "Kept for a reference whose document isn't known.", 1, 20),
		rag.Real(&c.Fuzzy, "fuzzy", "Likeness of names", "From which a name is taken for a document's.", .5, 1, .05),
		rag.Whole(&c.Surroundings, "surroundings", "Text around a reference", "Characters that the model sees to decide whether to follow it.", 50, 4000),
		rag.Real(&c.Relevance, "relevance", "Relevance", "From which a passage is kept.", 0, 1, .05),
		rag.Whole(&c.FewPassages, "fewPassages", "Passages kept in any case", "Of a task; marked where they are below the relevance.", 0, 20),
		rag.Whole(&c.BestSentences, "bestSentences", "Sentences without a model", "Kept of a passage that the model could not condense.", 1, 10),
		rag.Whole(&c.Quality, "quality", "Quality", "Sum of five scores (0 to 500) from which the document passes.", 0, 500),
		rag.Whole(&c.Retries, "retries", "Further drafts", "Below that quality, if the model asks for one.", 0, 5),
		rag.Whole(&c.PerDocument, "perDocument", "Candidates in a chosen file", "Hits of one search.", 1, 200),
		rag.Whole(&c.PerLibrary, "perLibrary", "Candidates in the library", "Hits of one search.", 1, 200),
		rag.Real(&c.Temperature, "temperature", "Temperature", "Of the document. 0 is sober, 1 is free.", 0, 2, .1),
		rag.Whole(&c.AnswerTokens, "answerTokens", "Room for the document", "Tokens, of each part that is written at once.", 256, 16384),
		rag.Whole(&c.ReplyTokens, "replyTokens", "Room for other answers", "Tokens.", 128, 4096),
	}
}

// Validate checks what single bounds can't.
func (c *Config) Validate() error {
	switch {
	case c.MostTasks < c.FirstTasks:
		return fmt.Errorf("a plan of at most %d tasks can't begin with %d", c.MostTasks, c.FirstTasks)
	case c.MostQuestions < c.FewQuestions:
		return fmt.Errorf("at most %d questions a round can't be about %d", c.MostQuestions, c.FewQuestions)
	case c.Method < ByRegex || c.Method > Hybrid:
		return fmt.Errorf("there is no way %d to find references", c.Method)
	}
	return nil
}

// askingSteps is the longest way through the asking back: init, five nodes a round, finalize.
func (c *Config) askingSteps() int { return 1 + 5*c.Rounds + 1 }

// taskSteps is the longest way through one task: its queries; in each round retrieve, relevance, reevaluate and two nodes for
// each passage found; for each reference gate and resolve, and two nodes for each passage that it leads to.
func (c *Config) taskSteps() int {
	found := c.TaskQueries * c.TaskPassages
	led := max(c.ScopedPassages, c.BroadPassages)
	return 1 + c.Iterations*(3+2*found) + c.References*(2+2*led)
}

// steps is the longest way through the whole: analyze query, clarify, plan, approve; two nodes a task; for each draft a
// step a part, of which there are no more than tasks, and its check; the decisions between drafts; the attribution.
func (c *Config) steps() int {
	return 4 + 2*c.MostTasks + (c.Retries+1)*(c.MostTasks+1) + c.Retries + 1
}
