package report

import (
	"cmp"
	"context"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/messages"
)

// input makes ready: the question, the language, the model, the run's folder.
func (w *Workflow) input(ctx context.Context, s State) (State, error) {
	rag.StepStarted(ctx, "report.preparing")
	query := ""
	for _, m := range s.Messages {
		if m.Role == "user" {
			query = strings.Join(strings.Fields(m.Text), " ")
		}
	}
	rag.TellWhole(ctx, s.Turn)
	query = cmp.Or(s.Whole, query)
	if query == "" {
		return s, &llm.Error{Kind: errEmpty, Message: messages.New("report.no-question")}
	}
	if w.Model == "" {
		return s, w.NoModel()
	}
	if _, err := w.Client.ContextOf(ctx, w.Model); err != nil {
		return s, err
	}
	s.Query, s.Code, s.Model = query, code(s.Language, query), w.Model
	desk := w.desk(s)
	folder := desk.folder()
	if folder == "" {
		rag.Note(ctx, "messages.text", messages.Args{"text": desk.errors[len(desk.errors)-1]})
	}
	s.Paths, s.Errors = Paths{Folder: folder}, desk.all()
	rag.StepDone(ctx, "report.will-be-in", messages.Args{"language": messages.In(s.Code).Text("report.language")})
	return s, nil
}
