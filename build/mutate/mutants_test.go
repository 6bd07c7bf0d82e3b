package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

func TestConditionsAndStepsGetASwitch(t *testing.T) {
	const src = `package p

func f(a, b, c bool) (n int) {
	if a && (b || c) {
		n = 1
	}
	return n
}
`
	var mutants []mutant
	m := &mutator{fset: token.NewFileSet(), src: []byte(src), file: "p.go", mutants: &mutants}
	tree, err := parser.ParseFile(m.fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	m.block(tree.Decls[0].(*ast.FuncDecl).Body)
	got := m.changed()
	for _, want := range []string{
		"if mutate(1, mutate(2, a) && mutate(3, (mutate(4, b) || mutate(5, c)))) {",
		"if !mutate(6, false) { n = 1 }",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if len(mutants) != 6 || mutants[0].What != "never a && (b || c)" || mutants[1].Force != true || mutants[3].Force != false {
		t.Errorf("%+v", mutants)
	}
}
