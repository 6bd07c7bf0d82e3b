package store

import (
	"errors"
	"slices"
	"testing"
)

func texts(list []Name) (out []string) {
	for _, n := range list {
		out = append(out, n.Text)
	}
	return out
}

func registered(t *testing.T, w *Workspace, id string) Names {
	t.Helper()
	n, err := w.Names.Of(id)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestThePersonsNamesWinOverThoseBuiltAgain(t *testing.T) {
	_, w := openTest(t)
	add(t, w, "d1", "BDSG", "Bundesdatenschutzgesetz")
	if all, err := w.Names.List(); err != nil || len(all) != 0 {
		t.Error("names before any were built", all, err)
	}
	built := []Name{{"BDSG", "file"}, {"Bundesdatenschutzgesetz", "title"}}
	if err := w.Names.SaveFound(1, map[string][]Name{"d1": built, "gone": built}); err != nil {
		t.Fatal(err)
	}
	if err := w.Names.Edit("d1", []Name{{"BDSG", "file"}, {" Datenschutzgesetz ", ""}, {"datenschutzgesetz", ""}, {"", ""}}); err != nil {
		t.Fatal(err)
	}
	want := []string{"BDSG", "Datenschutzgesetz"}
	if got := texts(registered(t, w, "d1").List()); !slices.Equal(got, want) {
		t.Error(got)
	}
	if err := w.Names.SaveFound(2, map[string][]Name{"d1": append(built, Name{"BDSG-neu", "abbreviation"})}); err != nil {
		t.Fatal(err)
	}
	want = []string{"BDSG", "BDSG-neu", "Datenschutzgesetz"}
	if got := texts(registered(t, w, "d1").List()); !slices.Equal(got, want) {
		t.Error("built again", got)
	}
	if err := w.Names.Edit("d1", []Name{{"Bundesdatenschutzgesetz", ""}}); err != nil { // which was removed, and comes back
		t.Fatal(err)
	}
	if n := registered(t, w, "d1"); !slices.Equal(texts(n.List()), []string{"Bundesdatenschutzgesetz"}) || len(n.Added) != 0 {
		t.Errorf("%+v", n)
	}
}

func TestNamesGoWithTheirDocument(t *testing.T) {
	_, w := openTest(t)
	if err := w.Names.Edit("none", nil); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	if _, err := w.Names.Of("none"); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	add(t, w, "d1", "One", "text")
	if err := w.Names.Edit("d1", []Name{{"Eins", ""}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Documents.Remove("d1"); err != nil {
		t.Fatal(err)
	}
	if all, err := w.Names.List(); err != nil || len(all) != 0 {
		t.Error(all, err)
	}
	add(t, w, "d1", "One", "text")
	if all, err := w.Names.List(); err != nil || len(all) != 0 {
		t.Error("they came back with it", all, err)
	}
}
