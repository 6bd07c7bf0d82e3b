package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"lectern/backend/ingest/pdftest"
	"lectern/backend/racetest"
)

// contents of a folder, file by file.
func contents(t *testing.T, dir string) string {
	t.Helper()
	var out strings.Builder
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		out.WriteString(path + "\n")
		if e.Type().IsRegular() {
			raw, err := os.ReadFile(path)
			out.Write(raw)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func put(t *testing.T, path string, data []byte) string {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, data, 0o644)); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestNoCommandTouchesSomebodyElsesFolder(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	put(t, filepath.Join(b.home, "files", "thesis.docx"), []byte("x"))
	put(t, filepath.Join(b.home, "library.db"), nil)
	before := contents(t, b.home)
	for _, args := range [][]string{{"list"}, {"doctor"}, {"doctor", "--rebuild"}, {"doctor", "--empty-quarantine"}, {"add", b.home}, {"ask", "why?"}, {"search", "x"}, {"serve"}, {"remove", "x", "--wipe"}, {"embed"}, {"runs"}} {
		code, out, errs := b.run(args...)
		if code != ExitFailed || !strings.Contains(out+errs, "not Lectern's") || !strings.Contains(out+errs, "--home") {
			t.Errorf("%v: %d %q %q", args, code, out, errs)
		}
		if contents(t, b.home) != before {
			t.Fatalf("%v changed the folder", args)
		}
	}
}

func TestALostLibraryIsSaidAndRebuilt(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	dir := t.TempDir()
	put(t, filepath.Join(dir, "Lease.pdf"), pdftest.Text("The notice period is three months."))
	put(t, filepath.Join(dir, "Manual.pdf"), pdftest.Text("Press the green button."))
	b.must("add", dir)
	b.must("--workspace", "Private", "add", filepath.Join(dir, "Lease.pdf"))
	b.must("info", "Lease", "--title", "My own title", "--add-tag", "home")
	db := filepath.Join(b.home, "library.db")
	for name, lose := range map[string]func() error{
		"missing": func() error { return os.Remove(db) },
		"empty":   func() error { return os.Truncate(db, 0) },
		"cut":     func() error { return os.Truncate(db, 20_000) },
		"noise":   func() error { return os.WriteFile(db, []byte(strings.Repeat("noise", 9999)), 0o600) },
	} {
		if racetest.Detector && name != "cut" { // the rest is the store's, whose tests have them all
			continue
		}
		if err := lose(); err != nil {
			t.Fatal(err)
		}
		files := contents(t, filepath.Join(b.home, "files"))
		for _, args := range [][]string{{"list"}, {"doctor"}, {"search", "notice"}, {"ask", "What is the notice period?"}, {"remove", "Lease"}, {"tables", "Lease"}, {"runs"}} {
			code, out, errs := b.run(args...)
			if code != ExitFailed || !strings.Contains(out+errs, "doctor --rebuild") {
				t.Errorf("%s, %v: %d %q %q", name, args, code, out, errs)
			}
		}
		if contents(t, filepath.Join(b.home, "files")) != files {
			t.Fatalf("%s: files were changed", name)
		}
		if out := b.must("doctor", "--rebuild"); !strings.Contains(out, "rebuilt from 2 PDFs") {
			t.Errorf("%s: %q", name, out)
		}
		if out := b.must("list"); !strings.Contains(out, "Lease") || !strings.Contains(out, "Manual") {
			t.Errorf("%s: %q", name, out)
		}
		if out := b.must("--workspace", "Private", "list"); !strings.Contains(out, "Lease") || strings.Contains(out, "Manual") {
			t.Errorf("%s: %q", name, out)
		}
		if out := b.must("info", "Lease"); !strings.Contains(out, "My own title") || !strings.Contains(out, "home") {
			t.Errorf("%s: %q", name, out)
		}
		if out := b.must("search", "notice period"); !strings.Contains(out, "three months") {
			t.Errorf("%s: %q", name, out)
		}
		if contents(t, filepath.Join(b.home, "files")) != files {
			t.Errorf("%s: files are others after the rebuild", name)
		}
	}
	out := b.must("doctor")
	if !strings.Contains(out, "Quarantine") || !strings.Contains(out, filepath.Join(b.home, "quarantine")) {
		t.Errorf("%q", out)
	}
	if out := b.must("doctor", "--empty-quarantine"); strings.Contains(out, "Quarantine:") {
		t.Errorf("%q", out)
	}
}

// What is no file is refused at once, and never keeps the others waiting.
func TestWhatIsNoFileIsASentenceAtOnce(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no pipes among the files")
	}
	b := newBench(t)
	dir := t.TempDir()
	pipe, socket, loop, dangling := filepath.Join(dir, "pipe.pdf"), filepath.Join(dir, "socket.pdf"), filepath.Join(dir, "loop"), filepath.Join(dir, "gone.pdf")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := errors.Join(mkfifo(pipe), os.Symlink(dir, loop), os.Symlink("/nowhere/at all", dangling)); err != nil {
		t.Fatal(err)
	}
	good := put(t, filepath.Join(dir, "Lease.pdf"), pdftest.Text("The notice period is three months."))
	began := time.Now()
	for path, says := range map[string]string{pipe: "is a pipe", socket: "is a socket", "/dev/zero": "is a device", dangling: "is not there"} {
		code, _, errs := b.run("add", path)
		if code != ExitFailed || !strings.Contains(errs, says) {
			t.Errorf("%s: %d %q", path, code, errs)
		}
	}
	if code, out, _ := b.run("add", pipe, pipe+".", "/dev/zero", good); code != ExitSome || !strings.Contains(out, "✓ Lease") {
		t.Errorf("beside a file: %d %q", code, out)
	}
	if out := b.must("--workspace", "Linked", "add", loop); !strings.Contains(out, "✓ Lease") { // a link to a folder leads into it, once
		t.Errorf("%q", out)
	}
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("it took %v", took)
	}
}

