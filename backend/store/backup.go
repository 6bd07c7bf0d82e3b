package store

import (
	"archive/zip"
	"compress/flate"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"

	"lectern/backend/messages"
)

// Backup is what a backup holds. It is a zip file of what a data folder can't make anew:
//
//	library.db, chats.db, checkpoints.db   each as it was in one moment
//	files/ID.pdf                           the documents' bytes
//	reports/                               what research reports were written into
//	lectern-backup.json                    this, as the last entry
type Backup struct {
	Name          string       `json:"name"`
	Version       int          `json:"version"` // of the layout above
	Format        int          `json:"format"`  // of the data folder
	By            string       `json:"by"`      // the program's version
	Made          time.Time    `json:"made"`
	Documents     int          `json:"documents"`
	Conversations int          `json:"conversations"`
	Missing       int          `json:"missing"` // documents whose PDF was lost or damaged before
	Files         []BackupFile `json:"files"`
}

// BackupFile is a file of a backup.
type BackupFile struct {
	Path   string `json:"path"` // in the data folder, with slashes
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Bytes is how large everything in it is.
func (b *Backup) Bytes() (n int64) {
	for _, f := range b.Files {
		n += f.Bytes
	}
	return n
}

const (
	backupText    = "Lectern backup"
	backupVersion = 1
	backupMark    = "lectern-backup.json"
	reportsName   = "reports" // of research, see runs
)

// databaseNames are the databases of a data folder.
var databaseNames = []string{"library.db", "chats.db", "checkpoints.db"}

var errRebuilding = messages.Error("backup.rebuilding")

// Progress hears how many bytes are done, and of how many.
type Progress func(done, of int64)

// Backup writes a backup while the program goes on; `by` is the program's version. What a person removed isn't in it, and
// a document that is removed meanwhile is.
func (s *Store) Backup(ctx context.Context, to io.Writer, by string, tell Progress) (_ *Backup, err error) {
	if s.Rebuilding() {
		return nil, errRebuilding
	}
	for _, d := range s.databases() {
		if d.removed() {
			if err := d.compact(); err != nil {
				return nil, err
			}
		}
	}
	ctx, done, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, done()) }()
	archive := zip.NewWriter(to)
	archive.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) })
	w := &backupWriter{ctx: ctx, zip: archive, tell: tell, to: &Backup{
		Name: backupText, Version: backupVersion, Format: format, By: by, Made: time.Now().UTC().Truncate(time.Second), Files: []BackupFile{},
	}}
	if err := s.back(w); err != nil {
		return nil, DiskError(err)
	}
	raw, err := json.MarshalIndent(w.to, "", " ")
	if err == nil {
		err = w.mark(raw)
	}
	return w.to, DiskError(errors.Join(err, archive.Close()))
}

// begin has Close wait for a copy, which ends then. Until the end files stay that are removed.
func (s *Store) begin(ctx context.Context) (context.Context, func() error, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.closing:
		return nil, nil, bolt.ErrDatabaseNotOpen
	default:
	}
	s.work.Add(1)
	s.copies++
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		select {
		case <-s.closing:
			cancel()
		case <-ended:
		}
	}()
	return ctx, func() error {
		defer s.work.Done()
		close(ended)
		cancel()
		return s.unlinkLater()
	}, nil
}

func (s *Store) back(w *backupWriter) error {
	var owned []string
	err := s.docs.snapshot(func(docs *bolt.Tx) error {
		return s.chats.snapshot(func(chats *bolt.Tx) error {
			return s.Checkpoints.db.snapshot(func(checkpoints *bolt.Tx) error {
				ids, _, err := ownersIn(docs)
				if err != nil {
					return err
				}
				owned = slices.Sorted(maps.Keys(ids))
				if w.to.Conversations, err = conversationsIn(chats); err != nil {
					return err
				}
				w.to.Documents = len(owned)
				if err := s.measure(w, owned, docs.Size()+chats.Size()+checkpoints.Size()); err != nil {
					return err
				}
				for i, tx := range []*bolt.Tx{docs, chats, checkpoints} {
					if err := w.add(databaseNames[i], zip.Deflate, func(to io.Writer) error { _, err := tx.WriteTo(to); return err }); err != nil {
						return err
					}
				}
				return nil
			})
		})
	})
	if err != nil {
		return err
	}
	for _, id := range owned {
		if err := w.document(s.filePath(id), id); err != nil {
			return err
		}
	}
	return w.reports(filepath.Join(s.home, reportsName))
}

