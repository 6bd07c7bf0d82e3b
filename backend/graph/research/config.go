package research

import (
	"lectern/backend/messages"
	"lectern/backend/tuning"
)

// The ways to find references; the values of Config.Method.
const (
	ByRegex = iota
	ByModel
	Hybrid
)

// Config is every number of deep research. The zero value is invalid; begin with Defaults.
type Config struct {
	AskBack   int `json:"askBack" default:"1" options:"off|on" once:"yes" title:"Ask back before planning" help:"Makes the question clear with you first. Off: one question, only if it is needed."`
	MostTasks int `json:"mostTasks" default:"15" range:"1 50" title:"Tasks of a plan" help:"At most, those that are done included."`
	Depth     int `json:"depth" default:"2" range:"0 5" title:"Depth of references" help:"How far references in what references led to are followed. 0: none is."`

	Rounds        int     `json:"rounds" default:"5" range:"1 20" help:"Of asking back, at most; /end ends them earlier."`
	Queries       int     `json:"queries" default:"3" range:"1 6" help:"Of one round of asking back; the question is one of the first."`
	PerQuery      int     `json:"perQuery" default:"3" range:"1 20" help:"Passages kept for each of them."`
	Covered       float64 `json:"covered" default:".8" range:"0 1" help:"Coverage of the question from which the asking converges."`
	Duplicates    float64 `json:"duplicates" default:".7" range:"0 1" help:"Share of passages seen before that it needs for that."`
	FewGaps       int     `json:"fewGaps" default:"2" range:"0 20" help:"Gaps with which it still converges."`
	FewQuestions  int     `json:"fewQuestions" default:"2" range:"1 10" help:"Put to the person in one round, about."`
	MostQuestions int     `json:"mostQuestions" default:"3" range:"1 10" help:"Put to the person in one round, at most."`
	Topics        int     `json:"topics" default:"5" range:"1 20" help:"Research queries that the asking comes to, at most."`

	FirstTasks int `json:"firstTasks" default:"5" range:"1 50" help:"Tasks of the first plan, about; never more than a plan may have."`

	TaskQueries     int     `json:"taskQueries" default:"3" range:"1 6" help:"Queries in each round of a task."`
	TaskPassages    int     `json:"taskPassages" default:"4" range:"1 20" help:"Passages kept for each of them; each is read by the model."`
	Iterations      int     `json:"iterations" default:"3" range:"1 10" help:"Rounds of a task, at most; another one needs a gap that has a name."`
	Method          int     `json:"method" default:"2" options:"patterns|the model|both" help:"How references are found. Patterns know English and German; the model reads what was extracted."`
	References      int     `json:"references" default:"40" range:"0 200" help:"Looked at in one task, at most."`
	ReferenceTokens int     `json:"referenceTokens" default:"50000" range:"0 1000000" help:"Tokens of passages that references lead to, in one task."`
	SameDocument    int     `json:"sameDocument" default:"3" range:"1 100" help:"As often led to, a document ends the following in a task."`
	ScopedPassages  int     `json:"scopedPassages" default:"5" range:"1 20" help:"Passages kept of a search in the document that a reference names."`
	BroadPassages   int     `json:"broadPassages" default:"3" range:"1 20" help:"Passages kept of the library for a reference whose document isn't known."`
	Fuzzy           float64 `json:"fuzzy" default:".7" range:".5 1" help:"Likeness from which a name is taken for a document's."`
	Surroundings    int     `json:"surroundings" default:"400" range:"50 4000" help:"Characters around a reference that the model sees to decide whether to follow it."`
	Relevance       float64 `json:"relevance" default:".6" range:"0 1" help:"From which a passage is kept."`
	AtOnce          int     `json:"atOnce" default:"1" range:"1 16" help:"Passages that the model reads at once. More than one helps where the server answers several calls side by side."`
	FewPassages     int     `json:"fewPassages" default:"3" range:"0 20" help:"Passages of a task kept in any case; marked where they are below the relevance."`

	Quality int `json:"quality" default:"375" range:"0 500" help:"Sum of five scores from which the document passes."`
	Retries int `json:"retries" default:"1" range:"0 5" help:"Further drafts below that quality, if the model asks for one."`

	Temperature  float64 `json:"temperature" default:".3" range:"0 2" step:".1" help:"Of the document."`
	AnswerTokens int     `json:"answerTokens" default:"2048" range:"256 16384" help:"Tokens of each part of the document that is written at once."`
	ReplyTokens  int     `json:"replyTokens" default:"800" range:"128 4096" help:"Tokens of any other answer of a model."`

	StepLimit int `json:"-" default:"0"` // of each graph; 0: the longest way that the others allow
}

const (
	// newTasks are added by one re-evaluation at most: more at once would turn the plan that the person approved into another.
	newTasks = 3
	// bestSentences stay of a passage that no model could condense: a claim, and what it rests on.
	bestSentences = 3
	// Hits of one search in each file of a scope, and in the library: document chat's.
	perDocument = 20
	perLibrary  = 7
)

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

// steps is the longest way through the whole: analyze query, clarify, plan, approve; two nodes a task; for each draft a
// step a part, of which there are no more than tasks, and its check; the decisions between drafts; the attribution.
func (c *Config) steps() int {
	return 4 + 2*c.MostTasks + (c.Retries+1)*(c.MostTasks+1) + c.Retries + 1
}
