package graphtest_test

import (
	"errors"
	"flag"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"

	"lectern/backend/graph"
	"lectern/backend/graph/graphtest"
	"lectern/backend/store"
)

var (
	memory = graphtest.Harness{Open: func(string) (graph.Store, error) { return new(graphtest.Memory), nil }}
	bbolt  = graphtest.Harness{Open: openBolt, Outlives: true}
)

// checked is a bbolt store whose file is checked for consistency when it is closed.
type checked struct {
	*store.Checkpoints
	path string
}

func openBolt(folder string) (graph.Store, error) {
	path := filepath.Join(folder, "checkpoints.db")
	c, err := store.OpenCheckpoints(path)
	return checked{c, path}, err
}

func (c checked) Close() error {
	if err := c.Checkpoints.Close(); err != nil {
		return err
	}
	db, err := bolt.Open(c.path, 0o600, &bolt.Options{ReadOnly: true, PreLoadFreelist: true})
	if err != nil {
		return err
	}
	return errors.Join(db.View(func(tx *bolt.Tx) (wrong error) {
		for err := range tx.Check() {
			wrong = errors.Join(wrong, err)
		}
		return wrong
	}), db.Close())
}

func TestConformance(t *testing.T) { overBoth(t, graphtest.Run) }

func TestBeyond(t *testing.T) { overBoth(t, graphtest.Beyond) }

func overBoth(t *testing.T, test func(*testing.T, graphtest.Harness)) {
	t.Run("memory", func(t *testing.T) { test(t, memory) })
	t.Run("bbolt", func(t *testing.T) { test(t, bbolt) })
}

var update = flag.Bool("update", false, "write the saved run of the present format, if there is none yet")

func TestThePresentFormatIsSaved(t *testing.T) { graphtest.FormatIsSaved(t, *update) }
