package store

import (
	"compress/flate"
	"io"
	"sync"
)

// packers are kept, as making one takes longer than its use for a page.
var packers = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(io.Discard, flate.BestSpeed) // which is a level that there is
	return w
}}
