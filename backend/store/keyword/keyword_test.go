package keyword

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestTerms(t *testing.T) {
	for _, c := range []struct {
		language, text string
		terms          []string
	}{
		{"en", "The Companies' expenditures were rising.", []string{"compani", "expenditur", "rise"}},
		{"en", "Net sales of $1,577.50 million in FY2018 and fy18", []string{"net", "sale", "1577.50", "million", "2018", "2018"}},
		{"en", "PP&E and R&D; the company's plan, don’t", []string{"pp&e", "r&d", "compani", "plan", "don"}},
		{"en", "1,2 and 3. End", []string{"1.2", "3", "end"}},
		{"de", "Die Häuser und der Mietvertrag", []string{"haus", "mietvertrag"}},
		{"fr", "l'entreprise d’eau", []string{"entrepris", "eau"}},
		{"ja", "契約書の期間", []string{"契約", "約書", "書の", "の期", "期間", "間"}},
		{"zh", "第三章 abc", []string{"第三", "三章", "章", "abc"}},
		{"ja", "表", []string{"表"}},
		{"ar", "ﺃﺭﺑﺎﺡ ﺍﻟﺸﺮﻛﺔ ﻓﻲ الشركة", []string{"ارباح", "شرك", "شرك"}},
		{"ru", "Самолёты и самолета", []string{"самолет", "самолет"}},
		{"pt", "os lucros das empresas", []string{"lucr", "empres"}},
		{"nl", "de huizen van het bedrijf", []string{"huis", "bedrijf"}},
		{"", "plain words running", []string{"plain", "words", "running"}},
		{"en", "", nil},
		{"en", "… — $ %", nil},
	} {
		if got := NewAnalyzer(c.language).Terms(c.text); !slices.Equal(got, c.terms) {
			t.Errorf("%s %q: %q", c.language, c.text, got)
		}
	}
}

func TestNumbersAreTheSameInAllLanguages(t *testing.T) {
	for _, c := range []struct{ language, text, term string }{
		{"en", "1,577.0", "1577.0"},
		{"de", "1.577,0", "1577.0"},
		{"fr", "1\u202f577,0", "1577.0"},
		{"de", "1'577.0", "1577.0"}, // in Switzerland
		{"en", "1.577,0", "1577.0"}, // both marks: no doubt
		{"en", "1,577", "1577"},
		{"de", "1.577", "1577"},
		{"en", "1.577", "1.577"},
		{"de", "1,577", "1.577"},
		{"en", "0,577", "0.577"},
		{"en", "12,34,567", "1234567"}, // in India
		{"en", "1.577.000", "1577000"},
		{"en", "3.10", "3.10"}, // may be a section
		{"en", "1.2.3", "1.2.3"},
		{"zh", "１，５７７", "1577"},
	} {
		if got := NewAnalyzer(c.language).Terms(c.text); !slices.Equal(got, []string{c.term}) {
			t.Errorf("%s %q: %q", c.language, c.text, got)
		}
	}
}

func TestBlanksMayPartThousands(t *testing.T) {
	for _, c := range []struct {
		language, text string
		terms          []string
	}{
		{"fr", "1 800 salariés", []string{"1", "1800", "800", "salari"}},
		{"fr", "1 234 567,50", []string{"1", "1234567.50", "234", "567.50"}},
		{"fr", "2018 300", []string{"2018", "300"}},
		{"fr", "0 800", []string{"0", "800"}},
		{"fr", "1 200 1 000", []string{"1", "1200", "200", "1", "1000", "000"}},
		{"fr", "12 34 5678", []string{"12", "34", "5678"}},
		{"en", "1 800", []string{"1", "800"}}, // numbers beside each other
	} {
		if got := NewAnalyzer(c.language).Terms(c.text); !slices.Equal(got, c.terms) {
			t.Errorf("%s %q: %q", c.language, c.text, got)
		}
	}
}