func TestAFolderThatMayNotBeReadIsBlamedAlone(t *testing.T) {
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		t.Skip("everything may be read here")
	}
	b := newBench(t)
	dir := t.TempDir()
	closed := filepath.Join(dir, "closed")
	if err := os.Mkdir(closed, 0); err != nil {
		t.Fatal(err)
	}
	code, _, errs := b.run("add", closed, filepath.Join(dir, "none.pdf"))
	for _, line := range strings.Split(strings.TrimSpace(errs), "\n") {
		if strings.Contains(line, "closed") == strings.Contains(line, "none") {
			t.Errorf("%d: %q", code, line)
		}
	}
}

func TestNoPathAtAllIsASentence(t *testing.T) {
	b := newBench(t)
	if code, _, errs := b.run("add", "", " "); code != ExitFailed || !strings.Contains(errs, "no path") {
		t.Errorf("%d %q", code, errs)
	}
}

func TestAFolderWithoutPDFsIsBlamedAlone(t *testing.T) {
	b := newBench(t)
	empty, other := t.TempDir(), filepath.Join(t.TempDir(), "none.pdf")
	code, out, _ := b.run("--json", "add", empty, other)
	if code != ExitFailed {
		t.Error(code)
	}
	paths := map[string]bool{}
	for lines := bufio.NewScanner(strings.NewReader(out)); lines.Scan(); {
		var d docLine
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		paths[d.Path] = true
	}
	if len(paths) != 2 || !paths[empty] || !paths[other] {
		t.Errorf("%v", paths)
	}
}

// The program ends within five seconds of being told to, whatever it is doing.
func TestSIGTERMEndsTheProgram(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it has no such signal")
	}
	never, err := net.Listen("tcp", "127.0.0.1:0") // an Ollama that accepts and says nothing
	if err != nil {
		t.Fatal(err)
	}
	defer never.Close()
	dir := t.TempDir()
	for i := range 30 {
		put(t, filepath.Join(dir, string(rune('a'+i))+".pdf"), pdftest.Text(strings.Repeat("Many words. ", 500+i)))
	}
	for _, args := range [][]string{{"add", dir}, {"ask", "Why?"}, {"serve"}, {"doctor"}, {"embed"}} {
		b := newBench(t)
		b.must("list")
		b.host = never.Addr().String()
		c := b.command(args...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		select {
		case <-ended: // it was faster
			continue
		case <-time.After(700 * time.Millisecond):
		}
		began := time.Now()
		if err := c.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		select {
		case <-ended:
		case <-time.After(20 * time.Second):
			_ = c.Process.Kill()
			<-ended
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%v took %v to end", args, took)
		}
		b.host = "127.0.0.1:9"
		b.must("list")
	}
}

func TestRemovingAndWipingLeavesNoWordOnTheDisk(t *testing.T) {
	b := newBench(t)
	dir := t.TempDir()
	b.must("add", put(t, filepath.Join(dir, "Secret.pdf"), pdftest.Text("The password is swordfish and nobody may know it.")),
		put(t, filepath.Join(dir, "Other.pdf"), pdftest.Text(strings.Repeat("The herring swims. ", 300))))
	if !strings.Contains(contents(t, b.home), "swordfish") {
		t.Fatal("it can't be found in the first place")
	}
	b.must("remove", "--wipe", "Secret")
	if strings.Contains(contents(t, b.home), "swordfish") {
		t.Error("a word of it is left")
	}
	if out := b.must("search", "herring"); !strings.Contains(out, "herring") {
		t.Errorf("%q", out)
	}
}
