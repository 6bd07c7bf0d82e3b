package chat

import (
	"slices"
	"strings"
	"testing"

	"github.com/ollama/ollama/api"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/llm/llmtest"
)

func TestTheRouterDecidesInTiers(t *testing.T) {
	for _, c := range []struct {
		name, mode, question string
		scope                []string
		reply                string // of the intent call; "" if there must be none
		intent               string
		targets              []string
	}{
		{"a mention", Auto, "What is the rent in @Lease?", nil, "", IntentSpecific, []string{"id-Lease"}},
		{"a scope", Auto, "What is the rent?", []string{"id-Lease"}, "", IntentSpecific, []string{"id-Lease"}},
		{"a mention beats a scope", Auto, "What does @Policy pay?", []string{"id-Lease"}, "", IntentSpecific, []string{"id-Policy"}},
		{"a greeting", Auto, "Good morning!", nil, "", IntentChat, nil},
		{"code", Auto, "Write a function that sorts numbers", nil, "", IntentChat, nil},
		{"German small talk", Auto, "Wie geht es dir?", nil, "", IntentChat, nil},
		{"Japanese small talk", Auto, "こんにちは、元気ですか", nil, "", IntentChat, nil},
		{"documents win", Auto, "Write a poem about the contract", nil, "", IntentDirect, nil},
		{"German documents", Auto, "Was steht im Vertrag?", nil, "", IntentDirect, nil},
		{"Japanese documents", Auto, "契約書の期間は？", nil, "", IntentDirect, nil},
		{"a word inside another is none", Auto, "Does gardening tables hide floods", nil, `{"intent":"documents"}`, IntentDirect, nil},
		{"unsure, the model says chat", Auto, "Do floods matter to gardening", nil, `{"intent":"chat"}`, IntentChat, nil},
		{"unsure, nothing near", Auto, "Zirkonium quarks", nil, "", IntentChat, nil},
		{"documents only", Documents, "Hello there", nil, "", IntentDirect, nil},
		{"chat only", Chat, "What is the rent in @Lease?", nil, "", IntentChat, nil},
		{"the whole of a mentioned file", Auto, "Summarise @Lease", nil, "", IntentWhole, []string{"id-Lease"}},
		{"the whole of all files", Auto, "Summarise the documents", nil, "", IntentWhole, nil},
		{"words in all files", Auto, "How often is python mentioned?", nil, "", IntentWhole, nil},
		{"a list of much beside the documents", Auto, "List all planets", nil, "", IntentChat, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			library(d)
			d.Config.Sufficiency = SufficiencyNever
			if c.reply != "" {
				d.Server.Script(llmtest.Reply{Text: c.reply})
			}
			d.Server.Always(func(r api.ChatRequest) llmtest.Reply {
				if r.Format != nil {
					t.Errorf("a structured call was made: %s", r.Messages[0].Content)
				}
				return llmtest.Reply{Text: "Fine."}
			})
			h := d.ask(c.mode, c.question, c.scope...)
			if h.err != nil || h.Route.Intent != c.intent || !slices.Equal(h.Route.Targets, c.targets) {
				t.Errorf("intent %s, targets %v, error %v, notes %q", h.Route.Intent, h.Route.Targets, h.err, h.Notes)
			}
			if want := c.intent != IntentChat && c.intent != IntentWhole; slices.Contains(h.Steps, "retriever") != want {
				t.Errorf("steps %v", h.Steps)
			}
			if h.Question != c.question {
				t.Errorf("the question changed to %q", h.Question)
			}
		})
	}
}

func TestWordsAreLookedForInAllDocumentsUnlessTheQuestionSpeaksOfSome(t *testing.T) {
	d := newDesk(t)
	library(d)
	for question, want := range map[string][]string{"Which documents mention Lease?": nil, "How often does the lease mention pets?": {"id-Lease"}} {
		app, err := d.Compile(d.Checkpoints())
		if err != nil {
			t.Fatal(err)
		}
		turn := d.Turn(question)
		turn.Mode, turn.Preferred = Auto, []string{"id-Lease"}
		r, err := app.Start(t.Context(), ragtest.Thread, rag.Asking[State](turn)).Result()
		if err != nil || r.State.Route.Intent != IntentWhole || !slices.Equal(r.State.Route.Targets, want) {
			t.Errorf("%s: %v %+v", question, err, r.State.Route)
		}
	}
}

