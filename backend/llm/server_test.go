package llm_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"

	"lectern/backend/llm"
)

// ollama is a server that answers as a test has it.
func ollama(t *testing.T, handler http.HandlerFunc) (*llm.Client, *httptest.Server) {
	t.Helper()
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	c, err := llm.New(llm.Config{Host: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	return c, s
}

func TestAModelThatIsMadeOfARemoteOneIsLeftOut(t *testing.T) {
	asked := atomic.Int32{}
	c, _ := ollama(t, func(w http.ResponseWriter, r *http.Request) {
		var in struct{ Model string }
		_ = json.NewDecoder(r.Body).Decode(&in)
		switch {
		case r.URL.Path == "/api/tags":
			fmt.Fprint(w, `{"models":[{"name":"host:cloud","digest":"1","remote_host":"https://example.com"},{"name":"model:cloud","digest":"2","remote_model":"huge"},
				{"name":"shown","digest":"3"},{"name":"quiet","digest":"4"},{"name":"mine","digest":"5"}]}`)
		case r.URL.Path == "/api/show" && in.Model == "shown":
			fmt.Fprint(w, `{"capabilities":["completion"],"remote_host":"https://example.com"}`)
		case r.URL.Path == "/api/show" && in.Model == "quiet":
			fmt.Fprint(w, `{"capabilities":["completion"],"remote_model":"huge"}`)
		case r.URL.Path == "/api/show":
			fmt.Fprint(w, `{"capabilities":["completion","embedding"]}`)
		default:
			asked.Add(1)
		}
	})
	models, err := c.Models(t.Context())
	if err != nil || len(models) != 1 || models[0].Name != "mine" {
		t.Errorf("%+v, %v", models, err)
	}
	for _, name := range []string{"host:cloud", "model:cloud", "shown", "quiet"} {
		_, err := c.Chat(t.Context(), ask(name, "A secret"), nil)
		wants(t, err, llm.ErrNoModel)
	}
	if asked.Load() != 0 {
		t.Errorf("%d questions left the machine", asked.Load())
	}
}

func TestAModelTellsHowLargeItIs(t *testing.T) {
	for said, want := range map[string]llm.Model{
		`{"general.parameter_count":134515008,"llama.context_length":8192,"llama.block_count":30,"llama.attention.head_count":9,"llama.attention.head_count_kv":3,"llama.embedding_length":576}`: {
			Parameters: 134515008, Context: 8192, PerToken: 2 * 30 * 3 * 64 * 2},
		`{"gemma3.block_count":18,"gemma3.attention.head_count":4,"gemma3.attention.head_count_kv":1,"gemma3.attention.key_length":256,"gemma3.attention.value_length":128,"gemma3.embedding_length":640}`: {
			Parameters: 8_200_000_000, PerToken: 18 * (256 + 128) * 2},
		`{"old.block_count":2,"old.attention.head_count":4,"old.embedding_length":64}`:              {Parameters: 8_200_000_000, PerToken: 2 * 2 * 64 * 2},
		`{"odd.block_count":2,"odd.attention.head_count_kv":[1,2],"odd.attention.head_count":null}`: {Parameters: 8_200_000_000},
	} {
		c, _ := ollama(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/api/tags" {
				fmt.Fprint(w, `{"models":[{"name":"it","digest":"1"}]}`)
				return
			}
			fmt.Fprintf(w, `{"capabilities":["completion"],"details":{"parameter_size":"8.2B"},"model_info":%s}`, said)
		})
		want.Name, want.Digest, want.Chat = "it", "1", true
		if got, err := c.Models(t.Context()); err != nil || got[0] != want {
			t.Errorf("%s\n got %+v, %v\nwant %+v", said, got, err, want)
		}
	}
}

func TestModelsBelowTwoBillionParametersAreSmall(t *testing.T) {
	for parameters, small := range map[int64]bool{0: false, 268_098_176: true, 1_999_999_999: true, 2_000_000_000: false, 8_200_000_000: false} {
		if (llm.Model{Parameters: parameters}).Small() != small {
			t.Errorf("%d parameters: small is %v", parameters, !small)
		}
	}
}

func TestAServerThatPointsElsewhereIsNotFollowed(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { t.Errorf("the other one was asked for %s", r.URL) }))
	defer elsewhere.Close()
	asked := atomic.Int32{}
	to := ""
	c, s := ollama(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		http.Redirect(w, r, to, http.StatusTemporaryRedirect)
	})
	for where, most := range map[string]int32{elsewhere.URL: 1, strings.Replace(s.URL, "127.0.0.1", "localhost", 1): 1, strings.Replace(s.URL, "http:", "https:", 1): 1, "/again": 4} {
		to = where
		for name, call := range map[string]func() error{
			"list": func() error { _, err := c.Models(t.Context()); return err },
			"embed": func() error {
				_, _, err := c.Embed(t.Context(), "any", llm.Query, []string{"a secret"}, nil)
				return err
			},
			"chat": func() error { _, err := c.Chat(t.Context(), ask("any", "A secret"), nil); return err },
		} {
			asked.Store(0)
			err := call()
			wants(t, err, llm.ErrDown)
			if err == nil || !strings.Contains(err.Error(), "points to") || !strings.Contains(err.Error(), "Check the address in Settings") || asked.Load() != most {
				t.Errorf("to %s, %s: %v after %d requests", where, name, err, asked.Load())
			}
		}
		asked.Store(0)
		if h := c.Health(t.Context()); h.Running || !strings.Contains(h.Message.String(), "points to") || asked.Load() != most {
			t.Errorf("to %s: %+v after %d requests", where, h, asked.Load())
		}
	}
}

// net/http reads the proxies of the environment once a process, so the test is run in another, and names of hosts that a
// proxy would know are asked for.
func TestOllamaNearbyIsAskedWithoutAProxy(t *testing.T) {
	const host = "LECTERN_TEST_OLLAMA"
	if at := os.Getenv(host); at != "" {
		c, err := llm.New(llm.Config{Host: at})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("running: %v\n", c.Health(t.Context()).Running)
		return
	}
	asked := atomic.Int32{}
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		fmt.Fprint(w, `{"version":"of the proxy"}`)
	}))
	defer proxy.Close()
	for at, want := range map[string]int32{"10.255.255.1": 0, "127.0.0.1:9": 0, "localhost:9": 0, "lectern-test-gpu": 0, "lectern-test.lan": 0, "lectern-test.local": 0, "[::1]:9": 0, "ollama.example.com": 1} {
		asked.Store(0)
		again := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		again.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0", host+"="+at, "HTTP_PROXY="+proxy.URL, "http_proxy="+proxy.URL, "NO_PROXY=", "no_proxy=")
		out, err := again.CombinedOutput()
		if err != nil || asked.Load() != want || strings.Contains(string(out), "running: true") != (want == 1) {
			t.Errorf("%s: the proxy was asked %d times; %v\n%s", at, asked.Load(), err, out)
		}
	}
}
