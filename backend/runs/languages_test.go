package runs

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/ollama/ollama/api"

	"lectern/backend/llm/llmtest"
	"lectern/backend/models"
	"lectern/backend/store"
	"lectern/backend/text"
)

// acmeReport is an English report: a page with a table and one of prose.
func acmeReport(d *desk) {
	d.t.Helper()
	lines := []string{"Consolidated Statements of Income", "(in millions) 2023 2022", "Net sales $ 1,200 $ 1,000", "Cost of sales 700 600"}
	prose := []string{"The headquarters of Acme are in Utrecht.", "Goodwill is tested for impairment every year.", "No goodwill was impaired in 2023."}
	table := store.Table{Page: 1, Caption: lines[0], Units: store.Units{Text: "in millions", Currency: "USD", Exponent: 6, From: store.UnitsTable}, Confidence: .9}
	for _, year := range []string{"2023", "2022"} {
		table.Columns = append(table.Columns, store.Column{Heads: []string{year}})
	}
	for _, r := range [][]string{{"Net sales", "$1,200", "$1,000"}, {"Cost of sales", "700", "600"}} {
		row := store.Row{Label: r[0]}
		for i, cell := range r[1:] {
			row.Cells = append(row.Cells, store.Cell{Column: i, Text: cell, Value: strings.NewReplacer(",", "", "$", "").Replace(cell)})
		}
		table.Rows = append(table.Rows, row)
	}
	first, second := pageOf(1, lines, "\n"), pageOf(2, prose, " ")
	table.Span = store.Span{End: len(first.Text)}
	c := &store.Content{
		Pages: []store.Page{first, second}, Tables: []store.Table{table}, Reader: "test", Language: "en",
		Passages: []store.Passage{{Page: 1, Span: table.Span, Table: 1, Rows: store.Span{End: 2}}, {Page: 2, Span: store.Span{End: len(second.Text)}}},
	}
	if _, err := d.workspace.Documents.Add(store.Document{ID: "acme", Name: "ACME_2023_10K"}, c); err != nil {
		d.t.Fatal(err)
	}
}

func pageOf(number int, sentences []string, between string) store.Page {
	p := store.Page{Number: number, Label: string(rune('0' + number)), Text: strings.Join(sentences, between)}
	at := 0
	for _, s := range sentences {
		p.Sentences = append(p.Sentences, store.Span{Start: at, End: at + len(s)})
		at += len(s) + len(between)
	}
	return p
}

// asked is what is asked in a language, and a part of what has to be told.
type asked struct {
	language                                              string
	lookUp, count, summary, figure, earlier, later, never string
	counted, covered, read, readEarlier, readLater        string
	reading                                               string // of a step
}

var askedIn = []asked{
	{"en", "Where are the headquarters of Acme?", "How often is “goodwill” mentioned?", "Summarize this document", "What were Acme's net sales in 2023?", "And in 2022?", "2023?", "Who won the chess tournament in Reykjavik?",
		"stands **twice** on 1 page of 1 file", "Read: all 2 passages of 1 file.", "Net sales, 2023: **$1,200 million**", "**$1,000 million**", "**$1,200 million**", "Reading the question…"},
	{"de", "Wo ist der Sitz von Acme?", "Wie oft wird „goodwill“ erwähnt?", "Fasse dieses Dokument zusammen", "Wie hoch war der Nettoumsatz von Acme 2023?", "Und im Vorjahr?", "2023?", "Wer hat das Schachturnier in Reykjavik gewonnen?",
		"steht **2-mal** auf 1 Seite in 1 Datei", "Gelesen: alle 2 Textstellen aus 1 Datei.", "Net sales, 2023: **1.200 Mio. USD**", "**1.000 Mio. USD**", "**1.200 Mio. USD**", "Lesen der Frage…"},
	{"fr", "Où se trouve le siège d’Acme ?", "Combien de fois « goodwill » est-il mentionné ?", "Résume ce document", "Quelles étaient les ventes nettes d’Acme en 2023 ?", "Et l’année précédente ?", "2023 ?", "Qui a gagné le tournoi d’échecs à Reykjavik ?",
		"figure **2 fois** sur 1 page de 1 fichier", "Lu en entier\u00a0: 2 passages de 1 fichier.", "Net sales, 2023\u00a0: **1\u202f200 millions USD**", "**1\u202f000 millions USD**", "**1\u202f200 millions USD**", "Lecture de la question…"},
	{"es", "¿Dónde está la sede de Acme?", "¿Cuántas veces se menciona «goodwill»?", "Resume este documento", "¿Cuáles fueron las ventas netas de Acme en 2023?", "¿Y el año anterior?", "2023", "¿Quién ganó el torneo de ajedrez de Reykjavik?",
		"aparece **2 veces** en 1 página de 1 archivo", "Se leyó por completo: 2 pasajes de 1 archivo.", "Net sales, 2023: **1.200 millones USD**", "**1.000 millones USD**", "**1.200 millones USD**", "Leyendo la pregunta…"},
	{"ja", "Acmeの本社はどこにありますか。", "「goodwill」は何回出てきますか。", "この文書を要約してください", "Acmeの2023年度の純売上高はいくらですか。", "前年は？", "2023年度は？", "レイキャビクのチェス大会では誰が優勝しましたか。",
		"1件のファイルの1ページに**2回**出てきます", "読んだもの：1件のファイルの2か所すべて。", "Net sales、2023: **1,200百万USD**", "**1,000百万USD**", "**1,200百万USD**", "質問を読んでいます…"},
	{"zh", "Acme的总部在哪里？", "“goodwill”被提到了多少次？", "总结这份文件", "Acme在2023年的净销售额是多少？", "上一年呢？", "2023年呢？", "谁赢得了雷克雅未克的国际象棋比赛？",
		"在1个文件的1页上出现**2次**", "已读：1个文件的全部2个段落。", "Net sales，2023：**1,200百万USD**", "**1,000百万USD**", "**1,200百万USD**", "正在读取问题…"},
}

