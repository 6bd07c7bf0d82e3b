package rag_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
)

// judged is how a question fits a desk's library.
func judged(d *ragtest.Desk, question string) rag.Subject { return judgedNear(d, question, nil) }

// judgedNear is the same where it is known how near the nearest passage is.
func judgedNear(d *ragtest.Desk, question string, near *float64) rag.Subject {
	d.T.Helper()
	r := rag.Retriever{Workspace: d.Given().Workspace, PerDocument: 20, PerLibrary: 7, Keep: 5, KeepMost: 15}
	found, err := r.Retrieve(context.Background(), rag.Plan{Question: question})
	if err != nil {
		d.T.Fatal(err)
	}
	facts, err := r.Workspace.Passages.Facts(context.Background(), question, nil)
	if err != nil {
		d.T.Fatal(err)
	}
	return rag.SubjectOf(question, facts, found.Passages, near)
}

// rooms is a library of three leases with 120 passages.
func rooms(d *ragtest.Desk) {
	for _, name := range []string{"Lease A", "Lease B", "Mietvertrag"} {
		pages := []string{"The notice period of the tenant is three months. Die Garantiezeit beträgt zwei Jahre. 契約の保証期間は二年です。", "The rent of the flat is 900 euros, due on the first day of each month."}
		for i := range 38 {
			pages = append(pages, fmt.Sprintf("Room %d has a door and windows, and the tenant keeps them clean.", i))
		}
		d.Add(name, pages...)
	}
}

func TestAQuestionToTheWrongDocumentsIsTold(t *testing.T) {
	d := ragtest.New(t)
	rooms(d)
	for question, off := range map[string]bool{
		"How long is the notice period of the tenant?":           false,
		"What is the rent of the flat in euros?":                 false,
		"Which enzymes catalyse photosynthesis in Chloroplasts?": true,
		"Who won the Champions League final against Juventus?":   true,
	} {
		if s := judged(d, question); s.Off() != off || s.Documents != 3 || off && s.Doubtful() == false {
			t.Errorf("%s: %+v", question, s)
		}
	}
}

func TestAFewPagesWithoutAVerbOfAQuestionMayAnswerIt(t *testing.T) {
	d := ragtest.New(t)
	d.Add("Harbour", "Revenue rose to 41.7 million in 2024, after 36.2 million in the year before.", "The harbour office employs 212 people in three towns.")
	for question, off := range map[string]bool{
		"How did the revenue develop?":                           false,
		"Which enzymes catalyse photosynthesis in Chloroplasts?": true,
	} {
		if s := judgedNear(d, question, new(float64)); s.Off() != off {
			t.Errorf("%s: %+v", question, s)
		}
	}
}

func TestWordsThatStandNowhereAreNamed(t *testing.T) {
	d := ragtest.New(t)
	rooms(d)
	for question, want := range map[string][]string{
		"Is there a warranty on the windows?":        {"warranty"},
		"How many tenants keep the doors clean?":     {}, // other forms, and words that only ask
		"Was sagt Mietvertrag zur Garantie?":         {}, // begins a longer word
		"Wie hoch ist die Kaution der Wohnung?":      {"Kaution", "Wohnung"},
		"敷金と保証期間はどうなっていますか":                          {"敷金"},
		"What is the rent in FY2031 for \"Acme's\"?": {"FY2031", "Acme"},
	} {
		got := judged(d, question).Nowhere
		if want == nil {
			want = []string{}
		}
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("%s: %q is missing in %q", question, w, got)
			}
		}
		for _, g := range got {
			if !slices.Contains(want, g) && g != "sagt" && g != "hoch" {
				t.Errorf("%s: %q of %q stands there", question, g, got)
			}
		}
	}
}

