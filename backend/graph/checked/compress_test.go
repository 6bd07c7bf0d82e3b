package checked

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"lectern/backend/graph/rag"
	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
)

func passage(n int, sentences ...string) rag.Passage {
	return rag.Passage{Text: store.Text{Ref: store.Ref{Document: "d", Passage: n}, Text: strings.Join(sentences, " "), Sentences: sentences}}
}

func length(ps []rag.Passage) (n int) {
	for _, p := range ps {
		n += utf8.RuneCountInString(p.Text.Text)
	}
	return n
}

func TestWhatFitsStaysWhole(t *testing.T) {
	ps := []rag.Passage{passage(0, "One.", "Two."), passage(1, "Three.")}
	given, sources := compress("q", ps, 100, 0)
	if len(given) != 2 || given[0].Text.Text != "One. Two." || len(sources) != 2 {
		t.Errorf("%+v", given)
	}
}

func TestTheBestStayWholeAndOfTheOthersFiguresComeFirst(t *testing.T) {
	filler := strings.Repeat("Blah blah. ", 10)
	ps := []rag.Passage{
		passage(0, "The best.", filler), passage(1, "The rent matters here much.", filler, "The rent is 900 euros.", filler, "It is 5 km away."), passage(2, filler),
	}
	given, sources := compress("What is the rent?", ps, length(ps[:1])+90, 1)
	if len(given) != 2 || given[0].Text.Text != ps[0].Text.Text {
		t.Fatalf("%+v", given)
	}
	if want := "The rent matters here much. […] The rent is 900 euros. […] It is 5 km away."; given[1].Text.Text != want {
		t.Errorf("%q", given[1].Text.Text)
	}
	if sources[1].Text.Text != ps[1].Text.Text || ps[1].Text.Text == given[1].Text.Text {
		t.Error("the source was shortened as well")
	}
	if given, _ = compress("What is the rent?", ps, length(ps[:1])+42, 1); len(given) != 2 || given[1].Text.Text != "[…] The rent is 900 euros. […]" {
		t.Errorf("with less room: %+v", given)
	}
}

func TestATableKeepsItsHeadsAndItsRowsWhole(t *testing.T) {
	table := passage(0, "no", "matter")
	table.Text.Table = true
	table.Text.Text = "Balance sheet (in millions)\n|2022|2021\nAssets\n Current assets\n  Cash|3,655|4,564\n  Inventories|5,372|4,985\n Goodwill|12,790|13,486\nEquity\n Retained earnings|47,950|45,821"
	given, sources := compress("What is the goodwill in millions?", []rag.Passage{table}, 90, 0)
	if want := "Balance sheet (in millions)\n|2022|2021\nAssets\n[…]\n Goodwill|12,790|13,486\n[…]"; len(given) != 1 || given[0].Text.Text != want {
		t.Errorf("%+v", given)
	}
	if sources[0].Text.Text != table.Text.Text {
		t.Error("the source was shortened as well")
	}
	given, _ = compress("How much cash is there?", []rag.Passage{table}, 120, 0)
	if text := given[0].Text.Text; !strings.Contains(text, "|2022|2021\nAssets\n Current assets\n  Cash|3,655|4,564") || strings.Contains(text, "47,950") {
		t.Errorf("%q", text)
	}
}

func TestCompressionKeepsToItsRoom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		var ps []rag.Passage
		for i := range 1 + random.IntN(12) {
			var ss []string
			for k := range 1 + random.IntN(8) {
				ss = append(ss, fmt.Sprintf("Sentence %d %s.", k, strings.Repeat("契約 ", random.IntN(40))))
			}
			ps = append(ps, passage(i, ss...))
		}
		chars := 50 + random.IntN(3000)
		given, sources := compress("契約", ps, chars, random.IntN(4))
		if len(given) == 0 || len(given) != len(sources) || length(given) > chars+utf8.RuneCountInString(gap) {
			t.Fatalf("%d passages, %d characters, not %d", len(given), length(given), chars)
		}
		for i := range given {
			if given[i].Ref != sources[i].Ref || i > 0 && given[i].Ref.Passage <= given[i-1].Ref.Passage {
				t.Fatal("passages changed places")
			}
		}
	}
}

func TestLongEvidenceIsShortenedWithoutAModelCall(t *testing.T) {
	d := newDesk(t)
	var pages []string
	for i := range 10 {
		pages = append(pages, fmt.Sprintf("The notice period of flat %d is three months. ", i)+strings.Repeat("Blah is blah here. ", 90))
	}
	d.Add("Lease", pages...)
	d.round(notice, fine, scores)
	h := d.ask(question)
	d.counts(h, 3, 1)
	if h.err != nil || !h.Ended("6 of them shortened") {
		t.Errorf("%v %q", h.err, h.Ends)
	}
	p := d.Prompt(0)
	if n := utf8.RuneCountInString(p[strings.Index(p, "<knowledge_base id=\"1\""):]); n > 9000+10*80+200 || strings.Count(p, "[…]") != 6 || strings.Count(p, "The notice period of flat") != 10 {
		t.Errorf("%d characters, %d gaps", n, strings.Count(p, "[…]"))
	}
	if a, b := d.Prompt(0), d.Prompt(1); strings.Count(a, "[…]") != strings.Count(b, "[…]") {
		t.Error("the critic saw other passages than the draft was written from")
	}
}

func TestEvidenceFitsTheModelsContext(t *testing.T) {
	d := newDesk(t)
	d.Add("Lease", strings.Repeat("The notice period is three months. ", 30), strings.Repeat("The notice period ends. ", 100), strings.Repeat("The notice period begins. ", 150))
	d.Client = d.Narrow(2048)
	d.Server.Script(llmtest.Reply{Status: 400, Error: "the input length exceeds the context length"})
	d.round(notice, fine, scores)
	h := d.ask(question)
	if h.err != nil || h.Round.ContextChars >= d.Config.ContextChars || !h.Noted("too long") {
		t.Errorf("%v %d %q", h.err, h.Round.ContextChars, h.Notes)
	}
	for i, c := range d.Server.Chats() {
		if n := len(d.Prompt(i)); n > 4*2048 || c.Options["num_ctx"] != 2048.0 {
			t.Errorf("call %d: %d bytes, %v", i, n, c.Options)
		}
	}
}
