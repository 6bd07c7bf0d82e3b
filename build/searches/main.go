// Searches is a search server for stories in the browser. It prints its address, finds the pages that it is given as
// JSON on its standard input, and tells what it was asked at /asked. Between /hold and /go it answers nothing.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"lectern/backend/web/webtest"
)

func main() {
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, "searches:", err)
		os.Exit(1)
	}
}

func serve() error {
	var gate sync.RWMutex
	s := &webtest.Server{Trouble: func(context.Context, string, string) string {
		gate.RLock()
		defer gate.RUnlock()
		return ""
	}}
	if err := json.NewDecoder(os.Stdin).Decode(&s.Pages); err != nil {
		return fmt.Errorf("the pages on standard input: %w", err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("/mcp", s.Handler())
	mux.HandleFunc("POST /hold", func(http.ResponseWriter, *http.Request) { gate.Lock() })
	mux.HandleFunc("POST /go", func(http.ResponseWriter, *http.Request) { gate.Unlock() })
	mux.HandleFunc("GET /asked", func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(s.Asked()) })
	fmt.Printf("http://%s/mcp\n", ln.Addr())
	return (&http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}).Serve(ln)
}
