package frontend

import (
	"io/fs"
	"testing"
)

func TestBuiltAgreesWithTheFiles(t *testing.T) {
	_, err := fs.Stat(FS(), "index.html")
	if got, want := Built(), err == nil; got != want {
		t.Errorf("Built() = %v, want %v", got, want)
	}
}
