package llmtest

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Names of the models with real weights that "make test" fetches. What they say is wrong more often than not; but the
// first knows which texts mean the same (English ones, of up to 256 tokens), and the second follows simple requests.
const (
	MiniLM = "all-minilm:latest"
	SmolLM = "smollm2:135m"
)

// two slots: one is left when a cancel between two tokens loses the other (ollama#17131).
var weighted = sync.OnceValues(func() (*Ollama, error) { return Serve(weightsFolder(), 2) })

func weightsFolder() string { return filepath.Join(os.Getenv("LECTERN_WEIGHTS"), "store") }

// Weights is the host:port of a real server with real models, which the tests of a package share. A test is skipped where
// one of the models that it names isn't there; where LECTERN_WEIGHTS says where they are, and CI that all must be, that is
// a failure.
func Weights(t testing.TB, models ...string) string {
	t.Helper()
	if os.Getenv("LECTERN_WEIGHTS") == "" {
		t.Skip("no real models: \"make test\" fetches them, and names their folder in LECTERN_WEIGHTS")
	}
	for _, name := range models {
		if Installed(weightsFolder(), name) {
			continue
		}
		if os.Getenv("CI") == "true" {
			t.Fatalf("the model %s isn't there, and must be: \"make weights\" fetches it", name)
		}
		t.Skipf("the model %s isn't there: \"make weights\" fetches it", name)
	}
	o, err := weighted()
	if err != nil {
		t.Fatal(err)
	}
	return o.Host
}

// Installed says whether a folder of Ollama's has a model of this name.
func Installed(folder, name string) bool {
	_, err := os.Stat(Manifest(folder, name))
	return err == nil
}

// Manifest is where Ollama keeps a model's list of parts in its folder of models.
func Manifest(folder, name string) string {
	model, tag, tagged := strings.Cut(name, ":")
	if !tagged {
		tag = "latest"
	}
	return filepath.Join(folder, "manifests", "registry.ollama.ai", "library", model, tag)
}
