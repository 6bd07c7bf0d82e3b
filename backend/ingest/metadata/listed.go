package metadata

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed words/listed.txt
var listedText string

// listing is what a company of the stock exchanges is called besides its name.
type listing struct {
	symbols []string
	names   []string
}

// listings are the companies of words/listed.txt by their names' keys.
var listings = sync.OnceValue(func() map[string]listing {
	out := map[string]listing{}
	for line := range strings.Lines(listedText) {
		symbols, rest, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		name, others, _ := strings.Cut(rest, "\t")
		l := listing{symbols: strings.Fields(symbols)}
		for other := range strings.SplitSeq(others, ",") {
			if other = strings.TrimSpace(other); other != "" {
				l.names = append(l.names, other)
			}
		}
		for _, key := range keysOf(name) {
			out[key] = l
		}
	}
	return out
})

// Listed gives the symbols that the shares of the company with one of these names are traded under, and what people call it
// besides, as far as the exchanges' lists have it. A filing's own cover may tell neither.
func Listed(names ...string) (symbols, others []string) {
	for _, name := range names {
		for _, key := range keysOf(name) {
			if l, ok := listings()[key]; ok {
				return l.symbols, l.names
			}
		}
	}
	return nil, nil
}
