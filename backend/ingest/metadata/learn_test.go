package metadata

import (
	"fmt"
	"slices"
	"testing"

	"lectern/backend/store"
)

func library(t *testing.T) *store.Workspace {
	t.Helper()
	s, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	w, err := s.Workspace("Library")
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// add puts a document into the library, a page for each text.
func add(t *testing.T, w *store.Workspace, name string, pages ...string) store.Document {
	t.Helper()
	c := &store.Content{}
	for i, text := range pages {
		c.Pages = append(c.Pages, store.Page{Number: i + 1, Label: fmt.Sprint(i + 1), Text: text})
	}
	d, err := w.Documents.Add(store.Document{ID: "id-" + name, Name: name}, c)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDocumentsTellCompanyYearAndType(t *testing.T) {
	w := library(t)
	for _, c := range []struct {
		name, pages string
		want        store.Metadata
	}{
		{"3M_2018_10K", "", store.Metadata{Company: "3M", Year: 2018, Type: "10-K"}},
		{"Acme annual report", "", store.Metadata{Company: "Acme", Type: "annual report"}},
		{"scan", "FORM 10-K\nFor the fiscal year ended December 31, 2021\nACME HOLDINGS, INC.\n(Exact name of registrant as specified in its charter)", store.Metadata{Company: "ACME HOLDINGS, INC.", Year: 2021, Type: "10-K"}},
		{"cover", "UNITED STATES\nSECURITIES AND EXCHANGE COMMISSION\nFORM 10-K\nEmerging Growth Company\nNew York Stock Exchange, Inc\nThe Company\nBolt Ferries, Inc.\nFor the fiscal year ended 2021", store.Metadata{Company: "Bolt Ferries, Inc", Year: 2021, Type: "10-K"}},
		{"Carp 2020", "Commission File Number: 1-1\n(Exact name of registrant as specified in its charter)\nThe Company", store.Metadata{Company: "Carp", Year: 2020}},
		{"bericht", "Geschäftsbericht 2022\nMuster Maschinenbau AG\nMünchen", store.Metadata{Company: "Muster Maschinenbau AG", Year: 2022, Type: "annual report"}},
		{"report", "有価証券報告書\n事業年度 2022年度\n株式会社山田製作所\n", store.Metadata{Company: "株式会社山田製作所", Year: 2022, Type: "annual report"}},
		{"Lease", "The rent is 900 euros.", store.Metadata{}},
	} {
		d := add(t, w, c.name, c.pages)
		if got, err := Metadata(w, []store.Document{d}); err != nil || got[d.ID] != c.want {
			t.Errorf("%s: %+v %v", c.name, got, err)
		}
	}
}

func TestNamesAreFoundInADocument(t *testing.T) {
	w := library(t)
	for _, c := range []struct {
		name, page string
		want       []store.Name
	}{
		{"gesetz_2018", "Bundesdatenschutzgesetz (BDSG)\nErster Teil. Stellen benennen einen Beauftragten (DSB).",
			[]store.Name{{Text: "gesetz_2018", Kind: store.ByFile}, {Text: "gesetz 2018", Kind: store.ByFile}, {Text: "Bundesdatenschutzgesetz", Kind: store.ByTitle}, {Text: "BDSG", Kind: store.ByLaw}}},
		{"GewStG-neu", "Gewerbesteuergesetz (Gewerbesteuergesetz – GewStG)\nSteuerberechtigte sind die Gemeinden.",
			[]store.Name{{Text: "GewStG-neu", Kind: store.ByFile}, {Text: "GewStG neu", Kind: store.ByFile}, {Text: "Gewerbesteuergesetz", Kind: store.ByTitle}, {Text: "GewStG", Kind: store.ByLaw}}},
		{"policy", "Information Security Policy (hereinafter “ISP”)\nIt applies to all.",
			[]store.Name{{Text: "policy", Kind: store.ByFile}, {Text: "Information Security Policy", Kind: store.ByTitle}, {Text: "ISP", Kind: store.ByAbbreviation}}},
		{"note", "This is a note about the Federal Bureau (FBI) and more. It has no title.", []store.Name{{Text: "note", Kind: store.ByFile}}},
	} {
		d := add(t, w, c.name, c.page)
		if err := Learn(w, d); err != nil {
			t.Fatal(err)
		}
		if got, err := w.Names.Of(d.ID); err != nil || !slices.Equal(got.List(), c.want) {
			t.Errorf("%s: %v %v", c.name, got.List(), err)
		}
	}
}

func TestWhatAnEarlierVersionFoundIsFoundAnewAndThePersonsEditsStay(t *testing.T) {
	w := library(t)
	d := add(t, w, "Acme 2022 10K", "Annual Policy (hereinafter “AP”)")
	gone := store.Document{ID: "gone", Name: "gone", Pages: 1}
	if err := Learn(w, d, gone); err != nil {
		t.Fatal(err)
	}
	if err := w.Descriptions.Edit(d.ID, store.Metadata{Company: "Acme AG", Year: 2022, Type: "10-K"}); err != nil {
		t.Fatal(err)
	}
	if err := w.Names.Edit(d.ID, []store.Name{{Text: "Acme 2022 10K"}, {Text: "The Policy"}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Descriptions.SaveFound(version-1, map[string]store.Finding{d.ID: {Metadata: store.Metadata{Company: "Ac", Year: 1922}}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Names.SaveFound(version-1, map[string][]store.Name{d.ID: {{Text: "Ac", Kind: store.ByTitle}}}); err != nil {
		t.Fatal(err)
	}
	if got, err := Metadata(w, []store.Document{d}); err != nil || got[d.ID] != (store.Metadata{Company: "Acme AG", Year: 2022, Type: "10-K"}) {
		t.Error(got, err)
	}
	entries, err := Registry(w)
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	want := []store.Name{{Text: "Acme 2022 10K", Kind: store.ByFile}, {Text: "The Policy"}}
	if got := entries[0].List(); !slices.Equal(got, want) {
		t.Error(got)
	}
}

func TestOnlyTheFirstPagesAreRead(t *testing.T) {
	w := library(t)
	d := add(t, w, "scan", "nothing", "nothing", "For the fiscal year ended 2020", "Form 10-K")
	if got, err := Metadata(w, []store.Document{d}); err != nil || got[d.ID] != (store.Metadata{Title: "nothing", Year: 2020}) {
		t.Error(got, err)
	}
	failed, err := w.Documents.AddFailed(store.Document{ID: "x", Name: "Broken 2020 10K", Failed: "It is broken."})
	if err != nil {
		t.Fatal(err)
	}
	if err := Learn(w, failed); err != nil {
		t.Fatal(err)
	}
	if got, err := w.Descriptions.Of("x"); err != nil || got.Builder != 0 {
		t.Error("something was learnt of a file that could not be read", got, err)
	}
}

func TestOtherNamesOfACompanyAreFoundOnItsFirstPages(t *testing.T) {
	w := library(t)
	for page, want := range map[string]string{
		"ACME INC.\n(Exact name of registrant)\nCommon Stock, $.01 par value ACM New York Stock Exchange": "symbol ACM",
		"Acme Inc. (NYSE: ACM) today announced":                                                           "symbol ACM",
		"Acme Inc., formerly known as Zenith Widgets, is":                                                 "former name Zenith Widgets",
		"Acme Inc. bought Other Corp., formerly known as Third Corp.":                                     "",
		"Acme Inc.\nNames of each exchange: THE New York Stock Exchange":                                  "",
	} {
		d := add(t, w, "file", page)
		if err := Learn(w, d); err != nil {
			t.Fatal(err)
		}
		got, err := w.Descriptions.Of(d.ID)
		said := ""
		for _, a := range got.Aliases {
			said += a.Kind + " " + a.Text
		}
		if err != nil || said != want {
			t.Errorf("%s: %q, not %q; %v", page, said, want, err)
		}
	}
}
