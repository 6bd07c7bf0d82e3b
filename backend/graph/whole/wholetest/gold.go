// Package wholetest has documents of which is known what stands in them, and a model that reads without a fault.
package wholetest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/ollama/ollama/api"

	"lectern/backend/llm/llmtest"
)

// Documents is how many there are, of Pages pages each.
const (
	Documents = 10
	Pages     = 12
)

// Suppliers are all that the documents name, each with its places ("Report 3, p. 7"), in the order of documents and pages.
type Suppliers struct {
	Names  []string
	Places map[string][]string
}

var (
	first  = strings.Fields("Alder Birch Cedar Dogwood Elm Fir Ginkgo Hazel Ivy Juniper Kauri Larch Maple Nutmeg Oak Pine Quince Rowan Spruce Teak Upas Viburnum Willow Yew Zelkova")
	second = strings.Fields("Metals Glass Paper Tools Pumps Optics Foods Textiles Bearings Paints Cables")
)

// Library is what documents are put into, with a page for each text.
type Library interface {
	Add(name string, pages ...string)
}

// Fill puts the documents into a library.
func Fill(d Library) Suppliers {
	gold := Suppliers{Places: map[string][]string{}}
	name := func(n int) string {
		n %= len(first) * len(second)
		return first[n%len(first)] + " " + second[n/len(first)]
	}
	n := 0
	for doc := range Documents {
		title := fmt.Sprintf("Report %02d", doc)
		pages := make([]string, Pages)
		for page := range pages {
			text := fmt.Sprintf("Page %d of the report on plant %d. Output rose a little.", page+1, doc)
			for i := range (doc + page) % 5 {
				supplier := name(n)
				if i == 3 { // one that was named before
					supplier = name(n / 2)
				} else {
					n++
				}
				text += fmt.Sprintf(" We buy from %s again.", supplier)
				place := fmt.Sprintf("%s, p. %d", title, page+1)
				if known := gold.Places[supplier]; len(known) == 0 {
					gold.Names = append(gold.Names, supplier)
				} else if known[len(known)-1] == place {
					continue
				}
				gold.Places[supplier] = append(gold.Places[supplier], place)
			}
			pages[page] = text
		}
		d.Add(title, pages...)
	}
	return gold
}

// Perfect is a model that finds every supplier, and remembers which passages it has read.
type Perfect struct {
	Before func(call int) (broken bool) // is asked before each call is answered, from 1; nil: none breaks

	mu    sync.Mutex
	calls int
	read  map[string]int // by passage
}

var (
	block = regexp.MustCompile(`(?s)<knowledge_base id="(\d+)"[^>]*>\n(.*?)\n</knowledge_base>`)
	named = regexp.MustCompile(`We buy from ([\w ]+) again`)
)

// Reply is the model's.
func (p *Perfect) Reply(r api.ChatRequest) llmtest.Reply {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls++
	if p.Before != nil && p.Before(p.calls) {
		return llmtest.Reply{Cut: true}
	}
	if p.read == nil {
		p.read = map[string]int{}
	}
	sent, purpose := "", llmtest.Purpose(r)
	for _, m := range r.Messages {
		sent += m.Content + "\n"
	}
	type found struct {
		Passage int    `json:"passage"`
		Text    string `json:"text"`
	}
	out := struct {
		Found []found `json:"found"`
	}{[]found{}}
	for _, b := range block.FindAllStringSubmatch(sent, -1) {
		id, _ := strconv.Atoi(b[1])
		if purpose == "items" || purpose == "points" {
			p.read[b[2]]++
		}
		for _, m := range named.FindAllStringSubmatch(b[2], -1) {
			out.Found = append(out.Found, found{id, m[1]})
		}
	}
	switch purpose {
	case "items", "points":
		raw, _ := json.Marshal(out)
		return llmtest.Reply{Text: string(raw)}
	case "condense":
		return llmtest.Reply{Text: condensed(sent)}
	}
	return llmtest.Reply{Text: "The plants buy from many [1]. Output rose [2]."}
}

var pointed = regexp.MustCompile(`(?m)^(\d+)\. (.*)$`)

// condensed keeps every second point.
func condensed(sent string) string {
	type point struct {
		Text string `json:"text"`
		From []int  `json:"from"`
	}
	var out struct {
		Points []point `json:"points"`
	}
	for i, m := range pointed.FindAllStringSubmatch(sent, -1) {
		if n, _ := strconv.Atoi(m[1]); i%2 == 0 {
			out.Points = append(out.Points, point{m[2], []int{n}})
		}
	}
	raw, _ := json.Marshal(out)
	return string(raw)
}

// Read is how often each passage was read.
func (p *Perfect) Read() (times []int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range p.read {
		times = append(times, n)
	}
	return times
}
