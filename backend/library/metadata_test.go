package library

import (
	"slices"
	"testing"

	"lectern/backend/store"
)

func TestWhatADocumentIsAboutIsFoundWhenItIsAdded(t *testing.T) {
	x := newShelf(t, nil)
	d := x.add(x.file("Acme_2022_10K.pdf", "Notes on the year"))
	about, err := x.Workspace.Descriptions.Of(d.ID)
	if want := (store.Metadata{Title: "Notes on the year", Company: "Acme", Year: 2022, Type: "10-K"}); err != nil || about.Builder == 0 || about.Found != want {
		t.Errorf("%+v %v", about, err)
	}
	if err := x.Workspace.Descriptions.SetTags(d.ID, []string{"capex"}); err != nil {
		t.Fatal(err)
	}
	if all, err := x.Labels(); err != nil || len(all) != 1 || all[0].ID != d.ID || all[0].Company != "Acme" || all[0].Year != 2022 || !slices.Equal(all[0].Tags, []string{"capex"}) {
		t.Errorf("%+v %v", all, err)
	}
	names, err := x.Workspace.Names.Of(d.ID)
	want := []store.Name{{Text: "Acme_2022_10K", Kind: store.ByFile}, {Text: "Acme 2022 10K", Kind: store.ByFile}, {Text: "Notes on the year", Kind: store.ByTitle}}
	if err != nil || !slices.Equal(names.Built, want) {
		t.Errorf("%+v %v", names, err)
	}
	if told, err := x.Details(d.ID); err != nil || told.Found.Metadata != about.Found || !slices.Equal(told.Current.Names, want) || told.Path != d.Path || told.Added != d.Added {
		t.Errorf("%+v %v", told, err)
	}
}
