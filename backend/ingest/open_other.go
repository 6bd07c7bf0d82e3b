//go:build !unix

package ingest

// nonblocking: there are no pipes among the files.
const nonblocking = 0
