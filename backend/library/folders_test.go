package library

import (
	"os"
	"path/filepath"
	"testing"
)

// alone are files that go to no group.
func alone(paths ...string) (files []File) {
	for _, path := range paths {
		files = append(files, File{Path: path})
	}
	return files
}

// foldered are the groups of the documents, by name.
func (x *shelf) foldered() map[string]string {
	out := map[string]string{}
	for _, d := range x.list() {
		out[d.Name] = d.Folder
	}
	return out
}

func TestWhatIsAddedWithAFolderStandsInItsGroup(t *testing.T) {
	x := newShelf(t, nil)
	dir := filepath.Join(x.dir, "Filings")
	if err := os.MkdirAll(filepath.Join(dir, "2018"), 0o700); err != nil {
		t.Fatal(err)
	}
	x.file("Filings/Annual.pdf", "annual")
	x.file("Filings/2018/Quarter.pdf", "quarter")
	lone := x.file("Lone.pdf", "lone")
	files, err := Files(t.Context(), []string{dir, lone, filepath.Join(dir, "Annual.pdf")})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if d, err := x.AddWith(t.Context(), file, ""); err != nil || d.State != Ready {
			t.Fatalf("%+v %v", d, err)
		}
	}
	want := map[string]string{"Annual": "Filings", "Quarter": "Filings/2018", "Lone": ""}
	for name, folder := range want {
		if got := x.foldered()[name]; got != folder {
			t.Errorf("%s stands in %q, not %q", name, got, folder)
		}
	}
	var ids []string
	for _, d := range x.list() {
		if d.Folder != "Filings/2018" {
			ids = append(ids, d.ID)
		}
	}
	if err := x.Move(ids, " Mine / ../ here "); err != nil {
		t.Fatal(err)
	}
	if got := x.foldered(); got["Lone"] != "Mine/here" || got["Annual"] != "Mine/here" || got["Quarter"] != "Filings/2018" {
		t.Errorf("moved: %v", got)
	}
	if _, err := x.Reread(t.Context(), ids[0]); err != nil {
		t.Fatal(err)
	}
	if got := x.foldered()["Annual"]; got != "Mine/here" {
		t.Errorf("read anew: %v", got)
	}
	if err := x.Move([]string{ids[0], "nobody"}, "Elsewhere"); err == nil || x.foldered()["Annual"] != "Mine/here" {
		t.Errorf("with one that isn't there: %v, %v", err, x.foldered())
	}
}
