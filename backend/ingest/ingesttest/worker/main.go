// Command worker is nothing but the worker, for tests.
package main

import (
	"os"

	"lectern/backend/ingest"
)

func main() { os.Exit(ingest.Worker(os.Stdin, os.Stdout, os.Args[1:])) }
