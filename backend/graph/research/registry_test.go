package research

import (
	"slices"
	"strings"
	"testing"

	"lectern/backend/store"
)

func TestThePersonsNamesLeadToADocument(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Add("gesetz_2018", "Bundesdatenschutzgesetz (BDSG)\nErster Teil. Stellen benennen einen Beauftragten (DSB).")
	d.Add("policy", "Information Security Policy (hereinafter “ISP”)\nIt applies to all.")
	d.Add("note", "This is a note about the Federal Bureau (FBI) and more. It has no title.")
	found := func(called string) string {
		t.Helper()
		r, err := d.registry()
		if err != nil {
			t.Fatal(err)
		}
		document, how := r.find(called, .7)
		return document + " " + how
	}
	if got := found("ISP"); got != "id-policy "+exactly {
		t.Error("names of documents that were added by an earlier version are found when they are needed:", got)
	}
	if err := d.Workspace.Names.Edit("id-note", []store.Name{{Text: "Bureau Note"}}); err != nil {
		t.Fatal(err)
	}
	if err := d.Workspace.Names.Edit("id-policy", []store.Name{{Text: "Information Security Policy"}}); err != nil {
		t.Fatal(err)
	}
	if got := found("Bureau note."); got != "id-note "+exactly {
		t.Error("an added name:", got)
	}
	if got := found("ISP"); got != " " {
		t.Error("a removed name:", got)
	}
	r, err := d.registry()
	if laws := r.laws(); err != nil || slices.Contains(laws, "ISP") || !slices.Contains(laws, "Bundesdatenschutzgesetz") || !slices.Contains(laws, "BGB") {
		t.Error(laws, err)
	}
}

func TestADocumentIsFoundByItsNameThenAnAlikeThenAPart(t *testing.T) {
	t.Parallel()
	named := func(id string, names ...string) store.Names {
		n := store.Names{Document: id}
		for _, x := range names {
			n.Added = append(n.Added, store.Name{Text: x})
		}
		return n
	}
	r := registry{entries: []store.Names{
		named("bdsg", "Bundesdatenschutzgesetz", "BDSG"), named("tr8", "TR-03108"), named("tr9", "TR-03109"),
		named("sec", "Sicherheitskonzept Rechenzentrum Nord"), named("dep", "Deposit Rules"), named("rules", "Rules"), named("jp", "情報セキュリティ規程"),
	}}
	for called, want := range map[string][2]string{
		"BDSG":                          {"bdsg", exactly},
		" bdsg.pdf":                     {"bdsg", exactly},
		"„Deposit Rules“":               {"dep", exactly},
		"Bundesdatenschutzgesetzes":     {"bdsg", nearly},
		"Deposit Rule":                  {"dep", nearly},
		"TR-03109":                      {"tr9", exactly},
		"TR 03109":                      {"tr9", exactly},
		"TR-03107":                      {"", ""},
		"Sicherheitskonzept":            {"sec", partially},
		"the Deposit Rules of the bank": {"dep", partially},
		"情報セキュリティ規程":                    {"jp", exactly},
		"Rent":                          {"", ""},
		"":                              {"", ""},
	} {
		if document, how := r.find(called, .7); document != want[0] || how != want[1] {
			t.Errorf("%q: %s %s", called, document, how)
		}
	}
	if _, how := r.find("Deposit Rule", .95); how == nearly {
		t.Error("the likeness isn't the Config's")
	}
}

func TestReferencesThatOverlapAreOne(t *testing.T) {
	t.Parallel()
	regex := []Reference{{Type: Section, Target: "§ 5", Original: "gemäß § 5", Pattern: sectionDEPattern, Passage: "d/0"}, {Type: External, Target: "https://x.org", Original: "https://x.org", Pattern: urlPattern}}
	model := []Reference{
		{Type: LegalSection, Target: "§ 5", Original: "§ 5", Document: "BDSG"}, // the same, and it knows of what
		{Type: LegalSection, Target: "§ 53", Original: "§ 53 BDSG", Document: "BDSG"},
		{Type: DocumentMention, Target: "Handbook", Original: "the Handbook"},
		{Type: DocumentMention, Target: "handbook", Original: "Handbook"},
	}
	got := join(regex, model)
	if len(got) != 4 || got[0].Document != "BDSG" || got[2].Target != "§ 53" || got[3].Target != "Handbook" {
		t.Errorf("%+v", got)
	}
	for part, whole := range map[string]string{"§ 5": "see § 53", "section 4": "section 4.2", "art": "cart"} {
		if within(part, whole) {
			t.Errorf("%q is within %q", part, whole)
		}
	}
	for part, whole := range map[string]string{"§ 5": "gemäß § 5 bdsg", "section 4": "in section 4.", "x": "y x"} {
		if !within(part, whole) {
			t.Errorf("%q isn't within %q", part, whole)
		}
	}
}

func TestAModelsReferencesMustStandInTheText(t *testing.T) {
	t.Parallel()
	var r referencesReply
	for _, x := range [][4]string{
		{LegalSection, "§ 5", "§ 5 BDSG", "BDSG"}, {LegalSection, "§ 6", "§ 6 BDSG", ""}, {External, "x", "BDSG", ""}, {DocumentMention, "", "BDSG", ""},
	} {
		r.References = append(r.References, referenceReply{x[0], x[1], x[2], x[3]})
	}
	if got := r.in("Siehe §  5\nBDSG."); len(got) != 1 || got[0].Target != "§ 5" || got[0].Method != "llm" {
		t.Errorf("%+v", got)
	}
}

func TestADocumentIsFoundByWhatItIsAndNotByWhatManyAreCalled(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for id, m := range map[string]store.Metadata{
		"id-a": {Company: "Netflix, Inc.", Year: 2015, Type: "10-K"}, "id-b": {Company: "Netflix, Inc.", Year: 2016, Type: "10-K"}, "id-c": {Company: "Boeing", Year: 2015, Type: "10-K"},
	} {
		d.Add(strings.TrimPrefix(id, "id-"), "It reports.")
		if err := d.Workspace.Descriptions.Edit(id, m); err != nil {
			t.Fatal(err)
		}
		if err := d.Workspace.Names.Edit(id, []store.Name{{Text: "Securities and Exchange Commission"}}); err != nil {
			t.Fatal(err)
		}
	}
	r, err := d.registry()
	if err != nil {
		t.Fatal(err)
	}
	for called, want := range map[string]string{
		"Netflix annual report 2015":         "id-a",
		"Netflix 10-K 2016":                  "id-b",
		"Netflix":                            "",
		"Netflix 10-K":                       "",
		"Boeing's 2015 10-K":                 "id-c",
		"Securities and Exchange Commission": "",
		"Securities and Exchange Commision":  "",
		"the Commission of 2015":             "",
	} {
		if document, how := r.find(called, .7); document != want || want != "" && how != described {
			t.Errorf("%q: %s %s", called, document, how)
		}
	}
}
