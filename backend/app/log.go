package app

import (
	"log/slog"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"
	"gopkg.in/natefinch/lumberjack.v2"

	"lectern/backend/messages"
	"lectern/backend/store"
)

// The log holds what went wrong and how runs ended, with their ids: never a question, an answer or a document's text.
const (
	logMegabytes = 5
	logBackups   = 2
)

// OpenLog opens the log in the data folder, for this person alone.
func OpenLog(home string) (*slog.Logger, error) {
	folder := filepath.Join(home, "log")
	if err := store.MakeFolder(folder); err != nil {
		return nil, messages.Error("app.folder-cannot-be-made", messages.Args{"folder": folder, "error": err})
	}
	return slog.New(slog.NewTextHandler(&lumberjack.Logger{
		Filename: filepath.Join(folder, "lectern.log"), MaxSize: logMegabytes, MaxBackups: logBackups,
	}, nil)), nil
}

// DefaultHome is the data folder where nothing else is said.
func DefaultHome() string { return filepath.Join(xdg.DataHome, "lectern") }

// cacheDir is where the compiled PDF reader is kept: the platform's cache folder, else the data folder. It can be
// deleted at any time.
func cacheDir(home string) string {
	dir := filepath.Join(xdg.CacheHome, "lectern")
	if store.MakeFolder(dir) == nil {
		return dir
	}
	return filepath.Join(home, "cache")
}

// Sentence is an error as it is shown to a person: with a capital letter.
func Sentence(err error) string {
	s := err.Error()
	return strings.ToUpper(s[:1]) + s[1:]
}