func TestTheFactsAreSaidInEachLanguage(t *testing.T) {
	three := rag.Subject{Score: .6, Documents: 3, Nowhere: []string{"warranty", "drove"}, Missing: []string{"warranty"}}
	off := rag.Subject{Score: .01, Most: .2, Documents: 3, Nowhere: []string{"Juventus", "a*b"}}
	for _, c := range []struct {
		rag.Subject
		language string
		nearest  bool
		want     string
	}{
		{three, "en", false, "“warranty” occurs nowhere in these 3 files."},
		{three, "de", false, "„warranty“ kommt in diesen 3 Dateien nirgends vor."},
		{three, "ja", false, "「warranty」はこれら3件のファイルのどこにも出てきません。"},
		{off, "en", true, `None of these 3 files mentions “Juventus” or “a\*b”. The nearest passages:`},
		{rag.Subject{Score: .6, Documents: 1, Nowhere: []string{"drove"}}, "en", true, ""},
		{rag.Subject{Score: .6, Documents: 1, Missing: []string{"warranty"}}, "it", false, "“warranty” occurs nowhere in this file."},
		{three, "fr", false, "«\u00a0warranty\u00a0» ne figure nulle part dans ces 3 fichiers."},
		{three, "es", false, "«warranty» no aparece en ningún lugar de estos 3 archivos."},
		{three, "zh", false, "3个文件中都没有出现“warranty”。"},
		{off, "fr", true, "Aucun de ces 3 fichiers ne mentionne «\u00a0Juventus\u00a0» ou «\u00a0a\\*b\u00a0». Les passages les plus proches\u00a0:"},
		{three, "ja", true, "「warranty」はこれら3件のファイルのどこにも出てきません。最も近い箇所："},
		{three, "zh", true, "3个文件中都没有出现“warranty”。最接近的段落："},
		{off, "zh", false, `3个文件中都没有提到“Juventus”或“a\*b”。`},
		{rag.Subject{Score: .01, Most: .2, Documents: 1}, "de", false, "Keine Textstelle enthält die meisten Wörter der Frage."},
		{rag.Subject{Score: .6, Documents: 3}, "en", true, ""},
		{rag.Subject{Score: .1, Documents: 3, Passing: []string{"Juventus"}}, "en", false, "“Juventus” is only mentioned in passing in these 3 files."},
		{rag.Subject{Score: .1, Documents: 3, Nowhere: []string{"drove"}, Most: .2}, "de", false, "Keine Textstelle enthält die meisten Wörter der Frage."},
		{rag.Subject{Score: .6, Documents: 3, Nowhere: []string{"drove"}, Passing: []string{"Juventus"}}, "en", false, ""},
	} {
		if got := c.Said(c.language, c.nearest); got != c.want {
			t.Errorf("%s: %q", c.language, got)
		}
	}
}

func TestWhatStandsNowhereWithWhatIsAskedOfItIsOnlyMentionedInPassing(t *testing.T) {
	const question = "What is the total amount of inventories for Best Buy?"
	facts := store.Facts{Documents: 9, Blocks: 2000}
	for _, w := range keyword.NewMatcher(question).Words {
		facts.Words = append(facts.Words, keyword.Fact{Word: w, Rarity: 3})
	}
	inventories := rag.Passage{Text: store.Text{Text: "The total amount of inventories is 9; buy the best."}, Role: "hit"}
	named := rag.Passage{Text: store.Text{Text: "Inventories of Best Buy rose."}, Role: "hit"}
	for _, c := range []struct {
		blocks int
		called bool
		ps     []rag.Passage
		partly bool
	}{
		{1, false, []rag.Passage{{Text: store.Text{Text: "The total amount of inventories is 9."}, Role: "hit"}}, true},
		{1, false, []rag.Passage{inventories, named}, false},
		{1, true, []rag.Passage{inventories}, false},
		{900, false, []rag.Passage{inventories}, false},
	} {
		facts.Names = []keyword.NameFact{{Text: "Best Buy", Words: []string{"Best", "Buy"}, Blocks: c.blocks, Called: c.called}}
		s := rag.SubjectOf(question, facts, c.ps, nil)
		if got := s.Told(); s.Apart != c.partly || c.partly && (got.Told != store.ToldPartly || !slices.Equal(got.Missing, []string{"Best Buy"})) {
			t.Errorf("%+v: %+v %+v", c, s, got)
		}
	}
}

func TestACompanyIsThereUnderAnyOfItsNamesAndAWordAsItWasMeant(t *testing.T) {
	d := ragtest.New(t)
	d.Add("FOOTLOCKER_2022_10K", "The company sells shoes and has many shops.")
	w := d.Given().Workspace
	for question, want := range map[string]bool{
		"What are the sales of Foot Locker?": true,
		"What are the sales of Juventus?":    false,
	} {
		_, facts, err := rag.AskedOf(context.Background(), w, question, nil, nil)
		if err != nil || len(facts.Names) != 1 || facts.Names[0].Called != want || facts.Names[0].Absent == want {
			t.Errorf("%s: %v %+v", question, err, facts.Names)
		}
	}
	ps := []rag.Passage{{Role: "hit"}}
	ps[0].Text.Text = "It is owned by Juventus."
	if asked, _, err := rag.AskedOf(context.Background(), w, "What are the sales of Juvntus? Answer in USD.", nil, ps); err != nil || asked != "What are the sales of Juventus?" {
		t.Errorf("%q %v", asked, err)
	}
}