// heard is all that the person reads of a run: steps, notes, cards, the answer and the message beside it.
func (d *desk) heard(s Started) (turn Turn, told string) {
	d.t.Helper()
	events, err := d.Events(s.Run, 0)
	if err != nil {
		d.t.Fatal(err)
	}
	turn = d.turn(s)
	return turn, strings.Join(append(saidIn(events), turn.Answer, turn.Message), "\n")
}

// speaks fails where something is told in another language than it should be.
func speaks(t *testing.T, language, question, told string) {
	t.Helper()
	f := &foreign{}
	f.add(question, "ACME_2023_10K", "Net sales", "headquarters", "goodwill", "Goodwill", "Consolidated Statements of Income", "(in millions)", "Cost of sales", "impairment", "impaired",
		"The headquarters of Acme are in Utrecht.", "Goodwill is tested for impairment every year.", "No goodwill was impaired in 2023.", "Not set.")
	rest := f.without(told)
	if language != "en" && englishIn(language, rest) {
		t.Errorf("%s: %q is told in English: %q", language, question, rest)
	}
	square := func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana) }
	kana := func(r rune) bool { return unicode.Is(unicode.Hiragana, r) }
	switch wide, japanese := strings.ContainsFunc(rest, square), strings.ContainsFunc(rest, kana); {
	case wide != (language == "ja" || language == "zh"), japanese != (language == "ja"):
		t.Errorf("%s: %q is told in another language: %q", language, question, rest)
	}
}

func (d *desk) withoutOllama() {
	d.t.Helper()
	if err := d.models.Save(d.t.Context(), models.Settings{OllamaHost: "127.0.0.1:9"}); err != nil {
		d.t.Fatal(err)
	}
}

func TestWithoutAModelAllIsToldInTheLanguageOfTheQuestion(t *testing.T) {
	for i, a := range askedIn {
		t.Run(a.language, func(t *testing.T) {
			t.Parallel()
			d := open(t, t.TempDir(), llmtest.New(t))
			t.Cleanup(d.close)
			d.withoutOllama()
			acmeReport(d)
			for _, q := range []struct{ question, want string }{
				{a.lookUp, a.reading}, {a.count, a.counted}, {a.count, a.reading}, {a.summary, a.covered}, {a.figure, a.read}, {a.never, a.reading},
			} {
				turn, told := d.heard(d.ask(Question{Text: q.question}))
				if !strings.Contains(told, q.want) {
					t.Errorf("%s: %q is missing in %q", q.question, q.want, told)
				}
				speaks(t, a.language, q.question, told)
				if told := turn.Told.Told; q.question == a.never && told == store.ToldYes {
					t.Errorf("%s: %s", q.question, told)
				}
			}
			other := askedIn[(i+1)%len(askedIn)]
			if turn, told := d.heard(d.ask(Question{Text: a.figure, Language: other.language})); !strings.Contains(turn.Answer, other.read) || !strings.Contains(told, other.reading) {
				t.Errorf("%s in %s: %q", a.figure, other.language, told)
			}
			s := d.ask(Question{Text: a.figure})
			matter := map[string]string{"en": "And cost of sales?", "de": "Und die Umsatzkosten?", "fr": "Et le coût des ventes ?", "es": "¿Y el coste de las ventas?", "ja": "では、売上原価は？", "zh": "那营业成本呢？"}[a.language]
			cost := strings.NewReplacer("Net sales", "Cost of sales", "1,200", "700", "1.200", "700", "1\u202f200", "700").Replace(a.read)
			for _, q := range []struct{ question, want string }{{a.earlier, a.readEarlier}, {a.later, a.readLater}, {matter, cost}} {
				_, told := d.heard(d.ask(Question{Text: q.question, Conversation: s.Conversation}))
				if !strings.Contains(told, q.want) {
					t.Errorf("%s: %q is missing in %q", q.question, q.want, told)
				}
				speaks(t, a.language, q.question, told)
			}
		})
	}
}

