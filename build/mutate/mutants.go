package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// mutant is one change of the reader: a condition that is always so or never, or a step that is left out.
type mutant struct {
	ID    int
	File  string
	Line  int
	Func  string
	What  string
	Force bool
}

// edit puts something into a file.
type edit struct {
	at   int
	text string
	rank int // of those at one place, the order in which they stand
}

// mutator changes a file so that each mutant in it can be switched on.
type mutator struct {
	fset    *token.FileSet
	src     []byte
	file    string
	fn      string
	edits   []edit
	mutants *[]mutant
}

// overlay writes the changed reader, with what tries it, and the list by which the compiler takes it in place of the
// reader itself.
func overlay(dir string) ([]mutant, error) {
	files, err := filepath.Glob(room + "/*.go")
	if err != nil {
		return nil, err
	}
	var mutants []mutant
	replace := map[string]string{}
	add := func(path, text string) error {
		abs, err := filepath.Abs(path)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, strings.ReplaceAll(path, "/", "_"))
		replace[abs] = to
		return os.WriteFile(to, []byte(text), 0o600)
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		m := &mutator{fset: token.NewFileSet(), src: src, file: filepath.Base(path), mutants: &mutants}
		tree, err := parser.ParseFile(m.fset, path, src, 0)
		if err != nil {
			return nil, err
		}
		for _, d := range tree.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				m.fn = fn.Name.Name
				m.block(fn.Body)
			}
		}
		if err := add(path, m.changed()); err != nil {
			return nil, err
		}
	}
	if err := add(room+"/mutants.go", fmt.Sprintf(switches, len(mutants)+1)); err != nil {
		return nil, err
	}
	if err := add("backend/ingest/mutants_test.go", driver); err != nil {
		return nil, err
	}
	raw, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	return mutants, os.WriteFile(filepath.Join(dir, "overlay.json"), raw, 0o600)
}

func (m *mutator) changed() string {
	slices.SortStableFunc(m.edits, func(a, b edit) int {
		if a.at != b.at {
			return a.at - b.at
		}
		return a.rank - b.rank
	})
	var b strings.Builder
	last := 0
	for _, e := range m.edits {
		b.Write(m.src[last:e.at])
		b.WriteString(e.text)
		last = e.at
	}
	b.Write(m.src[last:])
	return b.String()
}

// mutant notes one, and gives its number.
func (m *mutator) mutant(n ast.Node, what string, force bool) int {
	at := m.fset.Position(n.Pos())
	text := strings.Join(strings.Fields(string(m.src[at.Offset:m.fset.Position(n.End()).Offset])), " ")
	if len(text) > 110 {
		text = text[:110] + "…"
	}
	id := len(*m.mutants) + 1
	*m.mutants = append(*m.mutants, mutant{ID: id, File: m.file, Line: at.Line, Func: m.fn, What: what + " " + text, Force: force})
	return id
}

// wrap puts a switch around an expression or a statement; outer ones must be wrapped before those in them.
func (m *mutator) wrap(n ast.Node, before, after string) {
	k := len(m.edits)
	m.edits = append(m.edits, edit{m.fset.Position(n.Pos()).Offset, before, k}, edit{m.fset.Position(n.End()).Offset, after, -k})
}

func (m *mutator) force(e ast.Expr, what string, v bool) {
	m.wrap(e, fmt.Sprintf("mutate(%d, ", m.mutant(e, what, v)), ")")
}

// block looks for rules in statements, from the outside in.
func (m *mutator) block(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch s := n.(type) {
		case *ast.IfStmt:
			m.force(s.Cond, "never", false)
		case *ast.SwitchStmt:
			if s.Tag == nil {
				for _, c := range s.Body.List {
					for _, e := range c.(*ast.CaseClause).List {
						m.force(e, "never", false)
					}
				}
			}
		case *ast.BlockStmt:
			m.steps(s.List)
		case *ast.CaseClause:
			m.steps(s.Body)
		case *ast.BinaryExpr:
			if s.Op == token.LAND || s.Op == token.LOR {
				for _, e := range []ast.Expr{s.X, s.Y} {
					if b, ok := e.(*ast.BinaryExpr); !ok || b.Op != s.Op {
						m.force(e, "without", s.Op == token.LAND)
					}
				}
			}
		}
		return true
	})
}

// steps are statements that may be left out.
func (m *mutator) steps(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt:
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue
			}
		default:
			continue
		}
		m.wrap(s, fmt.Sprintf("if !mutate(%d, false) { ", m.mutant(s, "skip", true)), " }")
	}
}
