package research

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestLabelsThatASentencePointsTo(t *testing.T) {
	for text, want := range map[string][]string{
		"See Note 11, “Debt”, and Item 7A for our exposure to interest rates.":       {"note 11", "item 7A"},
		"As described in Notes 4 and 18, the Company changed its segments.":          {"note 4", "note 18"},
		"The reconciliation appears on pages 45–47.":                                 {"page 45", "page 46", "page 47"},
		"A list of subsidiaries is filed as Exhibit 21.1 to this report.":            {"exhibit 21.1"},
		"Valuation allowances are shown in Schedule II, prices in Annex III.":        {"schedule II", "annex III"},
		"The loss is given by Eq. (7), whose gradient is derived in Appendix B.1.":   {"equation 7", "appendix B.1"},
		"As Fig. 4(b) shows, accuracy falls; the seeds are in Table S2.":             {"figure 4", "table S2"},
		"Subject to clause 14.3, a Participant is paid under Section 3.1(A).":        {"clause 14.3", "section 3.1(A)"},
		"The attention layer follows [12] and [4, 7].":                               {"[12]", "[4]", "[7]"},
		"As noted above, the covenant was waived.":                                   {"As noted above"},
		"Segment results are set out in the table below.":                            {"set out in the table below"},
		"Nach § 573 Abs. 2 und Anlage 3 trägt der Mieter die Kosten.":                {"§ 573", "annex 3"},
		"Die §§ 535 bis 537 gelten, siehe Tab. 3 auf Seite 112.":                     {"§ 535", "§ 536", "§ 537", "table 3", "page 112"},
		"Wie oben beschrieben, siehe Abschnitt 9.6.3 und Kapitel 6.":                 {"Wie oben beschrieben", "section 9.6.3", "chapter 6"},
		"Die Rückstellungen erläutert Anhangangabe 14; Ziffer 5.2 bleibt unberührt.": {"note 14", "clause 5.2"},
		"Table 3: Accuracy of the models on three sets.":                             nil,
		"NOTE 2 — INVENTORIES":                                                       nil,
		"Item 7A. Quantitative and Qualitative Disclosures":                          nil,
		"§ 1 Anwendungsbereich":                                                      nil,
		"Supplemental Income Statement Information 80 Note 7.":                       nil,
		"Our Section 16 officers have joined the Section 401(k) plan.":               nil,
		"This Exhibit B covers any claim.":                                           nil,
		"In Proceedings of the 2020 Conference, pages 1998–2022, Abu Dhabi.":         nil,
		"Table of Contents": nil,
		"Note: amounts may not add up because of rounding; sales of table games rose.":                      nil,
		"The interval [0, 1] is cut at x[3], and tokens are [MASK].":                                        nil,
		"The notes bear interest above par, which is below what was expected.":                              nil,
		"The thriller, a page-turner, sold two million copies.":                                             nil,
		"Die Anlage wird vor Ort montiert, der Absatz stieg, die Küche liegt oben.":                         nil,
		"Ein neues Kapitel beginnt, die Tabelle führt der Verein an.":                                       nil,
		"Auf der anderen Seite stiegen die Löhne.":                                                          nil,
		"The note is due in 2031, and item numbers begin with a letter.":                                    nil,
		"Exhibit halls were closed; the schedule slipped by two weeks.":                                     nil,
		"Exhibit 10.1 to the Company’s Quarterly Report on Form 10-Q filed on May 8, 2014 is incorporated.": {"exhibit 10.1@the Company’s Quarterly Report on Form 10-Q filed on May 8, 2014"},
		"It is signed pursuant to Section 13 or 15(d) of the Securities Exchange Act of 1934.":              {"section 13@Securities Exchange Act of 1934"},
	} {
		var got []string
		for _, r := range byPatterns(text, patterns(nil)) {
			target := r.Target
			if r.Document != "" {
				target += "@" + r.Document
			}
			got = append(got, target)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}

// What a label means stands where the document says so: not in its table of contents, nor where it is mentioned, and of two
// parts of the same number it is the next.
func TestLabelsAreFoundOnTheirPage(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Lines = true
	const id = "id-Report"
	d.Add("Report",
		"Contents\nNote 1. Policies 2\nNote 2. Debt 3\nNote 3. Leases 4\n",
		"Item 7A. Risks. Rates rise, see Note 2 and Table 1.\nNote 2 to the statements says more.\n",
		"NOTE 2 — DEBT\nThe loan is due in 2031, see page 5.\nB. Banks\nThree banks lend.\n",
		"NOTE\n3\n—\nLEASES\n\nTable 1: Rents by year\n2.4 rents\n",
		"NOTE 2 — DEBT OF THE AFFILIATE\nKapitel 6\nNetze. As described above, it is small.\n[12] A. Author. A paper.\n§ 5 Fristen\n",
	)
	for target, want := range map[string]int{
		"note 2": 3, "item 7A": 2, "note 3": 4, "table 1": 4, "note 2B": 3, "page 5": 5, "chapter 6": 5, "section 2.4": 4, "§ 5": 5, "note 9": 0, "exhibit 2": 0,
	} {
		if page, _, err := d.pointsTo(Reference{Type: Section, Target: target}, id, 2); err != nil || page != want {
			t.Errorf("%s is on page %d, not %d (%v)", target, page, want, err)
		}
	}
	if page, _, err := d.pointsTo(Reference{Type: Section, Target: "note 2"}, id, 5); err != nil || page != 5 {
		t.Errorf("from page 5 the note is on page %d (%v)", page, err)
	}
	if page, _, err := d.pointsTo(Reference{Type: AcademicNumbered, Target: "[12]"}, id, 2); err != nil || page != 5 {
		t.Errorf("the paper is on page %d (%v)", page, err)
	}
	ps, err := d.labelled(Reference{Type: Nearby, Target: "As described above", Original: "As described above", Passage: id + "/4"}, id)
	if err != nil || len(ps) == 0 || ps[0].Page >= 5 {
		t.Errorf("%+v, %v", ps, err)
	}
}

// A numbered part of another document is looked up there, by the name that the registry knows; one of "the Plan" that nobody
// knows is the document's own.
func TestLabelsOfOtherDocumentsAreFoundThere(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Lines = true
	d.Add("Lease", "The rent is 900 euros, as Schedule 2 of the Framework Contract and Section 3.1 of the Plan say.\nSee Anlage 1 zum Mietvertrag Nord.\n", "3.1 Payment\nIt is due monthly.\n")
	d.Add("Framework Contract", "Schedule 1\nNothing is here.\n", "Schedule 2\nPrices rise by two percent.\n")
	d.Add("Mietvertrag Nord", "Anlage 1\nDie Schlüssel.\n")
	texts, err := d.Passages([]string{"id-Lease/0", "id-Lease/1"})
	if err != nil {
		t.Fatal(err)
	}
	led := map[string]string{}
	for _, p := range texts {
		for _, r := range byPatterns(p.Text.Text, patterns(nil)) {
			r.Passage = p.Ref.String()
			ps, _, err := d.target(t.Context(), TaskState{}, r, d.retriever())
			if err != nil {
				t.Fatal(err)
			}
			if len(ps) > 0 {
				led[r.label()] = ps[0].Name + ", " + ps[0].Label
			}
		}
	}
	want := map[string]string{"“schedule 2 Framework Contract”": "Framework Contract, 2", "“section 3.1 Plan”": "Lease, 2", "“annex 1 Mietvertrag Nord”": "Mietvertrag Nord, 1"}
	if !maps.Equal(led, want) {
		t.Errorf("%q", led)
	}
}

// A number into a bibliography leads to the paper where the library has it; any other costs no call of the model.
func TestNumbersOfABibliographyLeadToPapersOfTheLibrary(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Lines = true
	d.Add("Survey", "The rent is 900 euros, as found by [1], [2] and [17].\n", "References\n[1] A. Author. A Theory of Rents in Towns. 2019.\n[2] B. Author. Another paper altogether. 2020.\n")
	d.Add("A Theory of Rents in Towns", "The rent of a flat falls with its distance from the centre.\n")
	h := d.ask("What is the rent?")
	got := h.references()
	if r := got["“[1]”"]; h.err != nil || r.Status != Followed || !slices.Equal(r.Led, []string{"id-A Theory of Rents in Towns/0"}) || !strings.Contains(r.Reason, "by its bibliography") {
		t.Errorf("%v %+v", h.err, r)
	}
	for _, label := range []string{"“[2]”", "“[17]”"} {
		if r := got[label]; r.Status != NotFollowed || !strings.Contains(r.Reason, "is not in the library") {
			t.Errorf("%+v", r)
		}
	}
	if n := d.did("gate"); n != 1 {
		t.Errorf("%d references were decided on", n)
	}
}
