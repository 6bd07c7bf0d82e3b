package rag_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/store"
)

// extracted is what a question without a model gets from passages, by their ids.
func extracted(d *ragtest.Desk, question string, ids ...string) (string, []store.Citation) {
	d.T.Helper()
	tools := d.Given()
	ps, err := tools.Passages(ids)
	if err != nil {
		d.T.Fatal(err)
	}
	text, cited, err := tools.Extract(context.Background(), question, nil, ps, 0)
	if err != nil {
		d.T.Fatal(err)
	}
	return text, cited
}

func quotes(cited []store.Citation) (out []string) {
	for _, c := range cited {
		out = append(out, c.Quote)
	}
	return out
}

func TestAnExtractQuotesTheBestSentencesInReadingOrderEachWithItsCitation(t *testing.T) {
	d := ragtest.New(t)
	d.Add("Lease", "The rent is 900 euros. Pets are allowed. The notice period for the tenant is three months.", "Under stricter law the notice period of the landlord is nine months.")
	text, cited := extracted(d, "How long is the notice period?", "id-Lease/1", "id-Lease/0")
	if want := []string{"The notice period for the tenant is three months.", "Under stricter law the notice period of the landlord is nine months."}; !slices.Equal(quotes(cited), want) {
		t.Errorf("quoted %q", quotes(cited))
	}
	want := "**Lease, p. 1**\n\n> The notice period for the tenant is three months. [1]\n\n**Lease, p. 2**\n\n> Under stricter law the notice period of the landlord is nine months. [2]"
	if text != want {
		t.Errorf("got\n%s", text)
	}
}

func TestAnExtractSaysNothingTwice(t *testing.T) {
	d := ragtest.New(t)
	d.Lines = true
	d.Add("A", "The notice period for the tenant is three months.\nPets are allowed.")
	d.Add("B", "The notice period for the tenant is three months!\nThe garden is large.")
	if _, cited := extracted(d, "How long is the notice period?", "id-A/0", "id-B/0"); len(cited) != 1 || cited[0].Doc != "A" {
		t.Errorf("quoted %+v", cited)
	}
}

func TestASentenceThatHoldsWhatIsAskedForWins(t *testing.T) {
	for question, want := range map[string]string{
		"When was the bridge opened?":                             "The bridge was opened by a duke in 1894.",
		"How many people built a bridge?":                         "The bridge was built by 900 people.",
		"Wann wurde die Brücke eröffnet?":                         "Die Brücke wurde im Jahr 1894 eröffnet.",
		"橋はいつ開通しましたか":                                             "橋は1894年に開通しました。",
		"Why was the ferry closed?":                               "The ferry was closed due to ice.",
		"What caused the ferry's closure, and why was it closed?": "The ferry was closed due to ice.",
		"Warum wurde die Fähre geschlossen?":                      "Die Fähre wurde wegen Eis geschlossen.",
		"なぜフェリーは閉鎖されましたか":                                         "フェリーは氷のため閉鎖されました。",
	} {
		d := ragtest.New(t)
		d.Lines = true
		d.Add("Bridge", "The bridge was opened by a duke, to much applause.\nThe bridge was opened by a duke in 1894.\nThe bridge was built by most people.\nThe bridge was built by 900 people.\n"+
			"Die Brücke wurde unter Beifall eröffnet.\nDie Brücke wurde im Jahr 1894 eröffnet.\n橋は盛大に開通しました。\n橋は1894年に開通しました。\n"+
			"The ferry was closed by the mayor.\nThe ferry was closed due to ice.\nDie Fähre wurde am Montag geschlossen.\nDie Fähre wurde wegen Eis geschlossen.\nフェリーは早くに閉鎖されました。\nフェリーは氷のため閉鎖されました。")
		tools := d.Given()
		ps, err := tools.Passages([]string{"id-Bridge/0"})
		if err != nil {
			t.Fatal(err)
		}
		facts, err := tools.Workspace.Passages.Facts(context.Background(), question, nil)
		if err != nil {
			t.Fatal(err)
		}
		if best := rag.SentenceDefaults().Sentences(question, facts, ps, nil); len(best) == 0 || best[0].Text != want {
			t.Errorf("%s: %+v", question, best)
		}
	}
}

