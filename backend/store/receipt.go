package store

// Receipt is what models were given in a run, call by call, and what the server counted.
type Receipt struct {
	Calls   []Call `json:"calls"`
	Counted int    `json:"counted"` // tokens read in all calls, as counted by the server
	Answer  int    `json:"answer"`  // and written
	Cut     int    `json:"cut"`     // calls of which the server read only a part
	Faults  int    `json:"faults"`  // answers that weren't of the form that was asked for
	Mended  int    `json:"mended"`  // and of these, those after which the second was
	More    int    `json:"more"`    // calls that were too many to be kept
}

// Call is one call of a model. The text itself is kept apart; see ReceiptText.
type Call struct {
	N            int           `json:"n"` // from 1
	Node         string        `json:"node"`
	Task         string        `json:"task"`
	Model        string        `json:"model"`
	Began        string        `json:"began"` // RFC 3339
	NumCtx       int           `json:"numCtx"`
	Estimated    int           `json:"estimated"` // tokens, before it was sent
	Counted      int           `json:"counted"`   // by the server; 0: it didn't say
	Answer       int           `json:"answer"`    // tokens written
	Millis       int64         `json:"millis"`
	Images       int           `json:"images"`
	Cut          bool          `json:"cut"`     // the server read only a part
	Problem      string        `json:"problem"` // why there was no answer, or none that counted; "" if there was
	Fault        string        `json:"fault"`   // in what the answer isn't of the form that was asked for; "" if it is, or none was
	Repair       bool          `json:"repair"`  // an answer to the fault of the one before
	Passages     []CallPassage `json:"passages"`
	History      CallHistory   `json:"history"`
	Instructions int           `json:"instructions"` // tokens of all the rest, the question included, as estimated
	LeftOut      []LeftOut     `json:"leftOut"`
}

// CallPassage is a passage that a model was given.
type CallPassage struct {
	Passage  string `json:"passage"`  // id; "": it isn't from a document of the library
	Document string `json:"document"` // id
	Doc      string `json:"doc"`
	Page     int    `json:"page"`
	Label    string `json:"label"`
	Tokens   int    `json:"tokens"`
	Why      string `json:"why"` // what is missing of it, and why; "": it is whole
}

// CallHistory is how many messages of the conversation a model was given.
type CallHistory struct {
	Kept    int `json:"kept"`
	LeftOut int `json:"leftOut"`
	Tokens  int `json:"tokens"` // of those kept
}

// LeftOut is something that a model could have been given, and why it wasn't.
type LeftOut struct {
	What string `json:"what"`
	Why  string `json:"why"`
}

// CallText is what was sent in a call, word for word.
type CallText struct {
	Messages []CallMessage `json:"messages"`
	Schema   string        `json:"schema"` // that the answer had to have; ""
}

// CallMessage is one message of a prompt.
type CallMessage struct {
	Role string `json:"role"`
	Text string `json:"text"`
}