func TestAWordOfADocumentsNameLeadsToTheDocuments(t *testing.T) {
	d := newDesk(t)
	library(d)
	const question = "Zirkonium quarks"
	d.Script("Hello.")
	if h := d.ask(Auto, question); h.Route.Intent != IntentChat {
		t.Errorf("intent %s without the document", h.Route.Intent)
	}
	d.Add("ZIRKONIUM_2017_10K", "Revenues rose.")
	d.Script("They rose [1].")
	if h := d.ask(Auto, question); h.Route.Intent != IntentDirect {
		t.Errorf("intent %s", h.Route.Intent)
	}
}

func TestTheProbeGoesByTheVectorsWhereThereAreSome(t *testing.T) {
	d := newDesk(t)
	library(d)
	for _, n := range []string{"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N"} {
		d.Add("More "+n, strings.Repeat(n+n+" ", 5)+"is page "+n)
	}
	d.Embedder = d.Vectors()
	d.Server.Always(func(api.ChatRequest) llmtest.Reply { return llmtest.Reply{Text: "Fine."} })
	if h := d.ask(Auto, "zirkonium quarks hadrons"); h.Route.Intent != IntentChat {
		t.Errorf("far from everything, but %s", h.Route.Intent)
	}
	d.Script(`{"intent":"documents"}`)
	if h := d.ask(Auto, "insurance pays for fire"); h.Route.Intent != IntentDirect {
		t.Errorf("near, but %s", h.Route.Intent)
	}
}

func TestWhenTheIntentCallFailsUnsureMeansDocuments(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Server.Script(llmtest.Reply{Text: "no json"}, llmtest.Reply{Text: `{"intent":"maybe"}`}, llmtest.Reply{Text: "Fine."})
	h := d.ask(Auto, "Do floods matter to gardening")
	if h.Route.Intent != IntentDirect || !h.Noted("could not be asked") {
		t.Errorf("%s, notes %q", h.Route.Intent, h.Notes)
	}
}

func TestAFollowUpKeepsTheFilesAndReachesTheRewriter(t *testing.T) {
	for _, question := range []string{"tell me about it", "Why?", "And the deposit?", "もっと詳しく"} {
		d := newDesk(t)
		library(d)
		d.Server.Script(llmtest.Reply{Text: "900 euros [1]."}, llmtest.Reply{Text: `{"searches":[{"document":"Lease","query":"rent of the flat"}],"sections":[]}`}, llmtest.Reply{Text: "More."})
		d.ask(Auto, "What is the rent in @Lease?")
		h := d.ask(Auto, question)
		if !slices.Contains(h.Steps, "rewriter") || !slices.Equal(h.Route.Targets, []string{"id-Lease"}) || len(h.Plan.Searches) != 1 || h.Plan.Searches[0].Document != "id-Lease" {
			t.Errorf("%s: steps %v, targets %v, plan %+v", question, h.Steps, h.Route.Targets, h.Plan)
		}
		prompt := d.Server.Chats()[1].Messages[0].Content
		if !strings.Contains(prompt, "900 euros") || strings.Contains(prompt, "[1]") {
			t.Errorf("%s: the rewriter saw %q", question, prompt)
		}
	}
}

func TestAFollowUpThatNamesAnotherFileGoesThere(t *testing.T) {
	d := newDesk(t)
	library(d)
	d.Server.Script(llmtest.Reply{Text: "900 [1]."}, llmtest.Reply{Text: `{"searches":[{"document":"Policy","query":"fire"}],"sections":[]}`}, llmtest.Reply{Text: "Yes."})
	d.ask(Auto, "What is the rent in @Lease?")
	if h := d.ask(Auto, "and in @Policy?"); !slices.Equal(h.Route.Targets, []string{"id-Policy"}) {
		t.Errorf("targets %v", h.Route.Targets)
	}
}
