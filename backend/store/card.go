package store

// Card is a question to the person, shown in the conversation until it is answered.
type Card struct {
	ID      string   `json:"id"` // names it in an answer
	Kind    string   `json:"kind" ts_type:"'text' | 'choice' | 'plan'"`
	Text    string   `json:"text"`    // the question
	Help    string   `json:"help"`    // what an answer is good for, and what happens next
	Options []string `json:"options"` // of a choice; the others may offer some as well
	Items   []Item   `json:"items"`   // of a plan: to be edited, ordered, removed, added to
}

// Item is a line of a plan.
type Item struct {
	ID   string `json:"id"` // "" for one that the person added
	Text string `json:"text"`
	Done bool   `json:"done"`
	Own  bool   `json:"own"` // the program added it while it worked

	Found int `json:"found,omitempty"` // passages that were kept for it
}

// Reply is what the person answers to a Card.
type Reply struct {
	Text  string `json:"text"`
	Items []Item `json:"items"` // a plan as it is to be; empty: as it was
}
