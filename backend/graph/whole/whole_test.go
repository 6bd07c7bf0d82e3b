package whole_test

import (
	"strings"
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/graph/rag/ragtest"
	"lectern/backend/graph/whole"
	"lectern/backend/messages"
	"lectern/backend/store"
)

// shelf is a desk with three contracts.
func shelf(t *testing.T) (*ragtest.Desk, whole.Corpus) {
	t.Helper()
	d := ragtest.New(t)
	d.Add("Flat", "The rent is 900 euros a month. The rent is due on 3 March 2021.", "Pets are allowed. Rents may rise on 1.4.2022.", "Write to owner@example.com.")
	d.Add("Office", "The rent is 2,500 euros.", "The tenant rented the office on 3 March 2021 from Anna Weber.")
	d.Add("Policy", "The insurance pays for fire, but not for the current year.")
	c, err := whole.Of(d.Given(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return d, c
}

func ignore(int) {}

func asked(t *testing.T, question string) whole.Question {
	t.Helper()
	q, ok := whole.Read(rag.Mentions{Rest: question})
	if !ok {
		t.Fatalf("%s isn't read", question)
	}
	return q
}

func TestWordsAreCountedAsTheyStandAndTheirFormsApart(t *testing.T) {
	d, c := shelf(t)
	a, err := c.Exactly(t.Context(), asked(t, "How often is the rent mentioned?"), messages.In("en"), ignore)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"“rent” stands **3 times** on 2 pages of 2 files", "stands twice: “rented”, “rents”",
		"**Flat**, twice: p. 1 (2×) [1]; other forms: p. 2 [2]", "**Office**, once: p. 1 [3]; other forms: p. 2 [4]", "Read: all 6 passages of 3 files.",
	} {
		if !strings.Contains(a.Text, want) {
			t.Errorf("%q isn't in\n%s", want, a.Text)
		}
	}
	if strings.Contains(a.Text, "Policy") || a.Mode != rag.Read {
		t.Errorf("current is no rent, and nobody wrote this: %s, %s", a.Mode, a.Text)
	}
	if err := d.Cites(a); err != nil || len(a.Citations) != 4 {
		t.Error(err, a.Citations)
	}
}

func TestWhatIsFoundNowhereIsTold(t *testing.T) {
	_, c := shelf(t)
	for question, missing := range map[string]string{
		"How often is the deposit mentioned?":   "deposit",
		"List every page that mentions the sea": "sea",
		"How often is \"fire\" mentioned?":      "",
		"List all percentages":                  "percentages",
		"List all dates":                        "",
		"Which of these never mention the sea?": "",
	} {
		q := asked(t, question)
		read := c.Exactly
		if !q.Exact() {
			read = c.Listed
		}
		a, err := read(t.Context(), q, messages.In("en"), ignore)
		told := rag.ToldBy(a)
		if err != nil || strings.Join(told.Missing, "|") != missing || (told.Told == store.ToldPartly) != (missing != "") {
			t.Errorf("%s: %+v, %v", question, told, err)
		}
	}
}

func TestDocumentsWithoutAWordAreTold(t *testing.T) {
	d, c := shelf(t)
	a, err := c.Exactly(t.Context(), asked(t, "Which of these never mention rents?"), messages.In("en"), ignore)
	if err != nil {
		t.Fatal(err)
	}
	without, rest, _ := strings.Cut(a.Text, "One has it in other forms alone")
	if !strings.Contains(without, "**One** of 3 files never mentions “rents”:\n\n- **Policy**") || !strings.Contains(rest, "- **Office**, twice, first on p. 1 [") || !strings.Contains(rest, "One mentions it:\n\n- **Flat**, once, first on p. 2 [") {
		t.Error(a.Text)
	}
	if err := d.Cites(a); err != nil {
		t.Error(err)
	}
}

func TestTermsThatAreJoinedAreCountedApartWhereTheyDontStandTogether(t *testing.T) {
	_, c := shelf(t)
	counted, err := c.Tally(t.Context(), []string{"pets and insurance", "fire"}, ignore)
	if err != nil {
		t.Fatal(err)
	}
	var terms []string
	for _, x := range counted {
		exact, _, _, _ := x.Count()
		if terms = append(terms, x.Term); exact != 1 {
			t.Errorf("%s stands %d times", x.Term, exact)
		}
	}
	if strings.Join(terms, "|") != "pets|insurance|fire" {
		t.Error(terms)
	}
}

func TestAWordInsideAnotherIsNoMention(t *testing.T) {
	_, c := shelf(t)
	counted, err := c.Tally(t.Context(), []string{"ent", "900 euros", "家賃"}, ignore)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{0, 1, 0} {
		if exact, _, _, forms := counted[i].Count(); exact != want || forms != 0 {
			t.Errorf("%s: %d and %d", counted[i].Term, exact, forms)
		}
	}
}

func TestWordsAreCountedWhereNoSpacesPartThem(t *testing.T) {
	d := ragtest.New(t)
	d.Add("契約書", "家賃は月九百ユーロです。家賃は前払いです。", "ペットは可です。")
	d.Add("合同", "租金每月九百欧元。", "宠物可以。")
	c, err := whole.Of(d.Given(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for question, want := range map[string]string{
		"家賃は何回出てきますか。":  "「家賃」はこの形のまま、1件のファイルの1ページに**2回**出てきます。",
		"租金被提到了多少次？":    "“租金” stands **once** on 1 page of 1 file, in just this form.",
		"哪些文件没有提到租金？":   "**One** of 2 files never mentions “租金”:\n\n- **契約書**",
		"ペットに言及している文書は": "- **契約書**、1回：2ページ [1]",
	} {
		language := "en"
		if strings.ContainsAny(question, "はにトる") {
			language = "ja"
		}
		a, err := c.Exactly(t.Context(), asked(t, question), messages.In(language), ignore)
		if err != nil || !strings.Contains(a.Text, want) {
			t.Errorf("%s: %v\n%s", question, err, a.Text)
		}
	}
}

func TestThingsOfASortAreListedWithoutAModel(t *testing.T) {
	d, c := shelf(t)
	for _, l := range []struct {
		question string
		want     []string
	}{
		{"List all dates", []string{"**2** found", "- 3 March 2021: Flat p. 1 [1], Office p. 2 [2]\n- 1.4.2022: Flat p. 2 [3]"}},
		{"List every amount of money", []string{"- 900 euros: Flat p. 1 [1]\n- 2,500 euros: Office p. 1 [2]"}},
		{"List all e-mail addresses", []string{"- owner@example.com: p. 3 [1]"}},
		{"List all headings", []string{"Nothing was found"}},
		{"List all names", []string{"Anna Weber"}},
		{"List all percentages", []string{"Nothing was found for “percentages”."}},
	} {
		a, err := c.Listed(t.Context(), asked(t, l.question), messages.In("en"), ignore)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range append(l.want, "Read: all 6 passages of 3 files.") {
			if !strings.Contains(a.Text, want) {
				t.Errorf("%s: %q isn't in\n%s", l.question, want, a.Text)
			}
		}
		if err := d.Cites(a); err != nil {
			t.Error(err)
		}
	}
}

func TestASummaryWithoutAModelIsMadeOfTheDocumentsSentences(t *testing.T) {
	d := ragtest.New(t)
	d.Add("Flat", "Everybody was so kind to bring a friend along. The rent for the flat is 900 euros a month. Mind the gap between the train and its platform. The flat has a rent of four figures in euros.", "The tenant pays the rent for the flat in advance each month.")
	c, err := whole.Of(d.Given(), nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := c.Outlined(t.Context(), messages.In("en"), ignore)
	if err != nil || !strings.Contains(a.Text, "Made without a model") || !strings.Contains(a.Text, "- The rent for the flat is 900 euros a month. [1]\n- The tenant pays") || strings.Contains(a.Text, "train") {
		t.Error(err, a.Text)
	}
	if err := d.Cites(a); err != nil {
		t.Error(err)
	}
}

func TestPagesThatWereNotReadAreTold(t *testing.T) {
	d, c := shelf(t)
	err := d.Given().Workspace.Readings.Save(store.ReadingReport{Document: "id-Flat", Pages: []store.Verdict{
		{Page: 1, Label: "1", Verdict: store.Single}, {Page: 2, Label: "ii", Verdict: store.Unreadable}, {Page: 3, Label: "3", Verdict: store.Picture}, {Page: 4, Label: "4", Verdict: store.Blank},
	}})
	if err != nil {
		t.Fatal(err)
	}
	covered, err := c.Coverage()
	if got := covered.Said(messages.In("en")); err != nil || got != "*Read: all 6 passages of 3 files. One page gave no text: Flat, p. ii. On one page a picture was not read: Flat, p. 3.*" {
		t.Error(got, err)
	}
}
