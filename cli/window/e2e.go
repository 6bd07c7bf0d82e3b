//go:build desktop && e2e

package window

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/wailsapp/wails/v2/pkg/runtime"
)

// startTestBridge lets tests look into the real window: POST / with JavaScript answers {"ok","value"}. It exists only in
// builds with the tag e2e, and only when LECTERN_E2E names an address of this machine.
func startTestBridge(ctx context.Context) {
	address := os.Getenv("LECTERN_E2E")
	if address == "" {
		return
	}
	ln, err := net.Listen("tcp", address)
	if err != nil {
		fmt.Fprintln(os.Stderr, "lectern:", err)
		return
	}
	var mu sync.Mutex
	waiting, next := map[string]chan string{}, 0
	runtime.EventsOn(ctx, "e2e", func(data ...any) {
		if len(data) < 2 {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if c := waiting[fmt.Sprint(data[0])]; c != nil {
			c <- fmt.Sprint(data[1])
		}
	})
	go func() {
		_ = http.Serve(ln, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			script, _ := io.ReadAll(r.Body)
			mu.Lock()
			next++
			id, c := fmt.Sprint(next), make(chan string, 1)
			waiting[id] = c
			mu.Unlock()
			// The script is written into the call: the page's policy forbids to evaluate text.
			runtime.WindowExecJS(ctx, fmt.Sprintf(`(async () => {
				let out;
				try {
					const value = await (async () => { %s
					})();
					out = { ok: true, value: value === undefined ? null : value };
				} catch (e) { out = { ok: false, value: String(e) } }
				window.runtime.EventsEmit('e2e', %q, JSON.stringify(out));
			})()`, script, id))
			select {
			case v := <-c:
				_, _ = io.WriteString(w, v)
			case <-time.After(time.Minute):
				http.Error(w, "the page didn't answer", http.StatusGatewayTimeout)
			}
		}))
	}()
}
