package store

import (
	"reflect"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"
)

func TestAPageIsReadAsItWasWrittenPackedOrNot(t *testing.T) {
	_, w := openTest(t)
	want := Page{Number: 1, Text: strings.Repeat("The rent is 900 euros. ", 100), Sentences: []Span{{End: 22}}}
	plain, packed := 0, 0
	for _, write := range []func(b *bolt.Bucket) error{
		func(b *bolt.Bucket) error { return putJSON(b, "key", want) },
		func(b *bolt.Bucket) error { return packJSON(b, "key", want) },
	} {
		err := w.Pages.update(func(b buckets) error {
			if err := write(b.get("pages")); err != nil {
				return err
			}
			plain, packed = packed, len(b.get("pages").Get([]byte("key")))
			var got Page
			if err := getJSON(b.get("pages"), "key", &got); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%v %v", got, err)
			}
			return b.get("pages").Delete([]byte("key"))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if 4*packed > plain {
		t.Errorf("%d bytes became %d", plain, packed)
	}
}
