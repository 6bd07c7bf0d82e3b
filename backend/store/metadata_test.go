package store

import (
	"errors"
	"testing"
)

func described(t *testing.T, w *Workspace, id string) Metadata {
	t.Helper()
	all, err := w.Described()
	if err != nil {
		t.Fatal(err)
	}
	return all[id].Metadata()
}

func TestThePersonsMetadataWinsOverWhatIsFoundAgain(t *testing.T) {
	_, w := openTest(t)
	add(t, w, "d1", "Acme 2022", "text")
	add(t, w, "d2", "Other", "text")
	if all, err := w.Described(); err != nil || len(all) != 0 {
		t.Error(all, err)
	}
	found := Metadata{"Acme", 2022, "10-K"}
	if err := w.Describe(1, map[string]Metadata{"d1": found, "gone": {}}); err != nil {
		t.Fatal(err)
	}
	if m := described(t, w, "d1"); m != found {
		t.Error(m)
	}
	if err := w.SetMetadata("d1", &Metadata{" Acme AG ", 0, ""}); err != nil {
		t.Fatal(err)
	}
	if err := w.Describe(2, map[string]Metadata{"d1": {"Acme", 2023, "10-K"}}); err != nil {
		t.Fatal(err)
	}
	if m := described(t, w, "d1"); m != (Metadata{"Acme AG", 0, ""}) {
		t.Error("what was found again won", m)
	}
	if err := w.SetMetadata("d1", nil); err != nil {
		t.Fatal(err)
	}
	if m := described(t, w, "d1"); m.Year != 2023 {
		t.Error(m)
	}
}

func TestMetadataGoesWithItsDocument(t *testing.T) {
	_, w := openTest(t)
	if err := w.SetMetadata("none", &Metadata{}); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	add(t, w, "d1", "Acme", "text")
	if err := w.SetMetadata("d1", &Metadata{Company: "Acme"}); err != nil {
		t.Fatal(err)
	}
	if err := w.Remove("d1"); err != nil {
		t.Fatal(err)
	}
	if all, err := w.Described(); err != nil || len(all) != 0 {
		t.Error(all, err)
	}
}