func TestAModelIsToAnswerInTheLanguageOfTheQuestionUnlessOneIsSet(t *testing.T) {
	for i, a := range askedIn {
		t.Run(a.language, func(t *testing.T) {
			t.Parallel()
			d := open(t, t.TempDir(), llmtest.New(t))
			t.Cleanup(d.close)
			acmeReport(d)
			d.server.Always(func(r api.ChatRequest) llmtest.Reply {
				if llmtest.Purpose(r) == "intent" {
					return llmtest.Reply{Text: `{"intent":"documents"}`}
				}
				return llmtest.Reply{Text: "Utrecht [2]."}
			})
			prompts := func() (all string) {
				for _, c := range d.server.Chats() {
					for _, m := range c.Messages {
						all += m.Content + "\n"
					}
				}
				return all
			}
			_, told := d.heard(d.ask(Question{Text: a.lookUp, Mode: "documents"}))
			speaks(t, a.language, a.lookUp, told)
			if sent := prompts(); !strings.Contains(sent, "in this language: "+text.LanguageName(a.language)+".") || !strings.Contains(sent, a.lookUp) {
				t.Errorf("sent: %s", sent)
			}
			other := askedIn[(i+2)%len(askedIn)]
			names := map[string]string{"en": "English", "de": "Deutsch", "fr": "français", "es": "Spanish", "ja": "日本語", "zh": "中文"}
			for _, workflow := range []string{"chat", "checked"} {
				before := len(d.server.Chats())
				_, told = d.heard(d.ask(Question{Text: a.lookUp, Workflow: workflow, Mode: "documents", Language: names[other.language]}))
				speaks(t, other.language, a.lookUp, told)
				if !strings.Contains(told, other.reading) && workflow == "chat" {
					t.Errorf("%s in %s: %q", a.lookUp, other.language, told)
				}
				if workflow == "chat" && !slices.ContainsFunc(d.server.Chats()[before:], func(c api.ChatRequest) bool {
					return strings.Contains(c.Messages[0].Content, "in this language: "+names[other.language])
				}) {
					t.Errorf("%s: the model isn't asked for %s", workflow, names[other.language])
				}
			}
		})
	}
}

func TestAnEnglishQuestionOverGermanDocumentsIsAnsweredInEnglish(t *testing.T) {
	d := open(t, t.TempDir(), llmtest.New(t))
	t.Cleanup(d.close)
	d.withoutOllama()
	sentences := []string{"Die Miete für die Wohnung beträgt 900 Euro im Monat.", "Die Kaution ist im Voraus zu zahlen.", "Der Vermieter verwahrt die Kaution auf einem Konto."}
	p := pageOf(1, sentences, " ")
	c := &store.Content{Pages: []store.Page{p}, Passages: []store.Passage{{Page: 1, Span: store.Span{End: len(p.Text)}}}, Reader: "test", Language: "de"}
	if _, err := d.workspace.Documents.Add(store.Document{ID: "lease", Name: "Mietvertrag"}, c); err != nil {
		t.Fatal(err)
	}
	for question, want := range map[string]string{
		"What does the “Kaution” have to be?":  "Reading the question…",
		"How often is “Kaution” mentioned?":    "stands **twice** on 1 page of 1 file",
		"Summarize this document":              "Read: all 1 passage of 1 file.",
		"Who won the chess tournament?":        "Reading the question…",
		"Which pages mention the word Miete?":  "“Miete” stands **once** on 1 page",
		"List all amounts of money in Euro":    "Reading the question…",
		"Which documents never mention Hunde?": "**One** of 1 files never",
	} {
		_, told := d.heard(d.ask(Question{Text: question}))
		if !strings.Contains(told, want) {
			t.Errorf("%s: %q is missing in %q", question, want, told)
		}
		f := &foreign{}
		f.add(append(sentences, p.Text)...)
		for _, german := range []string{" der ", " die ", " das ", " ist ", " und ", " nicht "} {
			if rest := f.without(told); strings.Contains(rest, german) {
				t.Errorf("%s: German is told: %q", question, rest)
			}
		}
	}
	turn, told := d.heard(d.ask(Question{Text: "Summarize this document", Language: "fr"}))
	if !strings.Contains(turn.Answer, "Lu en entier") || !strings.Contains(told, "Lecture de la question…") {
		t.Errorf("%q", told)
	}
}

