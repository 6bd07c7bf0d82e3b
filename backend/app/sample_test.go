package app

import (
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/backend/library"
)

func TestTheSampleIsReadKnownAgainAndHasWhatIsAskedOfIt(t *testing.T) {
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
	answers := []string{"214,600", "Ice had bent the ramp", "Gas bottles", "410,000"}
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
			text.WriteString(hit.Text)
		}
		if !strings.Contains(text.String(), answers[i]) {
			t.Errorf("%q finds nothing of %q", question, answers[i])
		}
	}
}
