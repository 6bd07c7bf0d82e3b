package eval

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func read(t *testing.T, name, text string) ([]Question, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return ReadQuestions(path)
}

func TestQuestionsAreReadFromLinesAndTables(t *testing.T) {
	want := []Question{
		{QID: "1", Text: "What is the rent, in euros?", Doc: "Lease", Gold: []Page{{"Lease", 1}, {"Lease", 3}}, Type: "figure", Answer: "900"},
		{QID: "2", Text: "Who signs?", Doc: "", Gold: []Page{{"Lease", 4}, {"Annex", 2}}},
		{QID: "3", Text: "Wie hoch ist die Kaution?", Doc: "Annex", Gold: []Page{{"Annex", 0}}},
	}
	for name, text := range map[string]string{
		"a.jsonl": "\ufeff" + `{"qid":"1","question":"What is the rent, in euros?","doc":"Lease","gold":[{"page":1},{"doc":"Lease","page":3}],"type":"figure","answer":"900","company":"x"}

{"qid":"2","question":"Who signs?","gold":[{"doc":"Lease","page":4},{"doc":"Annex","page":2}]}
{"qid":"3","question":"Wie hoch ist die Kaution?","doc":"Annex","gold":[{"doc":"Annex","page":0}]}`,
		"a.csv":       "qid,question,doc,page,type,answer\r\n1,\"What is the rent, in euros?\",Lease,1; 3,figure,900\r\n2,Who signs?,Lease,4\r\n2,,Annex,2\r\n3,Wie hoch ist die Kaution?,Annex,0\r\n",
		"columns.CSV": "\ufeffDoc;Pages;QID;Question;Type;Answer\nLease;\"1;3\";1;What is the rent, in euros?;figure;900\nLease;4;2;Who signs?\nAnnex;2;2;Who signs?\nAnnex;0;3;Wie hoch ist die Kaution?",
	} {
		got, err := read(t, name, text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v\n%+v\n%+v", name, err, got, want)
		}
	}
}

func TestBadLinesAreToldWithTheirNumber(t *testing.T) {
	const good = `{"qid":"1","question":"Who?","doc":"A","gold":[{"page":1}]}` + "\n"
	for _, c := range []struct{ name, text, says string }{
		{"a.jsonl", good + "hello", "a.jsonl, line 2: this is no question"},
		{"a.jsonl", good + `{"qid":"2","question":7}`, "line 2: this is no question"},
		{"a.jsonl", good + `{"question":"Who?","doc":"A","gold":[{"page":1}]}`, `line 2: there is no "qid"`},
		{"a.jsonl", good + good, `line 2: the qid "1" stands on line 1 already`},
		{"a.jsonl", good + "\n" + `{"qid":"2","doc":"A","gold":[{"page":1}]}`, `line 3: there is no "question"`},
		{"a.jsonl", good + `{"qid":"2","question":"Who?","doc":"A"}`, "line 2: there is no gold page"},
		{"a.jsonl", good + `{"qid":"2","question":"Who?","gold":[{"page":1}]}`, `line 2: there is no "doc"`},
		{"a.jsonl", good + `{"qid":"2","question":"Who?","doc":"A","gold":[{"doc":"A"}]}`, `line 2: a gold page has no "page"`},
		{"a.jsonl", "\n", "a.jsonl holds no questions"},
		{"a.csv", "question,answer\nWho?,me\n", "a.csv, line 1: wanted is a head with the columns qid, question, doc, page"},
		{"a.csv", "", "line 1: wanted is a head"},
		{"a.csv", "qid,question,doc,page\n1,Who?,A,1\n\n2,Why?,A,three\n", `line 4: "three" is no page; pages count from 1, several are parted by ";"`},
		{"a.csv", "qid,question,doc,page\n1,Who?,A,\n", "line 2: there is no gold page"},
		{"a.csv", "qid,question,doc,page\n1,Who?,A,1\n1,Why?,A,2\n", `line 3: the qid "1" stands on line 2 with another question`},
		{"a.csv", "qid,question,doc,page\n1,\"Who\" is it?,A,1\n", "line 2: this is no row of a table"},
		{"a.csv", "qid,question,doc,page\n", "a.csv holds no questions"},
	} {
		got, err := read(t, c.name, c.text)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v, %+v", c.text, err, got)
		}
	}
	_, err := read(t, "a.jsonl", strings.Repeat("?\n", 25))
	if err == nil || strings.Count(err.Error(), "line ") != 10 || !strings.Contains(err.Error(), "and 15 lines more") {
		t.Errorf("many bad lines: %v", err)
	}
	if _, err := ReadQuestions(filepath.Join(t.TempDir(), "none.jsonl")); err == nil || !strings.Contains(err.Error(), "can't be read") {
		t.Errorf("no file: %v", err)
	}
}
