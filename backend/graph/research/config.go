package research

import (
	"time"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/tuning"
)

// The ways to find references; the values of Config.Method.
const (
	ByRegex = iota
	ByModel
	Hybrid
)

// Config is every number of deep research. TaskPassages, which the specification has at 4, is measured (build/research): of the
// gold pages of 22 documents that it wasn't chosen on, .64 reach the document with 4 and .92 with 10, for a quarter more calls.
// The zero value is invalid; begin with Defaults.
type Config struct {
	AskBack   int `json:"askBack" default:"1" options:"settings.research.ask-back-options" once:"yes" title:"settings.research.ask-back" help:"settings.research.ask-back-help"`
	MostTasks int `json:"mostTasks" default:"15" range:"1 50" title:"settings.research.most-tasks" help:"settings.research.most-tasks-help"`
	Length    int `json:"length" default:"1" options:"settings.research.length-options" once:"yes" title:"settings.research.length" help:"settings.research.length-help"`
	Budget    int `json:"budget" default:"0" range:"0 1440" once:"yes" title:"settings.research.budget" help:"settings.research.budget-help"`
	Depth     int `json:"depth" default:"2" range:"0 5" title:"settings.research.depth" help:"settings.research.depth-help"`

	Rounds        int     `json:"rounds" default:"2" range:"1 20" help:"settings.research.rounds-help"`
	Queries       int     `json:"queries" default:"3" range:"1 6" help:"settings.research.queries-help"`
	PerQuery      int     `json:"perQuery" default:"3" range:"1 20" help:"settings.research.per-query-help"`
	Covered       float64 `json:"covered" default:".8" range:"0 1" help:"settings.research.covered-help"`
	Duplicates    float64 `json:"duplicates" default:".7" range:"0 1" help:"settings.research.duplicates-help"`
	FewGaps       int     `json:"fewGaps" default:"2" range:"0 20" help:"settings.research.few-gaps-help"`
	FewQuestions  int     `json:"fewQuestions" default:"2" range:"1 10" help:"settings.research.few-questions-help"`
	MostQuestions int     `json:"mostQuestions" default:"3" range:"1 10" help:"settings.research.most-questions-help"`
	Topics        int     `json:"topics" default:"5" range:"1 20" help:"settings.research.topics-help"`

	FirstTasks int `json:"firstTasks" default:"5" range:"1 50" help:"settings.research.first-tasks-help"`

	TaskQueries     int     `json:"taskQueries" default:"3" range:"1 6" help:"settings.research.task-queries-help"`
	TaskPassages    int     `json:"taskPassages" default:"10" range:"1 20" help:"settings.research.task-passages-help"`
	Iterations      int     `json:"iterations" default:"3" range:"1 10" help:"settings.research.iterations-help"`
	Method          int     `json:"method" default:"2" options:"settings.research.method-options" help:"settings.research.method-help"`
	References      int     `json:"references" default:"40" range:"0 200" help:"settings.research.references-help"`
	ReferenceTokens int     `json:"referenceTokens" default:"50000" range:"0 1000000" help:"settings.research.reference-tokens-help"`
	SameDocument    int     `json:"sameDocument" default:"3" range:"1 100" help:"settings.research.same-document-help"`
	ScopedPassages  int     `json:"scopedPassages" default:"5" range:"1 20" help:"settings.research.scoped-passages-help"`
	BroadPassages   int     `json:"broadPassages" default:"3" range:"1 20" help:"settings.research.broad-passages-help"`
	Fuzzy           float64 `json:"fuzzy" default:".7" range:".5 1" help:"settings.research.fuzzy-help"`
	Surroundings    int     `json:"surroundings" default:"400" range:"50 4000" help:"settings.research.surroundings-help"`
	Relevance       float64 `json:"relevance" default:".6" range:"0 1" help:"settings.research.relevance-help"`
	AtOnce          int     `json:"atOnce" default:"1" range:"1 16" help:"settings.research.at-once-help"`
	Batch           int     `json:"batch" default:"4" range:"1 16" help:"settings.research.batch-help"`
	FewPassages     int     `json:"fewPassages" default:"3" range:"0 20" help:"settings.research.few-passages-help"`

	Quality int `json:"quality" default:"375" range:"0 500" help:"settings.research.quality-help"`
	Retries int `json:"retries" default:"1" range:"0 5" help:"settings.research.retries-help"`

	Temperature  float64 `json:"temperature" default:".3" range:"0 2" step:".1" help:"settings.research.temperature-help"`
	AnswerTokens int     `json:"answerTokens" default:"2048" range:"256 16384" help:"settings.research.answer-tokens-help"`
	ReplyTokens  int     `json:"replyTokens" default:"800" range:"128 4096" help:"settings.research.reply-tokens-help"`

	StepLimit int `json:"-" default:"0"` // of each graph; 0: the longest way that the others allow
}

const (
	// newTasks are added by one re-evaluation at most: more at once would turn the plan that the person approved into another.
	newTasks = 3
	// mostBest sentences stay of a passage that no model could condense: a claim, and what it rests on.
	mostBest = 3
	// Hits of one search in each file of a scope, and in the library: document chat's.
	perDocument = 20
	perLibrary  = 7
)

// lengthOf is about how many words the pieces of a document have.
type lengthOf struct{ opening, section, whole int }

// lengths are those of the values of Config.Length: a section to be read at a glance, one of a page's half, or one of a page
// and a half.
var lengths = [...]lengthOf{{60, 100, 200}, {120, 250, 450}, {200, 600, 1000}}

func (c *Config) length() lengthOf { return lengths[c.Length] }

// spent tells whether the time that a person gave is used up, but for the fifth of it that writing takes.
func (c *Config) spent(so rag.Cost) bool {
	return c.Budget > 0 && so.Millis >= int64(c.Budget)*time.Minute.Milliseconds()*4/5
}

// Defaults are the numbers of the specification.
func Defaults() Config { return tuning.Defaults[Config]() }

// Validate tells the first thing that is wrong, for the person.
func (c *Config) Validate() error {
	if err := tuning.Check(c); err != nil {
		return err
	}
	if c.MostQuestions < c.FewQuestions {
		return messages.Error("research.questions-a-round", messages.Args{"most": c.MostQuestions, "few": c.FewQuestions})
	}
	return nil
}

// firstTasks of a plan, about.
func (c *Config) firstTasks() int { return min(c.FirstTasks, c.MostTasks) }

// askingSteps is the longest way through the asking back: init, five nodes a round, finalize.
func (c *Config) askingSteps() int { return 1 + 5*c.Rounds + 1 }

// taskSteps is the longest way through one task: its queries; in each round retrieve, extract, relevance, reevaluate and
// one for each passage found; for each reference gate, resolve and extract, and one for each passage that it leads to.
func (c *Config) taskSteps() int {
	found := c.TaskQueries * c.TaskPassages
	led := max(c.ScopedPassages, c.BroadPassages)
	return 1 + c.Iterations*(4+found) + c.References*(3+led)
}

// steps is the longest way through the whole: analyze query, clarify, plan, approve; two nodes a task; the outline; for each
// draft a step a part, its opening and its check; the decisions between drafts; the attribution.
func (c *Config) steps() int {
	return 4 + 2*c.MostTasks + 1 + (c.Retries+1)*(partsOfGroup*c.MostTasks+2) + c.Retries + 1
}
