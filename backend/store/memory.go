package store

import (
	"time"

	"lectern/backend/store/vector"
)

// Memory is what is remembered of a turn of a conversation, or of several that were put together. It lies with what its
// run made, so it goes with its conversation.
type Memory struct {
	Run          string       `json:"run"` // of the last of its turns
	Runs         []string     `json:"runs"`
	Conversation string       `json:"conversation"`
	Asked        time.Time    `json:"asked"` // the last of its turns
	Question     string       `json:"question"`
	Summary      string       `json:"summary"`
	Vector       []float32    `json:"-"` // of question and summary; nil if there is none
	Space        vector.Space `json:"space"`
}
