package app

import (
	"context"
	"errors"
	"time"

	"lectern/backend/store"
)

// Shell is what the page runs in: the window, or a browser.
type Shell interface {
	Emit(name string, data ...any)
	ChooseFiles() ([]string, error)
	ChooseFolder() (path string, err error)        // "": none
	ChooseBackup() (path string, err error)        // "": none
	SaveFile(name string) (path string, err error) // asks where to, with a name to begin with; "": nowhere
	OpenURL(address string) error
	OpenFile(path string) error // a file or a folder, in the system's program for it
	Browser() bool
	Notify(title, text string) // tells the person who looks elsewhere; where that can't be, nobody hears
	Raise() (address string)   // shows it to the person; where it can't be, its address
}

// firstLook is how long a page may be kept waiting for Ollama; after that it is told when Ollama answers.
const firstLook = 500 * time.Millisecond

// OpenForPage opens the data folder with everything told to the page. Where the folder is damaged the Core has nothing but
// its Damage: the page asks the person whether it is to be mended.
func OpenForPage(ctx context.Context, config Config, shell Shell) (*Core, error) {
	c := &Core{Program: &Program{config: config, Shell: shell}}
	err := c.openFolder()
	var damage *store.Damage
	if errors.As(err, &damage) {
		c.damage = damage
		c.Log, err = OpenLog(config.Home)
		return c, err
	}
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, firstLook) // so that the page begins with the truth
	defer cancel()
	c.Models.Refresh(ctx)
	c.Listen()
	return c, nil
}