func TestAModelIsGivenAFollowUpAsItIsMeantInEveryWorkflow(t *testing.T) {
	for _, workflow := range []string{"chat", "checked", "analyst", "research", "report"} {
		t.Run(workflow, func(t *testing.T) {
			t.Parallel()
			d := open(t, t.TempDir(), llmtest.New(t))
			t.Cleanup(d.close)
			acmeReport(d)
			d.server.Always(func(r api.ChatRequest) llmtest.Reply { return llmtest.Reply{Text: "Goodwill was tested [2]."} })
			first := d.ask(Question{Text: "When was the goodwill of Acme tested in 2022?", Mode: "documents"})
			d.heard(first)
			before := len(d.server.Chats())
			d.ask(Question{Text: "and in 2023?", Workflow: workflow, Mode: "documents", Conversation: first.Conversation})
			chats := d.server.Chats()[before:]
			if len(chats) == 0 {
				t.Fatal("no model was asked")
			}
			for _, c := range chats {
				last := c.Messages[len(c.Messages)-1].Content
				if strings.Contains(last, "and in 2023?") && !strings.Contains(last, "When was the goodwill of Acme tested in 2023?") {
					t.Errorf("%s is given %q", llmtest.Purpose(c), last)
				}
			}
			if !slices.ContainsFunc(chats, func(c api.ChatRequest) bool {
				return strings.Contains(c.Messages[len(c.Messages)-1].Content, "When was the goodwill of Acme tested in 2023?")
			}) {
				t.Error("no call has the question as it is meant")
			}
		})
	}
}

func TestWhatIsAskedOfTheWholeIsReadInEachWorkflowThatAnswers(t *testing.T) {
	for _, workflow := range []string{"chat", "checked", "analyst"} {
		mode := ""
		if workflow != "chat" {
			mode = "chat" // which they don't look at
		}
		d := open(t, t.TempDir(), llmtest.New(t))
		acmeReport(d)
		for question, want := range map[string]string{
			"How many pages mention goodwill?": "“goodwill” stands **twice** on 1 page of 1 file",
			"List all dates":                   "Read: all 2 passages",
			"How many dates are mentioned?":    "Read: all 2 passages",
		} {
			started := d.ask(Question{Text: question, Workflow: workflow, Mode: mode})
			_, told := d.heard(started)
			if turn := d.turn(started); turn.AnswerMode != "read" || !strings.Contains(told, want) {
				t.Errorf("%s: %s: %s: %s", workflow, question, turn.AnswerMode, told)
			}
			if n := len(d.server.Chats()); n > 0 {
				t.Fatalf("%s: %s: a model was asked %d times", workflow, question, n)
			}
		}
		d.server.Always(func(r api.ChatRequest) llmtest.Reply { return llmtest.Reply{Text: "Goodwill was tested [1]."} })
		for _, question := range []string{"Summarise this document", "List every duty of the auditors"} {
			if u, err := d.Understand(Question{Text: question, Workflow: workflow}); err != nil || len(u.Readings) != 1 || u.Readings[0].As != store.ReadSummary && u.Readings[0].As != store.ReadList {
				t.Errorf("%s: %s: %+v, %v", workflow, question, u.Readings, err)
			}
			if turn := d.turn(d.ask(Question{Text: question, Workflow: workflow, Mode: mode})); turn.Workflow != "chat" {
				t.Errorf("%s: %s is answered by %s", workflow, question, turn.Workflow)
			}
		}
		if turn := d.turn(d.ask(Question{Text: "How many pages mention goodwill?", Workflow: workflow, Dropped: []string{"mentions"}})); turn.Workflow != workflow {
			t.Errorf("who wants no reading of everything is answered by %s instead of %s", turn.Workflow, workflow)
		}
		d.close()
	}
}

func TestWhatNeedsNoReadingOfEverythingStaysWithItsWorkflow(t *testing.T) {
	d := open(t, t.TempDir(), llmtest.New(t))
	t.Cleanup(d.close)
	acmeReport(d)
	for question, workflow := range map[string]string{
		"List all net sales of Acme in 2022 and 2023":  "analyst", // looks them up in tables
		"Summarise what it says about goodwill":        "checked",
		"List every duty of the auditors in @Nowhere":  "checked",
		"Summarise this document for the whole report": "research",
	} {
		u, err := d.Understand(Question{Text: question, Workflow: workflow})
		if err != nil || slices.ContainsFunc(u.Readings, func(r store.Reading) bool { return r.As == store.ReadList || r.As == store.ReadSummary }) {
			t.Errorf("%s: %+v, %v", question, u.Readings, err)
		}
	}
}
