package report

import (
	"context"
	"regexp"
	"strconv"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/proof"
)

var (
	librarySource = regexp.MustCompile(`\[S(\d{1,3})\]`)
	heldSource    = regexp.MustCompile(`\[ (\d{1,3})\]`)
)

// proved holds the draft that is shown against the documents that it cites, and leaves out what they contradict, which is
// told. It gives what is left as the conversation shows it, with its proof. Sentences of the web have no page here to be held
// against.
func (w *Workflow) proved(ctx context.Context, s State, d *workspace, draft string) (string, rag.Answer, error) {
	for struck := 0; ; struck++ { // what is left after something was struck is another text
		said := w.conversation(ctx, s, draft, shown(s).Given)
		if draft == "" || shown(s).Plain { // what sources say themselves needs no proof
			return draft, said, nil
		}
		if err := w.Prove(say(s), s.Asks(), &said); err != nil {
			return "", said, err
		}
		if said.Proof.Contradicted == 0 || struck == 2 {
			return draft, said, nil
		}
		a, err := w.held(s, draft)
		if err != nil {
			return "", said, err
		}
		out := a.Strike()
		if len(out) == 0 {
			return draft, said, nil
		}
		rag.Note(ctx, "messages.text", messages.Args{"text": rag.Struck(out)})
		d.wrong("messages.text", messages.Args{"text": rag.Struck(out)})
		draft = strings.TrimSpace(heldSource.ReplaceAllString(a.Text, "[S$1]"))
	}
}

// held is a draft with its proof, by which sentences of it are left out. Its sources of the library are cited by their numbers, in as many bytes as before.
func (w *Workflow) held(s State, draft string) (a rag.Answer, err error) {
	passages, at := w.passagesOf(s, shown(s).Given)
	for n, i := range at {
		c := proof.Quote(passages[i-1].Text, -1)
		c.N = n
		a.Citations = append(a.Citations, c)
	}
	a.Text = librarySource.ReplaceAllStringFunc(draft, func(mark string) string {
		if n, err := strconv.Atoi(librarySource.FindStringSubmatch(mark)[1]); err == nil && at[n] > 0 {
			return "[ " + mark[2:]
		}
		return mark
	})
	return a, w.Prove(say(s), s.Asks(), &a)
}
