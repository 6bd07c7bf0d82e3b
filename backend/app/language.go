package app

import "lectern/backend/messages"

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
	documents, err := c.Library.List()
	if err == nil {
		c.tell().Documents(documents)
	}
	return err
}

// Say are the messages in the language of the page.
func (c *Core) Say() messages.Messages {
	if say := c.language.Load(); say != nil {
		return *say
	}
	return messages.In("en")
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
