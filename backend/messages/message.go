package messages

import "maps"

// Message is a sentence, or a part of one, that is still to be said in a language. The zero value says nothing.
type Message struct {
	key  string
	args Args
}

// New is the message of a key.
func New(key string, args ...Args) Message {
	m := Message{key: key, args: Args{}}
	for _, a := range args {
		maps.Copy(m.args, a)
	}
	return m
}

// List are texts with a message between each two.
type List struct {
	Between string
	Of      []string
}

// Percent is a share, from 0 to 1, that is told in hundredths.
type Percent float64

// Count is the message of a key that counts, such as "3 pages".
func Count(key string, n int) Message { return New(key, Args{"n": n}) }

// About is what an error says, as a part of a message. What is made of it doesn't match the error.
func About(err error) Message {
	if err == nil {
		return Message{}
	}
	return Message{"messages.error", Args{"error": err}}
}

// Sentences puts one message behind another; one that says nothing is left out.
func Sentences(first, second Message) Message {
	switch {
	case first.Empty():
		return second
	case second.Empty():
		return first
	}
	return New("messages.sentences", Args{"first": first, "second": second})
}

// Plain is a text that has no key, as it came from elsewhere: a server, the system.
func Plain(text string) Message { return Message{key: text} }

// In says it in a language (ISO 639-1).
func (m Message) In(code string) string { return In(code).Say(m) }

// String says it in the language of the window and the terminal.
func (m Message) String() string { return In("en").Say(m) }

// Empty tells whether it says nothing.
func (m Message) Empty() bool { return m.key == "" }

// Is tells whether a text is a message in one of the languages: an answer that was offered may come back after the
// conversation's language was changed.
func Is(key, text string) bool {
	for _, m := range all() {
		if m.Text(key) == text {
			return true
		}
	}
	return false
}

// Say is a message in this language.
func (m Messages) Say(said Message) string {
	if said.key == "" {
		return ""
	}
	return m.Text(said.key, said.args)
}
