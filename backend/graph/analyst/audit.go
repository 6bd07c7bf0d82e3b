package analyst

import (
	"regexp"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/proof"
	"lectern/backend/proof/figures"
	"lectern/backend/store"
	"lectern/backend/text"
)

var (
	marks    = regexp.MustCompile(`\[[^\]\n]{0,30}\d[^\]\n]{0,20}\]`)
	listMark = regexp.MustCompile(`^(?:(?:[-*+•>]|#{1,6}|\(?\d{1,2}[.)])\s+)+`)
)

// sentences cuts a draft into pieces that stand in it just so.
func sentences(draft string) (out []text.Span) {
	at := 0
	for line := range strings.Lines(draft) {
		body := line[len(listMark.FindString(line)):]
		from := at + len(line) - len(body)
		for _, s := range text.Marked(body, text.Matches(marks, body)) {
			out = append(out, text.Span{Start: from + s.Start, End: from + s.End})
		}
		at += len(line)
	}
	return out
}

// failures are those of a draft and of the answer that it makes, which has its proof, in the draft's order.
func (w *Workflow) failures(s State, a rag.Answer, draft string, offered []rag.Passage) []Failure {
	out := append(w.audit(s, draft, offered), w.unprovedIn(s, a.Proof, w.rendering(s, draft, offered))...)
	at := func(f Failure) int { return strings.Index(draft, f.Where) }
	slices.SortStableFunc(out, func(a, b Failure) int { return at(a) - at(b) })
	return out
}

// audit finds what in a draft is none of its form: marks that stand for no passage, and ids that stand for no figure.
func (w *Workflow) audit(s State, draft string, offered []rag.Passage) (out []Failure) {
	say := say(s)
	for _, at := range sentences(draft) {
		sentence := draft[at.Start:at.End]
		for _, id := range placeholder.FindAllStringSubmatch(sentence, -1) {
			if body, _ := w.recordedFigure(s, id[1], "en"); body == unproved {
				out = append(out, Failure{Check: checkID, Where: sentence, Why: say.Text("analyst.id-no-value", messages.Args{"id": id[1]})})
			}
		}
		if strings.Contains(placeholder.ReplaceAllString(sentence, ""), "{{") {
			out = append(out, Failure{Check: checkID, Where: sentence, Why: say.Text("analyst.id-open")})
		}
		for _, mark := range marks.FindAllString(sentence, -1) {
			for _, id := range proof.IDs(mark) {
				if id < 1 || id > len(offered) {
					out = append(out, Failure{Check: checkCitation, Where: sentence, Why: say.Text("analyst.no-passage", messages.Args{"number": id})})
				}
			}
		}
	}
	return out
}

// rendered is a draft as its answer shows it.
type rendered struct {
	draft     string
	sentences []text.Span     // of the draft
	starts    []int           // where each begins in the answer
	figures   []proof.Stretch // of the answer, that stand for ids
}

// rendering finds where the sentences of a draft, and the figures put in for its ids, stand in the answer.
func (w *Workflow) rendering(s State, draft string, offered []rag.Passage) rendered {
	r, out, from := w.renderer(s, offered, nil, nil), rendered{draft: draft, sentences: sentences(draft)}, 0
	for _, at := range out.sentences {
		r.Write(draft[from:at.Start])
		out.starts = append(out.starts, r.Answer.Len()+len(r.held))
		r.Write(draft[at.Start:at.End])
		from = at.End
	}
	r.Write(draft[from:])
	r.Close()
	out.figures = r.put
	return out
}

// sentenceAt is the sentence of the draft that stands at a byte of the answer; "" if none does.
func (r rendered) sentenceAt(at int) string {
	i, exact := slices.BinarySearch(r.starts, at)
	if !exact {
		i--
	}
	if i < 0 {
		return ""
	}
	return r.draft[r.sentences[i].Start:r.sentences[i].End]
}

// unprovedIn are the figures of a draft that its proof leaves open, and its sentences that are contradicted. What stands for
// an id was read at its place, and is shown with what was doubted there.
func (w *Workflow) unprovedIn(s State, p *proof.Proof, r rendered) (out []Failure) {
	for _, f := range p.FigureChecks {
		recorded := slices.ContainsFunc(r.figures, func(at proof.Stretch) bool { return f.Start < at.End && f.End > at.Start })
		against := slices.ContainsFunc(p.Sentences, func(c store.Claim) bool { return c.Verdict == store.Contradicted && c.Has(f) })
		if figures.Loose(f) && !recorded && !against {
			out = append(out, Failure{Check: checkFigure, Where: r.sentenceAt(f.Start), Figure: f.Text, Why: say(s).Text("analyst.figure-unproved", messages.Args{"figure": f.Text})})
		}
	}
	for _, c := range p.Sentences {
		if c.Verdict == store.Contradicted {
			out = append(out, Failure{Check: checkAgainst, Where: r.sentenceAt(c.Start), Why: c.Why})
		}
	}
	return out
}
