package store

import "errors"

// ErrLocked is a data folder that another process has open.
var ErrLocked = errors.New("another Lectern is using this data folder; close it or choose another folder with --home")
