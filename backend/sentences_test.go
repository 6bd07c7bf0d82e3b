package backend

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// unsaid are the calls of whose texts a person reads nothing, and why.
var unsaid = map[string]string{
	"panic": "a fault of the program's", "mistake": "of whoever draws a graph, found when it is compiled",
	"Debug": "a log", "Info": "a log", "Warn": "a log", "Error": "a log, where its first argument is a text",
	"MustCompile": "a pattern", "Contains": "what somebody else says", "has": "what somebody else says", "EqualFold": "what documents say",
	"Fields": "words of a language", "withPurpose": "for the receipt of a call", "wordSet": "words of a language",
	"When": "an arrow's name in a graph's drawing", "Set": "a header of HTTP",
}

// elsewhere are the files with texts that no person is told, by their room, and why.
var elsewhere = []struct{ why, files string }{
	{"words of languages, as documents have them", "text/ proof/exchanged.go proof/forms.go proof/figures/token.go graph/research/labels.go graph/analyst/rules.go graph/analyst/metadata.go ingest/table/"},
	{"arrows' names in a graph's drawing, by which it also goes on", "graph/chat/graph.go graph/checked/graph.go graph/analyst/graph.go graph/analyst/about.go graph/report/graph.go graph/research/graph.go graph/research/asking.go graph/research/rabbithole.go"},
	{"what a model is told of its own draft", "graph/checked/critic.go graph/research/quality_check.go graph/chat/judgement.go graph/analyst/text_explanation.go graph/analyst/prompt.go graph/rag/sufficiency.go llm/structured.go llm/errors.go"},
	{"names that are kept with an answer", "proof/figures/figures.go"},
	{"commands, to be typed as they stand", "app/tesseract.go models/suggest.go store/damage.go"},
	{"the tags of a struct that make no sense", "tuning/tuning.go"},
	{"faults of the sandbox, which the worker turns into a word of its protocol", "ingest/pdf/"},
	{"a folder's mark", "store/mark.go"},
	{"what the page's driver in tests says", "../cli/window/e2e.go"},
	{"a frame of HTML, filled with messages", "../cli/serve/door.go"},
	{"what a browser may load", "../cli/page/page.go"},
	{"the messages themselves", "messages/"},
}

func told(room string) bool {
	for _, e := range elsewhere {
		if slices.ContainsFunc(strings.Fields(e.files), func(f string) bool { return room == f || strings.HasSuffix(f, "/") && strings.HasPrefix(room, f) }) {
			return false
		}
	}
	return true
}

var (
	verb   = regexp.MustCompile(`%[-+# 0]*[\d.*]*[a-zA-Z%]`)
	word   = regexp.MustCompile(`\pL[\pL'’]*`)
	common = strings.Fields("the a an is are was were be it its that this of to in by for with not no can't doesn't don't has have from on as at and or nothing could may")
)

// reads tells whether a text reads like a sentence, or a part of one: three words, and one of them of those that hold
// sentences together.
func reads(text string) bool {
	words := word.FindAllString(verb.ReplaceAllString(text, " "), -1)
	return len(words) > 2 && strings.Count(text, " ") > 1 && slices.ContainsFunc(words, func(w string) bool { return slices.Contains(common, strings.ToLower(w)) })
}

// sentencesIn finds the literal texts of a file that a person would read, as far as they read like sentences, and all errors
// with words of their own.
func sentencesIn(file *ast.File) (found []*ast.BasicLit) {
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field:
			if x.Tag != nil {
				ast.Inspect(x.Type, visit)
				return false
			}
		case *ast.CallExpr:
			name, of := "", ""
			switch f := x.Fun.(type) {
			case *ast.Ident:
				name = f.Name
			case *ast.SelectorExpr:
				name = f.Sel.Name
				if x, ok := f.X.(*ast.Ident); ok {
					of = x.Name
				}
			}
			if of == "messages" || unsaid[name] != "" && !(name == "Error" && len(x.Args) < 2) {
				for _, arg := range x.Args {
					ast.Inspect(arg, func(n ast.Node) bool {
						if _, inner := n.(*ast.CallExpr); inner || of == "messages" && isArgs(n) {
							ast.Inspect(n, visit)
							return false
						}
						return true
					})
				}
				return false
			}
			if of == "errors" && name == "New" || of == "fmt" && name == "Errorf" {
				if l, ok := x.Args[0].(*ast.BasicLit); ok && word.MatchString(verb.ReplaceAllString(l.Value, "")) {
					found = append(found, l)
					return false
				}
			}
		case *ast.KeyValueExpr:
			if key, ok := x.Key.(*ast.Ident); ok && key.Name == "Purpose" { // of a call of a model, for its receipt
				return false
			}
		case *ast.BasicLit:
			if text, err := strconv.Unquote(x.Value); err == nil && x.Kind == token.STRING && reads(text) {
				found = append(found, x)
			}
		}
		return true
	}
	ast.Inspect(file, visit)
	return found
}

// isArgs tells whether a node is what fills a message, which may hold a sentence of its own.
func isArgs(n ast.Node) bool {
	_, ok := n.(*ast.CompositeLit)
	return ok
}

// What a person reads is a message, so that it can be said in another language.
func TestNoSentenceStandsOutsideMessages(t *testing.T) {
	files := 0
	err := filepath.WalkDir("..", func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := e.Name(); e.IsDir() && (slices.Contains([]string{"node_modules", "testdata"}, name) || path == "../build" || strings.HasSuffix(name, "test") || strings.HasPrefix(name, ".") && name != "..") {
			return filepath.SkipDir
		}
		room := filepath.ToSlash(strings.TrimPrefix(path, "../backend/"))
		if e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || !told(room) {
			return nil
		}
		files++
		at := token.NewFileSet()
		file, err := parser.ParseFile(at, path, nil, 0)
		if err != nil {
			return err
		}
		for _, l := range sentencesIn(file) {
			t.Errorf("%s is a sentence outside of messages: %s", at.Position(l.Pos()), l.Value)
		}
		return nil
	})
	if err != nil || files < 300 {
		t.Errorf("%d files, %v", files, err)
	}
}

func TestSentencesAreFound(t *testing.T) {
	for source, want := range map[string]int{
		`fmt.Fprintf(w, "%d of %s are in the library.\n", n, m)`: 1,
		`errors.New("empty")`:                                                      1,
		`fmt.Errorf("%s: %w", name, err)`:                                          0,
		`x.Why = "No page is cited for this figure."`:                              1,
		`x.Why = "No page is " + verb`:                                             1,
		`fmt.Sprintf("%d. %s, p. %s", a, b, c)`:                                    0,
		`log.Error("a document was not compared", "err", err)`:                     0,
		`log.Error("a document was not compared", "why", say("it could not be"))`:  1,
		`messages.Error("runs.no-run", messages.Args{"what": "it is in the way"})`: 1,
		`panic("no such word in the list")`:                                        0,
		`var x struct { A int "json:\"a\" help:\"That it is in the way.\"" }`:      0,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc f() {\n"+source+"\n}", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(sentencesIn(file)); got != want {
			t.Errorf("%s: %d sentences", source, got)
		}
	}
}
