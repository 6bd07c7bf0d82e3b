package messages

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

var braces = regexp.MustCompile(`\{(\w+)\}`)

// namesIn are the names that a message's forms have in braces.
func namesIn(f forms) (out []string) {
	for _, text := range f {
		for _, m := range braces.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(out, m[1]) {
				out = append(out, m[1])
			}
		}
	}
	slices.Sort(out)
	return out
}

// shown are the rooms whose messages the window and the terminal alone show. A language that the page doesn't speak may lack them.
var shown = []string{"app", "backup", "cli", "eval", "export", "keyword", "library", "page", "pdf", "pull", "serve", "settings", "sheet", "window", "worker"}

// typed are those that the terminal alone shows, in English; spoken are the languages of the page.
var (
	typed  = []string{"cli", "eval"}
	spoken = []string{"de", "ja"}
)

func TestEveryLanguageSaysEverything(t *testing.T) {
	for _, code := range Languages() {
		has := rooms(code)
		for _, room := range rooms("en") {
			if !slices.Contains(has, room) {
				if !slices.Contains(shown, room) || slices.Contains(spoken, code) && !slices.Contains(typed, room) {
					t.Errorf("%s: there is no file %s.json", code, room)
				}
				continue
			}
			own := read(code, room)
			for key, english := range read("en", room) {
				f, ok := own[key]
				switch {
				case !ok:
					t.Errorf("%s/%s: %q is missing", code, room, key)
				case f["other"] == "" && !strings.HasPrefix(key, "scale.") && key != "sentence.next":
					t.Errorf("%s/%s: %q has no text", code, room, key)
				case !slices.Equal(namesIn(f), namesIn(english)):
					t.Errorf("%s/%s: %q fills %v, in English %v", code, room, key, namesIn(f), namesIn(english))
				}
				delete(own, key)
			}
			for key := range own {
				t.Errorf("%s/%s: %q is no message in English", code, room, key)
			}
		}
	}
}

func TestAKeyStandsInOneFile(t *testing.T) {
	for _, code := range Languages() {
		at := map[string]string{}
		for _, room := range rooms(code) {
			for key := range read(code, room) {
				if at[key] != "" {
					t.Errorf("%s: %q stands in %s and in %s", code, key, at[key], room)
				}
				at[key] = room
			}
		}
	}
}

// A message that was forgotten reads as it does in English. A single word may be the same in both ("passages").
func TestNoLanguageSpeaksEnglish(t *testing.T) {
	for _, code := range Languages() {
		for key, f := range In(code).forms {
			english := In("en").forms[key]
			for _, text := range f {
				bare := braces.ReplaceAllString(text, "")
				letters := strings.ContainsFunc(bare, unicode.IsLetter)
				switch {
				case code != "en" && len(strings.FieldsFunc(bare, func(r rune) bool { return !unicode.IsLetter(r) })) > 1 && text == english["other"]:
					t.Errorf("%s: %q is %q, as in English", code, key, text)
				case (code == "ja" || code == "zh") && letters && !strings.ContainsFunc(bare, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }):
					t.Errorf("%s: %q is %q", code, key, text)
				}
			}
		}
	}
}

func TestNumbersChooseTheForm(t *testing.T) {
	for _, c := range []struct {
		code string
		n    int
		want string
	}{
		{"en", 1, "This file doesn't mention “x”."}, {"en", 2, "None of these 2 files mentions “x”."},
		{"de", 1, "Diese Datei erwähnt „x“ nicht."}, {"de", 0, "Keine dieser 0 Dateien erwähnt „x“."},
		{"ja", 1, "このファイルには「x」という語がありません。"}, {"ja", 2, "これら2件のファイルのどれにも「x」という語がありません。"},
		{"fr", 0, "Ce fichier ne mentionne pas «\u00a0x\u00a0»."}, {"fr", 2, "Aucun de ces 2 fichiers ne mentionne «\u00a0x\u00a0»."}, // French counts nothing as one
		{"es", 1, "Este archivo no menciona «x»."}, {"es", 2, "Ninguno de estos 2 archivos menciona «x»."},
		{"zh", 1, "这个文件中没有提到“x”。"}, {"zh", 2, "2个文件中都没有提到“x”。"},
	} {
		say := In(c.code)
		if got := say.Text("subject.off", Args{"n": c.n, "words": In(c.code).Text("words.quote", Args{"text": "x"})}); got != c.want {
			t.Errorf("%s, %d: %q", c.code, c.n, got)
		}
	}
	if got := In("tlh").Text("documents.silent"); got != In("en").Text("documents.silent") {
		t.Errorf("a language without messages: %q", got)
	}
}

