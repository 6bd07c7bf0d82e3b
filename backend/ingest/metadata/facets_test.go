package metadata

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/messages"
	"lectern/backend/store"
)

// shelf is a library of reports in three languages, with a document of which nothing is known.
func shelf(t *testing.T) (*store.Workspace, *Facets) {
	t.Helper()
	w := library(t)
	for name, page := range map[string]string{
		"3M_2018_10K": "", "3M_2019_10K": "", "GENERALMILLS_2019_10K": "", "Microsoft 2019 annual report": "MICROSOFT CORPORATION\n(Exact name of registrant as specified in its charter)",
		"bericht":   "Geschäftsbericht 2019\nMuster Maschinenbau AG\nMünchen",
		"hokokusho": "有価証券報告書\n事業年度 2018年度\n株式会社山田製作所\n",
		"Target":    "TARGET CORPORATION\n(Exact name of registrant as specified in its charter)\nFor the fiscal year ended 2016\nCommon Stock TRGX New York Stock Exchange", "Note": "The rent is 900 euros.",
	} {
		add(t, w, name, page)
	}
	s, err := OpenFacets(w)
	if err != nil {
		t.Fatal(err)
	}
	return w, s
}

// said writes filters as "field=value".
func said(filters []store.Filter) (out []string) {
	for _, f := range filters {
		out = append(out, f.Field+"="+f.Value)
	}
	return out
}

func TestAQuestionSaysWhichDocumentsItIsAbout(t *testing.T) {
	_, s := shelf(t)
	for question, want := range map[string]string{
		"What is the FY2018 capital expenditure for 3M?":                         "company=3M year=2018",
		"What did General Mills earn in fiscal 2019?":                            "company=GENERALMILLS year=2019",
		"Microsoft's revenue for the fiscal year 2019":                           "company=MICROSOFT CORPORATION year=2019",
		"Compare FY18 with FY 2019 in the 10-K":                                  "year=2019 year=2018 type=10-K",
		"How did margins develop between 2016 and 2019?":                         "year=2016–2019",
		"What changed in 2018 and 2019?":                                         "year=2018 year=2019",
		"Revenue from 2016 to 2018":                                              "year=2016–2018",
		"Dividends since 2018":                                                   "year=2018–",
		"3M 2018 dividends":                                                      "company=3M year=2018",
		"Wie hoch war der Umsatz der Muster Maschinenbau im Geschäftsjahr 2019?": "company=Muster Maschinenbau AG year=2019",
		"Was steht im Geschäftsbericht im Jahr 2019 zur Dividende?":              "year=2019 type=annual report type=10-K",
		"Alle Berichte seit 2018":                                                "year=2018–",
		"山田製作所の2018年度の売上高は？":                                                     "company=株式会社山田製作所 year=2018",
		"2016年から2018年までの有価証券報告書":                                                 "year=2016–2018 type=annual report type=10-K",
		"What is the target price?":                                              "",
		"What does Target sell?":                                                 "company=TARGET CORPORATION",
		"target revenue 2016":                                                    "company=TARGET CORPORATION year=2016",
		"diluted EPS of microsoft, fy19":                                         "company=MICROSOFT CORPORATION year=2019",
		"msft revenue 2019":                                                      "company=MICROSOFT CORPORATION year=2019",
		"gen mills sales 2019":                                                   "company=GENERALMILLS year=2019",
		"What did TRGX earn in 2016?":                                            "company=TARGET CORPORATION year=2016",
		"マイクロソフトの2019年度の売上高は？":                                                   "company=MICROSOFT CORPORATION year=2019",
		"Room 2018 costs $2019 and 2,018 euros":                                  "",
		"What were the earnings per share in the notes to financial statements?": "",
		"Who attended the meeting?":                                              "",
	} {
		if got := strings.Join(said(s.Asked(question)), " "); got != want {
			t.Errorf("%s: %q, not %q", question, got, want)
		}
	}
}

func TestWhatAQuestionSaysPutsDocumentsFirstAndShutsNoneOut(t *testing.T) {
	_, s := shelf(t)
	for _, c := range []struct {
		question    string
		among       []string
		found       string
		first, left int // documents; -1: all alike
		says        string
		wanted      []store.Filter
	}{
		{question: "3M in 2018", found: "company=3M year=2018", first: 1, left: -1, says: "Documents of 3M; 2018 come first: 1 of 8."},
		{question: "3M in 2016", found: "company=3M", first: 2, left: -1, says: "Documents of 3M come first: 2 of 8."},
		{question: "What happened in 2031?", first: -1, left: -1},
		{question: "3M in 2018", among: []string{"id-3M_2018_10K"}, first: -1, left: -1},
		{question: "3M in 2018", among: []string{"id-Note"}, first: -1, left: -1},
		{question: "What is the rent?", first: -1, left: -1},
		{question: "3M in 2018", among: []string{"id-3M_2018_10K", "id-3M_2019_10K", "id-Target"}, found: "company=3M year=2018", first: 1, left: -1, says: "Documents of 3M; 2018 come first: 1 of 3."},
		{question: "What happened in 2018?", found: "year=2018", first: 2, left: -1, says: "Documents of 2018 come first: 2 of 8."},
		{question: "3M in 2018", wanted: []store.Filter{{Field: store.ByYear, Value: "2019"}}, found: "company=3M", first: 1, left: 4, says: "Only in documents of 2019: 4 of 8. Documents of 3M come first: 1 of 4."},
		{question: "rent", wanted: []store.Filter{{Field: store.ByYear, Value: "2018-2019"}, {Field: store.ByCompany, Value: "general mills"}}, first: -1, left: 1, says: "Only in documents of 2018-2019; general mills: 1 of 8."},
	} {
		n, err := s.Narrow(c.among, c.wanted, s.Asked(c.question))
		size := func(ids []string) int {
			if ids == nil {
				return -1
			}
			return len(ids)
		}
		if err != nil || strings.Join(said(n.Found), " ") != c.found || size(n.Preferred) != c.first || size(n.Documents) != c.left || n.Said(messages.In("en")) != c.says {
			t.Errorf("%s among %v: %+v %q %v", c.question, c.among, n, n.Said(messages.In("en")), err)
		}
	}
}

