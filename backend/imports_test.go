package backend

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// rooms are the packages from the roof to the cellar. A room may import those of the lines below its own, never one
// beside or above it; the exceptions are named.
var rooms = [][]string{
	{"."},
	{"cli"},
	{"cli/beside", "cli/serve", "cli/window"},
	{"cli/page"},
	{"backend/app"},
	{"backend/export"},
	{"backend/runs", "backend/library"},
	{"backend/models"},
	{"backend/graph/analyst", "backend/graph/chat", "backend/graph/research", "backend/graph/checked", "backend/graph/report"},
	{"backend/evidence"},
	{"backend/eval", "backend/ingest", "backend/graph/whole"},
	{"backend/graph/rag", "backend/ingest/table"},
	{"backend/proof", "backend/facts"},
	{"backend/proof/figures", "backend/sheet", "backend/ingest/metadata"},
	{"backend/cells"},
	{"backend/store", "backend/llm", "backend/web", "backend/pdfout", "backend/graph", "backend/ingest/layout"},
	{"backend/ingest/pdf", "backend/address"},
	{"backend/store/keyword", "backend/store/vector"},
	{"backend/text", "backend/fault"},
	{"backend/decimal", "backend/formula", "backend/tuning"},
	{"backend/messages"},
	{"frontend"},
}

// own says which packages nobody but the named ones may import.
var own = map[string][]string{
	"github.com/wailsapp/wails/v2":        {"cli/window"},
	"github.com/ollama/ollama":            {"backend/llm", "backend/llm/llmtest"},
	"github.com/pkg/browser":              {"cli/window"},
	"go.etcd.io/bbolt":                    {"backend/store", "backend/store/vector"},
	"github.com/gofrs/flock":              {"backend/store"},
	"github.com/philippgille/chromem-go":  {"backend/store/vector"},
	"github.com/klippa-app/go-pdfium":     {"backend/ingest/pdf"},
	"github.com/ledongthuc/pdf":           {"backend/ingest/pdf"},
	"github.com/cockroachdb/apd/v3":       {"backend/decimal", "backend/formula", "backend/tuning"},
	"github.com/tetratelabs/wazero":       {"backend/ingest/pdf"},
	"codeberg.org/go-pdf/fpdf":            {"backend/pdfout"},
	"github.com/yuin/goldmark":            {"backend/pdfout", "backend/export"},
	"github.com/xuri/excelize/v2":         {"backend/sheet"},
	"github.com/modelcontextprotocol":     {"backend/web"},
	"golang.org/x/text/language":          {"backend/text", "backend/messages"},
	"github.com/blevesearch/snowballstem": {"backend/text"},
	"golang.org/x/net":                    {"backend/web", "backend/address"},
}

func level(room string) int {
	return slices.IndexFunc(rooms, func(line []string) bool { return slices.Contains(line, room) })
}

func TestImportsPointDown(t *testing.T) {
	checked := 0
	err := filepath.WalkDir("..", func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			if name := e.Name(); name == "node_modules" || path == "../build" || strings.HasPrefix(name, ".") && name != ".." {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		room := filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), "../"))
		if filepath.Dir(path) == ".." {
			room = "."
		}
		if strings.Contains(room+"/", "test/") || room == "backend" { // suites and fakes for tests
			return nil
		}
		if level(room) < 0 {
			t.Errorf("%s: the room %s has no place among the rooms", path, room)
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, i := range file.Imports {
			name, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			checked++
			if inner, ok := strings.CutPrefix(name, "lectern/"); ok && level(inner) <= level(room) {
				t.Errorf("%s imports %s, which is not below it", path, inner)
			}
			for library, allowed := range own {
				if (name == library || strings.HasPrefix(name, library+"/")) && !slices.Contains(allowed, room) {
					t.Errorf("%s imports %s; only %s may", path, name, strings.Join(allowed, ", "))
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if checked < 100 {
		t.Errorf("only %d imports were checked", checked)
	}
}
