package report

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestOneDocumentIsEnough(t *testing.T) {
	b := newBench(t)
	b.Add("Lease", "The notice period is three months to the end of a quarter. ")
	b.round(notice, checks(.9))
	h := b.ask(asked)
	md, err := os.ReadFile(h.Paths.Markdown)
	if h.err != nil || err != nil || len(h.Answer.Citations) != 1 || !strings.Contains(string(md), "## What was read, and what was not\n\n- Lease: 1 passage, p. 1\n\n") {
		t.Errorf("%v, %v %+v\n%s", h.err, err, h.Answer, md)
	}
}

// Of hundreds of documents the report has as many sources as it may, and a short list of what wasn't read.
func TestOfHundredsOfDocumentsSomeAreReadAndTheOthersAreTold(t *testing.T) {
	b := newBench(t)
	const documents = 300
	for i := range documents {
		b.Add(fmt.Sprintf("Lease %03d", i), fmt.Sprintf("The notice period of flat %d is three months to the end of a quarter. ", i))
	}
	b.round(notice, checks(.9))
	h := b.ask(asked)
	md, err := os.ReadFile(h.Paths.Markdown)
	if h.err != nil || err != nil || len(h.Answer.Citations) != 1 || len(h.Results) > b.Config.MostResults {
		t.Fatalf("%v, %v, %d sources, %+v", h.err, err, len(h.Results), h.Answer)
	}
	_, list, _ := strings.Cut(string(md), "## What was read, and what was not\n\n")
	list, _, _ = strings.Cut(list, "\n\n")
	const named = 12
	if lines := strings.Split(list, "\n"); len(lines) > named+2 || !strings.HasPrefix(lines[len(lines)-1], "- Nothing was read of: Lease ") || !strings.HasSuffix(list, " more") {
		t.Error(list)
	}
}

// A search server that answers once and is gone then leaves a report of what it had found, which says what happened.
func TestASearchServerThatDiesInTheMiddleLeavesWhatItFound(t *testing.T) {
	b, n := online3(t)
	n.check = func() {
		if len(n.asked) > 1 {
			n.first, n.second, n.pages, n.fetched, n.err = nil, nil, nil, nil, errors.New("connection refused")
		}
	}
	b.round("The rent is 900 euros a month [S1].", checks(.9))
	h := b.ask(rents)
	md, err := os.ReadFile(h.Paths.Markdown)
	if h.err != nil || err != nil || h.Paths.PDF == "" || !h.failed("connection refused") || !strings.Contains(string(md), "900 euros a month [S1]") || !strings.Contains(string(md), "connection refused") {
		t.Errorf("%v, %v, %q\n%s", h.err, err, h.Errors, md)
	}
}
