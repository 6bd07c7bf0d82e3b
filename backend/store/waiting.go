package store

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	bolt "go.etcd.io/bbolt"
)

// Waiting are the files that wait to be added to a workspace, in their order: they outlive the program.
type Waiting struct {
	settings *Settings
	key      string
}

// WaitingFiles is what is kept of them.
type WaitingFiles struct {
	Paused bool          `json:"paused"`
	Files  []WaitingFile `json:"files"`
}

// WaitingFile is one of them. What opens it is never kept.
type WaitingFile struct {
	Path   string `json:"path"`             // where the person has it, or what the browser calls it
	Folder string `json:"folder,omitempty"` // the group that it goes to
	Upload string `json:"upload,omitempty"` // its bytes below incoming/, if a browser handed them over
}

const waitingPrefix = "waiting/"

// Get reads them.
func (w *Waiting) Get() (files WaitingFiles, err error) { return files, w.settings.Get(w.key, &files) }

// Save keeps them in place of those that were kept.
func (w *Waiting) Save(files WaitingFiles) error { return w.settings.Save(w.key, files) }

// Upload is the place below incoming/ of a file that lies there; "" if it lies elsewhere.
func (in *Incoming) Upload(path string) string {
	upload, err := filepath.Rel(in.folder, path)
	if err != nil || !filepath.IsLocal(upload) || filepath.Dir(upload) == "." {
		return ""
	}
	return filepath.ToSlash(upload)
}

// UploadPath is the path of a file that Upload named.
func (in *Incoming) UploadPath(upload string) string {
	return filepath.Join(in.folder, filepath.FromSlash(upload))
}

// Remove removes the folder of an upload.
func (in *Incoming) Remove(upload string) error {
	folder, _, _ := strings.Cut(upload, "/")
	if !strings.HasPrefix(folder, in.prefix) || !filepath.IsLocal(folder) {
		return nil // it is none of ours
	}
	return os.RemoveAll(filepath.Join(in.folder, folder))
}

// waitedFor are the folders in incoming/ with files that wait to be added to any workspace.
func (s *Store) waitedFor() (map[string]bool, error) {
	folders := map[string]bool{}
	err := s.docs.view(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte("settings"))
		if b == nil {
			return nil
		}
		c := b.Cursor()
		for k, raw := c.Seek([]byte(waitingPrefix)); bytes.HasPrefix(k, []byte(waitingPrefix)); k, raw = c.Next() {
			var files WaitingFiles
			if err := json.Unmarshal(raw, &files); err != nil {
				return err
			}
			for _, f := range files.Files {
				if folder, _, ok := strings.Cut(f.Upload, "/"); ok {
					folders[folder] = true
				}
			}
		}
		return nil
	})
	return folders, err
}
