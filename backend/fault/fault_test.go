package fault

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

type caught struct{}

func (caught) Error() string { return "caught" }
func (caught) Panic() (any, []byte) {
	return errors.New("of a document: secret"), []byte("where it was")
}

func TestAFaultIsASentenceWithAnIDAndTheLogHasWhatHappened(t *testing.T) {
	for name, c := range map[string]struct {
		do           func() error
		fault        bool
		logs, hidden string
	}{
		"a panic":              {func() error { panic("the secret words of a document") }, true, "fault_test.go", "secret"},
		"one of the runtime's": {func() error { var s []int; return fmt.Errorf("%d", s[len(s)]) }, true, "index out of range", "secret"},
		"caught further down":  {func() error { return fmt.Errorf("reading: %w", caught{}) }, true, "where it was", "secret"},
		"an ordinary error":    {func() error { return errors.New("the disk is full") }, false, "", "full"},
		"nothing":              {func() error { return nil }, false, "", "full"},
	} {
		var said bytes.Buffer
		log := slog.New(slog.NewTextHandler(&said, nil))
		run := func() (err error) {
			defer Recover(log, &err)
			return c.do()
		}
		err := run()
		var f *Error
		if errors.As(err, &f) != c.fault || c.fault && (!strings.Contains(err.Error(), f.ID) || !strings.Contains(said.String(), f.ID)) {
			t.Errorf("%s: %v, %s", name, err, said.String())
		}
		if !strings.Contains(said.String(), c.logs) || strings.Contains(said.String(), c.hidden) {
			t.Errorf("%s: the log says %s", name, said.String())
		}
	}
	func() {
		defer Recover(slog.New(slog.DiscardHandler), nil) // of a goroutine that nobody hears of
		panic("x")
	}()
}
