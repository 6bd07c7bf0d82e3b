package app

import (
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/backend/library"
	"lectern/backend/messages"
)

func TestTheSampleIsReadKnownAgainAndHasWhatIsAskedOfIt(t *testing.T) {
	for language, answers := range map[string][]string{
		"en": {"214,600", "Ice had bent the ramp", "Gas bottles", "410,000"},
		"de": {"214.600", "Eis hatte die Rampe", "Gasflaschen", "410.000"},
		"ja": {"214,600", "氷で島側の", "ガスボンベ", "410,000"},
	} {
		t.Run(language, func(t *testing.T) { sampleIn(t, language, answers) })
	}
}

func sampleIn(t *testing.T, language string, answers []string) {
	var mu sync.Mutex
	var told []library.Document
	core, err := Open(Config{Home: t.TempDir(), Workspace: "Library", Documents: func(ds []library.Document) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, ds...)
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := core.Close(); err != nil {
			t.Error(err)
		}
	}()
	say := messages.In(language)
	core.language.Store(&say)
	last := func() (d library.Document) {
		mu.Lock()
		defer mu.Unlock()
		if len(told) > 0 {
			d = told[len(told)-1]
		}
		return d
	}
	for _, state := range []string{library.Ready, library.Duplicate} {
		if err := core.AddSample(); err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(30 * time.Second); last().State != state; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("it never was %s: %+v", state, last())
			}
		}
	}
	sample, err := core.Sample()
	if err != nil || len(sample.Questions) != 4 {
		t.Fatalf("%+v, %v", sample, err)
	}
	space := " "
	if language == "ja" { // lines end within words there
		space = ""
	}
	for i, question := range sample.Questions {
		found, err := core.Search(t.Context(), SearchRequest{Text: question, Limit: 3})
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for _, hit := range found.Hits {
			if hit.Doc != sample.Name {
				t.Errorf("found in %q", hit.Doc)
			}
			text.WriteString(strings.Join(strings.Fields(hit.Text), space))
		}
		if !strings.Contains(text.String(), answers[i]) {
			t.Errorf("%q finds nothing of %q: %s", question, answers[i], text.String())
		}
	}
}
