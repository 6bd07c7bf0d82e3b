package report

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lectern/backend/llm/llmtest"
	"lectern/backend/pdfout"
)

// formats are those that the package notes problems with.
func formats(t *testing.T) map[string]bool {
	out := map[string]bool{}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), f.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if fn, ok := call.Fun.(*ast.SelectorExpr); !ok || fn.Sel.Name != "wrong" && fn.Sel.Name != "noted" {
				return true
			}
			for _, arg := range call.Args[:min(len(call.Args), 2)] {
				if text, ok := arg.(*ast.BasicLit); ok && text.Kind == token.STRING {
					format, _ := strconv.Unquote(text.Value)
					out[format] = true
					break
				}
			}
			return true
		})
	}
	return out
}

func TestEveryProblemIsSaidInEachLanguage(t *testing.T) {
	verbs := regexp.MustCompile(`%.`)
	noted := formats(t)
	if len(noted) < 15 {
		t.Errorf("only %d problems were found", len(noted))
	}
	for code := range tongues {
		if code == "en" {
			continue
		}
		for format := range noted {
			if said := problems[code][format]; said == "" || !slices.Equal(verbs.FindAllString(said, -1), verbs.FindAllString(format, -1)) {
				t.Errorf("%s: %q is %q", code, format, said)
			}
		}
		if keys := slices.Collect(maps.Keys(problems[code])); len(keys) != len(noted) {
			t.Errorf("%s has %d problems, %d are noted", code, len(keys), len(noted))
		}
	}
}

func TestProblemsStandInTheReportsLanguageWithErrorsOfOthersAsTheyAre(t *testing.T) {
	for question, want := range map[string]string{
		"Wie hoch ist die Miete in der Lease?": "Das PDF konnte nicht erzeugt werden: no ink.",
		"Leaseの家賃はいくらですか。":                     "PDFを作成できませんでした（no ink）。",
		"What is the rent?":                    "The PDF could not be made: no ink.",
	} {
		b := leaseOnly(t)
		b.PDF = func(io.Writer, string, pdfout.Options) error { return errors.New("no ink") }
		b.Server.Always(byPurpose)
		h := b.ask(question)
		md, err := os.ReadFile(h.Paths.Markdown)
		if h.err != nil || err != nil || !h.failed(want) || !strings.Contains(string(md), escapeLine(want)) {
			t.Errorf("%v %v %q", h.err, err, h.Errors)
		}
	}
	b := many(t, 1)
	b.Server.Script(llmtest.Reply{Text: "Die Miete beträgt 900 Euro [S1]."}, llmtest.Reply{Status: 500, Error: "broken"})
	if h := b.ask("Wie hoch ist die Miete?"); h.err != nil || !h.failed("Runde 1 wurde nur nach Wörtern und Zahlen geprüft: ") || !h.failed("broken") {
		t.Errorf("%v %q", h.err, h.Errors)
	}
}