func TestWordsThatMixLettersAndFiguresHaveParts(t *testing.T) {
	for text, terms := range map[string][]string{
		"MX450-B":    {"mx450", "mx", "450", "b"},
		"$1,577m":    {"1577m", "1577", "m"},
		"2023Q2":     {"2023q2", "2023", "q2"},
		"3M":         {"3m"},
		"31.12.2018": {"31.12.2018", "2018"},
		"FY2018":     {"2018"},
	} {
		if got := NewAnalyzer("").Terms(text); !slices.Equal(got, terms) {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestGermanCompoundsAreTakenApart(t *testing.T) {
	known := func(w string) bool {
		return slices.Contains(strings.Fields("wirtschaft wachstum richtlinie name schule"), w)
	}
	for word, want := range map[string][]string{
		"wirtschaftswachstum":    {"wirtschaft", "wachstum"},
		"betriebsratsrichtlinie": {"richtlinie"},
		"schulname":              {"schule", "name"},
		"wachstum":               nil,
		"hauptsache":             nil,
	} {
		if got := pieces(word, known); !slices.Equal(got, want) {
			t.Errorf("%s: %q", word, got)
		}
	}
	f := file("Bericht", "Die Richtlinie gilt für alle Betriebe.", "Nichts davon.")
	f.Language = "de"
	if hits := Search([]Segment{build(t, f)}, "Betriebsratsrichtlinie", Options{Limit: 5}); len(hits) != 1 || hits[0].Block != 0 {
		t.Errorf("%+v", hits)
	}
}

func TestYearsAreSplitFromLetters(t *testing.T) {
	for in, want := range map[string]string{"AMCOR_2023Q2": "AMCOR_2023 Q2", "FY2018": "FY 2018", "v12b": "v12b", "3M": "3M"} {
		if got := splitYears(in); got != want {
			t.Errorf("%s: %s", in, got)
		}
	}
}

func file(name string, texts ...string) File {
	f := File{Name: name, Language: "en"}
	for i, text := range texts {
		f.Blocks = append(f.Blocks, Block{Page: i + 1, Text: text})
	}
	return f
}

func build(t *testing.T, f File) Segment {
	t.Helper()
	s, err := Open(Build(f).Bytes(), true)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTheBestBlockComesFirst(t *testing.T) {
	s := build(t, file("Report", "The weather was fine.", "Capital expenditure rose to 1,577 in 2018.", "Expenditure on coffee."))
	hits := Search([]Segment{s}, "What was capital expenditure?", Options{Limit: 5})
	if len(hits) != 2 || hits[0].Block != 1 || hits[0].Page != 2 {
		t.Errorf("%+v", hits)
	}
	if hits := Search([]Segment{s}, "1577", Options{Limit: 5}); len(hits) != 1 || hits[0].Block != 1 {
		t.Errorf("by the figure: %+v", hits)
	}
	if hits := Search([]Segment{s}, "zebra", Options{Limit: 5}); len(hits) != 0 {
		t.Errorf("nothing there, but %+v", hits)
	}
}

func TestAShortListIsFilledWithTheOtherPagesInOrder(t *testing.T) {
	s := build(t, file("Report", "one", "two", "zebra", "four"))
	var pages []int
	for _, h := range Search([]Segment{s}, "zebra", Options{Limit: 3, PerPage: 1, Fill: true}) {
		pages = append(pages, h.Page)
	}
	if !slices.Equal(pages, []int{3, 1, 2}) {
		t.Errorf("pages %v", pages)
	}
}

func TestHeadingsAndSectionsCount(t *testing.T) {
	f := file("Report", "Some text here.", "Some text here.", "Some text here.")
	f.Blocks[1].Heading = "Consolidated Balance Sheet"
	f.Blocks[2].Section = "Legal Proceedings"
	s := build(t, f)
	if hits := Search([]Segment{s}, "balance sheet text", Options{Limit: 1}); hits[0].Block != 1 {
		t.Errorf("heading: %+v", hits)
	}
	if hits := Search([]Segment{s}, "legal text", Options{Limit: 1}); hits[0].Block != 2 {
		t.Errorf("section: %+v", hits)
	}
}

func TestInstructionWordsCountOnlyWhereThereIsNoOther(t *testing.T) {
	s := build(t, file("Report", "Please answer the question and provide details.", "Revenue grew."))
	hits := Search([]Segment{s}, "Please answer and provide details: how did revenue grow?", Options{Limit: 2})
	if len(hits) != 1 || hits[0].Block != 1 {
		t.Errorf("%+v", hits)
	}
	if hits := Search([]Segment{s}, "details", Options{Limit: 2}); len(hits) != 1 || hits[0].Block != 0 {
		t.Errorf("%+v", hits)
	}
}

func TestAMeasureIsFoundByItsParts(t *testing.T) {
	s := build(t, file("Report", "How quickly the ratio of our staff changes.", "Total current liabilities 4,476, inventories 1,221, receivables 1,875."))
	r := Find([]Segment{s}, "What is the quick ratio?", Options{Limit: 2})
	if len(r.Hits) != 2 || r.Hits[0].Block != 1 {
		t.Fatalf("%+v", r.Hits)
	}
	if w := r.Why(0, 1); len(w.Words) > 0 || !slices.Contains(w.Parts, "receivables") {
		t.Errorf("%+v", w)
	}
	c := Defaults()
	c.DefinitionWeight = 0
	if hits := Search([]Segment{s}, "What is the quick ratio?", Options{Limit: 2, Config: &c}); len(hits) != 1 || hits[0].Block != 0 {
		t.Errorf("%+v", hits)
	}
	for _, d := range definitions {
		if len(d.names) == 0 || d.parts == "" || slices.ContainsFunc(d.names, func(n []string) bool { return len(n) == 0 }) {
			t.Errorf("a definition without a name or parts: %+v", d)
		}
	}
}

func TestInALibraryTheNamedFileComesFirst(t *testing.T) {
	var scope []Segment
	for i := range 30 {
		scope = append(scope, build(t, file(fmt.Sprintf("COMPANY%d_2018_10K", i), "Revenue was 5 million.", "Other text.")))
	}
	scope = append(scope, build(t, file("BESTBUY_2023_10K", "Revenue was 7 million.", "Other text.")))
	hits := Search(scope, "What was the revenue of Best Buy in 2023?", Options{Limit: 3, PerPage: 1})
	if len(hits) != 3 || hits[0].Segment != 30 || hits[0].Block != 0 {
		t.Errorf("%+v", hits)
	}
}

// TestAgainstANaiveIndex compares which blocks are found, and their order by one term, with a search that looks at
// every block.
func TestAgainstANaiveIndex(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	vocabulary := strings.Fields("alpha beta gamma delta epsilon zeta eta theta iota kappa lambda")
	for range 50 {
		f := File{Name: "x", Language: ""}
		for p := range 1 + random.IntN(40) {
			var b strings.Builder
			for range random.IntN(30) {
				b.WriteString(vocabulary[random.IntN(len(vocabulary))] + " ")
			}
			f.Blocks = append(f.Blocks, Block{Page: p/2 + 1, Text: b.String()})
		}
		s := build(t, f)
		word := vocabulary[random.IntN(len(vocabulary))]
		var want []int
		for i, b := range f.Blocks {
			if slices.Contains(strings.Fields(b.Text), word) {
				want = append(want, i)
			}
		}
		var got []int
		last := 1e9
		for _, h := range Search([]Segment{s}, word, Options{Limit: 1000}) {
			if h.Score > last {
				t.Fatal("not in order")
			}
			last = h.Score
			got = append(got, h.Block)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("found %v, not %v", got, want)
		}
	}
}

func TestADamagedSegmentIsAnErrorAndNeverAPanic(t *testing.T) {
	look := func(s Segment) {
		for _, question := range []string{"capital coffee", `"capital expenditure" rose`, "cof* -expenditure", `"the" -"capital expenditure"`} {
			r := Find([]Segment{s}, question, Options{Limit: 5, Fill: true})
			for _, h := range r.Hits {
				r.Why(h.Segment, h.Block)
			}
		}
	}
	whole := Build(file("Report", "Capital expenditure rose.", "Coffee.")).Bytes()
	for n := range len(whole) {
		if s, err := Open(slices.Clone(whole[:n]), false); err == nil {
			look(s)
		}
		if _, err := Open(slices.Clone(whole[:n]), true); !errors.Is(err, ErrFormat) {
			t.Fatalf("cut at %d: %v", n, err)
		}
	}
	random := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		broken := slices.Clone(whole)
		broken[random.IntN(len(broken))] ^= byte(1 + random.IntN(255))
		if _, err := Open(broken, true); !errors.Is(err, ErrFormat) {
			t.Fatal("a changed byte was not seen")
		}
		if s, err := Open(broken, false); err == nil {
			look(s)
		}
	}
}

func TestCoverageAndContentWords(t *testing.T) {
	words := ContentWords("Please tell me what the companies' capital expenditure was")
	if !slices.Equal(words, []string{"companies", "capital", "expenditure"}) {
		t.Errorf("%q", words)
	}
	if got := NewCoverage(words).Of("The company had expenditures."); got < .66 || got > .67 {
		t.Errorf("%v", got)
	}
}

// library makes files of a language whose words are as frequent as those of real text (Zipf), 200 blocks each.
func library(files int) []File {
	random := rand.New(rand.NewPCG(5, 6))
	zipf := rand.NewZipf(random, 1.3, 8, 40_000)
	words := func(n int) string {
		var b strings.Builder
		for range n {
			if random.IntN(12) == 0 {
				fmt.Fprintf(&b, "%d,%03d ", random.IntN(90), random.IntN(1000))
			} else {
				fmt.Fprintf(&b, "w%sing ", strings.Map(func(r rune) rune { return r - '0' + 'a' }, fmt.Sprint(zipf.Uint64())))
			}
		}
		return b.String()
	}
	out := make([]File, files)
	for i := range out {
		out[i] = File{Name: fmt.Sprintf("COMPANY%d_2018_10K", i), Language: "en"}
		for k := range 200 {
			out[i].Blocks = append(out[i].Blocks, Block{Page: k/4 + 1, Text: words(130), Heading: words(4), Section: words(8)})
		}
	}
	return out
}

func BenchmarkBuild(b *testing.B) {
	f := library(1)[0]
	for b.Loop() {
		Build(f)
	}
	b.ReportMetric(float64(len(f.Blocks)*b.N)/b.Elapsed().Seconds(), "blocks/s")
	b.ReportMetric(float64(len(Build(f).Bytes()))/float64(len(f.Blocks)), "B/block")
}

// BenchmarkSearch asks a library of 100,000 blocks in 500 files.
func BenchmarkSearch(b *testing.B) {
	var scope []Segment
	for _, f := range library(500) {
		scope = append(scope, Build(f))
	}
	const question = "What were the wbcing wding wbbaing and whcding costs of COMPANY77 in FY2018, according to the wbiing statement?"
	for _, c := range []struct {
		name, question string
		scope          []Segment
	}{
		{"file", question, scope[77:78]},
		{"library", question, scope},
		{"phrase", `"wddbing wbaing" COMPANY77`, scope},
		{"absent", `"wbding wccing wbaing" COMPANY77`, scope},
		{"prefix", "whc* -wbaing COMPANY77", scope},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				Search(c.scope, c.question, Options{Limit: 20, PerPage: 1})
			}
		})
	}
}