func TestWantedFiltersAreExactAndNeverDroppedInSilence(t *testing.T) {
	w, s := shelf(t)
	if _, err := s.Narrow(nil, []store.Filter{{Field: store.ByCompany, Value: "Nobody"}}, nil); err == nil || !strings.Contains(err.Error(), "no document is like that (Nobody)") {
		t.Error(err)
	}
	for _, f := range []store.Filter{{Field: store.ByYear, Value: "soon"}, {Field: store.ByYear, Value: "2019-2018"}, {Field: "colour", Value: "red"}, {Field: store.ByTag, Value: " "}} {
		if _, err := s.Narrow(nil, []store.Filter{f}, nil); err == nil {
			t.Errorf("%v was taken", f)
		}
	}
	if err := w.Descriptions.SetTags("id-Note", []string{" #Rent ", "rent", "", "2019 audit"}); err != nil {
		t.Fatal(err)
	}
	d := store.Document{ID: "filed", Name: "filed", Path: filepath.Join(t.TempDir(), "contracts", "deep", "filed.pdf")}
	if _, err := w.Documents.Add(d, &store.Content{}); err != nil {
		t.Fatal(err)
	}
	s, err := OpenFacets(w)
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Dir(filepath.Dir(d.Path))
	for _, c := range []struct {
		filter store.Filter
		want   []string
	}{
		{store.Filter{Field: store.ByTag, Value: "#RENT"}, []string{"id-Note"}},
		{store.Filter{Field: store.ByTag, Value: "2019 audit"}, []string{"id-Note"}},
		{store.Filter{Field: store.ByFolder, Value: folder}, []string{"filed"}},
		{store.Filter{Field: store.ByFolder, Value: filepath.Join(folder, "de")}, nil},
		{store.Filter{Field: store.ByCompany, Value: "Maschinenbau"}, []string{"id-bericht"}},
		{store.Filter{Field: store.ByCompany, Value: "Maschine"}, nil},
		{store.Filter{Field: store.ByType, Value: "10k"}, []string{"id-3M_2018_10K", "id-3M_2019_10K", "id-GENERALMILLS_2019_10K"}},
		{store.Filter{Field: store.ByYear, Value: "–2017"}, []string{"id-Target"}},
	} {
		got := s.Scope(nil, []store.Filter{c.filter})
		slices.Sort(got)
		if !slices.Equal(got, c.want) && len(got)+len(c.want) > 0 {
			t.Errorf("%v: %v", c.filter, got)
		}
	}
	if got := said(s.Asked("What is due for #rent in folder deep?")); !slices.Equal(got, []string{"folder=" + filepath.Dir(d.Path), "tag=Rent"}) {
		t.Error(got)
	}
	facets := s.Facets()
	if i := slices.IndexFunc(facets, func(f Facet) bool { return f.Filter == store.Filter{Field: store.ByYear, Value: "2019"} }); i < 0 || facets[i].Documents != 4 {
		t.Errorf("%+v", facets)
	}
}

func TestSpellingsOfACompanyAreOneFacet(t *testing.T) {
	w := library(t)
	for name, company := range map[string]string{"a": "Acme Ferries, Inc.", "b": "Acme Ferries Inc", "c": "Acme Ferries, Inc.", "d": "Bolt Inc."} {
		add(t, w, name, company+"\n(Exact name of registrant as specified in its charter)")
	}
	s, err := OpenFacets(w)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, f := range s.Facets() {
		if f.Field == store.ByCompany {
			got[f.Value] = f.Documents
			if n := len(s.Scope(nil, []store.Filter{f.Filter})); n != f.Documents {
				t.Errorf("%s has %d documents, not %d", f.Value, n, f.Documents)
			}
		}
	}
	if len(got) != 2 || got["Acme Ferries, Inc."] != 3 || got["Bolt Inc."] != 1 {
		t.Error(got)
	}
}

func TestWordsOfAFormAreToldFromNamesThatBeginSo(t *testing.T) {
	for text, form := range map[string]bool{
		"UNITED STATES": true, "United States Securities and Exchange Commission": true, "Commission File Number: 1-3285": true, "The Company": true,
		"New York Stock Exchange, Inc.": true, "x ANNUAL REPORT PURSUANT TO SECTION 13": true, "Emerging growth company ☐": true,
		"United States Steel Corporation": false, "London Stock Exchange Group plc": false, "Nasdaq, Inc.": false, "The Company Store Ltd.": false, "Annual report 2021": false,
	} {
		if saysNothing(text) != form {
			t.Errorf("%s: %v", text, !form)
		}
	}
}

func TestANameThatAFileHasInOneWordIsWrittenAsThePagesWriteIt(t *testing.T) {
	for text, want := range map[string]string{
		"THE COCA-COLA COMPANY\nIn this report, Coca-Cola is a trademark of ours. We own Coca-Cola and coca cola.": "Coca-Cola",
		"Nothing is said of whom this is.": "COCACOLA",
	} {
		m := describe(store.Document{Name: "COCACOLA_2017_10K"}, []store.Page{{Number: 1, Label: "1", Text: text}}, store.Info{})
		if m.Company != want || m.Year != 2017 {
			t.Errorf("%q: %q %d", text, m.Company, m.Year)
		}
	}
}