func TestALanguageIsKnownByItsNames(t *testing.T) {
	for name, want := range map[string]string{
		"English": "en", "German": "de", "Deutsch": "de", "de-AT": "de", "Japanese": "ja", "日本語": "ja",
		"French": "fr", "en français": "fr", "Francais": "fr", "Spanish": "es", "español": "es", "es-MX": "es",
		"Chinese": "zh", "zh-Hans": "zh", "简体中文": "zh", "Klingon": "",
	} {
		if got := Named(name); got != want {
			t.Errorf("%q: %q", name, got)
		}
	}
	if got := strings.Join(Languages(), " "); got != "de en es fr ja zh" {
		t.Error(got)
	}
}

func TestAShareIsWrittenAsTheLanguageWritesIt(t *testing.T) {
	for code, want := range map[string]string{"en": "46.6 %", "de": "46,6 %", "ja": "46.6 %"} {
		if got := In(code).Text("messages.text", Args{"text": Percent(.466)}); got != want {
			t.Errorf("%s: %q", code, got)
		}
	}
}

func TestWhatIsFilledInIsNotFilledAgain(t *testing.T) {
	if got := In("en").Text("doubts.page", Args{"document": "{label}", "label": "{document}"}); got != "{label}, p. {document}" {
		t.Error(got)
	}
}

// Keys that the program asks for are there, and none is kept that nobody asks for.
func TestKeysAreThoseThatAreAskedFor(t *testing.T) {
	asked, key := map[string]bool{}, regexp.MustCompile(`^[a-z]+(?:\.[a-z0-9-]+)+$`)
	inTag := regexp.MustCompile(`"(settings\.[a-z0-9.-]+)"`)
	saying := []string{"Text", "Error", "New", "Count", "StepStarted", "StepDone", "Note"}
	err := filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() && slices.Contains([]string{"node_modules", "testdata", "build", ".git"}, e.Name()) {
			return filepath.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if f, ok := n.(*ast.Field); ok && f.Tag != nil {
				for _, m := range inTag.FindAllStringSubmatch(f.Tag.Value, -1) {
					asked[m[1]] = true
					if _, known := In("en").forms[m[1]]; !known {
						t.Errorf("%s asks for %q, which is no message", path, m[1])
					}
				}
			}
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				if s, err := strconv.Unquote(l.Value); err == nil && key.MatchString(s) {
					asked[s] = true
				}
			}
			if c, ok := n.(*ast.CallExpr); ok {
				f, ok := c.Fun.(*ast.SelectorExpr)
				for _, arg := range c.Args[:min(len(c.Args), 2)] {
					l, literal := arg.(*ast.BasicLit)
					if !ok || !literal || l.Kind != token.STRING || !slices.Contains(saying, f.Sel.Name) {
						continue
					}
					s, _ := strconv.Unquote(l.Value)
					if _, known := In("en").forms[s]; !known && key.MatchString(s) {
						t.Errorf("%s asks for %q, which is no message", path, s)
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range slices.Sorted(maps.Keys(In("en").forms)) {
		if !asked[k] && !strings.HasPrefix(k, "scale.") {
			t.Errorf("nobody asks for %q", k)
		}
	}
}
