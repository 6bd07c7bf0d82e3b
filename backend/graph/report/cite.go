package report

import (
	"context"
	"fmt"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/proof"
)

// citer shows a draft in the conversation: sources of the library become citations [n] of their passages, as in every
// other answer; those of the web stay [S#] and are listed below it, as there is no passage to open.
type citer struct {
	marker
	to  *rag.Citer
	web []int // cited, in the order of first use
}

func (w *Workflow) citer(ctx context.Context, s State, given []int, aloud bool) *citer {
	passages, at := w.passagesOf(s, given)
	c := &citer{to: &rag.Citer{Offered: passages}}
	if aloud {
		c.to = rag.StreamCiter(ctx, passages)
	}
	c.given = given
	c.say = c.to.Write
	c.cite = func(n int) {
		switch i := at[n]; {
		case i > 0:
			c.to.Write(fmt.Sprintf("[%d]", i))
		case s.Results[n-1].Passage == "": // one of a document that was removed meanwhile is dropped
			c.to.Write("[" + mark(n) + "]")
			c.cites(n)
		}
	}
	return c
}

func (c *citer) cites(n int) {
	for _, k := range c.web {
		if k == n {
			return
		}
	}
	c.web = append(c.web, n)
}

func (c *citer) finish() {
	c.close()
	c.to.Close()
}

// conversation is a draft as the conversation shows it.
func (w *Workflow) conversation(ctx context.Context, s State, draft string, given []int) (a rag.Answer) {
	c := w.citer(ctx, s, given, false)
	c.write(draft)
	c.finish()
	a.Citations = rag.NonNil(c.to.Citations)
	var b strings.Builder
	a.Text, a.Invented = c.to.Text("")
	b.WriteString(a.Text)
	summary := b.Len()
	if len(c.web) > 0 {
		b.WriteString("\n")
	}
	for _, n := range c.web {
		if r, err := w.result(s, n); err == nil {
			fmt.Fprintf(&b, "\n- [%s] %s: `%s`", mark(n), escapeLine(r.Title), strings.ReplaceAll(r.Address, "`", "%60"))
		}
	}
	a.Text, a.Own = b.String(), []proof.Stretch{{Start: summary, End: b.Len()}}
	return a
}
