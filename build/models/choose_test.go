package main

import "testing"

func TestAModelIsChosenWithoutSayingThatItIsTheLatest(t *testing.T) {
	got, err := choose("smollm2:135m,all-minilm")
	if err != nil || len(got) != 2 || got[0].name != "all-minilm:latest" {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := choose("all-minilm,nothing"); err == nil {
		t.Error("a model that doesn't exist")
	}
}
