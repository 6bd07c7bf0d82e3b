package runs

import (
	"slices"
	"strings"
	"testing"

	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

// reports are three documents of two companies and two years.
func reports(t *testing.T) *desk {
	t.Helper()
	d := open(t, t.TempDir(), llmtest.New(t))
	t.Cleanup(d.close)
	d.add("Acme_2018_10K", "The revenue of the harbour was 18 million.")
	d.add("Acme_2019_10K", "The revenue of the harbour was 19 million.")
	d.add("Bolt_2019_10K", "The revenue of the harbour was 29 million.")
	return d
}

// first is the document of an answer's first passage.
func first(turn Turn) string {
	if len(turn.Sources) == 0 {
		return ""
	}
	return turn.Sources[0].Doc
}

// searched are the names of the documents that an answer's passages are from.
func searched(turn Turn) (out []string) {
	for _, s := range turn.Sources {
		if !slices.Contains(out, s.Doc) {
			out = append(out, s.Doc)
		}
	}
	slices.Sort(out)
	return out
}

func notes(turn Turn) (out []string) {
	for _, s := range turn.Steps {
		for _, n := range s.Notes {
			out = append(out, n.Text)
		}
	}
	return out
}

var (
	acme  = store.Filter{Field: store.ByCompany, Value: "Acme"}
	in18  = store.Filter{Field: store.ByYear, Value: "2018"}
	in19  = store.Filter{Field: store.ByYear, Value: "2019"}
	bolts = store.Filter{Field: store.ByCompany, Value: "Bolt"}
)

func TestDocumentsThatAQuestionSpeaksOfComeFirstAndTheTraceTells(t *testing.T) {
	d := reports(t)
	for _, workflow := range []string{"chat", "checked"} {
		d.server.Script(llmtest.Reply{Text: "It was 18 million."})
		turn := d.turn(d.ask(Question{Text: "What was the revenue of Acme in FY2018?", Workflow: workflow, Mode: "documents"}))
		if first(turn) != "Acme_2018_10K" || !slices.Equal(turn.Preferred, []store.Filter{acme, in18}) || len(turn.Filters) != 0 ||
			!slices.Contains(notes(turn), "Documents of Acme; 2018 come first: 1 of 3.") {
			t.Errorf("%s: %v %v %q", workflow, searched(turn), turn.Preferred, notes(turn))
		}
	}
}

func TestWhatIsTakenOffOrMatchesNothingIsNotPreferred(t *testing.T) {
	d := reports(t)
	for _, c := range []struct {
		q    Question
		want []string
		note string
	}{
		{Question{Text: "What was the revenue of Acme in 2018?", Off: []store.Filter{in18}}, []string{"Acme_2018_10K", "Acme_2019_10K", "Bolt_2019_10K"}, "Documents of Acme come first: 2 of 3."},
		{Question{Text: "What was the revenue of Acme in 2018?", All: true}, []string{"Acme_2018_10K", "Acme_2019_10K", "Bolt_2019_10K"}, ""},
		{Question{Text: "What was the revenue of Acme in 2031?"}, []string{"Acme_2018_10K", "Acme_2019_10K", "Bolt_2019_10K"}, "Documents of Acme come first: 2 of 3."},
		{Question{Text: "What was the revenue in 2018 by @Bolt_2019_10K?"}, []string{"Bolt_2019_10K"}, ""},
		{Question{Text: "What was the revenue?", Filters: []store.Filter{bolts}}, []string{"Bolt_2019_10K"}, "Only in documents of Bolt: 1 of 3."},
		{Question{Text: "What was the revenue?", Filters: []store.Filter{in19}, Files: []string{"Acme_2018_10K", "Acme_2019_10K"}}, []string{"Acme_2019_10K"}, "Only in documents of 2019: 1 of 2."},
	} {
		d.server.Script(llmtest.Reply{Text: "It was so."})
		c.q.Mode = "documents"
		turn := d.turn(d.ask(c.q))
		if all := strings.Join(notes(turn), " "); !slices.Equal(searched(turn), c.want) || !strings.Contains(all, c.note) || c.note == "" && strings.Contains(all, "come first") {
			t.Errorf("%+v: %v %q", c.q, searched(turn), all)
		}
	}
	for text, says := range map[string]string{"What was it?": "no document is like that (Nobody)", "What says @Bolt_2019_10K?": "Bolt_2019_10K is not among the documents of Acme"} {
		filters := []store.Filter{acme}
		if strings.Contains(says, "Nobody") {
			filters[0].Value = "Nobody"
		}
		if _, err := d.Start(Question{Text: text, Filters: filters}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestAPreferenceIsToldBeforeItIsAskedAndTheCompanyIsCarriedOver(t *testing.T) {
	d := reports(t)
	d.server.Script(llmtest.Reply{Text: "It was 18 million."}, llmtest.Reply{Text: "It was 19 million."}, llmtest.Reply{Text: "It was 29 million."})
	before := d.ask(Question{Text: "What was the revenue of Acme in 2018?", Mode: "documents"})
	q := Question{Conversation: before.Conversation, Text: "And in 2019?", Mode: "documents"}
	n, err := d.Understand(q)
	if err != nil || !slices.Equal(n.Preferred, []string{"id-Acme_2019_10K"}) || !slices.Equal(n.Found, []store.Filter{acme, in19}) {
		t.Errorf("%+v %v", n, err)
	}
	if turn := d.turn(d.ask(q)); first(turn) != "Acme_2019_10K" {
		t.Errorf("%v %q", searched(turn), notes(turn))
	}
	bolt := d.ask(Question{Conversation: before.Conversation, Text: "What about Bolt?", Mode: "documents"})
	if run, err := d.workspace.Runs.Get(bolt.Run); err != nil || run.Whole != "What was the revenue of Bolt in 2019?" || run.Question != "What about Bolt?" || first(d.turn(bolt)) != "Bolt_2019_10K" {
		t.Errorf("%q %v %v", run.Whole, searched(d.turn(bolt)), err)
	}
	for _, q := range []Question{{Text: "Acme in 2018", Workflow: "research"}, {Text: "Acme in 2018", Mode: "chat"}, {Text: "in 2018 @Acme_2019_10K"}} {
		if n, err := d.Understand(q); err != nil || n.Preferred != nil {
			t.Errorf("%+v: %+v %v", q, n, err)
		}
	}
}

func TestAPassageOfAnAnswerHasAReason(t *testing.T) {
	d := reports(t)
	d.server.Script(llmtest.Reply{Text: "It was 18 million."})
	s := d.ask(Question{Text: "What was the revenue of Acme in 2018?", Mode: "documents"})
	r, err := d.Why(t.Context(), s.Run, "id-Acme_2018_10K/0")
	if err != nil || r.Reworded || r.Documents != 3 || r.Hit.KeywordRank != 1 || !slices.Contains(r.Hit.Why.Words, "revenue") ||
		r.Narrowed != "Documents of Acme; 2018 come first: 1 of 3." {
		t.Errorf("%+v %+v %v", r, r.Hit.Why, err)
	}
	for _, id := range []string{"gone/0", "id-Acme_2018_10K/9", "nothing"} {
		if _, err := d.Why(t.Context(), s.Run, id); err == nil || !strings.Contains(err.Error(), "no search of this question finds that passage") {
			t.Errorf("%s: %v", id, err)
		}
	}
	if _, err := d.Why(t.Context(), "gone", "id-Acme_2018_10K/0"); err == nil {
		t.Error("a run that is gone has a reason")
	}
}

func TestHowAQuestionIsReadIsToldAndCanBeTakenOff(t *testing.T) {
	d := reports(t)
	d.server.Script(llmtest.Reply{Text: "It was 18 million."})
	before := d.ask(Question{Text: "What was the revenue of Acme in 2018?", Mode: "documents"})
	const whole = "What was the revenue of Acme in 2019?"
	for _, c := range []struct {
		q    Question
		want []store.Reading
	}{
		{Question{Text: "What was the revenue of Acme in 2018?"}, nil},
		{Question{Text: "And in 2019?", Conversation: before.Conversation}, []store.Reading{{As: store.ReadBefore, Text: whole}}},
		{Question{Text: "And in 2019?", Conversation: before.Conversation, Dropped: []string{store.ReadBefore}}, nil},
		{Question{Text: "And in 2019?", Conversation: before.Conversation, Workflow: "research"}, []store.Reading{{As: store.ReadBefore, Text: whole}}},
		{Question{Text: "What was the revenue of Acme and Bolt in 2019?"}, []store.Reading{{As: store.ReadParts, Text: "Acme 2019; Bolt 2019"}}},
		{Question{Text: "What was the revenue of Acme and Bolt in 2019?", Workflow: "checked"}, []store.Reading{{As: store.ReadParts, Text: "Acme 2019; Bolt 2019"}}},
		{Question{Text: "What was the revenue of Acme and Bolt in 2019?", Dropped: []string{store.ReadParts}}, nil},
		{Question{Text: "How often does \"revenue\" occur?"}, []store.Reading{{As: store.ReadMentions, Text: "revenue"}}},
		{Question{Text: "Summarise @Bolt_2019_10K"}, []store.Reading{{As: store.ReadSummary}}},
		{Question{Text: "Summarise @Bolt_2019_10K", Workflow: "checked"}, []store.Reading{{As: store.ReadSummary}}},
		{Question{Text: "Wie hoch war der Umsatz von Acme?"}, []store.Reading{{As: store.ReadLanguage, Text: "de"}}},
		{Question{Text: "Wie hoch war der Umsatz von Acme?", Language: "English"}, nil},
	} {
		got, err := d.Understand(c.q)
		if err != nil || !slices.Equal(got.Readings, c.want) {
			t.Errorf("%+v: %+v %v", c.q, got.Readings, err)
		}
	}
	d.server.Script(llmtest.Reply{Text: "It was so."}, llmtest.Reply{Text: "It was so."}, llmtest.Reply{Text: "It was so."})
	for text, says := range map[string]string{"What was the revenue of Acme and Bolt in 2019?": "Acme 2019; Bolt 2019", "How often does \"revenue\" occur?": ""} {
		asked := Question{Text: text, Mode: "documents", Dropped: []string{store.ReadParts, store.ReadMentions}}
		turn := d.turn(d.ask(asked))
		if all := strings.Join(notes(turn), " "); says != "" && strings.Contains(all, says) || turn.AnswerMode == "read" || len(turn.Readings) > 0 || !slices.Equal(turn.Dropped, asked.Dropped) {
			t.Errorf("%s: %q %s %+v", text, all, turn.AnswerMode, turn.Readings)
		}
	}
	german := d.turn(d.ask(Question{Text: "Wie hoch war der Umsatz von Acme?", Mode: "documents", Dropped: []string{store.ReadLanguage}}))
	if german.Language != "English" {
		t.Errorf("%q", german.Language)
	}
}
