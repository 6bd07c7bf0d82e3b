package app

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"lectern/backend/models"
	"lectern/backend/store"
	"lectern/backend/web"
)

// chooser is a Shell in which a person has chosen files.
type chooser struct {
	Shell
	save, open string
	mu         sync.Mutex
	told       []string
	upkeep     []Upkeep
}

func (s *chooser) Browser() bool                   { return false }
func (s *chooser) SaveFile(string) (string, error) { return s.save, nil }
func (s *chooser) ChooseBackup() (string, error)   { return s.open, nil }
func (s *chooser) Emit(name string, data ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.told = append(s.told, name)
	if name == "upkeep" {
		s.upkeep = append(s.upkeep, data[0].(Upkeep))
	}
}

func forPage(t *testing.T, shell Shell) *Core {
	t.Helper()
	core, err := OpenForPage(t.Context(), Config{Home: t.TempDir(), Workspace: "Library", Version: "v1"}, shell)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := core.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := core.Start(); err != nil {
		t.Fatal(err)
	}
	return core
}

func names(t *testing.T, core *Core) (out []string) {
	t.Helper()
	docs, err := core.Library.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range docs {
		out = append(out, d.Name)
	}
	return out
}

func TestABackupIsPutBackWhileThePageIsOpen(t *testing.T) {
	t.Setenv("OLLAMA_HOST", "127.0.0.1:9")
	shell := &chooser{save: filepath.Join(t.TempDir(), "lectern.zip")}
	shell.open = shell.save
	core := forPage(t, shell)
	add(t, core, "Lease", "The notice period is three months.")
	saved, err := core.SaveBackup(t.Context())
	if err != nil || saved.Path != shell.save || saved.Backup.By != "v1" || saved.Backup.Bytes == 0 {
		t.Fatalf("%+v %v", saved, err)
	}
	if last := shell.upkeep[len(shell.upkeep)-1]; last.What != "backup" || last.Done != last.Of || last.Of != saved.Backup.Bytes {
		t.Errorf("told %+v", last)
	}
	if err := core.UseBackup(); err == nil || !strings.Contains(err.Error(), "choose a backup first") {
		t.Errorf("before one was chosen: %v", err)
	}
	add(t, core, "Will", "All goes to the cat.")
	found, err := core.ChooseBackup(t.Context())
	if err != nil || found != saved.Backup {
		t.Fatalf("%+v %v", found, err)
	}
	if now := names(t, core); len(now) != 2 {
		t.Errorf("before it is wanted there is %v", now)
	}
	if err := core.UseBackup(); err != nil {
		t.Fatal(err)
	}
	if now := names(t, core); len(now) != 1 || now[0] != "Lease" {
		t.Errorf("there is %v", now)
	}
	if !slices.Contains(shell.told, "restored") {
		t.Errorf("told %v", shell.told)
	}
	folder, err := core.DataFolder()
	if err != nil || folder.SetAside == 0 || folder.Databases == 0 {
		t.Errorf("%+v %v", folder, err)
	}
	if err := core.EmptyQuarantine(); err != nil {
		t.Fatal(err)
	}
	if folder, _ = core.DataFolder(); folder.SetAside != 0 {
		t.Errorf("%+v", folder)
	}
	if won, err := core.Compact(t.Context()); err != nil || won.After > won.Before || won.After == 0 {
		t.Errorf("%+v %v", won, err)
	}
}

func TestWhatIsUnderWayIsStopped(t *testing.T) {
	shell := &chooser{}
	core := forPage(t, shell)
	err := core.upkeep(t.Context(), "backup", func(ctx context.Context, _ store.Progress) error {
		if err := core.upkeep(ctx, "compact", nil); err == nil || !strings.Contains(err.Error(), "still under way") {
			t.Errorf("two at once: %v", err)
		}
		if err := core.StopUpkeep(); err != nil {
			t.Error(err)
		}
		<-ctx.Done()
		return context.Cause(ctx)
	})
	if err != ErrStopped {
		t.Errorf("it says %v", err)
	}
}

// A file that comes from anywhere says neither where questions go, nor which program is run.
func TestARestoredBackupHasTheAddressesOfThisComputer(t *testing.T) {
	t.Setenv("OLLAMA_HOST", "127.0.0.1:9")
	elsewhere := models.Settings{OllamaHost: "203.0.113.5:11434", EmbedHost: "203.0.113.6:11434", ChatModel: "qwen3:4b", Web: web.Settings{On: true, Program: "evil", SearchTool: "search"}}
	from := t.TempDir()
	s, err := store.Open(from)
	if err == nil {
		err = s.Settings.Save("models", elsewhere)
	}
	path := filepath.Join(t.TempDir(), "lectern.zip")
	if err == nil {
		_, err = s.BackupTo(t.Context(), path, "v1", func(int64, int64) {})
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	config := Config{Home: home, Workspace: "Library"}
	if _, replaced, err := RestoreFolder(t.Context(), config, path, func(int64, int64) {}); err != nil || replaced {
		t.Fatal(err)
	}
	core, err := Open(config)
	if err != nil {
		t.Fatal(err)
	}
	defer core.Close()
	if now := core.Models.Settings(); now.OllamaHost != "" || now.EmbedHost != "" || now.Web.On || now.Web.Program != "" || now.Web.SearchTool != web.Defaults().SearchTool || now.ChatModel != "qwen3:4b" {
		t.Errorf("%+v", now)
	}
}
