package store

import (
	"errors"
	"testing"
)

func TestExtractsStayWithTheirDocumentAndGoWithIt(t *testing.T) {
	_, w := openTest(t)
	if _, err := w.Documents.Add(Document{ID: "d1", Name: "One"}, &Content{}); err != nil {
		t.Fatal(err)
	}
	if err := w.Extracts.Save("d1", "risks", map[string][]byte{"p1": []byte("fire"), "p2": []byte("[]")}); err != nil {
		t.Fatal(err)
	}
	if err := w.Extracts.Save("d2", "risks", map[string][]byte{"p1": nil}); !errors.Is(err, ErrNotFound) {
		t.Error("of a document that isn't there:", err)
	}
	found, err := w.Extracts.Of("d1", "risks")
	if err != nil || len(found) != 2 || string(found["p1"]) != "fire" {
		t.Error(found, err)
	}
	if others, err := w.Extracts.Of("d1", "risk"); err != nil || len(others) != 0 {
		t.Error("what another question found:", others, err)
	}
	if err := w.Documents.Remove("d1"); err != nil {
		t.Fatal(err)
	}
	if found, err := w.Extracts.Of("d1", "risks"); err != nil || len(found) != 0 {
		t.Error("it outlives its document:", found, err)
	}
}
