package runs

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"lectern/backend/messages"
	"lectern/backend/racetest"
	"lectern/backend/runs/runstest"
	"lectern/backend/store"
)

// english are words that few other languages have.
var english = regexp.MustCompile(`(?i)\b(?:the|of|and|is|are|were|been|by|not|found|passages?|documents?|questions?|answers?|reading|read|kept|searching|searche[sd]|it|its|that|this|from|words|which|with|without|has|have|had|could|can't|doesn't|no|nothing|wrote|writing|checking|left|out|page|in doubt|new|done|failed)\b`)

// shared are those of them that other languages have, too.
var shared = map[string][]string{"fr": {"passage", "passages", "document", "documents", "question", "questions", "page"}, "es": {"no", "has"}}

// englishIn tells whether a text in a language has English words.
func englishIn(language, text string) bool {
	return slices.ContainsFunc(english.FindAllStringIndex(text, -1), func(at []int) bool {
		after, _ := utf8.DecodeRuneInString(text[at[1]:])
		return !unicode.IsLetter(after) && !slices.Contains(shared[language], strings.ToLower(text[at[0]:at[1]])) // noté begins with no "not"
	})
}

// foreign are the texts that are in nobody's language but their own: what the person, the documents and the model said.
type foreign struct {
	mu    sync.Mutex
	texts []string
}

func (f *foreign) add(texts ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, t := range texts {
		var value any
		if json.Unmarshal([]byte(t), &value) == nil {
			f.strings(value)
			continue
		}
		f.texts = append(f.texts, t)
		f.texts = append(f.texts, strings.FieldsFunc(t, func(r rune) bool { return strings.ContainsRune(".\n[]{}", r) })...)
	}
}

func (f *foreign) strings(value any) {
	switch v := value.(type) {
	case string:
		f.texts = append(f.texts, v)
	case []any:
		for _, x := range v {
			f.strings(x)
		}
	case map[string]any:
		for _, x := range v {
			f.strings(x)
		}
	}
}

// without is a text without them, the longest first.
func (f *foreign) without(text string) string {
	slices.SortFunc(f.texts, func(a, b string) int { return len(b) - len(a) })
	for _, t := range f.texts {
		if t = strings.TrimSpace(t); len(t) > 2 {
			text = strings.ReplaceAll(text, t, "…")
		}
	}
	return text
}

// saidIn is what a run told that is for the person: steps, notes, cards, headings, reasons, messages.
func saidIn(events []store.Event) (out []string) {
	for _, e := range events {
		if !slices.Contains([]string{"start", "token", "sources", "citation", "replied"}, e.Kind) {
			out = append(out, e.Text)
		}
		for _, c := range e.Cards {
			out = append(append(out, c.Text, c.Help), c.Options...)
		}
		if e.Audit != nil {
			for _, s := range e.Audit.Sentences {
				out = append(out, s.Why)
			}
		}
		for _, f := range e.FigureChecks {
			out = append(out, f.Why)
		}
		out = append(append(out, flagsIn(e.Output)...), e.Answer)
	}
	return out
}

// flagsIn are what a workflow's output has of reasons and notes.
func flagsIn(output json.RawMessage) (out []string) {
	var made struct {
		Notes, Missing []string
		Errors         []string
		Metrics        []struct{ Flags []string }
		Calculations   []struct{ Error string }
		FailedChecks   []struct{ Why string }
		Retries        []struct{ Reason string }
		References     []struct{ Reason string }
		Error          string
	}
	_ = json.Unmarshal(output, &made) // a list of something else is no list of these
	out = slices.Concat(made.Notes, made.Missing, made.Errors, []string{made.Error})
	for _, m := range made.Metrics {
		out = append(out, m.Flags...)
	}
	for _, c := range made.Calculations {
		out = append(out, c.Error)
	}
	for _, c := range made.FailedChecks {
		out = append(out, c.Why)
	}
	for _, r := range made.Retries {
		out = append(out, r.Reason)
	}
	for _, r := range made.References {
		out = append(out, r.Reason)
	}
	return out
}

func TestWorkflowsSpeakTheLanguageOfTheConversation(t *testing.T) {
	models := map[string]func(says func(purpose, sent string) string) func(string, string) string{
		"as it should be": func(says func(string, string) string) func(string, string) string { return says },
		"in no form": func(says func(string, string) string) func(string, string) string {
			return func(purpose, sent string) string {
				if said := says(purpose, sent); !strings.HasPrefix(said, "{") {
					return said
				}
				return "Hm."
			}
		},
		"silent": func(func(string, string) string) func(string, string) string {
			return func(string, string) string { return "" }
		},
	}
	languages := []string{"de", "es", "fr", "ja", "zh"}
	if racetest.Detector { // in each the same runs beside each other; all are tried without the detector
		languages = languages[:1]
	}
	for _, language := range languages {
		for how, model := range models {
			for _, q := range runstest.Questions {
				t.Run(language+" "+q.Workflow+" "+how, func(t *testing.T) {
					d, f := newDesk(t), &foreign{}
					f.add(q.Text, "The rent is 900 euros a month.", "The notice period is three months.", "Pets are allowed in the flat.", "Revenue was driven by rockets.", "Results of the year", `Revenue was \$1,261.60 million in 2021.`, `Revenue was \$1,577.00 million in 2022.`, "memory and query", "It begins on the day that the letter arrives.", d.store.Home())
					f.add(q.Replies...)
					asked := q
					says := model(q.Says)
					asked.Says = func(purpose, sent string) string {
						said := says(purpose, sent)
						f.add(said)
						return said
					}
					s := d.travelIn(asked, language)
					events, err := d.Events(s.Run, 0)
					if err != nil || len(events) < 4 {
						t.Fatalf("%d events, %v", len(events), err)
					}
					for _, text := range saidIn(events) {
						if rest := f.without(text); englishIn(language, rest) {
							t.Errorf("%q, that is %q", text, rest)
						}
					}
					told := strings.Join(saidIn(events), "")
					if language == "ja" && !strings.ContainsFunc(told, func(r rune) bool { return unicode.In(r, unicode.Hiragana) }) {
						t.Errorf("nothing is said in Japanese: %q", told)
					}
				})
			}
		}
	}
}

// What is told in English is found, lest the test above finds nothing.
func TestEnglishIsFound(t *testing.T) {
	f := &foreign{texts: []string{"The rent is 900 euros."}}
	for _, key := range []string{"rag.no-document-called", "checked.card-nothing-found", "research.card-plan", "runs.did-not-finish", "llm.process-ended"} {
		for _, language := range []string{"de", "es", "fr", "ja", "zh"} {
			if text := messages.Text(key); !englishIn(language, f.without(text)) {
				t.Errorf("%s: %q passes", language, text)
			}
			if text := messages.In(language).Text(key); englishIn(language, f.without(text)) {
				t.Errorf("%q doesn't pass", text)
			}
		}
	}
	if englishIn("de", f.without("Gefunden: The rent is 900 euros.")) {
		t.Error("what a document says is nobody's English")
	}
}
