package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/app"
	"lectern/backend/proof"
	"lectern/backend/proof/figures"
	"lectern/backend/store"
)

func TestTheSetsAreWhole(t *testing.T) {
	paths, err := filepath.Glob("prose/*.jsonl")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	ids, texts, parts, count := map[string]Sentence{}, map[string]bool{}, map[string]string{}, map[string]int{}
	var all []Sentence
	for _, path := range paths {
		some, err := read(path)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, some...)
		for _, s := range some { // other sets may have other sentences of a document
			key := path + " " + s.Doc
			if was := parts[key]; was != "" && was != s.Part {
				t.Errorf("%s is in both halves of %s", s.Doc, path)
			}
			parts[key] = s.Part
		}
	}
	for _, s := range all {
		if _, twice := ids[s.ID]; twice || texts[s.Text] || s.Text == "" || len(s.Pages) == 0 || s.Label != "true" && s.Label != "fault" || (s.Class == "true") != (s.Label == "true") {
			t.Errorf("%s: %+v", s.ID, s)
		}
		ids[s.ID], texts[s.Text] = s, true
		count[s.Label+" "+s.Part]++
	}
	for _, s := range all {
		of, there := ids[fmt.Sprint(s.Of)]
		if s.Label == "fault" && (!there || of.Label != "true" || of.Doc != s.Doc || !slices.Equal(of.Pages, s.Pages)) {
			t.Errorf("%s is the fault of %v", s.ID, s.Of)
		}
	}
	for part, least := range map[string]int{"true dev": 150, "true test": 150, "fault dev": 300, "fault test": 300} {
		if count[part] < least {
			t.Errorf("%s: %d", part, count[part])
		}
	}
}

func TestATextIsAsBadAsItsWorstSentence(t *testing.T) {
	said := func(verdict, reason string) store.Claim {
		return store.Claim{Verdict: verdict, Reason: reason}
	}
	for want, c := range map[string]app.CheckedText{
		verified: {Sentences: []store.Claim{said(store.Verified, "")}},
		partly:   {Sentences: []store.Claim{said(store.Verified, ""), said(store.Partly, "")}},
		red:      {Sentences: []store.Claim{said(store.Contradicted, proof.ReasonInside), said(store.Verified, "")}},
		amber:    {Sentences: []store.Claim{said(store.Partly, "")}, FigureChecks: []store.FigureCheck{{Verdict: figures.Flagged, Kind: figures.Year}}},
		notFound: {Sentences: []store.Claim{said(store.NotFound, "")}, FigureChecks: []store.FigureCheck{{Verdict: figures.Open, Kind: figures.Missing}}},
		nothing:  {},
	} {
		o := outcomeOf(c.Sentences, c.FigureChecks)
		if o.colour != want || len(o.reasons) > 0 != (want == red || want == amber) {
			t.Errorf("%s: %+v", want, o)
		}
	}
}

func TestTheTableCountsByHalfAndClass(t *testing.T) {
	all := []Sentence{
		{Doc: "A", Label: "true", Class: "true", Part: "dev", Lang: "en"}, {Doc: "A", Label: "fault", Class: "digit", Part: "dev", Lang: "en"},
		{Doc: "B", Label: "true", Class: "true", Part: "test", Lang: "en"}, {Doc: "C", Label: "true", Class: "true", Part: "test", Lang: "en"},
	}
	var b strings.Builder
	report(&b, all, []outcome{{colour: verified}, {colour: red, reasons: []string{"inside"}}, {colour: partly}, {missing: true}})
	for _, want := range []string{"[C]", "dev", "test", "digit  1    1", "inside             0              1"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
}
