package app

import (
	"lectern/backend/library"
	"lectern/backend/messages"
)

// Speak has what the page shows said in its language (ISO 639-1) from now on, and tells what it shows already anew. Answers
// stay in the language of their questions, and a terminal's program in English.
func (c *Core) Speak(code string) error {
	say := messages.In(code)
	if before := c.language.Swap(&say); before != nil && before.Language() == say.Language() || before == nil && say.Language() == "en" {
		return nil
	}
	status, err := c.Status()
	if err != nil || c.Store == nil {
		return err
	}
	c.tell().Status(status)
	c.tellWorkspaces()
	documents, err := c.Documents()
	if err == nil {
		c.tell().Documents(documents)
	}
	return err
}

// Say are the messages in the language of the page.
func (p *Program) Say() messages.Messages {
	if say := p.language.Load(); say != nil {
		return *say
	}
	return messages.In("en")
}

// fromRooms are those of whose messages the texts are made that are kept in English.
var fromRooms = []string{"library", "ingest", "pdf", "metadata", "store", "rag", "llm", "models", "pull", "web", "app", "fault", "count", "messages"}

// again says in the language of the page what is kept, or was found out, in English.
func (c *Core) again(said string) string { return c.Say().Again(said, fromRooms...) }

// eachAgain does so with many texts of some rooms, of which most are alike: each once.
func (c *Core) eachAgain(rooms ...string) func(said string) string {
	say, known := c.Say(), map[string]string{}
	return func(said string) string {
		text, told := known[said]
		if !told {
			text = say.Again(said, rooms...)
			known[said] = text
		}
		return text
	}
}

// Documents lists the library.
func (c *Core) Documents() ([]library.Document, error) {
	ds, err := c.Library.List()
	return c.saidOf(ds), err
}

// saidOf are documents with what is said of them in the language of the page.
func (c *Core) saidOf(ds []library.Document) []library.Document {
	if c.Say().Language() == "en" {
		return ds
	}
	reason, summary := c.eachAgain(fromRooms...), c.eachAgain("store", "count")
	out := append([]library.Document{}, ds...)
	for i, d := range out {
		out[i].Reason, out[i].ReadingSummary = reason(d.Reason), summary(d.ReadingSummary)
	}
	return out
}

// Details are those of a document.
func (c *Core) Details(id string) (library.Details, error) {
	d, err := c.Library.Details(id)
	for _, where := range []*string{&d.Where.Title, &d.Where.Authors, &d.Where.Company, &d.Where.Year, &d.Where.Type, &d.Where.Language} {
		*where = c.again(*where)
	}
	for i, a := range d.Aliases {
		d.Aliases[i].Where = c.again(a.Where)
	}
	return d, err
}

// saidAgain is an error with its text in the language of the page.
type saidAgain struct {
	error
	text string
}

func (s saidAgain) Error() string { return s.text }
func (s saidAgain) Unwrap() error { return s.error }

// InItsLanguage has an error that goes to the page say what it says in the page's language.
func (c *Core) InItsLanguage(err *error) {
	if say := c.Say(); *err != nil && say.Language() != "en" {
		*err = saidAgain{*err, say.Error(*err)}
	}
}
