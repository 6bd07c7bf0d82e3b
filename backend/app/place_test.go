package app

import (
	"reflect"
	"strings"
	"testing"
)

func TestThePlaceIsKept(t *testing.T) {
	dir := t.TempDir()
	a, _, done := opened(t, dir)
	first, err := a.LastPlace()
	if err != nil || !reflect.DeepEqual(first, Place{Drafts: []Draft{}}) {
		t.Fatalf("at first it is %+v, %v", first, err)
	}
	is := Place{Conversation: "c1", Document: "d1", Page: 7, Source: 520, Drafts: []Draft{{"", "How much"}, {"c1", "And in 2023?"}, {"c2", ""}, {"c3", strings.Repeat("x", mostDraft+1)}}}
	if err := a.KeepPlace(is); err != nil {
		t.Fatal(err)
	}
	done()
	b, _, done := opened(t, dir)
	defer done()
	is.Drafts = is.Drafts[:2] // one was empty, one too long
	if got, err := b.LastPlace(); err != nil || !reflect.DeepEqual(got, is) {
		t.Errorf("after a restart it is %+v, %v", got, err)
	}
}
