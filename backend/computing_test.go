package backend

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// typesOnly are rooms that do much beside each other, of which pure computing may use the types and plain functions.
var typesOnly = map[string]*regexp.Regexp{"backend/store": regexp.MustCompile(`^(Open|New|Create|Restore|Rebuild)`)}

// TestWhatOnlyComputesStartsNothing looks at the packages that the Makefile has tested without the race detector: neither
// they, nor their tests, nor what they use of this program may do anything beside anything.
func TestWhatOnlyComputesStartsNothing(t *testing.T) {
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?s)\nCOMPUTING := \$\(addprefix lectern/,(.*?)\)\n`).FindSubmatch(makefile)
	if list == nil {
		t.Fatal("the Makefile has no COMPUTING")
	}
	rooms := strings.Fields(strings.ReplaceAll(string(list[1]), "\\\n", " "))
	if len(rooms) < 10 {
		t.Errorf("only %q are looked at", rooms)
	}
	seen := map[string]bool{}
	for _, room := range rooms {
		alone(t, room, true, seen)
	}
}

// TestWhatIsSkippedUnderTheRaceDetectorIsTriedWithout finds the packages that leave tests to it (racetest).
func TestWhatIsSkippedUnderTheRaceDetectorIsTriedWithout(t *testing.T) {
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	recipe := regexp.MustCompile(`(?m)^static-units:.*\n(?:\t.*\n)+`).Find(makefile)
	paths, err := filepath.Glob("../backend/*/*_test.go")
	deeper, err2 := filepath.Glob("../backend/*/*/*_test.go")
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	skips := 0
	for _, path := range append(paths, deeper...) {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(source), "racetest.") {
			continue
		}
		skips++
		if room := "./" + strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../"); !slices.Contains(strings.Fields(string(recipe)), room) {
			t.Errorf("%s leaves something to static-units, which doesn't have %s", path, room)
		}
	}
	if skips < 3 {
		t.Errorf("only %d files were found", skips)
	}
}

// alone fails for what is started in a room, in its tests as well if they are run, and in what it uses.
func alone(t *testing.T, room string, tested bool, seen map[string]bool) {
	if seen[room] && !tested {
		return
	}
	seen[room] = true
	paths, err := filepath.Glob(filepath.Join("..", room, "*.go"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no room %s: %v", room, err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") && !tested {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, what := range started(file) {
			t.Errorf("%s: %s, so %s is to be tried with the race detector", path, what, room)
		}
		for _, i := range file.Imports {
			used, ours := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), "lectern/")
			if ours && typesOnly[used] == nil && used != room {
				alone(t, used, false, seen)
			}
		}
	}
}

// started says what a file does beside something else: goroutines, tests beside each other, servers, stores.
func started(file *ast.File) (all []string) {
	for _, i := range file.Imports {
		if path := strings.Trim(i.Path.Value, `"`); slices.Contains([]string{"net/http", "net/http/httptest", "golang.org/x/sync/errgroup"}, path) {
			all = append(all, "it uses "+path)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			all = append(all, "it starts a goroutine")
		case *ast.SelectorExpr:
			if slices.Contains([]string{"Go", "Parallel", "AfterFunc", "RunParallel"}, n.Sel.Name) {
				all = append(all, "it calls "+n.Sel.Name)
			} else if of, ok := n.X.(*ast.Ident); ok && typesOnly["backend/"+of.Name] != nil && typesOnly["backend/"+of.Name].MatchString(n.Sel.Name) {
				all = append(all, "it calls "+of.Name+"."+n.Sel.Name)
			}
		}
		return true
	})
	return all
}