// sales is a document with a table of three rows.
func sales(d *ragtest.Desk) {
	d.T.Helper()
	lines := []string{"Net sales and net income of Acme", "(in millions) 2018 2017", "Net sales 32,765 31,657", "Cost of sales 16,682 16,055", "Net income 5,349 4,858"}
	text := strings.Join(lines, "\n")
	page := store.Page{Number: 1, Label: "54", Text: text}
	at := 0
	for _, l := range lines {
		page.Sentences = append(page.Sentences, store.Span{Start: at, End: at + len(l)})
		at += len(l) + 1
	}
	row := func(label, a, b string) store.Row {
		return store.Row{Label: label, Cells: []store.Cell{{Column: 0, Text: a}, {Column: 1, Text: b}}}
	}
	table := store.Table{
		Page: 1, Caption: "Net sales and net income of Acme", Stub: "(in millions)", Columns: []store.Column{{Heads: []string{"2018"}}, {Heads: []string{"2017"}}}, Confidence: 1,
		Rows: []store.Row{row("Net sales", "32,765", "31,657"), row("Cost of sales", "16,682", "16,055"), row("Net income", "5,349", "4,858")},
		Span: store.Span{Start: len(lines[0]) + 1, End: len(text)},
	}
	_, err := d.Given().Workspace.Documents.Add(store.Document{ID: "id-Acme", Name: "Acme"}, &store.Content{
		Pages: []store.Page{page}, Tables: []store.Table{table}, Language: "en", Reader: "test",
		Passages: []store.Passage{{Page: 1, Span: store.Span{Start: 0, End: len(text)}, Table: 1, Rows: store.Span{Start: 0, End: 3}}},
	})
	if err != nil {
		d.T.Fatal(err)
	}
}

func TestARowIsShownAsASmallTableUnderItsHeads(t *testing.T) {
	d := ragtest.New(t)
	sales(d)
	text, cited := extracted(d, "What was the net income in 2018?", "id-Acme/0")
	if !strings.HasPrefix(text, "**Acme, p. 54**\n\n") || !strings.Contains(text, "| (in millions) | 2018 | 2017 |\n| --- | --- | --- |\n") {
		t.Errorf("got\n%s", text)
	}
	if !strings.Contains(text, "| Net income [") || !strings.Contains(text, "5,349 | 4,858 |") || strings.Contains(text, "16,682") {
		t.Errorf("got\n%s", text)
	}
	if !slices.Contains(quotes(cited), "Net income 5,349 4,858") {
		t.Errorf("cited %q", quotes(cited))
	}
}

func TestARowIsNoReason(t *testing.T) {
	d := ragtest.New(t)
	sales(d)
	d.Add("Talk", "Net income of Acme rose in 2018.")
	if _, cited := extracted(d, "Why did the net income of Acme rise in 2018?", "id-Acme/0", "id-Talk/0"); len(cited) == 0 || cited[0].Doc != "Talk" {
		t.Errorf("cited %+v", cited)
	}
}

func TestHeadsOfATableAreNoAnswer(t *testing.T) {
	d := ragtest.New(t)
	d.Lines = true
	d.Add("Plain", "(in millions) December 31, 2018 2017\nNet sales for the year 32,765 31,657\nNet sales 2018\nThe net sales of the year rose because of good weather in many markets.")
	tools := d.Given()
	ps, err := tools.Passages([]string{"id-Plain/0"})
	if err != nil {
		t.Fatal(err)
	}
	question := "What were net sales in millions as of December 2018?"
	facts, err := tools.Workspace.Passages.Facts(context.Background(), question, nil)
	if err != nil {
		t.Fatal(err)
	}
	if best := rag.SentenceDefaults().Sentences(question, facts, ps, nil); best[0].Text != "Net sales for the year 32,765 31,657" {
		t.Errorf("best %q", best[0].Text)
	}
}

func TestTextOfADocumentIsShownAsItStands(t *testing.T) {
	d := ragtest.New(t)
	d.Add("Odd", "The *notice* period is <b>three</b> [2] months.")
	if text, _ := extracted(d, "How long is the notice period?", "id-Odd/0"); !strings.Contains(text, `The \*notice\* period is \<b\>three\</b\> \[2\] months. [1]`) {
		t.Errorf("got %s", text)
	}
}

func TestAQuestionWithoutWordsGetsSomethingToRead(t *testing.T) {
	d := ragtest.New(t)
	d.Add("Lease", "The rent is 900 euros. Pets are allowed.")
	if text, cited := extracted(d, "?", "id-Lease/0"); len(cited) == 0 || !strings.Contains(text, "The rent is 900 euros.") {
		t.Errorf("got %s", text)
	}
}
