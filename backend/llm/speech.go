package llm

import (
	"strings"

	"github.com/ollama/ollama/api"

	"lectern/backend/messages"
)

// mostThought is how many tokens a model may think that is asked not to. Some do so all the same; those that come to an end
// have begun to answer by then, and one that hasn't takes minutes for nothing.
const mostThought = 2048

// thinkBegins and thinkEnds are the marks in which models put thoughts whose template Ollama doesn't know.
const (
	thinkBegins = "<think>"
	thinkEnds   = "</think>"
)

// lookEvery is after how many pieces a text is searched for a period: looking costs as much as some hundred bytes take to
// send.
const lookEvery = 32

// speech is what a model has said so far in one answer. Thoughts are counted and left out.
type speech struct {
	say  func(string) error // hears what is no thought; nil: nobody does
	most int                // tokens that it may think

	text    strings.Builder
	held    string // the beginning, as long as it may be that of a thought
	began   bool   // it isn't: what comes now is said
	inside  bool   // a thought in marks has begun
	thought int    // tokens, about
	pieces  int
	again   int // bytes at the end of the text that repeat what stands before
}

// endless says that a model was stopped since it wouldn't have stopped itself, and why.
type endless struct{ error }

var (
	errThinking  = messages.Error("llm.endless-thought")
	errRepeating = messages.Error("llm.repeating")
)

// hear takes the next piece of an answer. It returns endless where the model is to be stopped, or the listener's error.
func (s *speech) hear(m api.Message) error {
	if m.Thinking != "" {
		return s.think()
	}
	if m.Content == "" {
		return nil
	}
	if s.began {
		return s.speak(m.Content)
	}
	s.held += m.Content
	begin := strings.TrimLeft(s.held, " \r\n\t")
	switch {
	case s.inside:
		if _, after, ends := strings.Cut(s.held, thinkEnds); ends {
			s.inside, s.held = false, ""
			return s.hear(api.Message{Content: strings.TrimLeft(after, " \r\n\t")})
		}
		s.held = s.held[max(0, len(s.held)-len(thinkEnds)):]
		return s.think()
	case strings.HasPrefix(begin, thinkBegins):
		s.inside, s.held = true, strings.TrimPrefix(begin, thinkBegins)
		return nil
	case strings.HasPrefix(thinkBegins, begin):
		return nil
	}
	return s.release()
}

// release says what was held back.
func (s *speech) release() error {
	if s.inside || s.held == "" {
		return nil
	}
	held := s.held
	s.held, s.began = "", true
	return s.speak(held)
}

func (s *speech) think() error {
	if s.thought++; s.thought > s.most {
		return endless{errThinking}
	}
	return nil
}

func (s *speech) speak(piece string) error {
	s.text.WriteString(piece)
	if s.say != nil {
		if err := s.say(piece); err != nil {
			return err
		}
	}
	if s.pieces++; s.pieces%lookEvery == 0 {
		if s.again = repeated(s.text.String()); s.again > 0 {
			return endless{errRepeating}
		}
	}
	return nil
}

// said is the text without what it only repeats.
func (s *speech) said() string {
	text := s.text.String()
	return text[:len(text)-s.again]
}

// onlyThought is the error of a model that has thought and not answered.
func (s *speech) onlyThought(model string) error {
	return &Error{ErrEndless, messages.New("llm.only-thought", messages.Args{"model": model, "tokens": s.thought})}
}
