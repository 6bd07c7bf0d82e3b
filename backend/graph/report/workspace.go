package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/store"
)

var errEmpty = messages.Error("report.empty-question")

// workspace is where a node works: it writes into the run's folder and notes what went wrong without ending anything.
type workspace struct {
	w      *Workflow
	s      State
	asked  time.Time
	errors []string // of this node
}

func (w *Workflow) desk(s State) *workspace {
	d := &workspace{w: w, s: s, asked: w.Now()}
	if r, err := w.Workspace.Runs.Get(s.Run); err == nil && !r.Asked.IsZero() {
		d.asked = r.Asked
	}
	return d
}

// wrong notes an error, each once, by its key among the messages.
func (d *workspace) wrong(key string, args messages.Args) {
	const longest = 400
	text := shorten(say(d.s).Text(key, args), longest)
	if !slices.Contains(d.s.Errors, text) && !slices.Contains(d.errors, text) {
		d.errors = append(d.errors, text)
	}
}

// all are the state's errors with those of this node.
func (d *workspace) all() []string {
	const most = 60
	out := append(slices.Clone(d.s.Errors), d.errors...)
	if out == nil {
		out = []string{}
	}
	return out[:min(len(out), most)]
}

// question is the file that claims a folder for a run.
type question struct {
	Run      string   `json:"run"`
	Question string   `json:"question"`
	Language string   `json:"language"`
	Model    string   `json:"model"`
	Scope    []string `json:"scope"`
	Asked    string   `json:"asked"`
}

const questionFile = "question.json"

// folder is the run's own, made if need be; "" if that can't be. A run that goes on after a crash finds the one that it
// had, and one that goes on from another run's step gets one of its own.
func (d *workspace) folder() string {
	if d.w.Folder == "" {
		d.wrong("report.no-folder", nil)
		return ""
	}
	name := filepath.Join(d.w.Folder, "session_"+d.asked.Format("20060102-150405"))
	const most = 100
	for n := range most {
		path := name
		if n > 0 {
			path = fmt.Sprintf("%s-%d", name, n+1)
		}
		raw, err := os.ReadFile(filepath.Join(path, questionFile))
		if err == nil {
			var q question
			if json.Unmarshal(raw, &q) == nil && q.Run == d.s.Run {
				return path
			}
			continue
		}
		if !errors.Is(err, os.ErrNotExist) {
			d.wrong("report.folder-unusable", messages.Args{"error": short(err)})
			return ""
		}
		if err := store.MakeFolder(path); err != nil {
			d.wrong("report.folder-unmade", messages.Args{"error": short(err)})
			return ""
		}
		if err := d.put(path, questionFile, question{d.s.Run, d.s.Question, d.s.Code, d.s.Model, rag.NonNil(d.s.Scope), d.asked.Format(time.RFC3339)}); err != nil {
			d.wrong("report.folder-unwritable", messages.Args{"error": short(err)})
			return ""
		}
		return path
	}
	d.wrong("report.folder-many", messages.Args{"name": filepath.Base(name)})
	return ""
}

// short leaves the path out of an error: what happened is enough beside what it was about.
func short(err error) error {
	var at *os.PathError
	if errors.As(err, &at) {
		return fmt.Errorf("%s: %w", filepath.Base(at.Path), at.Err)
	}
	return err
}

// save writes a file of the run: text as it is, anything else as JSON. It says whether it could.
func (d *workspace) save(name string, value any) (path string) {
	folder := d.folder()
	if folder == "" {
		return ""
	}
	if err := d.put(folder, name, value); err != nil {
		d.wrong("report.file-unwritable", messages.Args{"name": name, "error": short(err)})
		return ""
	}
	return filepath.Join(folder, name)
}

// put replaces a file in one go.
func (d *workspace) put(folder, name string, value any) error {
	raw, ok := value.([]byte)
	if !ok {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(value); err != nil {
			return err
		}
		raw = b.Bytes()
	}
	return store.WriteFile(filepath.Join(folder, name), raw)
}

// ownFiles are the files of a run's folder.
var ownFiles = []string{"draft.md", "processed.json", "report.pdf", "report.md", "results.json", "verification-*.json"}

// Delete removes what a run wrote into its folder, and the folder if nothing else lies in it. One that isn't the run's is
// left alone.
func Delete(folder, run string) error {
	raw, err := os.ReadFile(filepath.Join(folder, questionFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	var q question
	if err == nil {
		err = json.Unmarshal(raw, &q)
	}
	if err != nil || q.Run != run {
		return err
	}
	for _, pattern := range ownFiles {
		names, err := filepath.Glob(filepath.Join(escapeGlob(folder), pattern))
		if err != nil {
			return err
		}
		for _, name := range names {
			if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
				return err
			}
		}
	}
	if err := os.Remove(filepath.Join(folder, questionFile)); err != nil { // last: it says whose the rest is
		return err
	}
	_ = os.Remove(folder) // somebody else's files stay in it
	return nil
}

var globLetters = regexp.MustCompile(`[*?\[\\]`)

// escapeGlob makes a path one that only matches itself.
func escapeGlob(path string) string {
	if os.PathSeparator != '/' {
		return path // a backslash separates there; the program's own folders have none of the other letters
	}
	return globLetters.ReplaceAllString(path, `\$0`)
}

// keep saves something beside the run.
func (d *workspace) keep(name string, value any) (rag.ArtifactRef, error) {
	raw, ok := value.([]byte)
	if !ok {
		var err error
		if raw, err = json.Marshal(value); err != nil {
			return rag.ArtifactRef{}, err
		}
	}
	k := rag.ArtifactRef{Run: d.s.Run, Name: name}
	if err := d.w.Workspace.Outputs.Save(k.Run, k.Name, raw); err != nil {
		return rag.ArtifactRef{}, fmt.Errorf("%s: %w", name, err)
	}
	return k, nil
}

// read gets something back that lies beside a run.
func read[T any](w *Workflow, k rag.ArtifactRef) (out T, err error) {
	raw, err := w.Workspace.Outputs.Get(k.Run, k.Name)
	if err == nil {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", k.Name, err)
	}
	return out, err
}
