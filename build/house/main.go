// Command house measures how the program is laid out: lines by room, comments, exported names, and functions with many
// branches. A branch is an if, a loop, a case, && or ||, as cyclomatic complexity counts them (McCabe, "A Complexity
// Measure", 1976), without the one that every function has.
//
//	go run ./build/house [-functions] [DIR]
package main

import (
	"bufio"
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

const many, tooMany = 15, 25 // branches

// room is a folder's measures.
type room struct {
	name                           string
	product, kit, tests, page      int // lines
	comments, exported, over, past int
}

type function struct {
	name     string
	branches int
}

func main() {
	functions := flag.Bool("functions", false, "name the functions with many branches")
	flag.Parse()
	if err := run(cmp.Or(flag.Arg(0), "."), *functions); err != nil {
		fmt.Fprintln(os.Stderr, "house:", err)
		os.Exit(1)
	}
}

func run(dir string, name bool) error {
	rooms := map[string]*room{}
	var long []function
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (e.Name() == "node_modules" || e.Name() == "dist" || strings.HasPrefix(e.Name(), ".") && path != dir):
			return filepath.SkipDir
		case e.IsDir():
			return nil
		}
		relative, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		at := filepath.ToSlash(filepath.Dir(relative))
		if strings.HasPrefix(at, "frontend") {
			at = "frontend"
		}
		if rooms[at] == nil {
			rooms[at] = &room{name: at}
		}
		found, err := rooms[at].add(path, at)
		long = append(long, found...)
		return err
	})
	if err != nil {
		return err
	}
	print(rooms)
	slices.SortFunc(long, func(a, b function) int { return b.branches - a.branches })
	for _, f := range long {
		if name {
			fmt.Printf("%4d %s\n", f.branches, f.name)
		}
	}
	return nil
}

// add counts a file.
func (r *room) add(path, at string) ([]function, error) {
	switch ext := filepath.Ext(path); {
	case at == "frontend" && (ext == ".ts" || ext == ".svelte" || ext == ".css"):
		n, err := lines(path)
		if strings.Contains(path, ".test.") {
			r.tests += n
		} else {
			r.page += n
		}
		return nil, err
	case at == "frontend" && ext == ".mjs":
		n, err := lines(path)
		r.tests += n
		return nil, err
	case ext != ".go":
		return nil, nil
	}
	n, err := lines(path)
	if err != nil {
		return nil, err
	}
	switch {
	case strings.HasSuffix(path, "_test.go"):
		r.tests += n
		return nil, nil
	case strings.Contains(at+"/", "test/"), strings.HasPrefix(at, "build"):
		r.kit += n
		return nil, nil
	}
	r.product += n
	return r.read(path)
}

// read counts what a file of the product declares.
func (r *room) read(path string) (long []function, err error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	for _, c := range file.Comments {
		r.comments += set.Position(c.End()).Line - set.Position(c.Pos()).Line + 1
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() {
				r.exported++
			}
			if n := branches(d); n > many {
				r.over++
				if n > tooMany {
					r.past++
				}
				long = append(long, function{r.name + "." + d.Name.Name, n})
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				r.exported += exported(s)
			}
		}
	}
	return long, nil
}

func exported(s ast.Spec) (n int) {
	switch s := s.(type) {
	case *ast.TypeSpec:
		if s.Name.IsExported() {
			n++
		}
	case *ast.ValueSpec:
		for _, name := range s.Names {
			if name.IsExported() {
				n++
			}
		}
	}
	return n
}

func branches(f *ast.FuncDecl) (n int) {
	ast.Inspect(f, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.CommClause:
			n++
		case *ast.CaseClause:
			if x.List != nil {
				n++
			}
		case *ast.BinaryExpr:
			if x.Op == token.LAND || x.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}

func lines(path string) (n int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	s := bufio.NewScanner(file)
	s.Buffer(nil, 16<<20)
	for s.Scan() {
		n++
	}
	return n, s.Err()
}

func print(rooms map[string]*room) {
	all := room{name: "all"}
	names := make([]*room, 0, len(rooms))
	for _, r := range rooms {
		if r.product+r.kit+r.tests+r.page > 0 {
			names = append(names, r)
		}
		all.product, all.kit, all.tests, all.page = all.product+r.product, all.kit+r.kit, all.tests+r.tests, all.page+r.page
		all.comments, all.exported, all.over, all.past = all.comments+r.comments, all.exported+r.exported, all.over+r.over, all.past+r.past
	}
	slices.SortFunc(names, func(a, b *room) int { return cmp.Compare(a.name, b.name) })
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "room\tproduct\tkits\ttests\tpage\tcomments\texported\tover %d branches\tover %d\n", many, tooMany)
	for _, r := range append(names, &all) {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%.1f %%\t%d\t%d\t%d\n", r.name, r.product, r.kit, r.tests, r.page,
			100*float64(r.comments)/float64(max(1, r.product)), r.exported, r.over, r.past)
	}
	w.Flush()
}
