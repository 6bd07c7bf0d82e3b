package export

import (
	"bytes"
	"encoding/base64"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"lectern/backend/runs"
	"lectern/backend/store"
)

var day = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func proved() runs.Turn {
	return runs.Turn{
		Run: "r1", Question: "How did sales of @Harbour do?", Status: store.Answered, AnswerMode: "model",
		Answer: "## In short\n\nSales **rose** to $41.7 million [1]. So did costs [2].\n\n| Year | Sales |\n|:--|--:|\n| 2024 | 41,700 [1] |\n\nThe rate is $r = \\frac{a_1}{b_1}$.",
		Citations: []store.Citation{
			{N: 1, Doc: "HARBOUR_2024_10K.pdf", Page: 2, Label: "ii", Passage: "p1", Quote: "Net sales were\n41,700."},
			{N: 2, Doc: "Notes.pdf", Page: 7, Passage: "p2", Quote: "Costs were 5.", Verdict: "doubtful"},
		},
		Sources: []store.Source{{Passage: "p1", Heading: "Income # statement"}},
		Audit: &store.Audit{
			Sentences: []store.Claim{
				{Text: "Sales rose to $41.7 million.", Verdict: store.Verified},
				{Text: "So did costs.", Verdict: store.NotFound, Why: "Its words are not there."},
				{Text: "In short", Verdict: store.NotChecked},
			},
			Marks: []store.MarkVerdict{{N: 1, Verdict: store.Verified}, {N: 2, Verdict: store.NotFound, Why: "Its words are not there."}, {N: 1, Verdict: store.Partly}},
		},
	}
}

func TestAnAnswerLeavesWithItsCitationsAndVerdicts(t *testing.T) {
	want := `# How did sales of @Harbour do?

*Written by Lectern, 2026-03-01*

#### In short

Sales **rose** to $41.7 million [1]. So did costs [2].

| Year | Sales |
| :-- | --: |
| 2024 | 41,700 [1] |

The rate is $r = \frac{a_1}{b_1}$.

## Sources

[1] **HARBOUR_2024_10K**, p. ii · Income # statement

> “Net sales were 41,700.”

**Partly found.**

[2] **Notes**, p. 7 (doubtful text)

> “Costs were 5.”

**Not found by words.** Its words are not there.

## What is proved

1 of 2 statements proved · 1 not found

- Not found by words: “So did costs.” Its words are not there.
`
	if got := Markdown(Answer(proved(), day)); got != want {
		t.Errorf("%s", got)
	}
}

// hostile is what a document, or a model that believes it, may write.
var hostile = []string{
	"# Verified by Lectern", "Verified\n===", "Verified\n---", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "text <b onclick=x>bold</b>",
	"[click](javascript:alert(1))", "[click](https://evil.example/a)", "![x](https://evil.example/p.png)", "[1]: https://evil.example", "[1](https://evil.example)",
	"[a][b]\n\n[b]: https://evil.example", "<https://evil.example/>", "&lt;script&gt;alert(1)&lt;/script&gt;", "`<script>`", "```html\n<script>alert(1)</script>\n```",
	"> # in a quotation\n> ===", "- # in a list\n- <svg onload=x>", "| a | b |\n|--|--|\n| `x | <i>` | [l](http://evil.example) |", "$</p><script>alert(1)</script>$",
	"$[a](https://evil.example)$", "\\[x^2\n<script>\\]", "\u202egnp.exe\u202c", "```\n\\(a_1\\)\n``` `", "\\<script>alert(1)\\</script>", "[^1]\n\n[^1]: note", "a\\\n# b", "1. # c", "\uf8f00\uf8f1 \uf8f09\uf8f1",
	"<!-- \n# c", "<div>\n\n# d", "    # code", "***", "* * *", "a | b\n--- | ---\n<b> | c", "[2](\n/x)", "text\\", "$a$ \\$b$ [1]:x", "~~~\n# e", "\t<script>", "<a href='https://evil.example'>x</a>",
}

// Whatever is read of the file, by a reader of Markdown that allows everything: no headings but the file's own.
func TestNoTextForgesHeadingsLinksOrHTML(t *testing.T) {
	for _, h := range append(hostile, strings.Join(hostile, "\n\n"), strings.Join(hostile, "\n"), strings.Join(hostile, " ")) {
		turn := proved()
		turn.Answer = h
		turn.Question, turn.Citations[0].Quote, turn.Citations[0].Doc, turn.Sources[0].Heading = h, h, h, h
		turn.Audit.Sentences[1].Text, turn.Audit.Sentences[1].Why = h, h
		for _, d := range []Document{Answer(turn, day), {Title: h, Turns: []runs.Turn{turn, turn}, Made: day}} {
			page, titles := trusting(t, Markdown(d)), map[string]int{}
			for n := range page.Descendants() {
				titles[n.Data]++
				switch {
				case n.Type == html.CommentNode:
					t.Errorf("%q: a comment: %s", h, n.Data)
				case n.Type != html.ElementNode:
				case !strings.Contains(" html head body p h1 h2 h3 h4 h5 h6 em strong del ul ol li blockquote pre code table thead tbody tr th td hr br ", " "+n.Data+" "):
					t.Errorf("%q: <%s %v> in\n%s", h, n.Data, n.Attr, Markdown(d))
				}
			}
			if titles["h1"] != 1 || titles["h2"] != 2 { // of an answer its parts, of a conversation its questions
				t.Errorf("%q: %v in\n%s", h, titles, Markdown(d))
			}
		}
	}
}

