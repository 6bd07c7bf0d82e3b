package rag

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/proof"
	"lectern/backend/store"
)

var (
	emptyEntry = regexp.MustCompile(`(?m)^[ \t]*(?:>[ \t]*)*(?:[-*+•]|\d{1,2}[.)])?[ \t]*$\n?`)
)

// Strike takes out of an answer that has its proof the sentences that the documents, or their own figures, contradict, and
// citations that nothing else cites. It gives the sentences. A cell of a table is left empty. The answer is then without a
// proof, as it is another one.
func (a *Answer) Strike() (struck []store.Claim) {
	if a.Proof == nil {
		return nil
	}
	for _, c := range slices.Backward(a.Proof.Sentences) {
		line := strings.LastIndex(a.Text[:c.Start], "\n") + 1
		if c.Verdict != store.Contradicted {
			continue
		}
		struck = append(struck, c)
		if proof.InTable(a.Text, c.Start) {
			a.Put(c.Start, c.End, "–")
			continue
		}
		end := c.End
		if next := strings.IndexByte(a.Text[end:], '\n'); next >= 0 {
			end += next + 1
		} else {
			end = len(a.Text)
		}
		rest := a.Text[line:c.Start] + strings.TrimLeft(a.Text[c.End:end], " ")
		if strings.TrimSpace(a.Text[c.End:end]) == "" {
			rest = strings.TrimRight(a.Text[line:c.Start], " ") + a.Text[c.End:end]
		}
		if emptyEntry.FindString(rest) == rest { // the sentence was all there was
			rest = ""
		}
		a.Put(line, end, rest)
	}
	if struck == nil {
		return nil
	}
	slices.Reverse(struck)
	a.Proof = nil
	a.Citations = slices.DeleteFunc(a.Citations, func(c store.Citation) bool { return !strings.Contains(a.Text, "["+strconv.Itoa(c.N)+"]") })
	return struck
}

// Put puts something else in the place of a piece of the text. What the program says itself moves along.
func (a *Answer) Put(from, to int, with string) {
	less := to - from - len(with)
	a.Text = a.Text[:from] + with + a.Text[to:]
	for i, o := range a.Own {
		if o.Start >= to {
			a.Own[i].Start -= less
		}
		if o.End >= to {
			a.Own[i].End -= less
		}
	}
	for i, lie := range a.Invented {
		if lie.At >= to {
			a.Invented[i].At -= less
		}
	}
}

// Struck tells of sentences that were taken out; nothing of none.
func Struck(struck []store.Claim) messages.Message {
	if len(struck) == 0 {
		return messages.Message{}
	}
	return messages.New("rag.struck", messages.Args{"statements": messages.Count("count.statements", len(struck)), "first": struck[0].Text, "why": struck[0].Why})
}
