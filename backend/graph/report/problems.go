package report

import (
	"errors"
	"maps"

	"lectern/backend/llm"
	"lectern/backend/messages"
)

var errNoReader = errors.New("there is no reader for PDFs")

// causes are the program's own errors that a problem may quote, by their messages. Others, of a server or the system, stay
// as they are.
var causes = []struct {
	err error
	key string
}{
	{errEmptyText, "cause.no-text"}, {errNoReader, "cause.no-reader"}, {errGone, "cause.gone"}, {llm.ErrDown, "cause.ollama-down"},
	{llm.ErrNoModel, "cause.no-model"}, {llm.ErrMemory, "cause.memory"}, {llm.ErrContext, "cause.context"}, {llm.ErrFormat, "cause.format"},
}

// problem says in a language what went wrong without ending anything.
func problem(code, key string, args messages.Args) string {
	say := messages.In(code)
	said := maps.Clone(args)
	for name, arg := range args {
		err, ok := arg.(error)
		for _, c := range causes {
			if ok && code != "en" && errors.Is(err, c.err) {
				said[name] = say.Text(c.key)
				break
			}
		}
	}
	return say.Text(key, said)
}
