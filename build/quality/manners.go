package main

import (
	"context"
	"fmt"
	"strings"

	"lectern/backend/models"
)

// manner is how the program answers: the zero value is the one that it has for a model of that size.
type manner struct {
	name      string
	answering string   // models.Settings.Answering
	set       []string // numbers of workflows, as --set takes them
}

// manners are tried beside each other: who writes the answer, and how many passages it is given.
func manners() []manner {
	return []manner{
		{"chooses sentences", models.Chooses, nil},
		{"writes, of 5 passages with those around them", models.Writes, nil},
		{"writes, of 5 passages", models.Writes, []string{"chat.neighbours=0"}},
		{"writes, of 3 passages", models.Writes, []string{"chat.neighbours=0", "chat.keep=3"}},
		{"writes, of the best passage", models.Writes, []string{"chat.neighbours=0", "chat.keep=1"}},
	}
}

// passagesGiven asks the same questions in each manner.
func passagesGiven(b *bench, ctx context.Context) (section, error) {
	var rows []judged
	for _, w := range manners() {
		answered, err := b.asked(ctx, b.chats, w)
		if err != nil {
			return section{}, err
		}
		rows = append(rows, answered...)
	}
	s := answeredSection(rows)
	s.Title, s.Data = "Who writes, and of how much", nil
	return s, nil
}

// arguments are what a manner adds to a command.
func (w manner) arguments() (args []string) {
	for _, number := range w.set {
		args = append(args, "--set", number)
	}
	return args
}

// who is a model that answers in a manner.
func (w manner) who(m model) string {
	switch {
	case m.Name == "":
		return "Lectern without a model"
	case w.name == "":
		return "Lectern, " + m.Name
	}
	return fmt.Sprintf("%s %s", m.Name, w.name)
}

// key is what an answer depends on of a manner; nothing for the standard one.
func (w manner) key() string { return strings.Join(append([]string{w.answering}, w.set...), " ") }
