package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lectern/backend/eval"
	"lectern/backend/models"
)

// questionCase is a question to a document, with what an answer has to say.
type questionCase struct {
	set set
	eval.Question
}

// judged is an answer with its verdict.
type judged struct {
	Set      string `json:"set"`
	Who      string `json:"who"`
	QID      string `json:"qid"`
	Question string `json:"question"`
	Wanted   string `json:"wanted"` // "": the documents have no answer
	Verdict  string `json:"verdict"`
	Shown    bool   `json:"shown"` // of one who declined: what is wanted stands in what was shown
	answer
	Gold []eval.Page `json:"gold"`
}

// notAnswerable is what MMLongBench-Doc has for the answer to a question that its document has none to.
const notAnswerable = "Not answerable"

// document is the one that a question names: none where documents are paragraphs, which nobody would name.
func (c questionCase) document() string {
	if c.set.pdfs == nil {
		return ""
	}
	return c.Doc
}

// cases are the questions of the sets, and for each four of them one without an answer, where there are any. Of paragraphs
// only those in English: the chat models that are small enough for this read nothing else.
func (b *bench) cases() (all []questionCase) {
	for _, s := range b.all {
		if s.language != "en" {
			continue
		}
		for _, q := range drawn(s.questions, b.of(s), b.seed) {
			if strings.EqualFold(q.Answer, notAnswerable) {
				q.Answer = ""
			}
			all = append(all, questionCase{s, q})
		}
		n := b.of(s)
		if n > 0 {
			n = max(1, n/4)
		}
		for _, q := range drawn(s.without, n, b.seed) {
			q.Answer = ""
			all = append(all, questionCase{s, q})
		}
	}
	return all
}

// answers puts questions to the program: without a model, and with each chat model.
func answers(b *bench, ctx context.Context) (section, error) {
	rows, err := b.asked(ctx, append([]model{{}}, b.chats...), manner{})
	if err != nil {
		return section{}, err
	}
	return answeredSection(rows), nil
}

// asked are the program's answers with each of some models, in a manner.
func (b *bench) asked(ctx context.Context, with []model, in manner) ([]judged, error) {
	cases := b.cases()
	if err := b.furnish(ctx, cases, in.answering); err != nil {
		return nil, err
	}
	answers, err := openBook(filepath.Join(b.cache, "answers.jsonl"))
	if err != nil {
		return nil, err
	}
	defer answers.close()
	var rows []judged
	for _, m := range with {
		who := in.who(m)
		for i, c := range cases {
			q := asking{workspace: c.set.name, document: c.document(), question: c.Text, model: m.Name, workflow: "chat", limit: b.limit()}
			a, err := remembered(answers, b.key(q, m, in), func() (answer, error) {
				b.tell("%s: %s, %d of %d", who, c.set.name, i+1, len(cases))
				return b.program.ask(ctx, q, in.arguments()...)
			})
			if err != nil {
				return nil, err
			}
			rows = append(rows, c.judge(who, a))
		}
	}
	return rows, nil
}

// key is all that the program's answer depends on.
func (b *bench) key(q asking, m model, in manner) []any {
	of := []any{"program", b.program.sum, fmt.Sprint(q), m.Digest, in.key()}
	if k := b.serving(); m.Name != "" && k != nil {
		of = append(of, k.about())
	}
	return of
}

func (b *bench) limit() time.Duration { return time.Duration(b.seconds) * time.Second }

// serving is the embedding model that the program answers with: the first that a server has; nil if none does.
func (b *bench) serving() *kept {
	for _, k := range b.sources {
		if _, ok := k.source.(served); ok {
			return k
		}
	}
	return nil
}

// furnish gives the program its libraries with the vectors of the first embedding model, chosen in its settings, where it
// is also said how a model answers.
func (b *bench) furnish(ctx context.Context, cases []questionCase, answering string) error {
	var done []string
	k := b.serving()
	for _, c := range cases {
		if k == nil || slices.Contains(done, c.set.name) {
			continue
		}
		done = append(done, c.set.name)
		if _, err := b.library(ctx, c.set, k); err != nil {
			return err
		}
	}
	l, err := b.libraries(ctx)
	if err != nil {
		return err
	}
	m, err := models.Open(l.Store)
	if err != nil {
		return err
	}
	chosen := m.Settings()
	chosen.EmbedModel, chosen.Answering = "", answering
	if k != nil {
		chosen.EmbedModel = k.about().Name
	}
	if err := m.Save(ctx, chosen); err != nil {
		return err
	}
	if err := b.shut(); err != nil {
		return err
	}
	for _, name := range done { // nothing is left to embed; what similarities mean is measured
		if err := b.program.embed(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// answeredSection is the table of answers.
func answeredSection(rows []judged) section {
	t := table{Head: []string{"set", "who", "n", "right", "wrong", "declined", "none", "gold page given", "gold page cited",
		"verified of right", "verified of wrong", "first word s", "whole s", "tokens written a second", "tokens read", "late"}}
	for _, g := range grouped(rows) {
		t.Rows = append(t.Rows, g.line())
	}
	return section{Title: "Answers", Tables: []table{t, unanswerable(rows)}, Data: rows}
}

// grouped are the answers to questions that have one, by set and by who answered, in their order; all sets together last.
func grouped(rows []judged) (out []group) {
	at := map[string]int{}
	add := func(set string, r judged) {
		key := set + "\x00" + r.Who
		if _, known := at[key]; !known {
			at[key] = len(out)
			out = append(out, group{set: set, who: r.Who})
		}
		out[at[key]].rows = append(out[at[key]].rows, r)
	}
	for _, r := range rows {
		if r.Wanted != "" {
			add(r.Set, r)
		}
	}
	for _, r := range rows {
		if r.Wanted != "" {
			add("all", r)
		}
	}
	return out
}

// unanswerable is how often nothing was said where nothing is to be said.
func unanswerable(rows []judged) table {
	t := table{Title: "Questions that the document has no answer to:", Head: []string{"who", "n", "declined", "answered"}}
	at, count := map[string]int{}, [][2]int{}
	var names []string
	for _, r := range rows {
		if r.Wanted != "" {
			continue
		}
		if _, known := at[r.Who]; !known {
			at[r.Who] = len(count)
			count, names = append(count, [2]int{}), append(names, r.Who)
		}
		if r.Verdict == "declined" {
			count[at[r.Who]][0]++
		} else {
			count[at[r.Who]][1]++
		}
	}
	for i, who := range names {
		t.Rows = append(t.Rows, []string{who, fmt.Sprint(count[i][0] + count[i][1]), fmt.Sprint(count[i][0]), fmt.Sprint(count[i][1])})
	}
	return t
}
