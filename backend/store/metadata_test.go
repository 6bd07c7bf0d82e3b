package store

import (
	"errors"
	"testing"
)

func described(t *testing.T, w *Workspace, id string) Metadata {
	t.Helper()
	all, err := w.Descriptions.List()
	if err != nil {
		t.Fatal(err)
	}
	return all[id].Metadata()
}

func TestThePersonsMetadataWinsOverWhatIsFoundAgain(t *testing.T) {
	_, w := openTest(t)
	add(t, w, "d1", "Acme 2022", "text")
	add(t, w, "d2", "Other", "text")
	if all, err := w.Descriptions.List(); err != nil || len(all) != 0 {
		t.Error(all, err)
	}
	found := Metadata{Company: "Acme", Year: 2022, Type: "10-K"}
	if err := w.Descriptions.SaveFound(1, map[string]Finding{"d1": {Metadata: found}, "gone": {}}); err != nil {
		t.Fatal(err)
	}
	if m := described(t, w, "d1"); m != found {
		t.Error(m)
	}
	if err := w.Descriptions.Edit("d1", Metadata{Company: " Acme AG ", Year: 0, Type: "10-K"}); err != nil {
		t.Fatal(err)
	}
	again := Metadata{Company: "Acme Inc.", Year: 2023, Type: "annual report"}
	if err := w.Descriptions.SaveFound(2, map[string]Finding{"d1": {Metadata: again}}); err != nil {
		t.Fatal(err)
	}
	if m := described(t, w, "d1"); m != (Metadata{Company: "Acme AG", Year: 0, Type: "annual report"}) {
		t.Error("an edited field stays, one that is not is found anew", m)
	}
	if err := w.Descriptions.Edit("d1", again); err != nil {
		t.Fatal(err)
	}
	if d, err := w.Descriptions.Of("d1"); err != nil || d.Edited != (Edits{}) || d.Metadata() != again {
		t.Error("nothing is edited any more", d, err)
	}
	if d, err := w.Descriptions.Of("d2"); err != nil || d.Builder != 0 || d.Metadata() != (Metadata{}) {
		t.Error(d, err)
	}
}

func TestEditsOfAnEarlierVersionCoverEveryField(t *testing.T) {
	_, w := openTest(t)
	add(t, w, "d1", "Acme", "text")
	for raw, want := range map[string]Metadata{
		`{"document":"d1","builder":1,"found":{"company":"Acme","year":2022,"type":"10-K"},"edited":{"company":"Acme AG","year":0,"type":""}}`: {Company: "Acme AG"},
		`{"document":"d1","builder":1,"found":{"company":"Acme","year":2022,"type":"10-K"},"edited":null}`:                                     {Company: "Acme", Year: 2022, Type: "10-K"},
	} {
		if err := w.Documents.update(func(b buckets) error {
			bucket, err := b.ws.CreateBucketIfNotExists([]byte(metadataBucket))
			if err != nil {
				return err
			}
			return bucket.Put([]byte("d1"), []byte(raw))
		}); err != nil {
			t.Fatal(err)
		}
		if m := described(t, w, "d1"); m != want {
			t.Error(m)
		}
	}
}

func TestMetadataGoesWithItsDocument(t *testing.T) {
	_, w := openTest(t)
	if err := w.Descriptions.Edit("none", Metadata{}); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	if _, err := w.Descriptions.Of("none"); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	add(t, w, "d1", "Acme", "text")
	if err := w.Descriptions.Edit("d1", Metadata{Company: "Acme"}); err != nil {
		t.Fatal(err)
	}
	if err := w.Documents.Remove("d1"); err != nil {
		t.Fatal(err)
	}
	if all, err := w.Descriptions.List(); err != nil || len(all) != 0 {
		t.Error(all, err)
	}
	add(t, w, "d1", "Acme", "text")
	if d, err := w.Descriptions.Of("d1"); err != nil || d.Edited != (Edits{}) {
		t.Error("it came back with the document", d, err)
	}
}
