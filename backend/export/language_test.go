package export

import (
	"strings"
	"testing"
	"time"

	"lectern/backend/runs"
	"lectern/backend/store"
)

func TestAFileSpeaksTheLanguageOfItsQuestion(t *testing.T) {
	turn := runs.Turn{
		Question: "Wie hoch war der Umsatz im vergangenen Jahr, und was haben die Dokumente darüber zu sagen?", Status: store.Answered, AnswerMode: "passages",
		Answer: "Der Umsatz betrug 3 Mio. [1]", Citations: []store.Citation{{N: 1, Doc: "a.pdf", Page: 4, Quote: "Umsatz 3"}},
	}
	made := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
	for _, format := range []string{"md", "html"} {
		data, err := Write(Answer(turn, made), format)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"Quellen", "S. 4", "Gefundene Textstellen, keine Antwort.", "Geschrieben von Lectern"} {
			if !strings.Contains(string(data), want) {
				t.Errorf("%s lacks %q:\n%s", format, want, data)
			}
		}
		if format == "html" && strings.Count(string(data), `lang="de"`) != 2 {
			t.Errorf("%s", data)
		}
	}
	turn.Language = "ja"
	if got := Copied(turn); !strings.Contains(got, "4ページ") {
		t.Error(got)
	}
}