// measure adds up what there will be to write.
func (s *Store) measure(w *backupWriter, owned []string, databases int64) error {
	w.of = databases
	for _, id := range owned {
		if info, err := os.Lstat(s.filePath(id)); err == nil {
			w.of += info.Size()
		}
	}
	return WalkFiles(filepath.Join(s.home, reportsName), func(_ string, size int64) error {
		w.of += size
		return nil
	})
}

// WalkFiles visits the files below a folder, which need not be there. Links aren't followed.
func WalkFiles(folder string, visit func(path string, size int64) error) error {
	return filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		} else if err != nil || !e.Type().IsRegular() {
			return err
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		} else if err != nil {
			return err
		}
		return visit(path, info.Size())
	})
}

func conversationsIn(chats *bolt.Tx) (n int, err error) {
	err = eachLibrary(chats, func(_ string, b buckets) error {
		return b.get("conversations").ForEach(func(_, _ []byte) error { n++; return nil })
	})
	return n, err
}

// backupWriter writes the entries of a backup, and notes them.
type backupWriter struct {
	ctx      context.Context
	zip      *zip.Writer
	to       *Backup
	tell     Progress
	done, of int64
}

func (w *backupWriter) mark(raw []byte) error {
	entry, err := w.zip.CreateHeader(&zip.FileHeader{Name: backupMark, Method: zip.Deflate, Modified: w.to.Made})
	if err == nil {
		_, err = entry.Write(raw)
	}
	return err
}

// document adds a PDF. One that is lost, or isn't what its name says, is counted: the rest is worth a backup all the same.
func (w *backupWriter) document(path, id string) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		w.to.Missing++
		return nil
	} else if err != nil {
		return err
	}
	defer f.Close()
	if err := w.add(filesName+"/"+filepath.Base(path), zip.Store, func(to io.Writer) error { _, err := io.Copy(to, f); return err }); err != nil {
		return err
	}
	if !strings.HasPrefix(w.to.Files[len(w.to.Files)-1].SHA256, id) {
		w.to.Missing++
	}
	return nil
}

func (w *backupWriter) reports(folder string) error {
	return WalkFiles(folder, func(path string, _ int64) error {
		within, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		f, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil // removed meanwhile
		} else if err != nil {
			return err
		}
		defer f.Close()
		return w.add(reportsName+"/"+filepath.ToSlash(within), zip.Deflate, func(to io.Writer) error { _, err := io.Copy(to, f); return err })
	})
}

func (w *backupWriter) add(name string, method uint16, write func(io.Writer) error) error {
	entry, err := w.zip.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: w.to.Made})
	if err != nil {
		return err
	}
	m := &meter{ctx: w.ctx, to: entry, sum: sha256.New(), told: func(n int64) {
		w.done += n
		w.tell(min(w.done, w.of), w.of)
	}}
	if err := write(m); m.failed != nil { // bbolt says it in words of its own
		return m.failed
	} else if err != nil {
		return err
	}
	w.to.Files = append(w.to.Files, BackupFile{name, m.n, hex.EncodeToString(m.sum.Sum(nil))})
	return nil
}

// meter hands bytes on, adds them up and tells of them, until its context ends.
type meter struct {
	ctx  context.Context
	to   io.Writer
	sum  hash.Hash
	n    int64
	told func(int64)

	failed error
}

func (m *meter) Write(p []byte) (int, error) {
	if m.ctx.Err() != nil {
		m.failed = context.Cause(m.ctx)
		return 0, m.failed
	}
	n, err := m.to.Write(p)
	m.failed = err
	m.sum.Write(p[:n])
	m.n += int64(n)
	m.told(int64(n))
	return n, err
}

// BackupTo writes a backup into a file, which is there when it is whole; one that was there is replaced then.
func (s *Store) BackupTo(ctx context.Context, path, by string, tell Progress) (*Backup, error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if within, err := filepath.Rel(s.home, path); err == nil && filepath.IsLocal(within) {
		return nil, messages.Error("backup.inside", messages.Args{"path": path})
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return nil, unwritten(path, err)
	}
	b, err := s.Backup(ctx, f, by, tell)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return nil, errors.Join(unwritten(path, err), os.Remove(f.Name()))
	}
	return b, syncFolder(filepath.Dir(path))
}

// unwritten says what a file system says of a file that is to be written.
func unwritten(path string, err error) error {
	var p *fs.PathError
	if err = DiskError(err); errors.As(err, &p) {
		return messages.Error("backup.unwritten", messages.Args{"path": path, "error": p.Err})
	}
	return err
}
