package main

import (
	"slices"
	"testing"
)

func TestEveryWordIsListedOnce(t *testing.T) {
	all := slices.Sorted(slices.Values(append(slices.Clone(small), others...)))
	for i := 1; i < len(all); i++ {
		if all[i] == all[i-1] {
			t.Errorf("%q is there twice", all[i])
		}
	}
}