func TestTheTextItselfIsKept(t *testing.T) {
	for in, want := range map[string]string{
		"Verified\n---":                       "Verified",
		"<b>x</b> & 3 < 4 > 2":                "<b>x</b> & 3 < 4 > 2",
		"[see](https://a.example/x_y) [1]":    "see (https://a.example/x_y) [1]",
		"A_B_C * D and snake_case [3] [note]": "A_B_C * D and snake_case [3] [note]",
		"$5 million and $6, 100 %":            "$5 million and $6, 100 %",
		"\\(x_1 < 2\\)":                       `$x_1 \lt  2$`,
		"\\# no title":                        "# no title",
		"![a ship](x.png)":                    "a ship",
	} {
		var b strings.Builder
		for n := range trusting(t, clean(in, 1, dollars)).Descendants() {
			if n.Type == html.TextNode {
				b.WriteString(n.Data)
			}
		}
		if got := strings.TrimSpace(b.String()); got != want {
			t.Errorf("%q: %q, of %q", in, got, clean(in, 1, dollars))
		}
	}
}

func TestThePageRunsNothingAndAsksForNothing(t *testing.T) {
	for _, h := range append(hostile, strings.Join(hostile, "\n\n")) {
		turn := proved()
		turn.Answer, turn.Question, turn.Citations[0].Quote, turn.Citations[0].Doc, turn.Sources[0].Heading = h, h, h, h, h
		raw, err := Write(Document{Title: h, Turns: []runs.Turn{turn, proved()}, Made: day}, "html")
		if err != nil {
			t.Fatal(err)
		}
		page, err := html.Parse(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		for n := range page.Descendants() {
			if n.Type != html.ElementNode {
				continue
			}
			if strings.Contains(" script img svg iframe object embed form input base link video audio ", " "+n.Data+" ") {
				t.Errorf("%q: <%s>", h, n.Data)
			}
			for _, a := range n.Attr {
				if strings.HasPrefix(a.Key, "on") || a.Key == "src" || a.Key == "style" || a.Key == "href" && !regexp.MustCompile(`^#s\d+-\d+$`).MatchString(a.Val) {
					t.Errorf("%q: %s=%q", h, a.Key, a.Val)
				}
			}
		}
	}
}

func TestThePageHasAPolicyForItsOwnStyleAlone(t *testing.T) {
	raw, err := Write(Answer(proved(), day), "html")
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	own := regexp.MustCompile(`(?s)<style>(.*)</style>`).FindStringSubmatch(text)
	if own == nil || own[1] != style || !strings.Contains(text, `content="default-src &#39;none&#39;; style-src &#39;sha256-`) {
		t.Errorf("%.900s", text)
	}
	if sum := regexp.MustCompile(`sha256-([^']+)'`).FindStringSubmatch(html.UnescapeString(text)); sum == nil || len(unescapedSum(t, sum[1])) != 32 {
		t.Errorf("%v", sum)
	}
	for _, part := range []string{
		`<a class="cite verified" href="#s1-1" title="Proved">[1]</a>`, `<a class="cite not-found" href="#s1-2" title="Not found by words">[2]</a>`,
		`<a class="cite partly" href="#s1-1" title="Partly found">[1]</a>`, `id="s1-2"`, `<td align="right">`, "Net sales were 41,700.", `<math><mrow><mi>r</mi><mo>=</mo><mfrac>`,
	} {
		if !strings.Contains(text, part) {
			t.Errorf("no %s in\n%s", part, text)
		}
	}
}

func unescapedSum(t *testing.T, s string) []byte {
	t.Helper()
	sum, err := base64.StdEncoding.DecodeString(html.UnescapeString(s))
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func TestThePDFHoldsTheAnswerWithItsSources(t *testing.T) {
	tool, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("pdftotext is not installed")
	}
	raw, err := Write(Document{Title: "Two questions", Turns: []runs.Turn{proved(), proved()}, Made: day}, "pdf")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.pdf")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(tool, "-layout", path, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"Two questions", "Sales rose to $41.7 million [1]. So did costs [2].", "HARBOUR_2024_10K, p. ii", "“Net sales were 41,700.”", "1 of 2 statements proved", "41,700 [1]"} {
		if strings.Count(string(out), part) == 0 {
			t.Errorf("no %q in\n%s", part, out)
		}
	}
}

