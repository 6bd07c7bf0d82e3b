package backend

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Small models lose the beginning of a long prompt, and take from an example what belongs to that.
const (
	pageLines   = 60  // of a prompt, but for the material that it is filled with
	lineChars   = 100 // a longer line counts as several
	mostExample = 1
)

var example = regexp.MustCompile(`(?im)^\W*(an )?examples?\b|\bfor (example|instance)\b|\be\.g\.`)

func TestAPromptFitsAPageWithOneExampleAtMost(t *testing.T) {
	prompts := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".md" || filepath.Base(filepath.Dir(path)) != "prompts" {
			return err
		}
		prompts++
		text, err := os.ReadFile(path)
		lines := 0
		for line := range strings.Lines(string(text)) {
			lines += 1 + len(strings.TrimSpace(line))/lineChars
		}
		if lines > pageLines {
			t.Errorf("%s has %d lines, which is more than a page", path, lines)
		}
		if n := len(example.FindAll(text, -1)); n > mostExample {
			t.Errorf("%s has %d examples", path, n)
		}
		return err
	})
	if err != nil || prompts < 30 {
		t.Errorf("%d prompts were found: %v", prompts, err)
	}
}
