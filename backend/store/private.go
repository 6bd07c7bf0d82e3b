package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// MakeFolder makes a folder, and those above it, that only this person can look into, whatever the umask says.
func MakeFolder(path string) error {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return err
	}
	return os.Chmod(path, 0o700)
}

// WriteFile replaces a file in one go, and has it on the disk when it returns. Only this person can read it.
func WriteFile(path string, data []byte) error {
	f, err := os.OpenFile(path+half, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(0o600)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(path+half, path)
	}
	if err != nil {
		return errors.Join(DiskError(err), os.Remove(path+half))
	}
	return syncFolder(filepath.Dir(path))
}

// syncFolder has what was renamed or removed in a folder on the disk. Systems that can't do that need it not.
func syncFolder(path string) error {
	if os.PathSeparator != '/' {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// private makes everything of the program's in the data folder readable for this person alone.
func private(home string) error {
	if os.PathSeparator != '/' {
		return nil // access goes by the folder's owner there
	}
	errs := []error{os.Chmod(home, 0o700)}
	for _, name := range []string{filesName, incomingName, quarantineName, restoringName, "log", reportsName, "cache", markName, lockName, runningName, "library.db", "chats.db", "checkpoints.db"} {
		err := filepath.WalkDir(filepath.Join(home, name), func(path string, e fs.DirEntry, err error) error {
			if errors.Is(err, os.ErrNotExist) {
				return nil
			} else if err != nil {
				return errors.Join(os.Chmod(path, 0o700), err)
			}
			info, err := e.Info()
			if err != nil || !e.IsDir() && !e.Type().IsRegular() {
				return nil
			}
			want := fs.FileMode(0o600)
			if e.IsDir() {
				want = 0o700
			}
			if info.Mode().Perm() != want {
				return os.Chmod(path, want)
			}
			return nil
		})
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