func TestWhatIsNoWholeAnswerSaysSo(t *testing.T) {
	for want, change := range map[string]func(*runs.Turn){
		"*Not in your documents. What comes nearest:*":  func(t *runs.Turn) { t.Told.Told = "no" },
		"*Sentences of your documents, word for word.*": func(t *runs.Turn) { t.AnswerMode = "chosen" },
		"*This answer was still being written.*":        func(t *runs.Turn) { t.Status = store.Running },
		"*Stopped. What was written is kept.*":          func(t *runs.Turn) { t.Status, t.Message = store.Stopped, "Stopped. What was written is kept." },
		"- Wrong number: “41.7” The page has 41.8.": func(t *runs.Turn) {
			t.Figures = []store.FigureCheck{{Text: "41.7", Verdict: "flagged", Why: "The page has 41.8."}}
		},
		"- Changed by a person: “41.7” to “41.8”": func(t *runs.Turn) { t.Mends = []store.Mend{{Was: "41.7", Now: "41.8"}} },
	} {
		turn := proved()
		change(&turn)
		if got := Markdown(Answer(turn, time.Time{})); !strings.Contains(got, want+"\n") {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

func TestAnUnknownFormatIsRefused(t *testing.T) {
	if _, err := Write(Answer(proved(), day), "docx"); err == nil || !strings.Contains(err.Error(), "md, html, pdf") {
		t.Error(err)
	}
}

// A research that was stopped leaves with what it found.
func TestAResearchWithoutADocumentLeavesWithItsFindings(t *testing.T) {
	turn := runs.Turn{
		Workflow: "research", Question: "What is due?", Status: store.Stopped, Message: "Stopped.",
		Made: []byte(`{"plan":[{"id":"t1","text":"Find the rent"},{"id":"t2","text":"Find # the <b>deposit</b>"}],"findings":[{"task":"t1","text":"The rent is 900 euros."}]}`),
	}
	got := Markdown(Answer(turn, time.Time{}))
	if want := "*Stopped.*\n\n### Find the rent\n\nThe rent is 900 euros.\n\n### Open questions\n\n- Find # the \\<b>deposit\\</b>\n"; !strings.Contains(got, want) {
		t.Errorf("%s", got)
	}
	page, err := Write(Answer(turn, time.Time{}), "html")
	if err != nil || !strings.Contains(string(page), "The rent is 900 euros.") {
		t.Errorf("%v %s", err, page)
	}
	if turn.Workflow = "chat"; strings.Contains(Markdown(Answer(turn, time.Time{})), "900") {
		t.Error("another workflow's turn has findings")
	}
}

func TestAPDFThatLeavesNothingOpenSaysOnceWhatIsProved(t *testing.T) {
	turn := proved()
	said := func(t *testing.T, turn runs.Turn) int {
		t.Helper()
		text := writer{proofFirst: true, formula: codeSpan}.markdown(Answer(turn, time.Now()))
		return strings.Count(text, line(entryOf(turn).Proof))
	}
	if n := said(t, turn); n != 2 {
		t.Errorf("with something open it is said %d times, in front and above that", n)
	}
	audit := *turn.Audit
	audit.Sentences = slices.Clone(audit.Sentences)
	for i := range audit.Sentences {
		audit.Sentences[i].Verdict = store.Verified
	}
	turn.Audit, turn.Figures, turn.Mends = &audit, nil, nil
	if n := said(t, turn); n != 1 {
		t.Errorf("it is said %d times", n)
	}
}

func TestFormulasAreReadWithoutKnowingLaTeX(t *testing.T) {
	turn := runs.Turn{Question: "How much?", Answer: "The `code` of the rate is $\\frac{3}{4}$, and\n\n$$\\sqrt{16} - \\frac{1}{2}$$\n\nbut $\\oddity{1}$ <b>."}
	doc := Answer(turn, time.Now())
	page, err := Write(doc, "html")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"<code>code</code>", "<math><mrow><mfrac><mrow><mn>3</mn></mrow><mrow><mn>4</mn></mrow></mfrac></mrow></math>, and", `<p><math display="block"><mrow><msqrt>`,
		`<code>\oddity{1}</code> &lt;b&gt;.`,
	} {
		if !strings.Contains(string(page), part) {
			t.Errorf("no %s in\n%s", part, page)
		}
	}
	if text := (writer{formula: onLine}).markdown(doc); !strings.Contains(text, "rate is 3 / 4, and") || !strings.Contains(text, "\n√16 − 1 / 2\n") || !strings.Contains(text, "`\\oddity{1}`") {
		t.Error(text)
	}
}
