package rag_test

import (
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
)

func TestSpeedsAreKeptOverAStart(t *testing.T) {
	d := ragtest.New(t)
	s := &rag.Speeds{Keeper: d.Store.Settings}
	s.Add("m", rag.Cost{Calls: 1, TokensIn: 1000, TokensOut: 100, Millis: 60000})
	s.Add("m", rag.Cost{Calls: 1, TokensIn: 1000, TokensOut: 100, Millis: 2000})
	if err := s.Keep(); err != nil {
		t.Fatal(err)
	}
	again := &rag.Speeds{Keeper: d.Store.Settings}
	if rate := again.Of("m"); rate != 100 {
		t.Error("a start forgets it:", rate)
	}
	again.Add("m", rag.Cost{Calls: 1, TokensIn: 0, TokensOut: 100, Millis: 90000}) // it has to be loaded again
	if rate := again.Of("m"); rate != 100 {
		t.Error("what loading it took counts:", rate)
	}
	for range 5000 {
		again.Add("m", rag.Cost{Calls: 1, TokensIn: 0, TokensOut: 100, Millis: 500})
	}
	if rate := again.Of("m"); rate < 199 {
		t.Error("early calls count for ever:", rate)
	}
}
